"""One Hypothesis profile for all tests."""

from hypothesis import settings

# The same examples every time, on slow machines too: a red run is red for the next person as well.
settings.register_profile("headcount", derandomize=True, deadline=None, database=None)
settings.load_profile("headcount")
