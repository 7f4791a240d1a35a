"""misibench: can a vision-language model see molecules?"""

from misibench.version import __version__

__all__ = ["__version__"]
