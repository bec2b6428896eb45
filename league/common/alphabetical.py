"""Alphabetical order of lists in the reader's language."""

from unicodedata import combining, normalize


def alphabetical_key(text: str) -> str:
    """Return a sort key that ignores case and accents."""
    return "".join(mark for mark in normalize("NFKD", text.casefold()) if not combining(mark))
