"""Types by name: coordinates play no part here, so all atoms lie on one line."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field

import numpy as np
import pytest

from misibench.hbonds.idatm import idatm_types, templated_residues
from misibench.structure.molecule import Molecule, Residue, ResidueId

BACKBONE = "N CA C O"


@dataclass
class Chain:
    """Residues written as ``NAME: atoms``, with bonds by ``residue:atom`` pairs."""

    text: str
    bonds: str = ""
    gaps: str = ""
    numbers: dict[str, int] = field(default_factory=lambda: {"S": 16, "P": 15, "SE": 34})

    def molecule(self) -> Molecule:
        names: list[str] = []
        residues: list[Residue] = []
        owner: list[int] = []
        for index, line in enumerate(self.text.split(";")):
            residue, _, atoms = line.strip().partition(":")
            residues.append(Residue(residue, ResidueId("A", index + 1)))
            names += atoms.split()
            owner += [index] * len(atoms.split())
        symbols = ["SE" if name == "SE" else name.lstrip("123456789")[0] for name in names]
        simple = {"H": 1, "D": 1, "C": 6, "N": 7, "O": 8, **self.numbers}
        return Molecule(
            name="chain",
            coords=np.arange(3.0 * len(names)).reshape(-1, 3),
            atomic_numbers=np.array([simple[symbol] for symbol in symbols]),
            elements=tuple({"SE": "Se", "D": "H"}.get(symbol, symbol) for symbol in symbols),
            atom_names=tuple(names),
            residues=tuple(residues),
            residue_index=np.array(owner),
            bonds=self._pairs(self.bonds, names, owner),
            gaps=self._pairs(self.gaps, names, owner),
        )

    @staticmethod
    def _pairs(text: str, names: list[str], owner: list[int]) -> np.ndarray:
        def index(end: str) -> int:
            residue, name = end.split(":")
            return next(
                at
                for at, known in enumerate(names)
                if known == name and owner[at] == int(residue) - 1
            )

        pairs = [[index(end) for end in pair.split("-")] for pair in text.split()]
        return np.array(pairs, dtype=int).reshape(-1, 2)

    def types(self) -> dict[str, str]:
        molecule = self.molecule()
        return {
            f"{owner + 1}:{name}": atom_type
            for owner, name, atom_type in zip(
                molecule.residue_index, molecule.atom_names, idatm_types(molecule), strict=True
            )
        }


def test_backbone_nitrogen_is_charged_only_where_no_residue_precedes() -> None:
    types = Chain(f"ALA: {BACKBONE} CB; GLY: {BACKBONE}", "1:C-2:N").types()
    assert [types[f"1:{name}"] for name in ("N", "CA", "C", "O", "CB")] == [
        "N3+", "C3", "C2", "O2", "C3"
    ]  # fmt: skip
    assert types["2:N"] == "Npl"


def test_proline_at_a_chain_start_is_charged_too() -> None:
    assert Chain(f"PRO: {BACKBONE} CB CG CD").types()["1:N"] == "N3+"


def test_residue_after_a_gap_counts_as_a_chain_start() -> None:
    chain = Chain(f"ALA: {BACKBONE} CB; GLY: {BACKBONE}", gaps="1:C-2:N")
    assert chain.types()["2:N"] == "N3+"


def test_terminal_oxygen_makes_a_carboxylate() -> None:
    types = Chain(f"GLY: {BACKBONE} OXT").types()
    assert [types[f"1:{name}"] for name in ("C", "O", "OXT")] == ["Cac", "O2-", "O2-"]


@pytest.mark.parametrize(
    ("residue", "atoms", "expected"),
    [
        ("ASP", "CG OD1 OD2", "Cac O2- O2-"),
        ("ASP", "CG OD1 OD2 HD1", "C2 O3 O2 H"),
        ("ASP", "CG OD1 OD2 HD2", "C2 O2 O3 H"),
        ("ASP", "CG OD1 OD2 HD1 HD2", "C2 O3 O2 H H"),  # the first one decides
        ("GLU", "CD OE1 OE2", "Cac O2- O2-"),
        ("GLU", "CD OE1 OE2 HE1", "C2 O3 O2 H"),
        ("GLU", "CD OE1 OE2 HE2", "C2 O2 O3 H"),
        ("ARG", "NE CZ NH1 NH2", "Ng+ C2 Ng+ Ng+"),
        ("HIS", "CG ND1 CE1 NE2 CD2", "Car Npl Car Npl Car"),
        ("HID", "ND1 NE2", "Npl N2"),
        ("HIE", "ND1 NE2", "N2 Npl"),
        ("HIP", "CG ND1 CE1 NE2 CD2", "C2 Npl C2 Npl C2"),
        ("MSE", "CG SE CE", "C3 Se C3"),
        ("MET", "SD CE", "S3 C3"),
        ("LYS", "CE NZ", "C3 N3+"),
        ("TRP", "CG CD1 NE1 CH2", "Car Car Npl Car"),
        ("HYP", "CG OD", "C3 O3"),
        ("DA", "P OP1 O5' C1' N9 N6 C2 N1", "Pac O3- O3 C3 Npl Npl Car N2"),
        ("A", "O2' O4'", "O3 O3"),
        ("G", "C6 O6 N1 N3 C4", "C2 O2 Npl N2 Car"),
        ("C", "C4 N4 N3 O2", "C2 Npl N2 O2"),
        ("DT", "C7 C5M O4", "C3 C3 O2"),
        ("HOH", "O", "O3"),
        ("ACE", "C O CH3", "C2 O2 C3"),
    ],
)
def test_types_by_name(residue: str, atoms: str, expected: str) -> None:
    types = Chain(f"{residue}: {atoms}").types()
    assert [types[f"1:{name}"] for name in atoms.split()] == expected.split()


def test_hydrogens_of_templated_residues_follow_what_they_are_bonded_to() -> None:
    types = Chain("SER: CB OG HB2 DG HX", "1:CB-1:OG 1:CB-1:HB2 1:OG-1:DG").types()
    assert types["1:HB2"] == "HC"
    assert types["1:DG"] == "H"  # never D in a templated residue
    assert types["1:HX"] == "H"


def test_unknown_name_goes_through_the_passes_and_leaves_the_others_alone() -> None:
    types = Chain("ALA: N CA C O CB XX", numbers={"X": 7}).types()
    assert types["1:XX"] == "N3+"  # pass 6: a nitrogen without neighbours
    assert types["1:CB"] == "C3"
    assert Chain("DA: O2' N9").types()["1:O2'"] == "O"  # no such atom in deoxyribose


def test_unknown_residue_with_a_backbone_uses_glycine() -> None:
    chain = Chain("UNK: N CA C O CB")
    assert chain.types()["1:CA"] == "C3"
    assert chain.types()["1:CB"] == "C"  # not in glycine: no neighbours, no type
    assert templated_residues(Chain("UNK: N CA C").molecule()) == (True,)
    assert templated_residues(Chain("UNK: N CA").molecule()) == (False,)


@pytest.mark.parametrize("residue", ["WAT", "ASH", "GLH", "LYN", "CYX", "SEP", "UNL", "ala", "ZN"])
def test_other_residues_have_no_template(residue: str) -> None:
    assert templated_residues(Chain(f"{residue}: C1").molecule()) == (False,)


JOINED = f"LYS: {BACKBONE} NZ; GLY: {BACKBONE}; ASP: {BACKBONE} CG"


def test_side_chain_link_in_a_polymer_sends_both_residues_through_the_passes() -> None:
    chain = Chain(JOINED, "1:C-2:N 2:C-3:N 1:NZ-3:CG")
    assert templated_residues(chain.molecule()) == (False, True, False)


def test_side_chain_link_of_single_residues_keeps_the_template() -> None:
    lone = Chain(f"LYS: {BACKBONE} NZ; LIG: C1", "1:NZ-2:C1")
    assert templated_residues(lone.molecule()) == (True, False)


def test_gap_makes_a_polymer() -> None:
    chain = Chain(f"LYS: {BACKBONE} NZ; GLY: {BACKBONE}; LIG: C1", "1:NZ-3:C1", "1:C-2:N")
    assert templated_residues(chain.molecule()) == (False, True, False)


def test_modified_residue_with_a_backbone_makes_a_polymer() -> None:
    chain = Chain(f"LYS: {BACKBONE} NZ; SEP: {BACKBONE}; LIG: C1", "1:C-2:N 1:NZ-3:C1")
    assert templated_residues(chain.molecule()) == (False, False, False)


@pytest.mark.parametrize(("partner", "kept"), [("CYS", True), ("CYX", True), ("MET", False)])
def test_disulphide_bridges_keep_the_template(partner: str, kept: bool) -> None:
    text = f"CYS: {BACKBONE} SG; GLY: {BACKBONE}; {partner}: {BACKBONE} SG"
    chain = Chain(text, "1:C-2:N 2:C-3:N 1:SG-3:SG")
    assert templated_residues(chain.molecule())[0] is kept


def test_nucleotide_links_outside_the_backbone_count() -> None:
    text = "DA: P O3' C3'; DC: P O3' N4; LIG: C1"
    inside = Chain(text, "1:O3'-2:P")
    assert templated_residues(inside.molecule()) == (True, True, False)
    outside = Chain(text, "1:O3'-2:P 2:N4-3:C1")
    assert templated_residues(outside.molecule()) == (True, False, False)


def test_modified_nucleotide_is_known_by_its_backbone() -> None:
    text = "DA: P O3' N6; 8OG: P O5' C5' C4' C3' O3'; LIG: C1"
    chain = Chain(text, "1:O3'-2:P 1:N6-3:C1")
    assert templated_residues(chain.molecule()) == (False, False, False)


def test_templated_neighbours_keep_their_types() -> None:
    """An oxygen unknown to the template, close to CB, would make a C2 of an untyped carbon."""
    chain = Chain(f"ALA: {BACKBONE} CB OX", "1:CB-1:OX")
    molecule = chain.molecule()
    coords = molecule.coords.copy()
    coords[5] = coords[4] + [1.22, 0.0, 0.0]
    types = idatm_types(dataclasses.replace(molecule, coords=coords))
    assert types[4:] == ("C3", "O2")


def test_order_of_residues_changes_no_type() -> None:
    lines = [f"ALA: {BACKBONE} CB", f"GLY: {BACKBONE} OXT", f"ASP: {BACKBONE} CG OD1 OD2 HD2"]
    forward = Chain(";".join(lines), "1:C-2:N 2:C-3:N").types()
    turned = Chain(";".join(reversed(lines)), "3:C-2:N 2:C-1:N").types()
    for key, atom_type in forward.items():
        residue, name = key.split(":")
        assert turned[f"{4 - int(residue)}:{name}"] == atom_type
