from hypothesis import given
from hypothesis import strategies as st

from misibench.structure import Molecule, Residue, ResidueId, unique_labels
from misibench.structure.elements import atomic_number


def molecule(names, elements):
    return Molecule(
        name="made by hand",
        coords=[[float(n), 0, 0] for n in range(len(names))],
        atomic_numbers=[atomic_number(one) for one in elements],
        elements=tuple(elements),
        atom_names=tuple(names),
        residues=(Residue("LIG", ResidueId("A", 1), hetero=True),),
        residue_index=[0] * len(names),
        bonds=[],
    )


def test_unique_names_are_labels():
    assert unique_labels(molecule(["C1", "O1'", "N"], "CON")) == ("C1", "O1'", "N")


def test_equal_names_are_numbered_around_names_in_use():
    found = unique_labels(molecule(["C", "C2", "C", "O", "C"], "CCCOC"))
    assert found == ("C1", "C2", "C3", "O", "C4")


def test_names_that_differ_in_case_only_are_not_unique():
    assert unique_labels(molecule(["CA", "Ca", "N"], "CCN")) == ("C1", "C2", "N")


NAMES = st.lists(
    st.tuples(st.sampled_from(["C", "c", "C1", "C2", "N1", "", "O", "H1"]), st.sampled_from("CNO")),
    min_size=1,
    max_size=30,
)


@given(NAMES)
def test_labels_are_always_unique_and_keep_unique_names(atoms):
    names, elements = zip(*atoms, strict=True)
    labels = unique_labels(molecule(names, elements))
    assert len({one.casefold() for one in labels}) == len(names)
    assert all(labels)
    folded = [one.casefold() for one in names]
    for name, label in zip(names, labels, strict=True):
        if name and folded.count(name.casefold()) == 1:
            assert label == name
