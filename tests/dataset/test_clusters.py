from hypothesis import given, settings
from hypothesis import strategies as st

from misibench.dataset.clusters import ClusterLimits, choose_test_clusters, find_clusters
from misibench.dataset.similarity import Profile, chain_identity, ligand_similarities

LIMITS = ClusterLimits(identity=0.3, similarity=0.7)
CHAINS = ["ACDEFGHIKLMNPQRSTVWY" * 3, "YWVTSRQPNMLKIHGFEDCA" * 3, "AACCDDEEFFGGHHIIKKLL" * 3]
LIGANDS = ["c1ccccc1", "OCC1OC(O)C(O)C(O)C1O", "CC(=O)Nc1ccc(O)cc1", "CN1CCC[C@H]1c1cccnc1"]

some_profiles = st.lists(
    st.tuples(st.sampled_from(CHAINS), st.sampled_from(LIGANDS)), min_size=1, max_size=12
).map(
    lambda parts: [
        Profile(f"{n}xyz", (chain,), ligand, "") for n, (chain, ligand) in enumerate(parts)
    ]
)


@given(some_profiles)
@settings(max_examples=30, deadline=None)
def test_no_pair_of_different_clusters_reaches_a_limit(profiles):
    clusters = find_clusters(profiles, LIMITS)
    for place, one in enumerate(profiles):
        alike = ligand_similarities(profiles, place)
        for other_place, other in enumerate(profiles):
            if clusters[one.id] != clusters[other.id]:
                assert chain_identity(one.sequences[0], other.sequences[0]) < LIMITS.identity
                assert alike[other_place] < LIMITS.similarity


@given(some_profiles, st.randoms())
@settings(max_examples=20, deadline=None)
def test_clusters_do_not_depend_on_the_order(profiles, random):
    shuffled = list(profiles)
    random.shuffle(shuffled)
    assert find_clusters(profiles, LIMITS) == find_clusters(shuffled, LIMITS)


def test_links_of_both_kinds_join():
    profiles = [
        Profile("a", (CHAINS[0],), LIGANDS[0], ""),
        Profile("b", (CHAINS[0],), LIGANDS[1], ""),  # by protein with a
        Profile("c", (CHAINS[1],), LIGANDS[1], ""),  # by ligand with b
        Profile("d", (CHAINS[2],), LIGANDS[2], ""),
    ]
    assert find_clusters(profiles, LIMITS) == {"a": "a", "b": "a", "c": "a", "d": "d"}


@given(st.dictionaries(st.text("ab", min_size=1), st.sampled_from("xyz")), st.integers(0, 9))
def test_test_clusters_are_whole_and_fit(clusters, size):
    chosen = choose_test_clusters(clusters, size, seed=0)
    assert len(chosen) <= size
    for name, cluster in clusters.items():
        assert (name in chosen) == all(
            other in chosen for other, its in clusters.items() if its == cluster
        )
