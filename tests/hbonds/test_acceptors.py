"""Acceptor groups: the first rule of the table that matches decides (Mills and Dean, 1996)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from misibench.hbonds.acceptors import classify_acceptor
from misibench.hbonds.chemistry import TypedMolecule

Graph = Callable[..., TypedMolecule]

PHOSPHATE = "P=Pac O1=O3- O2=O3- O3=O3- C=C3", "P-O1 P-O2 P-O3 P-C"
DIESTER = "P=Pac O1=O3- O2=O3- O3=O3 O4=O3 C1=C3 C2=C3", "P-O1 P-O2 P-O3 P-O4 O3-C1 O4-C2"
HISTIDINE = "CG=Car ND=Npl CE=Car NE=Npl CD=Car CB=C3", "CG-ND ND-CE CE-NE NE-CD CD-CG CG-CB"
PYRIDINE = "N=N2 C1=Car C2=Car C3=Car C4=Car C5=Car", "N-C1 C1-C2 C2-C3 C3-C4 C4-C5 C5-N"
PYRIMIDINE = "N1=N2 C2=Car N3=N2 C4=Car C5=Car C6=Car", "N1-C2 C2-N3 N3-C4 C4-C5 C5-C6 C6-N1"
OXAZOLE = "O=Oar C2=Car N=N2 C4=Car C5=Car", "O-C2 C2-N N-C4 C4-C5 C5-O"
# nitrogen opposite to nitrogen, carbons between: the same on both sides
TRIAZOLE_LIKE = "N1=N2 C2=Car C3=Car C4=Car C5=Car", "N1-C2 C2-C3 C3-C4 C4-C5 C5-N1"


@pytest.mark.parametrize(
    ("atoms", "bonds", "atom", "expected"),
    [
        # quirk: of three equal oxygens only the first in bond order is a phosphate acceptor
        (*PHOSPHATE, 1, "phosphate first O"),
        (*PHOSPHATE, 2, "charged O"),
        (*PHOSPHATE, 3, "charged O"),
        (*DIESTER, 1, "phosphate ester O"),
        (*DIESTER, 2, "phosphate ester O"),
        (*DIESTER, 3, "phosphate bridging O"),
        (*DIESTER, 4, "phosphate bridging O"),
        ("C=Cac O1=O2- O2=O2- C1=C3", "C-O1 C-O2 C-C1", 1, "carboxylate O"),
        ("C=Cac O1=O2- O2=O2- C1=C3", "C-O1 C-O2 C-C1", 2, "carboxylate O"),
        # benzoate: the ring carbon is planar, so the group does not match
        ("C=Cac O1=O2- O2=O2- C1=Car", "C-O1 C-O2 C-C1", 1, "charged O on a planar atom"),
        ("S=S2 C=C2 C1=C3 C2=C3", "S-C C-C1 C-C2", 0, "thiocarbonyl S"),
        ("C=C2 O1=O2 O2=O3 H=H C1=C3", "C-O1 C-O2 O2-H C-C1", 1, "carboxylic acid C=O"),
        ("C=C2 O1=O2 O2=O3 C1=C3", "C-O1 C-O2 C-C1", 1, "carboxylic acid C=O"),
        ("C=C2 O=O2 N=Npl C1=C3", "C-O C-N C-C1", 1, "amide O"),
        # benzamide: neither amide (ring carbon) nor ketone (nitrogen)
        ("C=C2 O=O2 N=Npl C1=Car", "C-O C-N C-C1", 1, "double-bonded O on a planar atom"),
        ("C=C2 O=O2 C1=C3 C2=Car", "C-O C-C1 C-C2", 1, "ketone or aldehyde O"),
        ("C=C2 O=O2 C1=C3", "C-O C-C1", 1, "ketone or aldehyde O"),
        ("C=C2 O=O2 OA=O3 C1=C3 CA=C3", "C-O C-OA C-C1 OA-CA", 1, "ester C=O"),
        # phenyl ester: the other oxygen's carbon is planar
        (
            "C=C2 O=O2 OA=O3 C1=C3 CA=Car", "C-O C-OA C-C1 OA-CA", 1,
            "double-bonded O on a planar atom",
        ),
        ("N=Ntr O1=O2- O2=O2- C=C3", "N-O1 N-O2 N-C", 2, "nitro O"),
        ("N=Ntr O1=O2- O2=O2- C=Car", "N-O1 N-O2 N-C", 2, "charged O on a planar atom"),
        ("S=Son O1=O2 O2=O2 C1=C3 C2=C3", "S-O1 S-O2 S-C1 S-C2", 1, "sulfone O"),
        ("S=Son O1=O3- O2=O3- C1=C3 C2=C3", "S-O1 S-O2 S-C1 S-C2", 1, "charged O"),
        ("O=O2 P=Pox C1=C3 C2=C3 C3=C3", "O-P P-C1 P-C2 P-C3", 0, "phosphine oxide O"),
        ("O=O2 S=Sxd C1=C3 C2=C3", "O-S S-C1 S-C2", 0, "sulfoxide O"),
        ("N=N3 C=C3 H1=H H2=H", "N-C N-H1 N-H2", 0, "primary amine N"),
        ("N=N3 C=C3", "N-C", 0, "primary amine N"),
        ("O=O3 C=C3 H=H", "O-C O-H", 0, "hydroxyl O"),
        ("O=O3 S=Son H=H", "O-S O-H", 0, "hydroxyl O"),
        ("O=O3 P=Pac H=H", "O-P O-H", 0, "O with two neighbours"),
        (
            "S=Sac O1=O3- O2=O3- O3=O3- O4=O3 C=C3", "S-O1 S-O2 S-O3 S-O4 O4-C", 4,
            "sulfate ester O",
        ),
        ("N=N3 C1=C3 C2=C3 C3=C3", "N-C1 N-C2 N-C3", 0, "tertiary amine N"),
        ("N=N1 C=C1 C1=C3", "N-C C-C1", 0, "nitrile N"),
        ("N=N3 C1=C3 C2=C3 H=H", "N-C1 N-C2 N-H", 0, "secondary amine N"),
        ("O=O3 C=Car H=H", "O-C O-H", 0, "phenol O"),
        ("N=Npl C=Car H1=H H2=H", "N-C N-H1 N-H2", 0, "aniline N"),
        ("N=N3 C=Car H1=H H2=H", "N-C N-H1 N-H2", 0, "aniline N"),
        ("O=O3 H1=H H2=H", "O-H1 O-H2", 0, "water O"),
        ("O=O3", "", 0, "water O"),
        ("O=O3 C1=C3 C2=C3", "O-C1 O-C2", 0, "non-ring ether O"),
        ("O=O3 C1=C3 N1=N3", "O-C1 O-N1", 0, "O with two neighbours"),
        ("N=N2 C1=C2 C2=C3", "N-C1 N-C2", 0, "non-ring imine N"),
        ("N=N2 C1=C2 N1=Npl", "N-C1 N-N1", 0, "planar N with a lone pair"),
        (*HISTIDINE, 1, "asymmetric five-membered ring N"),
        (*HISTIDINE, 3, "asymmetric five-membered ring N"),
        (*PYRIDINE, 0, "symmetric six-membered ring N"),
        (*PYRIMIDINE, 0, "asymmetric six-membered ring N"),
        (*OXAZOLE, 2, "asymmetric five-membered ring N"),
        (*TRIAZOLE_LIKE, 0, "symmetric five-membered ring N"),
        (*OXAZOLE, 0, "five-membered ring O"),
        ("O=O3 C1=C3 C2=C3 C3=C3 C4=C3", "O-C1 C1-C2 C2-C3 C3-C4 C4-O", 0, "five-membered ring O"),
        # in a six-ring an ether is neither free nor in a five-ring
        (
            "O=O3 C1=C3 C2=C3 C3=C3 C4=C3 C5=C3", "O-C1 C1-C2 C2-C3 C3-C4 C4-C5 C5-O", 0,
            "O with two neighbours",
        ),
        ("O=O2- S=Son", "O-S", 0, "charged O"),
        ("O=O2 C=C3", "O-C", 0, "double-bonded O on a tetrahedral atom"),
        ("O=O2 N=N", "O-N", 0, "double-bonded O"),
        ("O=O3 N=Npl", "O-N", 0, "O with one neighbour"),
        ("N=N3 N1=Npl H1=H H2=H", "N-N1 N-H1 N-H2", 0, "amine N with one heavy neighbour"),
        ("N=N3 N1=Npl C=C3 H=H", "N-N1 N-C N-H", 0, "amine N"),
        ("N=N3", "", 0, "lone amine N"),
        ("N=N1 N1=N1+", "N-N1", 0, "linear N"),
        ("S=S2 P=Pac", "S-P", 0, "double-bonded S"),
        ("S=Sar C1=Car C2=Car", "S-C1 S-C2", 0, "aromatic or charged S"),
        ("O=O1 C=C1", "O-C", 0, "other O"),
    ],
)  # fmt: skip
def test_group_of_acceptor(graph: Graph, atoms: str, bonds: str, atom: int, expected: str) -> None:
    acceptor = classify_acceptor(graph(atoms, bonds), atom)
    assert acceptor is not None
    assert acceptor.name == expected


@pytest.mark.parametrize(
    ("atoms", "bonds"),
    [
        ("N=Npl C1=C2 C2=C3 H=H", "N-C1 N-C2 N-H"),
        ("N=N3+ C=C3 H1=H H2=H H3=H", "N-C N-H1 N-H2 N-H3"),
        ("N=Ng+ C=C2 H1=H H2=H", "N-C N-H1 N-H2"),
        ("S=S3 C1=C3 C2=C3", "S-C1 S-C2"),
        ("S=Son O1=O3- O2=O3- C1=C3 C2=C3", "S-O1 S-O2 S-C1 S-C2"),
        ("O=O3 C1=C3 C2=C3 H=H", "O-C1 O-C2 O-H"),
        ("F=F C=C3", "F-C"),
        # five-ring Npl with two neighbours, but no other nitrogen in the ring
        ("N=Npl C1=Car C2=Car C3=Car C4=Car", "N-C1 C1-C2 C2-C3 C3-C4 C4-N"),
    ],
)
def test_no_acceptor(graph: Graph, atoms: str, bonds: str) -> None:
    assert classify_acceptor(graph(atoms, bonds), 0) is None


def test_ring_nitrogen_refers_to_its_ring_neighbours(graph: Graph) -> None:
    acceptor = classify_acceptor(graph(*HISTIDINE), 1)
    assert acceptor is not None
    assert sorted(acceptor.references) == [0, 2]


def test_equal_oxygens_refer_to_each_other(graph: Graph) -> None:
    # syn is on the side of the other oxygen, the plane's middle is the carbon
    side = graph("C=Cac O1=O2- O2=O2- C1=C3", "C-O1 C-O2 C-C1")
    references = [classify_acceptor(side, atom) for atom in (1, 2)]
    assert [one.references for one in references if one] == [(2, 0), (1, 0)]


def test_first_phosphate_oxygen_follows_bond_order(graph: Graph) -> None:
    atoms, _ = PHOSPHATE
    side = graph(atoms, "P-O3 P-O1 P-O2 P-C")
    names = [classify_acceptor(side, atom) for atom in (1, 2, 3)]
    assert [one.name for one in names if one] == ["charged O", "charged O", "phosphate first O"]


def test_chain_break_at_the_carbon_leaves_the_general_rule(graph: Graph) -> None:
    # the break counts as one more substituent: neither amide nor ketone, but still O2 on C2
    whole = graph("C=C2 O=O2 CA=C3 N=Npl", "C-O C-CA")
    broken = graph("C=C2 O=O2 CA=C3 N=Npl", "C-O C-CA", gaps="C-N")
    assert (found := classify_acceptor(whole, 1)) is not None
    assert found.name == "ketone or aldehyde O"
    assert (found := classify_acceptor(broken, 1)) is not None
    assert found.name == "double-bonded O on a planar atom"
    assert found.references == (0,)


def test_chain_break_keeps_ring_and_ether_rules_away(graph: Graph) -> None:
    broken = graph("O=O3 C1=C3 C2=C3 C3=C3", "O-C1 O-C2", gaps="O-C3")
    assert (found := classify_acceptor(broken, 0)) is not None
    assert found.name == "O with two neighbours"
