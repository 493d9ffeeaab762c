"""A typed client of Plat. It needs nothing but the standard library."""

from .core import PlatError, Range, RefusalError, Result, UnreachableError
from .generated import VERSION, Operations

__version__ = VERSION


class Plat(Operations):
    """A client of a service, with one key. Each method calls one operation and retries temporary failures."""


__all__ = ["Plat", "PlatError", "Range", "RefusalError", "Result", "UnreachableError"]
