"""How the house stores the record of a match: in text notation, through these two functions alone."""

from engine.core.record import Record
from engine.notation import from_text, to_text


def written(record: Record) -> str:
    """The record as it is stored."""
    return to_text(record)


def read(text: str) -> Record:
    """The record that was stored. Raises EngineError when it is not of the rules played here."""
    return from_text(text)
