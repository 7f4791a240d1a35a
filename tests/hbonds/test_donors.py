"""Donor groups: the first rule of the table that matches decides (Mills and Dean, 1996)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from misibench.hbonds.chemistry import TypedMolecule
from misibench.hbonds.donor_table import AROMATIC_AMINE, AcceptorKind
from misibench.hbonds.donors import acceptor_kind, classify_donor

Graph = Callable[..., TypedMolecule]

AMIDE = "C=C2 O=O2 N=Npl CA=C3 C1=C3 H=H", "C-O C-N C-CA N-C1 N-H"
RING_5 = "N=Npl C1=Car C2=Car C3=Car C4=Car H=H", "N-C1 C1-C2 C2-C3 C3-C4 C4-N N-H"
RING_6 = "N=Npl C1=Car C2=Car C3=Car C4=Car C5=Car H=H", "N-C1 C1-C2 C2-C3 C3-C4 C4-C5 C5-N N-H"


@pytest.mark.parametrize(
    ("atoms", "bonds", "atom", "expected"),
    [
        ("O=O3 C=Cac H=H", "O-C O-H", 0, "carboxylic acid OH"),
        (
            "N=Npl C=C2 C1=C3 C2=C3 H1=H H2=H", "N-C C-C1 C-C2 N-H1 N-H2", 0,
            "planar NH2 on an sp2 carbon",
        ),
        ("N=Ng+ C=C2 H1=H H2=H", "N-C N-H1 N-H2", 0, "guanidinium or amidinium NH2"),
        ("N=Ng+ C=C2", "N-C", 0, "guanidinium or amidinium NH2"),
        ("N=N3+ C=C3 H1=H H2=H H3=H", "N-C N-H1 N-H2 N-H3", 0, "primary ammonium N"),
        # a chain start often has a single hydrogen in the file
        ("N=N3+ C=C3 H=H", "N-C N-H", 0, "primary ammonium N"),
        ("O=O3 C=C3 H=H", "O-C O-H", 0, "hydroxyl O"),
        ("C=C2 O=O2 N=Npl CA=C3 H1=H H2=H", "C-O C-N C-CA N-H1 N-H2", 2, "primary amide N"),
        ("N=Npl C=Car H1=H H2=H", "N-C N-H1 N-H2", 0, "aromatic primary amine N"),
        ("O=O3 C=Car H=H", "O-C O-H", 0, "phenol O"),
        ("N=N3 C=C3 H1=H H2=H", "N-C N-H1 N-H2", 0, "primary amine N"),
        (
            "N=Npl C=C3 C2=C2 C3=C3 C4=C3 H=H", "N-C N-C2 C2-C3 C2-C4 N-H", 0,
            "secondary planar N",
        ),
        ("N=N3+ C1=C3 C2=C3 H1=H H2=H", "N-C1 N-C2 N-H1 N-H2", 0, "secondary ammonium N"),
        ("O=O3 H1=H H2=H", "O-H1 O-H2", 0, "water O"),
        (*AMIDE, 2, "secondary amide N"),
        ("N=N3+ C1=C3 C2=C3 C3=C3 H=H", "N-C1 N-C2 N-C3 N-H", 0, "tertiary ammonium N"),
        ("N=N2 C=C2 H=H", "N-C N-H", 0, "imine N"),
        ("N=N3 C1=C3 C2=C3 H=H", "N-C1 N-C2 N-H", 0, "secondary amine N"),
        (*RING_5, 0, "five-membered ring N"),
        (*RING_6, 0, "aromatic six-membered ring N"),
        # quirk: N2 in such a ring counts as donor, though without hydrogen it never passes
        (
            "N=N2 C1=Car C2=Car C3=Car C4=Car", "N-C1 C1-C2 C2-C3 C3-C4 C4-N", 0,
            "five-membered ring N",
        ),
        # a ring with a carbon that is not aromatic leaves the general rule
        (
            "N=Npl C1=C2 C2=Car C3=Car C4=Car C5=Car H=H",
            "N-C1 C1-C2 C2-C3 C3-C4 C4-C5 C5-N N-H", 0, "other planar N",
        ),
        ("N=Npl C1=C2 C2=C2 H=H", "N-C1 N-C2 N-H", 0, "other planar N"),
        ("N=Ng+ C1=C2 C2=C3 H=H", "N-C1 N-C2 N-H", 0, "other N"),
        ("N=Npl N1=N2 H1=H H2=H", "N-N1 N-H1 N-H2", 0, "other terminal planar N"),
        ("O=O3 C=C2 H=H", "O-C O-H", 0, "other O"),
        ("O=O3 C=C2", "O-C", 0, "other O"),
        ("S=S3 C=C3 H=H", "S-C S-H", 0, "other S"),
        # a disulfide sulfur is a donor too where the file does not say that it is bonded
        ("S=S3 C=C3", "S-C", 0, "other S"),
        # an explicit hydrogen is enough, whatever the type says
        ("O=O2 C=C2 H=H", "O-C O-H", 0, "other O"),
        ("S=S H=H C1=C3 C2=C3", "S-C1 S-C2 S-H", 0, "other S"),
    ],
)  # fmt: skip
def test_group_of_donor(graph: Graph, atoms: str, bonds: str, atom: int, expected: str) -> None:
    donor = classify_donor(graph(atoms, bonds), atom)
    assert donor is not None
    assert donor.name == expected


@pytest.mark.parametrize(
    ("atoms", "bonds"),
    [
        ("N=Npl C1=C2 C2=C3 C3=C3", "N-C1 N-C2 N-C3"),
        ("O=O2 C=C2", "O-C"),
        ("O=O3 C1=C3 C2=C3", "O-C1 O-C2"),
        ("S=S3 C1=C3 C2=C3", "S-C1 S-C2"),
        # unknown type counts as no substituents
        ("S=S C1=C3", "S-C1"),
        # quirk: a planar N with two neighbours, one of them its hydrogen
        ("N=Npl N1=Npl H=H", "N-N1 N-H"),
        ("C=C3 H=H", "C-H"),
    ],
)
def test_no_donor(graph: Graph, atoms: str, bonds: str) -> None:
    assert classify_donor(graph(atoms, bonds), 0) is None


def test_ring_nitrogen_with_three_heavy_neighbours_is_no_donor(graph: Graph) -> None:
    atoms, bonds = RING_5
    side = graph(atoms.replace("H=H", "CM=C3"), bonds.replace("N-H", "N-CM"))
    assert classify_donor(side, 0) is None


def test_nitrogen_after_a_chain_break_is_a_general_donor(graph: Graph) -> None:
    # N3+ as at a chain start, but the break is one more substituent than the pattern has
    start = graph("N=N3+ CA=C3 H=H C=C2", "N-CA N-H")
    broken = graph("N=N3+ CA=C3 H=H C=C2", "N-CA N-H", gaps="C-N")
    assert (found := classify_donor(start, 0)) is not None
    assert found.name == "primary ammonium N"
    assert (found := classify_donor(broken, 0)) is not None
    assert found.name == "other N"


@pytest.mark.parametrize(
    ("atom", "kind"),
    [
        ("O=O2", AcceptorKind.PLANAR_O),
        ("O=Oar", AcceptorKind.PLANAR_O),
        ("O=O3-", AcceptorKind.TETRAHEDRAL_O_OR_PLANAR_N),
        ("N=N2", AcceptorKind.TETRAHEDRAL_O_OR_PLANAR_N),
        ("N=N3", AcceptorKind.TETRAHEDRAL_N),
        ("N=N1", AcceptorKind.OTHER),
        ("O=O1", AcceptorKind.OTHER),
        ("S=S2", AcceptorKind.OTHER),
        ("O=O", None),
    ],
)
def test_kind_of_acceptor(graph: Graph, atom: str, kind: AcceptorKind | None) -> None:
    assert acceptor_kind(graph(atom), 0) is kind


def test_aromatic_amine_keeps_its_impossible_limit() -> None:
    # quirk: ChimeraX has the sign of this upper limit wrong, so no tetrahedral N can pass
    assert AROMATIC_AMINE.rows[AcceptorKind.TETRAHEDRAL_N].upsilon_high < 0
