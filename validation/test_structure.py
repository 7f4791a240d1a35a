"""Every structure of the reference folder loads or is refused in one line; what was hard about the
hard ones came out right; bonds agree with what ChimeraX's atom types imply."""

import json
import math
import os
from collections import Counter
from pathlib import Path

import pytest

from misibench.errors import RefusalReason, StructureError
from misibench.structure import Complex, find_inputs, load_complex, read_file, read_molecule
from misibench.structure.residue_templates import AMINO_20

REFERENCE = Path(os.environ.get("MISIBENCH_REFERENCE", "../shared")).resolve()
HARD = REFERENCE / "structures_hard"

pytestmark = pytest.mark.skipif(
    not (REFERENCE / "structures").is_dir(), reason=f"no reference folder {REFERENCE}"
)


def load(row) -> Complex:
    return load_complex(row.receptor, row.ligand, complex_id=row.id, is_pocket=row.is_pocket)


def hard(name: str, kind: str = "layout", **options) -> Complex:
    (row,) = find_inputs_of(HARD / kind / name)
    row.check()
    return load_complex(
        row.receptor, row.ligand, complex_id=row.id, is_pocket=row.is_pocket, **options
    )


def one_line(error: StructureError) -> StructureError:
    if "\n" in str(error):
        pytest.fail(f"not one line: {error}")
    return error


def find_inputs_of(folder: Path):
    return [row for row in find_inputs(folder.parent) if row.id == folder.name]


def test_every_structure_loads_with_either_ligand_file():
    rows = find_inputs(REFERENCE / "structures")
    assert len(rows) == sum(one.is_dir() for one in (REFERENCE / "structures").iterdir())
    notes = Counter()
    for row in rows:
        structure = load(row)
        notes.update(structure.notes.keys())
        sdf = row.ligand.with_suffix(".sdf")
        other = load_complex(row.receptor, sdf, complex_id=row.id)
        assert [e for e in other.ligand.elements if e != "H"] == [
            e for e in structure.ligand.elements if e != "H"
        ], row.id
        identities = [(one.name, one.id) for one in structure.receptor.residues]
        assert len(set(identities)) == len(identities), row.id
    assert "ligand_fallback" not in notes


@pytest.mark.parametrize("kind", ["layout", "synthetic"])
def test_hard_folders_give_a_complex_or_one_line(kind):
    outcomes = Counter()
    for row in find_inputs(HARD / kind):
        try:
            row.check()
            load(row)
        except StructureError as error:
            outcomes[row.id] = one_line(error).reason
    expected = {} if kind == "layout" else {
        "s04_empty_pocket": RefusalReason.UNREADABLE,
        "s05_empty_ligand": RefusalReason.UNREADABLE,
        "s06_nan_coords": RefusalReason.BAD_COORDINATES,
        "s07_overflow_coords": RefusalReason.BAD_COORDINATES,
        "s13_water_only_pocket": RefusalReason.NO_POCKET,
        "s14_ligand_far": RefusalReason.LIGAND_FAR,
        "s17_no_ligand": RefusalReason.NO_LIGAND,
        "s24_truncated": RefusalReason.UNREADABLE,
        "s25_wrong_counts": RefusalReason.UNREADABLE,
    }  # fmt: skip
    assert dict(outcomes) == expected


def test_raw_files_give_a_molecule_or_one_line():
    refused = set()
    for path in sorted((HARD / "raw").iterdir()):
        try:
            molecule = read_molecule(path)
            assert len(molecule) > 0
        except StructureError as error:
            one_line(error)
            refused.add(path.name)
            continue
        try:
            load_complex(path, complex_id=path.name)
        except StructureError as error:
            one_line(error)
    assert refused == {
        "bp_1gbt.bcif.gz",  # binary CIF
        "bp_4Q9R_min.cif",  # no atoms
        "bp_d256ba_.ent",  # header only
        "ob_cve-2022-43607.mol2",  # no atoms
        "ob_cve-2026-2704.cif",  # fractional coordinates
        "ob_cve-2026-2705.mol2",  # damaged
        "ob_truncated-record.mol2",
        "plip_empty.pdb",
        "plip_non-pdb.pdb",
        "rdkit_mol_noatoms.mol2",
        "rdkit_mol_nomol.mol2",
    }


@pytest.mark.parametrize("name", ["s01_crlf", "s02_cr_only", "s03_bom", "s08_blank_chain",
    "s09_no_element", "s12_ligand_in_pocket", "s15_sdf_only",
    "s16_mol2_only", "s19_v3000", "s22_unl1", "s23_two_molecules", "s26_lowercase_resnames",
    "s27_multi_model", "s28_nonascii_header", "s31_deuterium", "s32_tabs_mol2", "s33_gz",
    "s35_long_line"])  # fmt: skip
def test_variants_of_one_complex_are_the_same_complex(name):
    plain, variant = hard("s16_mol2_only", "synthetic"), hard(name, "synthetic")
    assert len(variant.receptor.residues) == 89
    assert variant.receptor.elements == plain.receptor.elements
    assert {frozenset(p) for p in variant.receptor.bonds.tolist()} == {
        frozenset(p) for p in plain.receptor.bonds.tolist()
    }
    assert variant.ligand.elements == plain.ligand.elements
    assert abs(variant.ligand.coords - plain.ligand.coords).max() < 1e-3


def test_residue_numbers_above_9999_and_below_zero():
    numbers = [one.id.number for one in hard("s10_resnum_over_9999", "synthetic").receptor.residues]
    assert numbers[0] == 9990
    assert max(numbers) > 9999
    assert any(one.id.number < 0 for one in hard("negres_7u0u").receptor.residues)


def test_altlocs_count_once():
    structure = hard("s11_altloc_ab", "synthetic")
    plain = hard("s16_mol2_only", "synthetic")
    assert structure.receptor.atom_names == plain.receptor.atom_names
    assert abs(structure.receptor.coords - plain.receptor.coords).max() < 1e-3  # A has 0.6
    for name in ("altlig_4gql", "altlig_2efj"):
        (row,) = find_inputs_of(HARD / "layout" / name)
        whole = read_molecule(row.receptor.with_name(f"{name}_ligand.pdb"))
        names = whole.atom_names
        assert len(set(names)) == len(names)


def test_insertion_codes_of_trypsin():
    coded = {one.label for one in hard("icode_1bju").receptor.residues if one.id.insertion_code}
    assert coded == {"GLY 184A", "GLY 188A", "ALA 221A"}


def test_two_character_chains_and_long_mmcif_chains():
    assert {one.id.chain_id for one in hard("multichain_7oeo").receptor.residues} == {"Aa"}
    molecule = read_molecule(HARD / "raw" / "7oeo.cif")
    assert "AAA" in {one.id.chain_id for one in molecule.residues}


def test_five_letter_names_are_whole():
    structure = load_complex(HARD / "raw" / "7gsa.cif", complex_id="7gsa")
    assert structure.ligand.residues[0].name == "A1AA6"


def test_deuterium_is_hydrogen_under_its_own_name():
    structure = hard("deuterium_6ntj")
    molecule = structure.receptor
    named = [i for i, one in enumerate(molecule.atom_names) if one.startswith("D")]
    assert named
    assert all(molecule.elements[i] == "H" for i in named)
    for atom in range(len(molecule)):
        around = {molecule.atom_names[i] for i in molecule.neighbours[atom]}
        assert not {"D", "H"} <= around  # never both on one nitrogen


def test_rivals_for_one_site_leave_the_ligand_alone():
    assert "8DG" in hard("multialt_7x9k").notes["site_shared"]


def test_covalent_ligands_are_kept_and_noted():
    assert "CYS A:25 SG" in hard("covalent_1vsn").notes["covalent"]
    assert "CYS A:145 SG" in hard("covalent_7gj7").notes["covalent"]


def test_a_free_amino_acid_is_a_ligand():
    (row,) = find_inputs_of(HARD / "layout" / "rna_5ddr")
    protein = row.receptor.with_name("rna_5ddr_protein.pdb")
    named = {one.name for one in read_molecule(protein).residues}
    structure = hard("rna_5ddr")
    assert [one.name for one in structure.ligand.residues] == ["GLN"]
    assert "GLN" not in {one.name for one in structure.receptor.residues} or "GLN" in named


def test_first_record_of_a_series_is_used():
    assert "36 molecules" in hard("fep_999").notes["ligand_first_record"]


def test_ten_angstrom_pockets_are_those_of_the_pocket_files():
    for row in find_inputs(REFERENCE / "structures_full"):
        folder = REFERENCE / "structures" / row.id
        pocket = load_complex(folder / f"{row.id}_pocket.pdb", row.ligand, complex_id=row.id)
        whole = load(row)
        assert {whole.receptor.residues[i].id for i in whole.pocket_residues} == {
            one.id for one in pocket.receptor.residues
        }, row.id


def reference(name: str):
    path = REFERENCE / "reference" / "hbonds" / name
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_reference_bonds_find_their_atoms_at_their_distance():
    # names, numbers, chosen altlocs and coordinates as ChimeraX has them
    for entry in reference("mol2.jsonl"):
        folder = REFERENCE / "structures" / entry["id"]
        receptor = read_molecule(folder / entry["pocket"])
        ligand = read_molecule(folder / entry["ligand"])
        atoms = {}
        for atom, name in enumerate(receptor.atom_names):
            one = receptor.residue_of(atom).id
            key = (one.chain_id.strip(), one.number, one.insertion_code, name)
            atoms.setdefault(key, atom)
        for bond in entry["as_is"]:
            key = tuple(bond[k] for k in ("chain", "res_number", "ins_code", "res_atom"))
            atom, other = atoms[key], bond["lig_index"]
            assert ligand.atom_names[other] == bond["lig_atom"]
            distance = math.dist(receptor.coords[atom], ligand.coords[other])
            assert distance == pytest.approx(bond["distance"], abs=2e-4)


def test_hydrogens_hang_where_their_types_say():
    # ChimeraX's type of a hydrogen is HC exactly if its only neighbour is carbon
    checked = 0
    for entry in reference("mol2.jsonl"):
        molecule = read_molecule(REFERENCE / "structures" / entry["id"] / entry["pocket"])
        assert len(molecule) == len(entry["pocket_types"])
        for atom, kind in enumerate(entry["pocket_types"]):
            if kind not in ("H", "HC"):
                continue
            (partner,) = molecule.neighbours[atom]
            assert (molecule.elements[partner] == "C") == (kind == "HC"), entry["id"]
            checked += 1
    assert checked > 100_000


def test_amide_nitrogens_are_linked_where_their_types_say():
    # a backbone N is typed N3+ exactly if it has no neighbour in another residue
    amino = AMINO_20 | {"MSE"}
    for entry in reference("mol2.jsonl"):
        molecule = read_molecule(REFERENCE / "structures" / entry["id"] / entry["pocket"])
        for atom, kind in enumerate(entry["pocket_types"]):
            if molecule.atom_names[atom] != "N" or molecule.residue_of(atom).name not in amino:
                continue
            home = molecule.residue_index[atom]
            linked = any(molecule.residue_index[i] != home for i in molecule.neighbours[atom])
            assert linked == (kind != "N3+"), (entry["id"], molecule.residue_of(atom).label)


def test_notes_are_plain_sentences():
    for path in sorted((HARD / "raw").iterdir()):
        try:
            notes = read_file(path).notes
        except StructureError:
            continue
        assert all(one.endswith(".") and "\n" not in one for one in notes.values())
