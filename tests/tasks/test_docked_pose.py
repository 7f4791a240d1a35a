from __future__ import annotations

import numpy as np
import pytest

from misibench.records import Question
from misibench.tasks import task_named
from misibench.tasks.docked_pose import clashes, docked_coords
from misibench.tasks.ligand_docking import ligand_tensor


def test_right_answer_brings_the_ligand_back(plain) -> None:
    ligand = plain.structure.ligand
    bound = ligand.coords[~ligand.is_hydrogen]
    truth = "roll x 75, move x -14"
    np.testing.assert_allclose(docked_coords(truth, truth, bound), bound, atol=1e-12)
    np.testing.assert_allclose(
        docked_coords("move x -14, roll x 75", truth, bound), bound, atol=1e-12
    )


@pytest.mark.parametrize("answer", ["roll y 30, move x -9", "roll x 75", "move x 3"])
def test_pose_has_the_rmsd_of_the_score(plain, answer: str) -> None:
    ligand = plain.structure.ligand
    bound = ligand.coords[~ligand.is_hydrogen]
    truth = "roll x 75, move x -14"
    posed = docked_coords(answer, truth, bound)
    rmsd = np.sqrt(np.square(posed - bound).sum(axis=1).mean())
    question = Question("q", "ligand_docking", "test", "1abc", (), "", truth,
                        truth={"ligand_tensor": ligand_tensor(plain)})  # fmt: skip
    score = task_named("T7").score(answer, question)
    assert score.figures["ligand_rmsd"] == pytest.approx(rmsd, abs=1e-5)


def test_atoms_clash_below_three_quarters_of_their_radii() -> None:
    # van der Waals radii of carbon and oxygen: 1.7 and 1.55 Å in RDKit's table
    limit = 0.75 * (1.7 + 1.55)
    for distance, expected in ((limit - 0.01, True), (limit + 0.01, False)):
        assert clashes([[0, 0, 0]], ["C"], [[distance, 0, 0]], ["O"]) is expected
    # iodine is larger: the same distance clashes with it
    assert clashes([[0, 0, 0]], ["C"], [[limit + 0.01, 0, 0], [50, 0, 0]], ["I", "O"])
    assert clashes([[0, 0, 0]], ["X"], [[limit - 0.01, 0, 0]], ["O"])  # taken for carbon
    assert not clashes(np.zeros((0, 3)), [], [[0, 0, 0]], ["C"])
