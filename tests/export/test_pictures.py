"""A picture is traced back to the ligand that it shows, wherever the structures are now."""

import shutil

from misibench.dataset import BuildSettings
from misibench.dataset.build import build
from misibench.dataset.demo_source import demo_source
from misibench.export.pictures import find_picture
from misibench.export.pymol import pymol_script

PICTURE = "images/named/complex_front.png"


def test_the_ligand_chosen_in_a_table_is_the_one_in_the_script(tmp_path):
    (tmp_path / "in").mkdir()
    protein = tmp_path / "in" / "named.pdb"
    shutil.copy(demo_source() / "1ia1" / "1ia1_protein_one_lig_removed.pdb", protein)
    (tmp_path / "in" / "inputs.csv").write_text("id,protein,ligand\nnamed,named.pdb,TQ3\n")
    settings = BuildSettings(width=64, height=64, per_complex=1, tasks=("T1",))
    build(tmp_path / "in" / "inputs.csv", tmp_path / "out", settings, workers=1)
    there = pymol_script(find_picture(tmp_path / "out", PICTURE))
    # TQ3 is residue 194; the largest molecule of the file, NADPH, is 193
    assert "resi 194" in next(line for line in there.splitlines() if "extract ligand" in line)
    (tmp_path / "in").rename(tmp_path / "moved")
    drawn = find_picture(tmp_path / "out", PICTURE, tmp_path / "moved" / "named.pdb")
    assert [one.name for one in drawn.annotation.structure.ligand.residues] == ["TQ3"]
