"""Replies to choice questions and the letter read from them; None is no answer.

Those marked (S) are the examples of the scoring rules; the others are forms that models use, or
prose that must not be taken for an answer. The expected letter is what a person would say the
reply answers.
"""

from __future__ import annotations

import pytest

from misibench.tasks.answers import NoAnswer
from misibench.tasks.letters import read_letter

PICTURES = ("image 8", "image 9", "image 10", "image 11")
TEXTS = ("move x 3, move y 5", "move x -3, move y 5", "move x 3, move y -5", "move x -3, move y -5")

READ = [
    ("ANSWER: B", "B"),  # (S)
    ("Answer: **D**", "D"),  # (S)
    ("The correct answer is B. Here's why: A moves left.", "B"),  # (S)
    (r"\boxed{C}", "C"),  # (S)
    ("(A) looks right at first. (B) does not.\nFinal answer: D", "D"),  # (S)
    ("is d.", "D"),  # (S)
    ("D", "D"),  # (S)
    ("D. move x 3, move y 5", "D"),  # (S)
    ("d", "D"),
    ("(B)", "B"),
    ("[C]", "C"),
    ("[[C]]", "C"),
    ("B.", "B"),
    ("B)", "B"),
    ("**B**", "B"),
    ("*B*", "B"),
    ("_B_", "B"),
    ("`B`", "B"),
    ("```\nB\n```", "B"),
    ("```text\nAnswer: B\n```", "B"),
    ("# Answer\n\nB", "B"),
    ("## Final Answer\n**C**", "C"),
    ("**Answer:** B", "B"),
    ("**Answer**: B", "B"),
    ("**Answer: B**", "B"),
    ("Answer: B.", "B"),
    ("Answer: (B)", "B"),
    ("Answer: Option B", "B"),
    ("Answer: option (b)", "B"),
    ("Answer: b", "B"),
    ("Answer:B", "B"),
    ("Answer - B", "B"),
    ("Answer = B", "B"),
    ("Answer → B", "B"),
    ("Answer => B", "B"),
    ("ANSWER B", "B"),
    ("answer is (C)", "C"),
    ("The answer is d.", "D"),
    ("The answer is a.", "A"),
    ("The answer is: A", "A"),
    ("the final answer is $\\boxed{B}$.", "B"),
    (r"The answer is $\boxed{\text{B}}$.", "B"),
    (r"\(\boxed{\mathrm{D}}\)", "D"),
    (r"$\mathbf{B}$", "B"),
    (r"\[ \boxed{\textbf{(A)}} \]", "A"),
    ("Answer: \\textbf{C}", "C"),
    ("<answer>B</answer>", "B"),
    ("<ANSWER> C </ANSWER>", "C"),
    ("<final_answer>D</final_answer>", "D"),
    ("<think>It could be A. Answer: A</think>B", "B"),
    ("<think>\nAnswer: A\n</think>\n\nAnswer: C", "C"),
    ("Answer: A ... no.</think>\nAnswer: D", "D"),
    ("<thinking>Final answer: A</thinking>\n\n**D**", "D"),
    ("◁think▷Answer: A◁/think▷Answer: B", "B"),
    ("[THINK]Answer: A[/THINK]Answer: B", "B"),
    ("<|channel|>analysis<|message|>Answer: A<|end|><|channel|>final<|message|>B", "B"),
    ("<|begin_of_box|>C<|end_of_box|>", "C"),
    ("B<|im_end|>", "B"),
    ('{"answer": "B"}', "B"),
    ('{"reasoning": "A is off, so is C.", "answer": "D"}', "D"),
    ('{"answer":"B","confidence":0.9}', "B"),
    ('```json\n{\n  "answer": "C"\n}\n```', "C"),
    ('{"final_answer": "A"}', "A"),
    ("{'choice': 'B'}", "B"),
    ("答案：B", "B"),
    ("正确答案是 C。", "C"),
    ("答案是「D」", "D"),
    ("我选B。", "B"),
    ("Ａｎｓｗｅｒ：Ｂ", "B"),
    ("Answer：Ｃ", "C"),
    ("Die Antwort ist B.", "B"),
    ("Antwort: D", "D"),
    ("Réponse : C", "C"),
    ("La respuesta es B.", "B"),
    ("Respuesta: «B»", "B"),
    ("Ответ: B", "B"),
    ("정답은 C", "C"),
    ("答え：A", "A"),
    ("Answer: \u201cB\u201d", "B"),
    ("Answer:\u200b B", "B"),
    ("Answer:\u00a0B", "B"),
    ("An\x00swer: B\x00", "B"),
    ("Answer: 𝐁", "B"),
    ("Answer: Ⓒ", "C"),
    ("Answer:\r\n\r\nB\r\n", "B"),
    ("Answer&#58; B", "B"),
    ("Answer: <b>B</b>", "B"),
    ("A. bad\nB. bad\nC. good\nD. bad\n\nFinal answer: C", "C"),
    (
        "Option A: no.\nOption B: yes.\nOption C: no.\nOption D: no.\n\nThe correct option is B.",
        "B",
    ),
    ("Option B is the correct answer.", "B"),
    ("B is correct.", "B"),
    ("(D) is the best match.", "D"),
    ("Therefore, option C is the right choice.", "C"),
    ("So the answer must be B", "B"),
    ("I choose B.", "B"),
    ("I would pick option D because the ring is on the left.", "D"),
    ("I'd go with C over B.", "C"),
    ("I'll go with (A).", "A"),
    ("My answer: B", "B"),
    ("My choice is B.", "B"),
    ("My final answer is definitely B.", "B"),
    ("Therefore, B.", "B"),
    ("Hence, the answer is A since the ring is on top.", "A"),
    ("I think it is D.", "D"),
    ("I think it's B.", "B"),
    ("It must be C.", "C"),
    ("Answer: B (the second picture)", "B"),
    ("Answer: B - the ligand is lower there", "B"),
    ("Answer: B, because A is mirrored", "B"),
    ("Answer: B, not A", "B"),
    ("Answer: B rather than C", "B"),
    ("Answer: B\n\nA is mirrored, C is too small, D is turned.", "B"),
    ("Answer: A\nWait, that is mirrored.\nAnswer: B", "B"),
    ("The answer is A. Hmm, let me check again. The answer is C.", "C"),
    ("Final answer: B. Let me know if you need more.", "B"),
    ("B\n\nThe ligand is lower in this one.", "B"),
    ("B. The ligand is lower in this one.", "B"),
    ("Comparing the pictures one by one.\n\nB", "B"),
    ("The best option: B", "B"),
    ("Answer: image 9", "B"),
    ("Image 11", "D"),
    ("The correct image is image 10.", "C"),
    ("Selected option: D", "D"),
    ("Correct option: (C)", "C"),
    ("Result: B", "B"),
    ("Answer: the letter B", "B"),
    ("Answer:\n- B", "B"),
    ("> Answer: B", "B"),
    ("| Answer: B |", "B"),
    ("Answer: B (second picture)", "B"),
    ("Answer: B ✅", "B"),
    ("✅ B", "B"),
    ("👉 Answer: ✅ B", "B"),
    ("Ans: B", "B"),
    ("Ans. B", "B"),
    ("B is my final answer.", "B"),
    ("Answer: A or B? I think B.", "B"),
    ("The correct candidate is image 9 (option B).", "B"),
    ("Answer: image 10, because the ring is on top.", "C"),
    ("The answer is clearly B.", "B"),
    ("The answer is most likely (C).", "C"),
    ("<p>Answer: B</p>", "B"),
    ("Answer: B<br>because of the ring", "B"),
    ("\\\\boxed{B}", "B"),
    (r"\boxed{\text{Answer: B}}", "B"),
    ("答案选B", "B"),
    ("故选：D", "D"),
    ("正确选项是C", "C"),
    ("正解はBです。", "B"),
    ("The correct choice is: D) move x 3, move y 5", "D"),
    ("We select C", "C"),
    ("Answer: ~~A~~ B", "B"),
]

NOT_READ = [
    "",  # silence
    "   \n ",
    "The DNA strand moved",  # (S)
    "As a judge I would have to see the pictures.",  # (S)
    "I cannot tell.",  # (S)
    "A",  # replaced below by prose around it
    "A ligand is bound in a pocket.",
    "Looking at the pictures, chain A is on the left and chain B on the right.",
    "Réponse : Désolé, je ne vois rien.",
    "Respuesta: Así no se puede.",
    "The correct image is image 9 or image 10.",
    "Answer: A+",
    "The answer is a mystery.",
    "The answer is clear from the pictures.",
    "The answer depends on the axis.",
    "Answer: C atoms are gray.",
    "Answer: A move of 3 Å along x.",
    "Answer: D-glucose",
    "Answer: A's position",
    "Answer:",
    "Answer: ?",
    "Answer: I cannot determine this.",
    "Answer: unable to tell",
    "Answer: unknown",
    "Answer: none of the options",
    "Answer: E",
    "Answer: BC",
    "Answer: B or C",
    "Answer: A/B",
    "Answer: B, C",
    "Answer: B and C",
    "Answer: B (or C)",
    "Answer: B, maybe C",
    "Answer: either A or B",
    "The answer is between B and C.",
    "The answer is not B.",
    "The answer is B. On reflection, the answer is not B.",
    "The answer isn't A but something else.",
    "The answer could be B.",
    "It might be B or it might be C.",
    "Is the answer B?",
    "The answer is B?",
    "A\nB\nC\nD",
    "A. first\nB. second\nC. third\nD. fourth",
    "Option A: moved left\nOption B: moved right",
    "### Option A\nleft\n### Option B\nright",
    "Answer choices: A, B, C, D",
    "B\n\nOn second thought:\n\nC",
    "C. elegans proteins are small.",
    "E. coli",
    "A. Einstein was right.",
    "Vitamin C is not shown.",
    "Chain B is the right one for this residue",
    "Both A and B is wrong",
    "Please provide the images so that I can answer.",
    "I'm sorry, but I can't help with that.",
    "As an AI model, I can't view images.",
    "Answer with a letter: A, B, C or D",
    "The end",
    "<think>The answer is B",
    "<think>Answer: B</think>",
    "No answer",
    "D'accord",
    "À la carte",
    "a bond, a ring, a chain",
    "So a rotation about x came first.",
    "Therefore a move followed.",
    "I choose a different approach.",
    "I think a ring is on the left.",
    "选项A：左 选项B：右",
    "1",
    "8",
    "Image 8 shows the complex from the front.",
]
NOT_READ.remove("A")


@pytest.mark.parametrize(("reply", "letter"), READ)
def test_letter_is_read(reply: str, letter: str) -> None:
    assert read_letter(reply, PICTURES) == letter


@pytest.mark.parametrize("reply", NOT_READ)
def test_prose_yields_no_letter(reply: str) -> None:
    assert isinstance(read_letter(reply, PICTURES), NoAnswer)


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("Answer: B", "B"),
        ("D. move x 3, move y 5", "D"),  # the letter counts, whatever is written behind it (S)
        ("move x -3, move y 5", "B"),
        ("Answer: move x 3, move y -5", "C"),
        ("Answer: move y -5, move x 3", "C"),
        ("**Answer:** move x −3, move y −5.", "D"),
        ("The centroid lies at (-3, -5), so move x 3, move y 5.\nAnswer: A", "A"),
        ("A. move x 3, move y 5\nB. move x -3, move y 5\nAnswer: B", "B"),
        ("Answer: B. move x -3, move y 5", "B"),
        ("Answer: B move x -3, move y 5", "B"),
        ("Answer: move x 7, move y 5", None),
        ("Answer: move x 3", None),
        ("It needs move x 3, move y 5 or move x -3, move y 5.", None),
        ("A. move x 3, move y 5\nB. move x -3, move y 5", None),
    ],
)
def test_option_may_be_named_by_its_text(reply: str, letter: str | None) -> None:
    read = read_letter(reply, TEXTS)
    assert (None if isinstance(read, NoAnswer) else read) == letter


@pytest.mark.parametrize(
    "reply", ["Answer: B or C", "A\nB", "B\n\nOr not:\n\nC", "Answer: either A or B", "Answer: A/B"]
)
def test_two_answers_are_flagged_ambiguous(reply: str) -> None:
    read = read_letter(reply, PICTURES)
    assert isinstance(read, NoAnswer)
    assert read.ambiguous
    assert "ambiguous" in read.reason


def test_there_are_enough_replies() -> None:
    assert len(READ) + len(NOT_READ) > 150
