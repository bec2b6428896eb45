"""What is uploaded for a version: a Python file, or a zip that is stored in pieces. Neither is run or unpacked here."""

from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from typing import IO, Final, NamedTuple

from django.db.models import Sum
from django.urls import reverse
from django.utils.translation import gettext as _

from engine.sandbox.archive import LIST_BYTES, ArchiveRefused, list_files
from engine.sandbox.limits import ARCHIVE_START, LARGEST_ARCHIVE, LONGEST_SOURCE, MB, is_archive
from games.bots.errors import SourceRefused, TooMuchStored
from games.bots.models import ArchivePart, Version
from league.accounts.models import Account
from league.common.messages import render_message

LARGEST_SOURCE: Final = LONGEST_SOURCE
PIECE: Final = 1 * MB
MOST_STORED: Final = 256 * MB  # of all zips of one account


class Upload(NamedTuple):
    """An accepted file. A zip has its size in bytes and its files, with their sizes unpacked, instead of a source."""

    digest: str
    source: str = ""
    archive: IO[bytes] | None = None
    size: int = 0
    files: tuple[tuple[str, int], ...] = ()


def read_upload(sent: bytes | IO[bytes]) -> Upload:
    """Return what was sent. Of a zip at most one piece at a time is in memory. Raise `SourceRefused`."""
    file: IO[bytes] = BytesIO(sent) if isinstance(sent, bytes) else sent
    file.seek(0)
    if is_archive(file.read(len(ARCHIVE_START))):
        return _archive(file)
    file.seek(0)
    text = _text(file.read(LARGEST_SOURCE + 1))
    return Upload(sha256(text.encode()).hexdigest(), text)


def _archive(file: IO[bytes]) -> Upload:
    size = file.seek(0, 2)
    if size > LARGEST_ARCHIVE:
        sentence = _("The zip is larger than %(most)d MB. Leave out files, or make the data smaller.")
        raise SourceRefused(sentence % {"most": LARGEST_ARCHIVE // MB}, field="file")
    file.seek(max(0, size - LIST_BYTES))
    try:
        files = list_files(file.read(LIST_BYTES))
    except ArchiveRefused as refused:
        raise SourceRefused(render_message(refused.message), field="file") from refused
    checksum = sha256()
    for piece in _pieces(file):
        checksum.update(piece)
    return Upload(checksum.hexdigest(), archive=file, size=size, files=tuple(files.items()))


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    file.seek(0)
    while piece := file.read(PIECE):
        yield piece


def _text(source: bytes) -> str:
    """The source as text; whether it is Python is found in the sandbox alone."""
    if not source.strip():
        raise SourceRefused(
            _("The file is empty. Upload a Python file with a top-level function “choose”."), field="file"
        )
    if len(source) > LARGEST_SOURCE:
        sentence = _("The file is larger than %(most)d KB. Upload a smaller one.")
        raise SourceRefused(sentence % {"most": LARGEST_SOURCE // 1024}, field="file")
    try:
        text = source.decode()
    except UnicodeDecodeError as error:
        raise SourceRefused(
            _("The file is not UTF-8 text. Save it as UTF-8 and upload it again."), field="file"
        ) from error
    if "\0" in text:
        raise SourceRefused(_("The file is not text: it contains a null byte. Upload one Python file."), field="file")
    return text


def check_storage_limit(account: Account, upload: Upload) -> None:
    """Raise `TooMuchStored` where the zips of an account would be too large together. The caller locks the account."""
    if not upload.size:
        return
    own = Version.objects.filter(bot__player__owner=account, file_deleted_at=None)
    stored = own.aggregate(bytes=Sum("archive_size"))["bytes"] or 0
    if stored + upload.size > MOST_STORED:
        sentence = _(
            "Your zips have %(stored)d MB. With this one they have more than %(most)d MB, the maximum. "
            "Delete the files of old versions, on their pages, or upload a smaller file."
        )
        raise TooMuchStored(sentence % {"stored": stored // MB, "most": MOST_STORED // MB}, field="file")


def store_file(version: Version, upload: Upload) -> None:
    """Save the version, new or one whose file was deleted, with this file; a zip in pieces, one at a time."""
    version.source, version.digest = upload.source, upload.digest
    version.archive_size, version.files = upload.size, list(upload.files)
    version.file_deleted_at = None
    version.save()
    if upload.archive:
        for number, piece in enumerate(_pieces(upload.archive)):
            ArchivePart.objects.create(version=version, number=number, content=piece)


def archive_pieces(version: Version) -> Iterator[bytes]:
    """Yield the pieces of a zip, one at a time."""
    numbers = version.parts.order_by("number").values_list("number", flat=True)
    for number in list(numbers):
        yield bytes(version.parts.values_list("content", flat=True).get(number=number))


def file_suffix(version: Version) -> str:
    """Return how the name of its file ends."""
    return ".zip" if version.is_archive else ".py"


def file_name(version: Version) -> str:
    """Return the name under which a version is downloaded, from its bot and player."""
    return f"{version.bot.player.slug}-{version.number}{file_suffix(version)}"


def file_url(version: Version) -> str:
    """Return the address of the file of a version, from its bot."""
    return reverse("bots:source", args=[version.bot.public_id, version.number])
