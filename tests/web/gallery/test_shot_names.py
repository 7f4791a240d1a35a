"""Reading back what a picture shows from its name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from misibench.dataset.files import image_path
from misibench.geometry import Move, Roll
from misibench.scene.camera import View
from misibench.scene.shot import Shot, Subject
from misibench.structure import ResidueId
from misibench.web.gallery.shot_names import shot_of_picture

_motions = st.lists(
    st.one_of(
        st.builds(Move, st.sampled_from("xyz"), st.integers(-60, 60).map(float)),
        st.builds(Roll, st.sampled_from("xyz"), st.sampled_from([-90.0, -15.0, 30.0])),
    ),
    max_size=3,
).map(tuple)


@given(st.sampled_from(View), st.sampled_from(["complex", "pocket", "ligand"]), _motions, _motions)
def test_names_of_shots_are_read_back(
    view: View, subject: str, motions: tuple[Move, ...], ligand: tuple[Move, ...]
) -> None:
    shot = Shot(view, Subject(subject), motions, ligand)
    assert shot_of_picture(image_path("1ia1", shot.name)) == shot


@given(
    st.sampled_from(View),
    st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), max_size=2),
    st.integers(-99, 9999),
)
def test_residues_are_read_back_by_their_index(view: View, chain: str, number: int) -> None:
    shot = Shot(view, Subject.RESIDUE, residue=ResidueId(chain, number, "A"), residue_index=37)
    found = shot_of_picture(image_path("a b", shot.name))
    assert found is not None
    assert (found.view, found.subject, found.residue_index) == (view, Subject.RESIDUE, 37)


@pytest.mark.parametrize("name", ["x.png", "complex.png", "complex_front_move_x.png", "front.png"])
def test_other_names_say_nothing(name: str) -> None:
    assert shot_of_picture(name) is None
