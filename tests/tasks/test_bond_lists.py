"""Replies that name hydrogen bonds and what is read from them; None is no answer.

A bond is written here as (residue name, number, insertion code, atom, chain, ligand atom), in
upper case; what the reply does not say is "". (S) marks the examples of the scoring rules.
"""

from __future__ import annotations

import pytest

from misibench.tasks.answers import NoAnswer
from misibench.tasks.bond_lists import BondList, read_bonds

NO: list[str] = []
ONE = ["ARG NH2, O1B"]
TWO = ["ARG NH2, O1B", "ARG NE, O2G"]

# residue known (T4): expected bonds as "RES ATOM, LIG"; "Yes" without bonds is ["?"]
RESIDUE = [
    ("No", NO),
    ("no", NO),
    ("No.", NO),
    ("**No**", NO),
    ("_No_", NO),
    ("NO", NO),
    ("None", NO),
    ("Answer: No", NO),
    ("Answer: **No**", NO),
    ("Answer: none.", NO),
    (r"\boxed{No}", NO),
    (r"\boxed{\text{No}}", NO),
    ("<answer>No</answer>", NO),
    ('{"answer": "No"}', NO),
    ("答案：No", NO),
    ("No hydrogen bonds.", NO),
    ("No hydrogen bonds are formed between ARG and the ligand.", NO),
    ("No, the atoms are too far apart.", NO),
    ("No - the nearest distance is 5 Å", NO),
    ("No. The nearest pair, NH2 and O1B, is 5 Å apart.", NO),
    ("There are no hydrogen bonds.", NO),
    ("The residue forms no hydrogen bonds.", NO),
    ("Answer: there are no hydrogen bonds between them.", NO),
    ("Answer: The residue does not form any hydrogen bonds.", NO),
    ("ARG is near O1B, but the angle is wrong.\nNo", NO),
    ("At first sight yes: ARG NH2, O1B.\nFinal answer: No", NO),
    ("So, no.", NO),
    ("<think>Yes: ARG NH2, O1B</think>No", NO),
    ("No, I don't see any hydrogen bond.", NO),
    ("NO HYDROGEN BOND, SORRY", NO),
    ("Yes: ARG NH2, O1B", ONE),
    ("yes: arg nh2, o1b", ONE),
    ("YES: ARG NH2, O1B.", ONE),
    ("Yes; ARG NH2, O1B", ONE),
    ("Yes, ARG NH2, O1B", ONE),
    ("Yes - ARG NH2, O1B", ONE),
    ("Yes: ARG NH2,O1B", ONE),
    ("Arg NH2,O1B", ONE),  # (S)
    ("ARG NH2, O1B", ONE),
    ("ARG NH2 – O1B", ONE),
    ("ARG NH2 — O1B", ONE),
    ("ARG NH2 - O1B", ONE),
    ("ARG NH2-O1B", ONE),
    ("ARG-NH2, O1B", ONE),
    ("ARG:NH2, O1B", ONE),
    ("ARG NH2 -> O1B", ONE),
    ("ARG NH2 ↔ O1B", ONE),
    ("ARG NH2 ... O1B", ONE),
    ("ARG NH2···O1B", ONE),
    ("ARG NH2 to O1B", ONE),
    ("ARG NH2 with O1B", ONE),
    ("ARG NH2 and O1B", ONE),
    ("ARG NH2 & ligand O1B", ONE),
    ("ARG NH2, ligand O1B", ONE),
    ("ARG NH2, LIG O1B", ONE),
    ("ARG NH2, O1B (ligand)", ONE),
    ("ARG NH2, O1B of the ligand", ONE),
    ("O1B, ARG NH2", ONE),  # (S) order-free
    ("Yes: O1B, ARG NH2", ONE),
    ("Yes: ARG atom NH2, ligand atom O1B", ONE),
    ("Yes: residue ARG NH2, O1B", ONE),
    ("Yes: ARG NH2, O1B (2.9 Å)", ONE),
    ("Yes: ARG NH2, O1B, 2.9 Å", ONE),
    ("Yes: ARG NH2 – O1B ≈ 2.9 Å", ONE),
    ("Yes: ARG NH2, O1B; ARG NH2, O1B", ONE),  # (S) duplicates
    ("Yes: ARG NH2, O1B; O1B, ARG NH2", ONE),
    ("Yes, ARG NH2 donates to O1B.", ONE),
    ("Yes: ARG NH2, O1B. The guanidinium group points at it.", ONE),
    ("**Yes: ARG NH2, O1B**", ONE),
    ("**Yes:** ARG NH2, O1B", ONE),
    ("- ARG NH2, O1B", ONE),
    ("* ARG NH2, O1B", ONE),
    ("1. ARG NH2, O1B", ONE),
    ("Answer: ARG NH2, O1B", ONE),
    ("Answer: Yes: ARG NH2, O1B", ONE),
    ("Answer: Yes: ARG NH2, O1B\n\nThe distance is about 2.9 Å.", ONE),
    ("The answer is yes: ARG NH2, O1B", ONE),
    (r"\boxed{\text{Yes: ARG NH2, O1B}}", ONE),
    ("```\nYes: ARG NH2, O1B\n```", ONE),
    ("<answer>Yes: ARG NH2, O1B</answer>", ONE),
    ('{"answer": "Yes: ARG NH2, O1B"}', ONE),
    ("Hydrogen bonds: ARG NH2, O1B", ONE),
    ("Yes. There is one hydrogen bond:\n- ARG NH2, O1B", ONE),
    ("Yes.\n\nARG NH2, O1B", ONE),
    ("Final answer:\nYes: ARG NH2, O1B", ONE),
    ("Maybe NE? No: final answer: Yes: ARG NH2, O1B", ONE),
    ("Yes: NH2 of ARG and O1B", ONE),
    ("Yes: ARG NH2 (donor) – O1B (acceptor)", ONE),
    ("Yes, ARG forms 1 hydrogen bond with the ligand: ARG NH2, O1B", ONE),
    ("Hydrogen bonds: none", NO),
    ("H-bonds: No", NO),
    ("Yes – 2 hydrogen bonds: ARG NH2, O1B; ARG NE, O2G", TWO),
    ("Yes: ARG NH2, O1B. ARG NE, O2G.", TWO),
    ("Yes: ARG NH2, O1B; ARG NE, O2G", TWO),
    ("Yes: ARG NH2, O1B, ARG NE, O2G", TWO),
    ("Yes: ARG NH2, O1B and ARG NE, O2G", TWO),
    ("Yes: ARG NH2–O1B, ARG NE–O2G", TWO),
    ("Yes: (ARG NH2, O1B); (ARG NE, O2G)", TWO),
    ("Yes: (ARG NH2, O1B), (ARG NE, O2G)", TWO),
    ("Yes: ARG NH2, O1B (2.9 Å, 160°)", ONE),
    ('{"answer": [["ARG NH2", "O1B"], ["ARG NE", "O2G"]]}', TWO),
    ("Yes:\n1. ARG NH2 ... O1B\n2. ARG NE ... O2G\n\nThese are strong.", TWO),
    ("Yes:\n- ARG NH2, O1B\n- ARG NE, O2G", TWO),
    ("ARG NH2, O1B\nARG NE, O2G", TWO),
    ("| ARG NH2 | O1B |\n|---|---|\n| ARG NE | O2G |", TWO),
    ("Yes: ARG NH2, O1B, O2G", ["ARG NH2, O1B", "ARG NH2, O2G"]),
    ("Yes: NH2, O1B", [" NH2, O1B"]),
    ("Yes: NH2, O1B; NE, O2G", [" NH2, O1B", " NE, O2G"]),
    ("Yes: ARG NH2, O5*", ["ARG NH2, O5*"]),
    ("**Yes: ARG NH2, O5***", ["ARG NH2, O5*"]),
    ("Yes: ARG NH2, O5'", ["ARG NH2, O5'"]),
    ("Yes: ARG NH2, O5′", ["ARG NH2, O5'"]),
    ("Yes: ARG NH2, O5’", ["ARG NH2, O5'"]),
    ("Yes: ARG NH2, N", ["ARG NH2, N"]),
    ("Yes: ARG N, O", ["ARG N, O"]),
    ("Yes", ["?"]),
    ("Yes.", ["?"]),
    ("Yes, I notice that the atoms are near.", ["?"]),  # (S) not No
    ("Yes, the two form a bond; notice the distance.", ["?"]),
    ("", None),
    ("I cannot tell.", None),
    ("No idea.", None),
    ("No clue", None),
    ("No images were provided.", None),
    ("No, I cannot see the images.", None),
    ("No way to tell from these pictures", None),
    ("Not sure", None),
    ("Nothing to add", None),
    ("Notice the distance.", None),
    ("Nobody knows.", None),
    ("Yes or No", None),
    ("Answer: Yes or No", None),
    ("Answer with Yes or No.", None),
    ("Answer: unknown", None),
    ("Answer: I cannot determine this.", None),
    ("No\nYes: ARG NH2, O1B", None),
    ("ARG NH2, O1B\n\nOr rather, on reflection, this one.\n\nARG NE, O2G", None),
    ("The residue ARG has atoms NE, NH1 and NH2.", None),
    ("The ARG NH2 atom is 3 Å from O1B.", None),
    ("As for his own, but I see", None),
    ("GO TO, ME", None),
    ("I, he and she", None),
    ("Well, OK", None),
    ("ARG, O1B", None),
    ("ARG NH2", None),
    ("NH2, O1B", None),  # neither the residue nor a Yes
    ("oxygen, nitrogen", None),
    ("<think>Yes: ARG NH2, O1B", None),
]

# residue to be named (T9)
POCKET = [
    ("ARG 45 NH2 A, O1B; LYS 47 NZ A, O1A", ["ARG 45 NH2 A, O1B", "LYS 47 NZ A, O1A"]),
    ("ARG45 NH2 A, O1B", ["ARG 45 NH2 A, O1B"]),  # (S)
    ("ARG 45 NH2 A – O1B", ["ARG 45 NH2 A, O1B"]),  # (S)
    ("ARG 45 NH2 A-O1B", ["ARG 45 NH2 A, O1B"]),
    ("ARG-45 NH2 A, O1B", ["ARG 45 NH2 A, O1B"]),
    ("ARG-45-NH2-A, O1B", ["ARG 45 NH2 A, O1B"]),
    ("Arg45 NH2 (A), O1B", ["ARG 45 NH2 A, O1B"]),
    ("ARG 45 NH2 chain A, O1B", ["ARG 45 NH2 A, O1B"]),
    ("ARG 45 (chain A) NH2, O1B", ["ARG 45 NH2 A, O1B"]),
    ("ARG 45 (A) NH2 ... O1B", ["ARG 45 NH2 A, O1B"]),
    ("ARG 45 A NH2, O1B", ["ARG 45 NH2 A, O1B"]),
    ("A:ARG45:NH2, O1B", ["ARG 45 NH2 A, O1B"]),
    ("ARG45(NH2) - O1B", ["ARG 45 NH2, O1B"]),
    ("ARG 45:NH2 - LIG:O1B", ["ARG 45 NH2, O1B"]),
    ("ARG45@NH2 – LIG@O1B", ["ARG 45 NH2, O1B"]),
    ("NH2 (ARG 45, chain A) ... O1B (ligand)", ["ARG 45 NH2 A, O1B"]),
    ("NH2 of ARG 45 chain A – O1B", ["ARG 45 NH2 A, O1B"]),
    ("Arg45-NH2(A)…O1B", ["ARG 45 NH2 A, O1B"]),
    ("| ARG | 45 | NH2 | A | O1B |", ["ARG 45 NH2 A, O1B"]),
    ("| ARG 45 | NH2 | A | N |", ["ARG 45 NH2 A, N"]),
    ("| SER | 5 | OG | _ | O |", ["SER 5 OG _, O"]),
    ("| ARG 45 | NH2 | A |", None),
    ("ARG, 45, NH2, A, O1B", ["ARG 45 NH2 A, O1B"]),
    ("ARG 45 NH2 A, O1B. LYS 47 NZ A, O1A.", ["ARG 45 NH2 A, O1B", "LYS 47 NZ A, O1A"]),
    ("| Residue atom | Ligand atom |\n|---|---|\n| ARG 45 NH2 A | O1B |", ["ARG 45 NH2 A, O1B"]),
    ("ARG 45 NH2 A O1B", ["ARG 45 NH2 A, O1B"]),
    ("arg 45 nh2 a, o1b", ["ARG 45 NH2 A, O1B"]),
    ("O1B, ARG 45 NH2 A", ["ARG 45 NH2 A, O1B"]),
    ("SER 52A OG A, O3", ["SER 52A OG A, O3"]),  # (S) insertion code
    ("SER52A OG A, O3", ["SER 52A OG A, O3"]),
    ("GLY -3 N A, N1", ["GLY -3 N A, N1"]),  # (S) negative number
    ("GLY −3 N A, N1", ["GLY -3 N A, N1"]),
    ("SER 5 OG _, O3", ["SER 5 OG _, O3"]),  # (S) blank chain
    ("DG 5 O4* B, NA1", ["DG 5 O4* B, NA1"]),  # (S) * and '
    ("DG 5 O4' B, O5*; DG 5 O2' B, N2", ["DG 5 O4' B, O5*", "DG 5 O2' B, N2"]),
    ("**DG 5 O4* B, O5***", ["DG 5 O4* B, O5*"]),
    ("G 12 N1 B, O6", ["G 12 N1 B, O6"]),
    ("8OG 5 N1 A, O6", ["8OG 5 N1 A, O6"]),
    ("A2G 1446 N2 A, O14", ["A2G 1446 N2 A, O14"]),
    ("ARG 45 NH2 AA, O1B", ["ARG 45 NH2 AA, O1B"]),
    ("ARG 45 NH2 1, O1B", ["ARG 45 NH2 1, O1B"]),
    ("ARG 45 N A, O", ["ARG 45 N A, O"]),
    ("ARG 45 NH2, O1B", ["ARG 45 NH2, O1B"]),
    ("Yes: ARG 45 NH2 A, O1B", ["ARG 45 NH2 A, O1B"]),
    ("Answer:\n* ARG 45 NH2 A, O1B\n* LYS 47 NZ A, O1A", ["ARG 45 NH2 A, O1B", "LYS 47 NZ A, O1A"]),
    ("1. ARG 45 NH2 A, O1B\n2. LYS 47 NZ A, O1A", ["ARG 45 NH2 A, O1B", "LYS 47 NZ A, O1A"]),
    ("1) ARG 45 NH2 A → O1B (2.8 Å)\n2) LYS 47 NZ A → O1A (3.0 Å)",
     ["ARG 45 NH2 A, O1B", "LYS 47 NZ A, O1A"]),
    ("The hydrogen bonds are:\nARG 45 NH2 A, O1B", ["ARG 45 NH2 A, O1B"]),
    ("Answer: ARG 45 NH2 A, O1B; LYS 47 NZ A, O1A.", ["ARG 45 NH2 A, O1B", "LYS 47 NZ A, O1A"]),
    ("LYS 47 NZ A, O1A is likely.\nAnswer: ARG 45 NH2 A, O1B", ["ARG 45 NH2 A, O1B"]),
    ("Answer: LYS 47 NZ A, O1A\nNo, wait.\nAnswer: ARG 45 NH2 A, O1B", ["ARG 45 NH2 A, O1B"]),
    ("ARG 45 NH2 A, O1B; ARG 45 NH2 A, O1B", ["ARG 45 NH2 A, O1B"]),  # (S) duplicates
    ("No", NO),
    ("None.", NO),
    ("Answer: None", NO),
    ("No hydrogen bonds were found.", NO),
    ("", None),
    ("ARG NH2, O1B", None),
    ("ARG 45, O1B", None),
    ("NH2, O1B", None),
    ("The residues nearby are ARG 45, LYS 47 and SER 52.", None),
    ("ARG 45 and LYS 47 look near O1B.", None),
    ("On page 45 A B, C", None),
    ("ARG 45 NH2 A, O1B\n\nBut the following seems better to me.\n\nLYS 47 NZ A, O1A", None),
]  # fmt: skip


def written(read: BondList | NoAnswer, numbered: bool) -> list[str] | None:
    if isinstance(read, NoAnswer):
        return None
    if not read.bonded:
        return []
    found = []
    for claim in read.claims:
        left = f"{claim.res_name or ''}"
        if numbered:
            chain = "" if claim.chain is None else f" {claim.chain or '_'}"
            left += f" {claim.res_number}{claim.ins_code} {claim.res_atom}{chain}"
        else:
            left += f" {claim.res_atom}"
        found.append(f"{left}, {claim.lig_atom}".upper())
    return found or ["?"]


@pytest.mark.parametrize(("reply", "expected"), RESIDUE)
def test_bonds_of_a_residue_are_read(reply: str, expected: list[str] | None) -> None:
    read = read_bonds(reply, numbered=False, residue_names=["ARG"])
    assert written(read, numbered=False) == expected


@pytest.mark.parametrize(("reply", "expected"), POCKET)
def test_bonds_of_a_pocket_are_read(reply: str, expected: list[str] | None) -> None:
    assert written(read_bonds(reply, numbered=True), numbered=True) == expected


def test_contradiction_is_flagged_ambiguous() -> None:
    read = read_bonds("No\nYes: ARG NH2, O1B", numbered=False)
    assert isinstance(read, NoAnswer)
    assert read.ambiguous


def test_residue_with_an_odd_name_is_known_where_asked_about() -> None:
    reply = "Yes: A2G N2, O14"
    (claim,) = read_bonds(reply, numbered=False, residue_names=["A2G"]).claims
    assert (claim.res_name, claim.res_atom) == ("A2G", "N2")
