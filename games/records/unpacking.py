"""From what came in to the texts of single records: a text, a file of them, or a zip of such files. All, or none."""

from collections.abc import Iterator
from typing import BinaryIO

from django.utils.translation import gettext as _

from games.records import zips
from games.records.errors import UnreadableFile
from games.records.limits import LARGEST_FILE, MOST_RECORDS
from games.records.texts import check_size, cleaned, decoded, records_in


def texts_in_file(file: BinaryIO) -> list[str]:
    """The records in a file. Raises `UnreadableFile` when any part of it cannot be taken; no more of it is read."""
    content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise UnreadableFile(
            _("This file is larger than 5 MB. Split the records into several files, or zip them."), field="file"
        )
    return _counted(_texts(content))


def texts_in(text: str) -> list[str]:
    """The records in a text that was pasted. Raises `UnreadableFile`."""
    return _counted(records_in(cleaned(text)))


def _texts(content: bytes) -> Iterator[str]:
    if not zips.is_zip(content):
        yield from records_in(decoded(content))
        return
    for entry in zips.entries_of(content):
        yield from _texts_of_entry(entry)


def _texts_of_entry(entry: zips.Entry) -> Iterator[str]:
    try:
        yield from records_in(decoded(entry.content))
    except UnreadableFile as refusal:
        sentence = _("%(name)s in this zip: %(why)s") % {"name": entry.name, "why": refusal.message}
        raise UnreadableFile(sentence) from refusal


def _counted(found: Iterator[str]) -> list[str]:
    texts: list[str] = []
    for text in found:
        check_size(text)
        texts.append(text)
        if len(texts) > MOST_RECORDS:
            sentence = _("You can upload at most %(most)d records at once. Upload the others in another file.")
            raise UnreadableFile(sentence % {"most": MOST_RECORDS})
    if not texts:
        raise UnreadableFile(_("This file has no game record. A record starts with the line “Moothill record 1”."))
    return texts
