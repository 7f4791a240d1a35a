import pytest
from hypothesis import given
from hypothesis import strategies as st

from misibench.geometry import AXES, Move, Roll
from misibench.scene.camera import View
from misibench.scene.shot import Shot, Subject
from misibench.scene.shot_names import parse_shot_name
from misibench.structure import ResidueId

motions = st.lists(
    st.one_of(
        st.builds(Move, st.sampled_from(AXES), st.integers(-60, 60)),
        st.builds(Roll, st.sampled_from(AXES), st.integers(-90, 90)),
    ),
    max_size=4,
).map(tuple)
shots = st.builds(
    Shot,
    view=st.sampled_from(View),
    subject=st.sampled_from([Subject.COMPLEX, Subject.POCKET, Subject.LIGAND]),
    motions=motions,
    ligand_motions=motions,
)


@given(shots)
def test_a_name_gives_its_shot_back(shot):
    assert parse_shot_name(shot.name) == shot


@given(st.sampled_from(View), st.sampled_from(["A", "b", "AA", " ", ""]), st.integers(-20, 9999))
def test_a_residue_is_found_by_its_index(view, chain, number):
    residue = ResidueId(chain, number, "A")
    shot = Shot(view, Subject.RESIDUE, residue=residue, residue_index=17)
    found = parse_shot_name(shot.name)
    assert (found.subject, found.view, found.residue_index) == (Subject.RESIDUE, view, 17)


@pytest.mark.parametrize(
    "name", ["", "complex", "complex_front.png", "../complex_front", "x_front"]
)
def test_other_names_are_refused(name):
    with pytest.raises(ValueError, match="not the name of a picture"):
        parse_shot_name(name)
