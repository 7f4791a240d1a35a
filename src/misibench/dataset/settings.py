"""Everything that decides what a built dataset contains, resolved and written to its manifest."""

from __future__ import annotations

import hashlib
import json
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from misibench.dataset.twins import Variant

__all__ = ["BuildSettings"]


class BuildSettings(BaseModel):
    """Settings of a build; two builds with equal settings and inputs are identical.

    How many workers there are, how progress is shown and where the folder lies are not here:
    they change nothing in the dataset.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    seed: int = Field(default=0, ge=0)
    tasks: tuple[str, ...] = ()
    """Names of the tasks, in the published order; empty means all nine."""
    per_complex: int | None = Field(default=None, ge=1)
    """Questions per task (T1, T2: per axis) and complex; None gives the published counts."""
    limit: int | None = Field(default=None, ge=1)
    """Use only so many inputs, the first by id."""

    split: Literal["random", "list", "cluster"] = "random"
    test_fraction: float = Field(default=490 / 3993, ge=0.0, le=1.0)
    """Share of the kept complexes that becomes test; the default is the published share."""
    test_size: int | None = Field(default=None, ge=0)
    """Number of test complexes; overrides ``test_fraction``."""
    test_ids: tuple[str, ...] = ()
    """For ``split="list"``: the ids that become test; all others become train."""
    max_identity: float = Field(default=0.3, gt=0.0, le=1.0)
    """For ``split="cluster"``: complexes whose chains reach this identity stay together."""
    max_similarity: float = Field(default=0.7, gt=0.0, le=1.0)
    """For ``split="cluster"``: so do those whose ligands reach this Tanimoto similarity."""
    chain_search: Literal["auto", "all", "words", "mmseqs2"] = "auto"
    """How pairs of chains worth aligning are found, see ``similarity.candidates``."""
    tiny_size: int = Field(default=50, ge=1)
    """Questions per task in ``tiny``; the published number is 50."""

    width: int = Field(default=1024, ge=64, le=8192)
    height: int = Field(default=1024, ge=64, le=8192)
    look: Literal["chimerax", "clear"] = "chimerax"
    rgb: bool = False
    """True writes RGB pictures instead of indexed ones."""
    images: Literal["paths", "embedded", "shards"] = "paths"
    """Pictures as files, inside the tables, or in one tar file per complex."""

    show_pdb_id: bool = False
    """Name the entry in the prompt; off by default, since models may have memorised entries."""
    negatives: Literal["matched", "random", "near"] = "matched"
    """Which residues serve as T4's negatives; with "random" their names give much away."""
    answerable: bool = False
    """Leave out questions that cannot be answered from their pictures; they are counted."""
    compare: bool = False
    """Also run PLIP and ProLIF and mark bonds that both refuse; needs ``misibench[compare]``."""
    variant: Variant = "none"
    """A control twin: the same questions with something taken away, see ``dataset.twins``."""
    pocket_radius: float = Field(default=10.0, gt=0.0, allow_inf_nan=False)
    """Å; used where only a whole protein is given."""
    plausibility: bool = False
    """Also run the PoseBusters checks on every input and record what they say."""

    def digest(self) -> str:
        """Hash of all that decides the content of one complex's questions and pictures.

        What only chooses which complexes take part (limit, split) is left out, so that a
        larger build reuses what a smaller one has drawn.
        """
        chosen = self.model_dump(
            mode="json",
            exclude={
                "limit", "split", "test_fraction", "test_size", "test_ids", "tiny_size", "images",
                "max_identity", "max_similarity", "chain_search",
            },
        )  # fmt: skip
        if self.variant == "none":
            del chosen["variant"]
        if self.images == "shards":  # stored elsewhere while they are drawn
            chosen["images"] = self.images
        return hashlib.sha256(json.dumps(chosen, sort_keys=True).encode()).hexdigest()
