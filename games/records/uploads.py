"""From an upload to the texts of single records: text, a file of records, or a zip of files. All or nothing."""

import json
import re
from collections.abc import Iterator
from typing import BinaryIO, Final

from django.utils.translation import gettext as _

from engine.core.strict_json import next_document
from engine.core.text import is_text
from engine.notation.files import is_json
from games.records.errors import UnreadableFile
from games.records.zip_files import entries_of, is_zip

LARGEST_FILE: Final = 5 * 1024 * 1024  # bytes, as it is sent
MOST_RECORDS: Final = 60  # in one file
LONGEST_RECORD: Final = 60_000  # characters
MOST_LINES: Final = 4_000
LONGEST_LINE: Final = 4_000  # characters
_FIRST_LINE: Final = re.compile(
    r"^[ \t]*moothill[ \t]+record(?:[ \t]+[0-9]{1,4})?[ \t]*(?:\s#.*)?$", re.IGNORECASE | re.MULTILINE
)
_BYTE_ORDER_MARK: Final = "\ufeff"


def texts_in_file(file: BinaryIO) -> list[str]:
    """Return the records in a file. Raise `UnreadableFile` when any part of it is invalid."""
    content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise UnreadableFile(
            _("This file is larger than 5 MB. Split the records into several files, or zip them."), field="file"
        )
    return _limited(_texts_in(content))


def texts_in(text: str) -> list[str]:
    """Return the records in a pasted text. Raise `UnreadableFile`."""
    return _limited(_records(clean_text(text)))


def clean_text(text: str) -> str:
    """Return the text with plain line ends. Raise `UnreadableFile` for invalid characters."""
    if not is_text(text):
        sentence = _("The text contains unreadable characters. Save it as plain text in UTF-8 and try again.")
        raise UnreadableFile(sentence)
    return text.removeprefix(_BYTE_ORDER_MARK).replace("\r\n", "\n").replace("\r", "\n")


def check_size(text: str, field: str | None = "text") -> None:
    """Raise `UnreadableFile`, of this field of a form, for a record far larger than any game makes."""
    if len(text) > LONGEST_RECORD or text.count("\n") > MOST_LINES:
        sentence = _("This record is too long. The maximum is %(characters)d characters and %(lines)d lines.")
        raise UnreadableFile(sentence % {"characters": LONGEST_RECORD, "lines": MOST_LINES}, field=field)
    if not is_json(text) and any(len(line) > LONGEST_LINE for line in text.split("\n")):
        sentence = _("A line of this record is too long. The maximum is %(characters)d characters.")
        raise UnreadableFile(sentence % {"characters": LONGEST_LINE}, field=field)


def _texts_in(content: bytes) -> Iterator[str]:
    if not is_zip(content):
        yield from _records(_decode(content), field="file")
        return
    for entry in entries_of(content):
        try:
            yield from _records(_decode(entry.content))
        except UnreadableFile as refusal:
            sentence = _("%(name)s in this zip: %(why)s") % {"name": entry.name, "why": refusal.message}
            raise UnreadableFile(sentence) from refusal


def _decode(content: bytes) -> str:
    """Return the bytes as text with plain line ends. Raise `UnreadableFile` for what is not UTF-8."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        sentence = _("This file is not text in UTF-8. Save it as plain text in UTF-8 and try again.")
        raise UnreadableFile(sentence) from error
    return clean_text(text)


def _records(text: str, field: str = "text") -> Iterator[str]:
    """Yield the records of a text; a text without any is one, to be corrected."""
    if not text.strip():
        return
    for record in _documents_in(text) if is_json(text) else _parts_of(text):
        check_size(record, field)
        yield record


def _parts_of(text: str) -> Iterator[str]:
    starts = [found.start() for found in _FIRST_LINE.finditer(text)]
    if not starts:
        yield text
        return
    starts[0] = 0  # text before the first record is a comment, or an error that its record shows
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        yield text[start:end].rstrip() + "\n"


def _documents_in(text: str) -> Iterator[str]:
    """Split JSON documents; from the first invalid one on, the rest is one."""
    decoder = json.JSONDecoder(parse_int=len, parse_float=len)  # only the end is needed: numbers are not converted
    start = next_document(text, 0)
    while start < len(text):
        try:
            _document, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            end = len(text)
        yield text[start:end].strip() + "\n"
        start = next_document(text, end)


def _limited(found: Iterator[str]) -> list[str]:
    texts: list[str] = []
    for text in found:
        texts.append(text)
        if len(texts) > MOST_RECORDS:
            sentence = _("You can upload at most %(most)d records at once. Upload the others in another file.")
            raise UnreadableFile(sentence % {"most": MOST_RECORDS})
    if not texts:
        raise UnreadableFile(_("This file has no game record. A record starts with the line “Moothill record 1”."))
    return texts
