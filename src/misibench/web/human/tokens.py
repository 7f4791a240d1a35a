"""Secrets: personal links, passwords, form tokens, picture addresses."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

__all__ = [
    "hash_password",
    "keyed_text",
    "new_password",
    "new_token",
    "same_text",
    "token_hash",
    "token_owner",
    "verify_password",
]

_SCRYPT_N, _SCRYPT_R, _SCRYPT_P = 2**14, 8, 1
"""Cost of scrypt: 16 MiB and some 50 ms a try (RFC 7914; OWASP's list of allowed settings)."""

_TOKEN_BYTES = 24
"""192 random bits: not to be guessed at any rate of tries."""


def new_token(participant: int) -> str:
    """Make the secret of a personal link; it names its owner so that no search is needed."""
    return f"{participant}-{secrets.token_urlsafe(_TOKEN_BYTES)}"


def token_owner(token: str) -> int | None:
    """Give the participant a token says it belongs to; None where it has not the form of one."""
    number, dash, rest = token.partition("-")
    plausible = dash and rest and number.isascii() and number.isdigit() and len(number) < 9
    return int(number) if plausible else None


def token_hash(token: str) -> bytes:
    """Give what is stored of a token: a copy of the database opens no link.

    A plain hash is enough, since tokens are random and long.
    """
    return hashlib.sha256(token.encode()).digest()


def same_text(first: str, second: str) -> bool:
    """Compare two secrets in a time that does not tell where they differ."""
    return hmac.compare_digest(first.encode(), second.encode())


def keyed_text(secret: bytes, *words: object) -> str:
    """Give a text that only who has the secret can make: form tokens, picture addresses."""
    message = "\x1f".join(str(word) for word in words).encode()
    digest = hmac.new(secret, message, hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:18]).decode()


def new_password() -> str:
    """Make a password that can be read out: four groups of four, some 80 bits."""
    letters = "abcdefghjkmnpqrstuvwxyz23456789"
    return "-".join("".join(secrets.choice(letters) for _ in range(4)) for _ in range(4))


def hash_password(password: str) -> str:
    """Give a salted scrypt hash of a password."""
    salt = secrets.token_bytes(16)
    return f"scrypt${salt.hex()}${_scrypt(password, salt).hex()}"


def verify_password(password: str, stored: str) -> bool:
    """Check a password against its hash."""
    kind, salt, digest = stored.split("$")
    if kind != "scrypt":
        return False
    return hmac.compare_digest(_scrypt(password, bytes.fromhex(salt)), bytes.fromhex(digest))


def _scrypt(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, n=_SCRYPT_N, r=_SCRYPT_R, p=_SCRYPT_P)
