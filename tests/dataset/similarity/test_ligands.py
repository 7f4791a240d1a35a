import numpy as np
import pytest

from misibench.dataset.similarity import Profile, ligand_pairs, ligand_similarities

BENZENE, TOLUENE, CYCLOHEXANE, GLUCOSE = "c1ccccc1", "Cc1ccccc1", "C1CCCCC1", "OCC1OC(O)C(O)C(O)C1O"
RING = "[C]1[C][C][C][C][C]1"


def profiles(*texts):
    return [Profile(str(n), (), smiles, skeleton) for n, (smiles, skeleton) in enumerate(texts)]


def test_equal_ligands_are_a_pair_and_different_ones_are_not():
    some = profiles((BENZENE, RING), (BENZENE, RING), (GLUCOSE, "[O]"))
    assert list(ligand_pairs(some, 0.9)) == [(0, 1, 1.0)]


def test_similarity_is_the_tanimoto_coefficient_of_morgan_fingerprints():
    values = ligand_similarities(profiles((BENZENE, RING), (TOLUENE, "[C]" + RING)), 0)
    # benzene has three environments (radius 0, 1, 2); toluene shares these and has eight more
    # of its own (RDKit's GetMorganGenerator, counted by hand from its bit info)
    assert values[0] == 1.0
    assert values[1] == pytest.approx(3 / 11)


def test_bond_orders_count_where_both_files_have_them():
    some = profiles((BENZENE, RING), (CYCLOHEXANE, RING))
    assert ligand_similarities(some, 0)[1] < 0.3


def test_without_bond_orders_on_one_side_skeletons_are_compared():
    some = profiles((BENZENE, RING), (None, RING), ("no smiles", RING))
    np.testing.assert_array_equal(ligand_similarities(some, 0), [1.0, 1.0, 1.0])
    np.testing.assert_array_equal(ligand_similarities(some, 1), [1.0, 1.0, 1.0])


def test_a_complex_without_a_ligand_is_like_no_other():
    some = profiles((None, ""), (None, ""))
    assert list(ligand_pairs(some, 0.1)) == []
