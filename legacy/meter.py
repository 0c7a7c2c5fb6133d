from ..core.meter import ENTRY, LIMIT, UNLIMITED, Meter, OverLimitError, product_steps, words

__all__ = ["ENTRY", "LIMIT", "UNLIMITED", "Meter", "OverLimitError", "product_steps", "words"]
