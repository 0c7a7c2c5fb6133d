from ..core.text import plain
from ..core.text import short as short_number
from ..questions.refusal import MalformedError, RejectionError

__all__ = ["MalformedError", "RejectionError", "plain", "short_number"]
