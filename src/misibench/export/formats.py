"""The formats of ``misi export``, in one table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from misibench.export.chimerax import chimerax_script
from misibench.export.files import export_files
from misibench.export.hub import export_hub
from misibench.export.lmms_eval import export_lmms_eval
from misibench.export.messages import export_messages
from misibench.export.pictures import DrawnPicture
from misibench.export.pymol import pymol_script
from misibench.export.rows import Exported, ExportRequest
from misibench.export.trl import export_trl
from misibench.export.vlmevalkit import export_vlmevalkit

__all__ = ["PICTURE_FORMATS", "TABLE_FORMATS", "PictureFormat", "TableFormat"]


@dataclass(frozen=True, slots=True)
class PictureFormat:
    """A script that draws one picture elsewhere."""

    write: Callable[[DrawnPicture, str], str]
    ending: str
    summary: str


@dataclass(frozen=True, slots=True)
class TableFormat:
    """Questions in the form another tool reads."""

    write: Callable[[ExportRequest], Exported]
    summary: str


PICTURE_FORMATS: dict[str, PictureFormat] = {
    "chimerax": PictureFormat(chimerax_script, ".cxc", "script that draws one picture in ChimeraX"),
    "pymol": PictureFormat(pymol_script, ".pml", "script that draws one picture in PyMOL"),
}

TABLE_FORMATS: dict[str, TableFormat] = {
    "hub": TableFormat(export_hub, "pictures inside the tables, for the Hugging Face Hub"),
    "files": TableFormat(export_files, "pictures as files, from tables or shards"),
    "messages": TableFormat(export_messages, "training data for ms-swift and LLaMA-Factory"),
    "trl": TableFormat(export_trl, "training data for TRL"),
    "lmms-eval": TableFormat(export_lmms_eval, "task folder for lmms-eval"),
    "vlmevalkit": TableFormat(export_vlmevalkit, "TSV file and class for VLMEvalKit"),
}
