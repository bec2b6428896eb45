"""The files in an uploaded zip, checked against limits before they are unpacked."""

import stat
import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import Final, NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from django.utils.translation import gettext as _

from games.records.errors import UnreadableFile

MOST_ENTRIES: Final = 200  # files in a zip
LARGEST_UNPACKED: Final = 20 * 1024 * 1024  # bytes, of all files together
MOST_COMPRESSION: Final = 100  # times; the text of records is compressed some ten times
_STARTS: Final = (b"PK\x03\x04", b"PK\x05\x06")  # of a zip, and of an empty one
_ENCRYPTED: Final = 0x1
_SMALL: Final = 10_000  # bytes; the compression of smaller files says nothing
_LONGEST_NAME: Final = 80  # characters


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
