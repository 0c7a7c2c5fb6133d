"""Whether the verified checker is built: CI says that it has to be, elsewhere its tests are left out."""

import os

import pytest

from headcount.facade.check_verified import NotInstalledError, program


def built():
    if os.environ.get("HEADCOUNT_VERIFIED_EXPECTED"):
        return True
    try:
        return bool(program())
    except NotInstalledError:
        return False


needs_program = pytest.mark.skipif(not built(), reason="the verified checker is not built; `make verified` builds it")
