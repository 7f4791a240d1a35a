"""What of a test set is known from training: the nearest training complex of each of its own."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow.parquet as pq

from misibench.dataset.manifest import read_manifest
from misibench.dataset.similarity import Profile, nearest_by_ligand, nearest_by_sequence
from misibench.errors import DatasetError

__all__ = [
    "IDENTITY_CUTOFFS",
    "SIMILARITY_CUTOFFS",
    "Leakage",
    "Neighbour",
    "audit_leakage",
    "leakage_csv",
]

IDENTITY_CUTOFFS = (0.3, 0.5, 0.7, 0.9, 1.0)
SIMILARITY_CUTOFFS = (0.5, 0.7, 0.85, 1.0)


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A test complex with its nearest training complexes, by protein and by ligand.

    ``identity`` is that of the most alike chains, 0 to 1; ``similarity`` the Tanimoto coefficient
    of Morgan fingerprints. The neighbours are None where nothing is alike.
    """

    id: str
    cluster: str | None
    identity: float
    by_sequence: str | None
    similarity: float
    by_ligand: str | None


@dataclass(frozen=True)
class Leakage:
    """Neighbours of all test complexes, and what the split promised.

    Attributes
    ----------
    split
        "random", "list" or "cluster".
    limits
        For "cluster": (identity, similarity) that no pair across the split may reach.
    neighbours
        One per test complex, by id.
    train, whole_chains, complexes
        Number of training complexes; how many of all complexes have sequences of whole chains.
    """

    split: str
    limits: tuple[float, float] | None
    neighbours: tuple[Neighbour, ...]
    train: int
    whole_chains: int
    complexes: int

    def share(self, identity: float | None = None, similarity: float | None = None) -> float:
        """Share of test complexes with a neighbour at or above the given cut-offs, any of them."""
        if not self.neighbours:
            return 0.0
        return sum(
            (identity is not None and one.identity >= identity)
            or (similarity is not None and one.similarity >= similarity)
            for one in self.neighbours
        ) / len(self.neighbours)

    @property
    def crossing(self) -> tuple[Neighbour, ...]:
        """Test complexes that are nearer to training than the split promised."""
        if self.limits is None:
            return ()
        identity, similarity = self.limits
        return tuple(
            one
            for one in self.neighbours
            if one.identity >= identity or one.similarity >= similarity
        )


def audit_leakage(directory: str | Path) -> Leakage:
    """Find the nearest training complex of every test complex, by protein and by ligand.

    Raises
    ------
    DatasetError
        If the folder is no finished dataset, was built without sequences, or has no training or
        no test complexes.
    """
    folder = Path(directory)
    settings = read_manifest(folder)["settings"]
    path = folder / "complexes.parquet"
    table = pq.read_table(path)
    if "ligand_skeleton" not in table.column_names:
        raise DatasetError(path, "no sequences", "a dataset of this version", "build it again")
    entries = [one for one in table.to_pylist() if one["kept"]]
    entries.sort(key=lambda one: str(one["id"]))
    test = [one for one in entries if one["split"] == "test"]
    train = [one for one in entries if one["split"] == "train"]
    if not test or not train:
        raise DatasetError(
            folder, f"{len(train)} train and {len(test)} test complexes", "some of both",
            "build with another --test-size",
        )  # fmt: skip
    asked = [Profile.of_entry(one) for one in test]
    among = [Profile.of_entry(one) for one in train]
    limits = None
    if settings["split"] == "cluster":
        limits = (float(settings["max_identity"]), float(settings["max_similarity"]))
    return Leakage(
        split=str(settings["split"]),
        limits=limits,
        neighbours=tuple(_neighbours(test, asked, among)),
        train=len(train),
        whole_chains=sum(bool(one["whole_chains"]) for one in entries),
        complexes=len(entries),
    )


def _neighbours(
    test: Sequence[dict[str, object]], asked: Sequence[Profile], among: Sequence[Profile]
) -> list[Neighbour]:
    by_sequence = nearest_by_sequence(asked, among)
    by_ligand = nearest_by_ligand(asked, among)
    return [
        Neighbour(
            id=str(entry["id"]),
            cluster=None if entry["cluster"] is None else str(entry["cluster"]),
            identity=identity,
            by_sequence=None if place is None else among[place].id,
            similarity=similarity,
            by_ligand=None if other is None else among[other].id,
        )
        for entry, (identity, place), (similarity, other) in zip(
            test, by_sequence, by_ligand, strict=True
        )
    ]


def leakage_csv(found: Leakage) -> str:
    """Write the neighbours as CSV."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(
        ["id", "cluster", "identity", "nearest_by_sequence", "similarity", "nearest_by_ligand"]
    )
    for one in found.neighbours:
        writer.writerow(
            [
                one.id,
                one.cluster or "",
                f"{one.identity:.4f}",
                one.by_sequence or "",
                f"{one.similarity:.4f}",
                one.by_ligand or "",
            ]
        )
    return text.getvalue()
