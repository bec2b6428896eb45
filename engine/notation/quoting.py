"""Free text in a record: as it is where that is unmistakable, else between double quotes as JSON writes a string."""

from __future__ import annotations

import json
import re
from typing import Final

from engine.core.vocabulary import is_text, notation_error, truncate

QUOTED: Final = r'"(?:[^"\\]|\\.)*"'
# Quoted or plain up to a quote that nothing closes, and from there on plain: no character is looked at thrice.
_UNCOMMENTED = re.compile(rf'(?:{QUOTED}|[^"#]|(?<=\S)#)*(?:[^#]|(?<=\S)#)*')


def free_text(text: str) -> str:
    """The text as a line of a record can hold it to its end."""
    plain = text.isprintable() and text == text.strip() and '"' not in text and "#" not in text
    return text if plain and text else json.dumps(text)


def text_from(written: str, line: int, column: int) -> str:
    """What `free_text` was given. Raises NotationError."""
    text = _unquoted(written, line, column) if written.startswith('"') else written
    if not is_text(text):
        sentence = "The text holds half a character, or a NUL, which nobody can read; leave it out."
        raise notation_error(sentence, line, column)
    return text


def _unquoted(written: str, line: int, column: int) -> str:
    try:
        return str(json.loads(written))
    except ValueError as error:
        sentence = f"The quoted text {truncate(written)} cannot be read; end it with a quote and leave out backslashes."
        raise notation_error(sentence, line, column) from error


def without_comment(line: str) -> str:
    """The line up to its comment: a `#` at its start or after a blank, outside quotes, and all behind it."""
    kept = _UNCOMMENTED.match(line)
    return (kept[0] if kept else line).rstrip()
