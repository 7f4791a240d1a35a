"""Reading the archives of the published set, whose fields are not documented."""

from misibench.official.importing import ImportReport, import_official
from misibench.official.mapping import Mapping, read_mapping

__all__ = ["ImportReport", "Mapping", "import_official", "read_mapping"]
