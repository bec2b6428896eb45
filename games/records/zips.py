"""What a zip holds, read with suspicion: nothing is written to disk, and no name in it is used as a path."""

import stat
import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from django.utils.translation import gettext as _

from games.records.errors import UnreadableFile
from games.records.limits import LARGEST_UNPACKED, MOST_ENTRIES, MOST_SQUEEZED

_STARTS = (b"PK\x03\x04", b"PK\x05\x06")  # of a zip, and of an empty one
_ENCRYPTED = 0x1
_SMALL = 10_000  # bytes; below, how far a file was squeezed says nothing
_LONGEST_NAME = 80


class Entry(NamedTuple):
    """A file of a zip; the name is for people alone."""

    name: str
    content: bytes


def is_zip(content: bytes) -> bool:
    """Whether it is one from its first byte on; what hides a zip behind something else is read as that."""
    return content.startswith(_STARTS)


def entries_of(content: bytes) -> list[Entry]:
    """The files in a zip. Raises `UnreadableFile`, with a sentence on what is wrong, and then nothing was taken."""
    try:
        with ZipFile(BytesIO(content)) as unpacked:
            files = _checked(unpacked.infolist())
            return list(_read(unpacked, files))
    # The library says NotImplementedError of a compression it does not know, and RuntimeError of a password.
    except (BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError) as error:
        sentence = _("This zip file is damaged. Create it again and try once more.")
        raise UnreadableFile(sentence) from error


def shown_name(name: str) -> str:
    """A name as a page may show it: its last part, without what cannot be seen."""
    last = name.replace("\\", "/").rstrip("/").rpartition("/")[2]
    return "".join(character for character in last if character.isprintable())[:_LONGEST_NAME]


def _checked(found: list[ZipInfo]) -> list[ZipInfo]:
    if len(found) > MOST_ENTRIES:
        raise UnreadableFile(_("This zip has too many files. The maximum is %(most)d.") % {"most": MOST_ENTRIES})
    files = [one for one in found if not _is_beside_the_point(one)]
    for one in files:
        _check(one)
    if sum(one.file_size for one in files) > LARGEST_UNPACKED:
        raise UnreadableFile(_("The files in this zip are too large. Split them into several zips."))
    return files


def _is_beside_the_point(one: ZipInfo) -> bool:
    """Folders, and what some systems put into every zip of theirs."""
    return one.is_dir() or one.filename.startswith("__MACOSX/") or shown_name(one.filename) == ".DS_Store"


def _check(one: ZipInfo) -> None:
    named = {"name": shown_name(one.filename)}
    if one.flag_bits & _ENCRYPTED:
        raise UnreadableFile(_("%(name)s in this zip is encrypted. Create the zip without a password.") % named)
    if stat.S_ISLNK(one.external_attr >> 16):
        raise UnreadableFile(
            _("%(name)s in this zip is a link to another file. Add the file itself to the zip.") % named
        )
    if one.compress_type not in {ZIP_STORED, ZIP_DEFLATED}:
        raise UnreadableFile(
            _("%(name)s uses a compression method that is not supported. Create an ordinary zip.") % named
        )
    if one.file_size > max(_SMALL, MOST_SQUEEZED * one.compress_size):
        raise UnreadableFile(_("%(name)s is much larger than the zip states. Upload the text itself.") % named)


def _read(unpacked: ZipFile, files: list[ZipInfo]) -> Iterator[Entry]:
    """Their contents; a file that holds more than it says ends the reading, as a sum of them above the limit does."""
    room = LARGEST_UNPACKED
    for one in files:
        with unpacked.open(one) as file:
            content = file.read(room + 1)
        room -= len(content)
        if room < 0:
            raise UnreadableFile(_("The files in this zip are too large. Split them into several zips."))
        if is_zip(content):
            named = {"name": shown_name(one.filename)}
            raise UnreadableFile(_("%(name)s is a zip inside the zip. Upload it separately.") % named)
        yield Entry(shown_name(one.filename), content)
