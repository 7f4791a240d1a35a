"""How alike complexes are: by protein sequence and by ligand."""

from misibench.dataset.similarity.ligands import (
    ligand_pairs,
    ligand_similarities,
    nearest_by_ligand,
)
from misibench.dataset.similarity.profile import Profile
from misibench.dataset.similarity.sequences import (
    chain_identity,
    nearest_by_sequence,
    sequence_pairs,
)

__all__ = [
    "Profile",
    "chain_identity",
    "ligand_pairs",
    "ligand_similarities",
    "nearest_by_ligand",
    "nearest_by_sequence",
    "sequence_pairs",
]
