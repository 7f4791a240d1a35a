import pytest

from misibench.dataset.likeness import likeness_columns
from misibench.dataset.settings import BuildSettings
from misibench.dataset.splits import assign_splits
from misibench.errors import DatasetError
from misibench.structure import load_complex
from misibench.structure.sources import InputRow

CLUSTERS = {f"{cluster}{n}": cluster for cluster in "abcdefgh" for n in range(5)}


def test_test_is_made_of_whole_clusters_of_the_size_asked_for():
    settings = BuildSettings(split="cluster", test_size=12)
    splits = assign_splits(list(CLUSTERS), settings, {}, CLUSTERS)
    test = {name for name, split in splits.items() if split == "test"}
    assert len(test) == 10  # two clusters of five; a third does not fit into twelve
    assert {CLUSTERS[name] for name in CLUSTERS if name in test}.isdisjoint(
        CLUSTERS[name] for name in CLUSTERS if name not in test
    )


def test_another_seed_draws_other_clusters():
    drawn = {
        tuple(
            sorted(
                name
                for name, split in assign_splits(
                    list(CLUSTERS),
                    BuildSettings(split="cluster", test_size=10, seed=seed),
                    {},
                    CLUSTERS,
                ).items()
                if split == "test"
            )
        )
        for seed in range(6)
    }
    assert len(drawn) > 1


def test_a_split_column_and_clusters_exclude_each_other():
    with pytest.raises(DatasetError, match="no split column with --split cluster"):
        assign_splits(["a"], BuildSettings(split="cluster"), {"a": "test"}, {"a": "a"})


def atom(number, name, residue, chain, place, x, element):
    return (
        f"ATOM  {number:5d}  {name:<3} {residue} {chain}{place:4d}    "
        f"{x:8.3f}{0.0:8.3f}{0.0:8.3f}  1.00  0.00          {element:>2}\n"
    )


@pytest.fixture
def row(tmp_path):
    """A pocket of two residues, the whole protein of four beside it, and propanol as SDF."""
    pocket = tmp_path / "1abc_pocket.pdb"
    pocket.write_text(atom(1, "CA", "ALA", "A", 5, 0, "C") + atom(2, "CA", "TRP", "A", 7, 4, "C"))
    (tmp_path / "1abc_protein.pdb").write_text(
        "".join(
            atom(n, "CA", name, "A", n, 10 * n, "C")
            for n, name in enumerate(("MET", "ALA", "GLY", "TRP"), start=4)
        )
        + atom(9, "CA", "LYS", "B", 1, 90, "C")
    )
    ligand = tmp_path / "1abc_ligand.sdf"
    ligand.write_text(
        "x\n\n\n  4  3  0  0  0  0  0  0  0  0999 V2000\n"
        + "".join(
            f"{x:10.4f}{3.0:10.4f}{0.0:10.4f} {element:<3} 0  0\n"
            for x, element in ((0.0, "C"), (1.5, "C"), (3.0, "C"), (4.4, "O"))
        )
        + "  1  2  1  0\n  2  3  1  0\n  3  4  1  0\nM  END\n$$$$\n"
    )
    return InputRow("1abc", pocket, ligand, is_pocket=True)


def columns(row):
    structure = load_complex(row.receptor, row.ligand, complex_id=row.id, is_pocket=row.is_pocket)
    return likeness_columns(row, structure)


def test_sequences_are_those_of_the_whole_chains_at_the_pocket(row):
    found = columns(row)
    assert found["sequences"] == {"A": "MAGW"}  # chain B is not at the pocket
    assert found["whole_chains"] is True


def test_without_the_protein_they_are_those_of_the_pocket(row, tmp_path):
    (tmp_path / "1abc_protein.pdb").unlink()
    found = columns(row)
    assert found["sequences"] == {"A": "AW"}
    assert found["whole_chains"] is False


def test_the_ligand_is_given_with_and_without_bond_orders(row):
    row.ligand.write_text(row.ligand.read_text().replace("  1  2  1  0", "  1  2  2  0"))
    found = columns(row)
    assert found["ligand_smiles"] == "C=CCO"
    assert found["ligand_skeleton"] == "CCCO"
