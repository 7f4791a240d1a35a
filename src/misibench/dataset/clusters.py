"""Clusters: complexes linked by alike proteins or ligands, and splits that keep them whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from misibench.dataset.seeds import rank
from misibench.dataset.similarity import Profile, ligand_pairs, sequence_pairs

__all__ = ["ClusterLimits", "choose_test_clusters", "find_clusters"]


@dataclass(frozen=True, slots=True)
class ClusterLimits:
    """From where on complexes are alike: identity and Tanimoto similarity, 0 to 1."""

    identity: float
    similarity: float
    engine: str = "auto"


def find_clusters(profiles: Sequence[Profile], limits: ClusterLimits) -> dict[str, str]:
    """Give the cluster of every complex, named by its first member.

    Two complexes are linked if a chain of one and a chain of the other reach the identity limit,
    or their ligands the similarity limit. Clusters are the connected components, so that no two
    complexes of different clusters reach either limit.
    """
    ordered = sorted(profiles, key=lambda one: one.id)
    parent = list(range(len(ordered)))

    def root(place: int) -> int:
        while parent[place] != place:
            parent[place] = parent[parent[place]]
            place = parent[place]
        return place

    def link(one: int, other: int) -> None:
        first, second = sorted((root(one), root(other)))
        parent[second] = first  # the root is the first member

    for one, other, _ in sequence_pairs(ordered, limits.identity, limits.engine):
        link(one, other)
    for one, other, _ in ligand_pairs(ordered, limits.similarity):
        link(one, other)
    return {profile.id: ordered[root(place)].id for place, profile in enumerate(ordered)}


def choose_test_clusters(clusters: dict[str, str], size: int, seed: int) -> set[str]:
    """Choose whole clusters, in random order by seed, whose members make a test set.

    A cluster that no longer fits is passed over; where none fits, the test set stays smaller
    than asked for.
    """
    members: dict[str, list[str]] = {}
    for name, cluster in clusters.items():
        members.setdefault(cluster, []).append(name)
    chosen: set[str] = set()
    for cluster in sorted(members, key=lambda one: rank(seed, "cluster", one)):
        if len(chosen) + len(members[cluster]) <= size:
            chosen.update(members[cluster])
    return chosen
