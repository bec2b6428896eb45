"""Somebody uploads a file: a new bot, or a new version of one. It is read as text, and never compiled here."""

from collections.abc import Sequence
from functools import partial
from hashlib import sha256

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from games.bots.errors import NoSandboxHolds, SourceRefused
from games.bots.limits import LARGEST_SOURCE
from games.bots.models import UploadedBot, Version
from games.bots.naming import key_of, name_read
from games.bots.queue import publish
from games.bots.selectors import why_no_uploads
from games.bots.services.holding import check_may_upload, held_in_play
from games.bots.services.keeping import make_active
from games.bots.services.locks import one_at_a_time
from games.bots.services.making import check_name_free, check_pace, check_room_for_a_bot, games_read
from games.bots.topics import tell
from league.members.models import Account
from league.members.services.players import make_bot_player


@transaction.atomic
def make_bot(*, account: Account, name: str, games: Sequence[str], source: bytes) -> Version:
    """Make a bot of that name with its first version, which waits to be checked. Sent again it is found, not made.

    Raises `NameRefused`, `SourceRefused`, `GamesRefused`, `TooManyBots`, `TooManyUploads`, `NoSandboxHolds`,
    `NotConfirmed`, `DemoStays`.
    """
    check_may_upload(account)
    words, text, played = name_read(name), _text(source), games_read(games)
    own = Version.objects.filter(bot__player__owner=account, bot__retired_at=None)
    known = own.filter(bot__name_key=key_of(words), digest=_digest(text), games=played).select_related("bot")
    one_at_a_time(f"games.bots.of.{account.pk}")
    if found := known.first():
        return found
    check_room_for_a_bot(account)
    check_pace(account)
    _check_sandbox()
    return _new_version(_new_bot(account, words), text, played)


@transaction.atomic
def upload_version(*, account: Account, bot: str, games: Sequence[str], source: bytes) -> Version:
    """Add a version to the bot of that public id, which waits to be checked.

    The same source for the same games is no new version: the old one is returned, and plays again if it may.
    Raises `NoSuchBot`, `NotNow`, and what `make_bot` raises of the file and of the machine.
    """
    text, played = _text(source), games_read(games)
    kept = held_in_play(bot, account)
    known = kept.versions.filter(digest=_digest(text), games=played).first()
    if known is not None:
        if known.verdict == Version.Verdict.PASSED:
            make_active(kept, known)
        return known
    check_pace(account)
    _check_sandbox()
    return _new_version(kept, text, played)


def _new_bot(account: Account, name: str) -> UploadedBot:
    check_name_free(name)
    player = make_bot_player(name=name, owner=account)
    return UploadedBot.objects.create(player=player, name_key=key_of(name))


def _new_version(bot: UploadedBot, text: str, games: list[str]) -> Version:
    last = bot.versions.aggregate(last=Max("number"))["last"] or 0  # nobody else adds one: the bot is locked, or new
    version = Version.objects.create(bot=bot, number=last + 1, source=text, digest=_digest(text), games=games)
    transaction.on_commit(partial(publish, [version.pk]))
    tell(bot.public_id)
    return version


def _check_sandbox() -> None:
    """Where workers said that none holds, a file would wait for nobody knows how long; where none said so, for one."""
    if refused := why_no_uploads():
        raise NoSandboxHolds(refused)


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


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
