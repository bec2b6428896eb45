"""What is uploaded for a version: a Python file, or a zip that is stored in pieces. Neither is run or unpacked here."""

from collections import OrderedDict
from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from threading import Lock
from typing import IO, Final, NamedTuple

from django.db.models import Sum
from django.urls import reverse
from django.utils.translation import gettext as _

from engine.core import registry
from engine.sandbox.archive import LIST_BYTES, ArchiveRefused, list_files
from engine.sandbox.limits import ARCHIVE_START, LARGEST_ARCHIVE, LONGEST_SOURCE, MB, is_archive
from games.bots.errors import SourceRefused, TooMuchStored
from games.bots.models import ArchivePart, UploadedBot, Version
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
    """Return the source as text; only the sandbox finds out whether it is Python."""
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


def play_command(bot: UploadedBot, version: Version) -> str:
    """Return the command that plays a game against the downloaded file of a version of this bot."""
    game = registry.game(version.games[0])
    seats = ["me", f"./{bot.player.slug}-{version.number}{file_suffix(version)}", *["wanderer"] * (game.min_seats - 2)]
    return f"moothill-engine play {game.slug} --seats {','.join(seats)}"


def file_url(version: Version) -> str:
    """Return the address of the file of a version, which ends as the file does."""
    route = "bots:source-zip" if version.is_archive else "bots:source"
    return reverse(route, args=[version.bot.public_id, version.number])


CACHED: Final = 64 * MB  # in each process of a worker


class ContentCache:
    """The contents that were used last, by hash, up to a number of bytes together."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._contents: OrderedDict[str, bytes] = OrderedDict()
        self._lock = Lock()

    def get(self, digest: str) -> bytes | None:
        """Return the content with this hash; None if it is not here."""
        with self._lock:
            if digest in self._contents:
                self._contents.move_to_end(digest)
            return self._contents.get(digest)

    def add(self, digest: str, content: bytes) -> None:
        """Keep a content, and drop those used longest ago."""
        with self._lock:
            if digest in self._contents or len(content) > self._most:
                return
            self._contents[digest] = content
            self._size += len(content)
            while self._size > self._most:
                self._size -= len(self._contents.popitem(last=False)[1])


_cache = ContentCache(CACHED)


def content_of(public_id: str) -> bytes:
    """Return the file of a version, empty if it was deleted: so the row is read each time."""
    version = Version.objects.only("pk", "digest", "file_deleted_at").get(public_id=public_id)
    if version.file_deleted_at:
        return b""
    if (known := _cache.get(version.digest)) is not None:
        return known
    parts = ArchivePart.objects.filter(version=version).order_by("number").values_list("content", flat=True)
    content = b"".join(parts.iterator()) or Version.objects.values_list("source", flat=True).get(pk=version.pk).encode()
    if sha256(content).hexdigest() == version.digest:  # else its owner has just deleted the file
        _cache.add(version.digest, content)
    return content
