"""Checks and short forms of texts."""

from __future__ import annotations

from unicodedata import category


def truncate(text: str, most: int = 60) -> str:
    """Return the text, cut to at most `most` characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def quantity(number: int, noun: str) -> str:
    """Return such as `1 event` and `2 events`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def is_text(text: str) -> bool:
    """Whether the text has no lone surrogate (files cannot hold it) and no NUL (PostgreSQL cannot hold it)."""
    return not any("\ud800" <= character <= "\udfff" or character == "\0" for character in text)


def is_label(text: str) -> bool:
    """Whether a player can have that name: text without control characters."""
    return is_text(text) and not any(category(character) == "Cc" for character in text)
