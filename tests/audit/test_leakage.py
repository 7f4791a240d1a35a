import pytest

from misibench.audit.leakage import audit_leakage, leakage_csv
from misibench.audit.leakage_figure import leakage_figure
from misibench.errors import DatasetError

CHAIN, OTHER = "ACDEFGHIKLMNPQRSTVWY" * 3, "YWVTSRQPNMLKIHGFEDCA" * 3


def row(name, split, chain, smiles, cluster=None):
    return {
        "id": name,
        "kept": True,
        "split": split,
        "cluster": cluster,
        "sequences": [("A", chain)],
        "whole_chains": True,
        "ligand_smiles": smiles,
        "ligand_skeleton": "C",
    }


ROWS = [
    row("a", "train", CHAIN, "c1ccccc1"),
    row("b", "train", OTHER, "OCC1OC(O)C(O)C(O)C1O"),
    row("c", "test", CHAIN, "OCC1OC(O)C(O)C(O)C1O"),
    row("d", "test", "W" * 60, "CC(=O)Nc1ccc(O)cc1"),
]


def test_every_test_complex_has_its_nearest_neighbours(dataset):
    found = audit_leakage(dataset(complexes=ROWS))
    c, d = found.neighbours
    assert (c.id, c.identity, c.by_sequence, c.similarity, c.by_ligand) == ("c", 1.0, "a", 1.0, "b")
    assert (d.id, d.identity, d.by_sequence) == ("d", 0.0, None)
    assert 0 < d.similarity < 0.5


def test_shares_count_complexes_at_or_above_a_cut_off(dataset):
    found = audit_leakage(dataset(complexes=ROWS))
    assert found.share(identity=1.0) == 0.5
    assert found.share(similarity=0.0) == 1.0
    assert found.share(identity=0.3, similarity=0.9) == 0.5


def test_a_random_split_promises_nothing_and_a_cluster_split_is_held_to_it(dataset):
    assert audit_leakage(dataset(complexes=ROWS)).crossing == ()
    found = audit_leakage(
        dataset(complexes=ROWS, split="cluster", max_identity=0.3, max_similarity=0.7)
    )
    assert [one.id for one in found.crossing] == ["c"]


def test_the_report_names_the_neighbours_and_is_drawn(dataset):
    found = audit_leakage(dataset(complexes=ROWS))
    assert leakage_csv(found).splitlines()[1] == "c,,1.0000,a,1.0000,b"
    assert leakage_figure(found).startswith(b"\x89PNG")
    assert leakage_figure(found) == leakage_figure(found)


def test_without_test_complexes_there_is_nothing_to_audit(dataset):
    with pytest.raises(DatasetError, match="2 train and 0 test complexes"):
        audit_leakage(dataset(complexes=ROWS[:2]))
