"""A picture is traced back to the ligand that it shows, wherever the structures are now."""

import shutil

from misibench.dataset import BuildSettings
from misibench.dataset.build import build
from misibench.dataset.demo_source import demo_source
from misibench.export.chimerax import chimerax_script
from misibench.export.pictures import DrawnPicture, find_picture
from misibench.export.pymol import pymol_script
from misibench.scene import Shot, annotate
from misibench.structure import load_complex

PICTURE = "images/named/complex_front.png"

SUGARS = """\
ATOM      1  N   ALA A   1       0.000   0.000   0.000  1.00  0.00           N
ATOM      2  CA  ALA A   1       1.458   0.000   0.000  1.00  0.00           C
ATOM      3  C   ALA A   1       2.009   1.420   0.000  1.00  0.00           C
ATOM      4  O   ALA A   1       1.251   2.390   0.000  1.00  0.00           O
TER
HETATM    5  C1  XAA B   1       0.000   5.000   0.000  1.00  0.00           C
HETATM    6  O1  XAA B   1       1.400   5.000   0.000  1.00  0.00           O
HETATM    7  C1  XBB B   2       2.100   6.200   0.000  1.00  0.00           C
HETATM    8  C2  XBB B   2       3.600   6.200   0.000  1.00  0.00           C
HETATM    9  C3  XBB B   2       4.300   7.500   0.000  1.00  0.00           C
END
"""
"""A residue and a ligand of two bonded residues."""


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


def test_every_residue_of_a_ligand_is_taken_out_of_the_receptor(tmp_path):
    file = tmp_path / "one, two;.pdb"  # a comma ends an argument of PyMOL's, a semicolon a command
    file.write_text(SUGARS)
    structure = load_complex(file, complex_id="x", is_pocket=True)
    assert [one.name for one in structure.ligand.residues] == ["XAA", "XBB"]
    drawn = DrawnPicture(annotate(structure, ()), Shot(), file, None, 64, 64)
    pymol = pymol_script(drawn).splitlines()
    assert f"/cmd.load({str(file)!r}, 'receptor')" in pymol
    assert "extract ligand, receptor and ((chain 'B' and resi 1+2))" in pymol
    assert "split #1 atoms #1/B:1,2" in chimerax_script(drawn).splitlines()
