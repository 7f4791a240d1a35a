"""Secrets of the study."""

from __future__ import annotations

from misibench.web.human.tokens import (
    hash_password,
    keyed_text,
    new_password,
    new_token,
    same_text,
    token_hash,
    token_owner,
    verify_password,
)


def test_tokens_name_their_owner_and_never_repeat() -> None:
    tokens = {new_token(7) for _ in range(100)}
    assert len(tokens) == 100
    assert {token_owner(one) for one in tokens} == {7}
    assert min(len(one) for one in tokens) >= 32


def test_what_is_no_token_has_no_owner() -> None:
    for text in (
        "",
        "7",
        "-x",
        "7-",
        "x-y",
        "7\u00b2-abc",
        "-1-abc",
        "9" * 20 + "-abc",
        "' OR 1--",
    ):
        assert token_owner(text) is None


def test_hashes_tell_tokens_apart_and_do_not_show_them() -> None:
    token = new_token(1)
    assert token_hash(token) == token_hash(token)
    assert token_hash(token) != token_hash(new_token(1))
    assert token.encode() not in token_hash(token)


def test_only_the_right_password_passes() -> None:
    stored = hash_password("correct horse")
    assert verify_password("correct horse", stored)
    assert not verify_password("correct horse ", stored)
    assert not verify_password("", stored)
    assert hash_password("correct horse") != stored  # salted
    assert "horse" not in stored


def test_made_passwords_are_long_and_different() -> None:
    assert len({new_password() for _ in range(50)}) == 50
    assert len(new_password()) == 19


def test_keyed_texts_depend_on_key_and_on_every_word() -> None:
    texts = {keyed_text(key, *words) for key in (b"a", b"b") for words in ((1, 2), (12,), (2, 1))}
    assert len(texts) == 6


def test_comparison_takes_any_text() -> None:
    assert same_text("ä", "ä")
    assert not same_text("a", "ab")
