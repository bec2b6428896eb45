"""From what somebody sends to the texts of records: decoded, bounded, and parted where a record begins."""

import json
import re
from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _

from games.records.errors import UnreadableFile
from games.records.limits import LONGEST_LINE, LONGEST_RECORD, MOST_LINES
from games.records.reading import is_json

_BEGINS: Final = re.compile(
    r"^[ \t]*moothill[ \t]+record(?:[ \t]+\d{1,4})?[ \t]*(?:\s#.*)?$", re.IGNORECASE | re.MULTILINE
)
_BYTE_ORDER_MARK: Final = "\ufeff"


def decoded(content: bytes) -> str:
    """The bytes as text, lines ending in a newline. Raises `UnreadableFile` for what is no text in UTF-8."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        sentence = _("This file is not text in UTF-8. Save it as plain text in UTF-8 and try again.")
        raise UnreadableFile(sentence) from error
    return cleaned(text)


def cleaned(text: str) -> str:
    """The text with plain line ends. Raises `UnreadableFile` for characters that no text has."""
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        sentence = _("The text contains unreadable characters. Save it as plain text in UTF-8 and try again.")
        raise UnreadableFile(sentence)
    return text.removeprefix(_BYTE_ORDER_MARK).replace("\r\n", "\n").replace("\r", "\n")


def check_size(text: str) -> None:
    """Raises `UnreadableFile` for a record far larger than any game makes."""
    if len(text) > LONGEST_RECORD or text.count("\n") > MOST_LINES:
        sentence = _("This record is too long. The maximum is %(characters)d characters and %(lines)d lines.")
        raise UnreadableFile(sentence % {"characters": LONGEST_RECORD, "lines": MOST_LINES}, field="text")
    if not is_json(text) and any(len(line) > LONGEST_LINE for line in text.split("\n")):
        sentence = _("A line of this record is too long. The maximum is %(characters)d characters.")
        raise UnreadableFile(sentence % {"characters": LONGEST_LINE}, field="text")


def records_in(text: str) -> Iterator[str]:
    """The records of a text, each as it stands there; a text that is none comes back whole, to be mended."""
    if not text.strip():
        return
    yield from _documents_in(text) if is_json(text) else _parts_of(text)


def _parts_of(text: str) -> Iterator[str]:
    starts = [found.start() for found in _BEGINS.finditer(text)]
    if not starts:
        yield text
        return
    starts[0] = 0  # what stands before the first is comment, or a slip that its record shows
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        yield text[start:end].rstrip() + "\n"


def _documents_in(text: str) -> Iterator[str]:
    """One JSON document after the other; from the first that cannot be read on, the rest is one."""
    decoder = json.JSONDecoder(parse_int=len, parse_float=len)  # only where it ends is asked, and no number is made
    at = _next_document(text, 0)
    while at < len(text):
        try:
            _document, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            end = len(text)
        yield text[at:end].strip() + "\n"
        at = _next_document(text, end)


def _next_document(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at
