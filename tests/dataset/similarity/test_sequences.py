import random
import shutil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from misibench.dataset.similarity import Profile, chain_identity, sequence_pairs
from misibench.dataset.similarity.candidates import candidate_pairs, resolved_engine
from misibench.errors import UsageError

AMINO = "ACDEFGHIKLMNPQRSTVWY"
chains = st.text(AMINO, min_size=1, max_size=80)


def random_chain(seed: int, length: int = 120) -> str:
    return "".join(random.Random(seed).choices(AMINO, k=length))


def mutated(chain: str, share: float, seed: int = 1) -> str:
    """Change this share of the letters, each to another one."""
    rng = random.Random(seed)
    places = set(rng.sample(range(len(chain)), round(share * len(chain))))
    return "".join(
        rng.choice(AMINO.replace(letter, "")) if place in places else letter
        for place, letter in enumerate(chain)
    )


@given(chains, chains)
@settings(max_examples=50, deadline=None)
def test_identity_is_symmetric_and_a_share(first, second):
    identity = chain_identity(first, second)
    assert identity == chain_identity(second, first)
    assert 0.0 <= identity <= 1.0


@given(st.text(AMINO, min_size=30, max_size=80))
def test_a_chain_is_identical_to_itself(chain):
    assert chain_identity(chain, chain) == 1.0


@pytest.mark.parametrize("share", [0.1, 0.4, 0.6])
def test_identity_is_what_was_left_unchanged(share):
    chain = random_chain(3)
    assert chain_identity(chain, mutated(chain, share)) == pytest.approx(1 - share, abs=0.03)


def test_a_domain_inside_a_longer_chain_is_found():
    domain = random_chain(5, 100)
    longer = random_chain(6, 150) + mutated(domain, 0.5) + random_chain(7, 150)
    # half of 100 letters are equal, of the shorter chain's 100
    assert chain_identity(domain, longer) == pytest.approx(0.5, abs=0.06)


def test_unrelated_chains_count_as_unlike():
    found = [chain_identity(random_chain(s), random_chain(s + 100)) for s in range(40)]
    assert found == [0.0] * 40


def test_a_short_peptide_is_not_alike_by_chance():
    assert chain_identity("ACDEFG", "ACDEFG") == pytest.approx(6 / 30)


def test_protein_and_nucleic_acid_are_never_alike():
    assert chain_identity("ACGACGACG" * 5, "acgacgacg" * 5) == 0.0
    assert chain_identity("acgu" * 20, "acgu" * 20) == 1.0
    assert chain_identity("acguacguuacg" * 5, "ggcauccgauaa" * 5) == 0.0


def family(name: str, seed: int) -> list[Profile]:
    chain = random_chain(seed)
    return [
        Profile(f"{name}{n}", (mutated(chain, 0.3, n), random_chain(100 * seed + n)), None, "")
        for n in range(3)
    ]


@pytest.mark.parametrize(
    "engine", ["all", "words", pytest.param("mmseqs2", marks=pytest.mark.slow)]
)
def test_pairs_of_a_family_are_found_and_no_others(engine):
    if engine == "mmseqs2" and shutil.which("mmseqs") is None:
        pytest.skip("MMseqs2 is not installed")
    profiles = [*family("a", 1), *family("b", 2)]
    found = {(one, other) for one, other, _ in sequence_pairs(profiles, 0.3, engine)}
    # 30 % changed on each side leaves about half equal
    assert found == {(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5)}


def test_complexes_of_the_same_chain_are_a_pair():
    chain = random_chain(9)
    profiles = [Profile(name, (chain,), None, "") for name in "abc"]
    assert list(sequence_pairs(profiles, 1.0)) == [(0, 1, 1.0), (0, 2, 1.0), (1, 2, 1.0)]


def test_few_chains_are_all_compared_whatever_is_installed():
    assert resolved_engine("auto", 100) == "all"
    assert resolved_engine("auto", 10_000) in ("words", "mmseqs2")


def test_an_unknown_engine_is_named():
    with pytest.raises(UsageError, match="'blast'; expected one of auto, all"):
        list(candidate_pairs(["A", "C"], 0.3, "blast"))
