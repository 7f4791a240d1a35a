import pytest

from misibench.structure import load_complex
from misibench.structure.plausibility import check_plausibility


@pytest.fixture(scope="module")
def paths(shipped):
    folder = shipped / "1uou"
    return folder / "1uou_protein_one_lig_removed.pdb", folder / "1uou_ligand.sdf"


def test_a_crystal_ligand_passes_and_checks_have_names(paths):
    structure = load_complex(*paths, complex_id="1uou")
    report = check_plausibility(structure, paths[1])
    assert report.failure == ""
    assert {"bond_lengths", "internal_steric_clash", "minimum_distance_to_protein"} <= set(
        report.passed
    )
    assert all(report.passed.values())


def test_without_bond_orders_only_distances_are_checked(paths):
    structure = load_complex(*paths, complex_id="1uou")
    report = check_plausibility(structure)
    assert "bond_lengths" not in report.passed
    assert report.passed["minimum_distance_to_protein"] is True


def test_a_stretched_bond_fails(paths, tmp_path):
    lines = paths[1].read_text().split("\n")
    atoms = int(lines[3][:3])
    x = float(lines[4][:10])
    lines[4] = f"{x + 1.5:10.4f}" + lines[4][10:]
    assert atoms > 5
    (tmp_path / "x_ligand.sdf").write_text("\n".join(lines))
    structure = load_complex(*paths, complex_id="1uou")
    report = check_plausibility(structure, tmp_path / "x_ligand.sdf")
    assert report.passed["bond_lengths"] is False


def test_a_failure_of_the_package_is_recorded(paths, monkeypatch):
    import posebusters

    def broken(*_arguments, **_options):
        raise RuntimeError("out of\norder")

    monkeypatch.setattr(posebusters, "PoseBusters", broken)
    structure = load_complex(*paths, complex_id="1uou")
    report = check_plausibility(structure, paths[1])
    assert report.passed == {}
    assert report.failure == "PoseBusters failed: RuntimeError: out of order"


def test_an_unreadable_ligand_file_is_recorded(paths, tmp_path):
    structure = load_complex(*paths, complex_id="1uou")
    assert "none.sdf" in check_plausibility(structure, tmp_path / "none.sdf").failure
