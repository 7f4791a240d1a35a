"""Getting structures: entries from a server such as RCSB, and PDBbind archives."""

from misibench.fetch.archive import unpack_archive
from misibench.fetch.download import Downloaded, Server, download
from misibench.fetch.entries import Fetched, FetchSettings, fetch_entries

__all__ = [
    "Downloaded",
    "FetchSettings",
    "Fetched",
    "Server",
    "download",
    "fetch_entries",
    "unpack_archive",
]
