"""A typed client of Plat. It needs nothing but the standard library."""

from .core import PlatError, Range, RefusalError, Result, UnreachableError
from .generated import Operations


class Plat(Operations):
    """A service, as one key sees it. Each method asks one operation once, and again where that is worth it."""


__all__ = ["Plat", "PlatError", "Range", "RefusalError", "Result", "UnreachableError"]
