"""From an upload to the texts of single records: text, a file of records, or a zip of files. All or nothing."""

import json
import re
import stat
import zlib
from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from typing import Any, BinaryIO, Final, NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from django.utils.translation import gettext as _

from engine.core.patterns import is_complete
from engine.core.record import PartialRecord, fingerprint
from engine.core.strict_json import next_document
from engine.core.text import is_text
from engine.notation.incremental_parser import PartialParse, parse_partial
from games.records.errors import UnreadableFile

LONGEST_RECORD: Final = 60_000  # characters
MOST_LINES: Final = 4_000
LONGEST_LINE: Final = 4_000  # characters
LARGEST_FILE: Final = 5 * 1024 * 1024  # bytes, as it is sent
MOST_RECORDS: Final = 60  # in one file
MOST_ENTRIES: Final = 200  # files in a zip
LARGEST_UNPACKED: Final = 20 * 1024 * 1024  # bytes, of a zip
MOST_COMPRESSION: Final = 100  # times; the text of records is compressed some ten times


_FIRST_LINE: Final = re.compile(
    r"^[ \t]*moothill[ \t]+record(?:[ \t]+[0-9]{1,4})?[ \t]*(?:\s#.*)?$", re.IGNORECASE | re.MULTILINE
)
_BYTE_ORDER_MARK: Final = "\ufeff"

_STARTS = (b"PK\x03\x04", b"PK\x05\x06")  # of a zip, and of an empty one
_ENCRYPTED = 0x1
_SMALL = 10_000  # bytes; the compression of smaller files says nothing
_LONGEST_NAME = 80

SECONDS: Final = 0.1  # for the search for unknown events; the worker takes longer
CACHED_TEXTS: Final = 16

Reading = dict[str, Any]


def decode(content: bytes) -> str:
    """Return the bytes as text with plain line ends. Raise `UnreadableFile` for what is not UTF-8."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        sentence = _("This file is not text in UTF-8. Save it as plain text in UTF-8 and try again.")
        raise UnreadableFile(sentence) from error
    return clean(text)


def clean(text: str) -> str:
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


def records_in(text: str) -> Iterator[str]:
    """Split a text into its records; a text without any is returned whole, to be corrected."""
    if not text.strip():
        return
    yield from _documents_in(text) if is_json(text) else _parts_of(text)


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


class ZipEntry(NamedTuple):
    """A file of a zip; the name is for messages only."""

    name: str
    content: bytes


def is_zip(content: bytes) -> bool:
    """Return whether it starts like a zip; a zip behind other data is not read as one."""
    return content.startswith(_STARTS)


def entries_of(content: bytes) -> list[ZipEntry]:
    """Return the files in a zip. Raise `UnreadableFile` with what is wrong."""
    try:
        with ZipFile(BytesIO(content)) as unpacked:
            files = _checked_entries(unpacked.infolist())
            return list(_read(unpacked, files))
    # The library says NotImplementedError of a compression it does not know, and RuntimeError of a password.
    except (BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError) as error:
        sentence = _("This zip file is damaged. Create it again and try once more.")
        raise UnreadableFile(sentence) from error


def shown_name(name: str) -> str:
    """Return a name as a page may show it: its last part, printable characters only."""
    last = name.replace("\\", "/").rstrip("/").rpartition("/")[2]
    return "".join(character for character in last if character.isprintable())[:_LONGEST_NAME]


def _checked_entries(found: list[ZipInfo]) -> list[ZipInfo]:
    if len(found) > MOST_ENTRIES:
        raise UnreadableFile(_("This zip has too many files. The maximum is %(most)d.") % {"most": MOST_ENTRIES})
    files = [entry for entry in found if not _is_system_entry(entry)]
    for entry in files:
        _check_entry(entry)
    if sum(entry.file_size for entry in files) > LARGEST_UNPACKED:
        raise UnreadableFile(_("The files in this zip are too large. Split them into several zips."))
    return files


def _is_system_entry(entry: ZipInfo) -> bool:
    """Return whether it is a folder, or a file that some systems add to every zip."""
    return entry.is_dir() or entry.filename.startswith("__MACOSX/") or shown_name(entry.filename) == ".DS_Store"


def _check_entry(entry: ZipInfo) -> None:
    named = {"name": shown_name(entry.filename)}
    if entry.flag_bits & _ENCRYPTED:
        raise UnreadableFile(_("%(name)s in this zip is encrypted. Create the zip without a password.") % named)
    if stat.S_ISLNK(entry.external_attr >> 16):
        raise UnreadableFile(
            _("%(name)s in this zip is a link to another file. Add the file itself to the zip.") % named
        )
    if entry.compress_type not in {ZIP_STORED, ZIP_DEFLATED}:
        raise UnreadableFile(
            _("%(name)s uses a compression method that is not supported. Create an ordinary zip.") % named
        )
    if entry.file_size > max(_SMALL, MOST_COMPRESSION * entry.compress_size):
        raise UnreadableFile(_("%(name)s is much larger unpacked than in the zip. Upload the text itself.") % named)


def _read(unpacked: ZipFile, files: list[ZipInfo]) -> Iterator[ZipEntry]:
    """Yield the files; stop above the limit, also where a file holds more than it states."""
    room = LARGEST_UNPACKED
    for entry in files:
        with unpacked.open(entry) as file:
            content = file.read(room + 1)
        room -= len(content)
        if room < 0:
            raise UnreadableFile(_("The files in this zip are too large. Split them into several zips."))
        if is_zip(content):
            named = {"name": shown_name(entry.filename)}
            raise UnreadableFile(_("%(name)s is a zip inside the zip. Upload it separately.") % named)
        yield ZipEntry(shown_name(entry.filename), content)


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
    return _limited(_records(clean(text)))


def _texts_in(content: bytes) -> Iterator[str]:
    if not is_zip(content):
        yield from _records(decode(content), field="file")
        return
    for entry in entries_of(content):
        try:
            yield from _records(decode(entry.content))
        except UnreadableFile as refusal:
            sentence = _("%(name)s in this zip: %(why)s") % {"name": entry.name, "why": refusal.message}
            raise UnreadableFile(sentence) from refusal


def _records(text: str, field: str = "text") -> Iterator[str]:
    for record in records_in(text):
        check_size(record, field)
        yield record


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


@lru_cache(maxsize=CACHED_TEXTS)
def partial_parse_of(text: str) -> PartialParse:
    """Parse the text as far as possible; cached, so do not change the result."""
    return parse_partial(text, seconds=SECONDS)


def reading_of(text: str) -> Reading:
    """Return the reading of a text that is not too long."""
    so_far = partial_parse_of(text)
    unknown = sum(not is_complete(event) for event in so_far.events)
    problem = so_far.problem
    outcome = so_far.position.outcome if so_far.position and not unknown else None
    return {
        "game": so_far.head.game if so_far.head else "",
        "seats": list(so_far.seats),
        "events": len(so_far.events),
        "unknown": unknown,
        "is_over": so_far.turn == "over",
        "points": list(outcome.points) if outcome else [],
        "places": list(outcome.places) if outcome else [],
        "fault": {"line": problem.line, "column": problem.column, "sentence": problem.sentence} if problem else None,
        "fingerprint": fingerprint(PartialRecord(so_far.head, so_far.events)) if so_far.head and not problem else "",
    }


def is_json(text: str) -> bool:
    """Return whether it is a record in JSON."""
    return text.lstrip().startswith("{")
