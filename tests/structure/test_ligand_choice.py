import pytest

from misibench.errors import RefusalReason, StructureError, UsageError
from misibench.structure.ligand_choice import LigandSelection, choose_ligand
from misibench.structure.pdb import parse_pdb


@pytest.fixture
def crystal(alanines, pdb_line):
    """A chain, two copies of a ligand, a bigger additive, an ion and a free amino acid."""

    def molecule(name, chain, number, count, y):
        return [
            pdb_line(100 * number + n, f"C{n + 1}", name, chain, number, (1.5 * n, y, 20),
                     hetero=True)
            for n in range(count)
        ]  # fmt: skip

    lines = [
        *alanines([1, 2, 3]),
        "TER",
        *molecule("LIG", "A", 11, 5, 0),
        *molecule("LIG", "B", 12, 5, 10),
        *molecule("P6G", "A", 13, 8, 20),
        *molecule("COF", "A", 14, 4, 30),
        pdb_line(900, "MG", "MG", "A", 15, (0, 40, 20), element="MG", hetero=True),
        *alanines([16], residue="GLN", start=(0, 50, 20), hetero=True),
    ]
    return parse_pdb("\n".join(lines), "a.pdb").molecule


def chosen(crystal, selection=None):
    choice = choose_ligand(crystal, selection)
    residues = {int(crystal.residue_index[i]) for i in choice.atoms.nonzero()[0]}
    return {str(crystal.residues[one].id) for one in residues}, choice.notes


def test_the_largest_small_molecule_is_chosen_and_said_so(crystal):
    residues, notes = chosen(crystal)
    assert residues == {"A:11"}
    assert "LIG A:11 chosen, the largest" in notes["ligand_choice"]
    assert "B:12" in notes["ligand_copies"]


@pytest.mark.parametrize(
    ("selection", "expected"),
    [
        ("LIG", "A:11"),
        ("LIG:B", "B:12"),
        ("lig:B:12", "B:12"),
        ("COF", "A:14"),
        ("P6G:A:13", "A:13"),
        ("GLN", "A:16"),
    ],
)
def test_a_named_ligand_is_taken(crystal, selection, expected):
    assert chosen(crystal, selection)[0] == {expected}


@pytest.mark.parametrize("selection", ["XXX", "LIG:C", "LIG:A:99", "ALA"])
def test_an_unknown_ligand_names_what_there_is(crystal, selection):
    with pytest.raises(StructureError, match="LIG:A:11") as caught:
        choose_ligand(crystal, selection)
    assert caught.value.reason is RefusalReason.NO_LIGAND


@pytest.mark.parametrize("selection", ["", ":A", "LIG:A:x", "LIG:A:1:2"])
def test_a_selection_of_another_form_is_a_usage_error(crystal, selection):
    with pytest.raises(UsageError):
        choose_ligand(crystal, selection)


def test_selections_with_negative_numbers_and_insertion_codes():
    assert LigandSelection.parse("LIG:_:-5A") == LigandSelection("LIG", "_", -5, "A")


def test_polymer_alone_has_no_ligand(alanines):
    molecule = parse_pdb("\n".join(alanines([1, 2])), "a.pdb").molecule
    with pytest.raises(StructureError, match="only polymer") as caught:
        choose_ligand(molecule, None)
    assert caught.value.reason is RefusalReason.NO_LIGAND


def test_a_sugar_on_the_protein_comes_last(alanines, pdb_line):
    def sugar(name, number, count, y):
        return [
            pdb_line(
                100 * number + n,
                f"C{n + 1}",
                name,
                "A",
                number,
                (5.3 + 1.5 * n, y, -2.5),
                hetero=True,
            )
            for n in range(count)
        ]

    link = "LINK         CB  ALA A   2                 C1  NAG A  20     1555   1555  1.45"
    chain = [*alanines([1, 2]), "TER"]
    glycan = sugar("NAG", 20, 9, 0.6)
    both = parse_pdb("\n".join([link, *chain, *glycan, *sugar("LIG", 21, 5, 30)]), "a").molecule
    assert chosen(both)[0] == {"A:21"}
    alone = parse_pdb("\n".join([link, *chain, *glycan]), "a").molecule
    assert chosen(alone)[0] == {"A:20"}


def test_bonded_residues_are_one_ligand(alanines, pdb_line):
    pair = [
        pdb_line(100 + n, f"C{n}", "GLC", "B", 1 + n // 4, (1.5 * n, 0, 30), hetero=True)
        for n in range(8)
    ]
    molecule = parse_pdb("\n".join([*alanines([1, 2]), "TER", *pair]), "a").molecule
    assert chosen(molecule)[0] == {"B:1", "B:2"}
