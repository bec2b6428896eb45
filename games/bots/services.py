"""Writes of bots: create, upload versions, activate, pause, rename, retire and check again."""

import unicodedata
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import IO, Any, Final

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, Max, Value
from django.db.models.functions import Coalesce, Concat, Now
from django.utils.translation import gettext as _

from engine.core import registry
from engine.core.registry import builtin_bots, level_bots
from games.bots import errors
from games.bots.jobs import CHECKS, announce_bot, stop_comparisons
from games.bots.models import (
    ArchivePart,
    BotTest,
    BuiltinBot,
    Comparison,
    Pausable,
    Recheck,
    RemoteBot,
    Trial,
    UploadedBot,
    Version,
)
from games.bots.queries import (
    AnyBot,
    bot_among,
    check_file,
    check_in_play,
    needs_confirmed_address,
    version_of,
    why_no_uploads,
)
from games.bots.uploads import Upload, check_storage_limit, read_upload, store_file
from games.matches.models import SeatReport
from league.accounts.demo_accounts import refuse_for_the_demo
from league.accounts.models import Account, Player
from league.accounts.names import is_reserved
from league.accounts.services.notifications import notify
from league.accounts.services.players import make_bot_player, rename_player
from league.common.locks import advisory_lock
from league.common.name_similarity import bare_look_of

SHORTEST_NAME: Final = 3
LONGEST_NAME: Final = 40
MOST_BOTS: Final = 10  # of one account, the retired ones not among them
MOST_UPLOADS: Final = 20  # of one account within a day


_SIGNS = frozenset(" -_.'\N{RIGHT SINGLE QUOTATION MARK}")

DAY = timedelta(days=1)

KEPT_FOR: Final = timedelta(days=14)
KEPT_OF_A_BOT: Final = 50  # of matches that went well, and as many of those in which it failed
MOST_AT_ONCE: Final = 5_000

PRUNE = """
WITH ranked AS (
    SELECT report.id, coalesce(block.told_at, match.finished_at) AS known_at,
        row_number() OVER (PARTITION BY seat.player_id, report.kind <> '' ORDER BY match.id DESC) AS place
    FROM matches_seatreport AS report
    JOIN matches_match AS match ON match.id = report.match_id
    JOIN matches_block AS block ON block.id = match.block_id AND NOT block.is_withheld
    JOIN matches_matchseat AS seat ON seat.match_id = report.match_id AND seat.seat = report.seat
    WHERE report.log <> ''
), old AS MATERIALIZED (
    SELECT id FROM matches_seatreport
    WHERE id IN (SELECT id FROM ranked WHERE place > %(kept)s OR known_at < clock_timestamp() - %(age)s)
    ORDER BY id LIMIT %(most)s FOR NO KEY UPDATE
)
UPDATE matches_seatreport AS report SET log = '' FROM old WHERE report.id = old.id
"""


def checked_name(name: str) -> str:
    """Return the normalised name. Raise `NameRefused`."""
    words = " ".join(unicodedata.normalize("NFKC", name).split())
    if not SHORTEST_NAME <= len(words) <= LONGEST_NAME:
        sentence = _("The name has %(count)d characters. Use %(least)d to %(most)d.")
        facts = {"least": SHORTEST_NAME, "most": LONGEST_NAME, "count": len(words)}
        raise errors.NameRefused(sentence % facts, field="name")
    if not all(letter.isalnum() or letter in _SIGNS for letter in words) or not any(map(str.isalpha, words)):
        raise errors.NameRefused(
            _("Invalid character in the name. Use letters, digits, spaces and - _ . '"), field="name"
        )
    alphabets = {unicodedata.name(letter, "?").partition(" ")[0] for letter in words if letter.isalpha()}
    if len(alphabets) > 1:  # Latin, Cyrillic, Greek and so on
        raise errors.NameRefused(_("The name mixes alphabets. Use the letters of one alphabet."), field="name")
    if is_reserved(words):
        raise errors.NameRefused(_("This name looks like that of a built-in bot. Choose another name."), field="name")
    return words


def key_of(name: str) -> str:
    """Return what similar names have in common: lower-case letters and digits."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(letter for letter in folded if letter.isalnum())


@transaction.atomic
def ensure_builtin_bots() -> list[Player]:
    """Create missing built-in bots, and return the players of all, cheap ones first."""
    return _ensure(builtin_bots())


@transaction.atomic
def ensure_level_bots() -> list[Player]:
    """Create missing levels for people, and return the players of all, from the weakest to the strongest."""
    return _ensure(level_bots())


def _ensure(bots: Sequence[registry.BuiltinBot]) -> list[Player]:
    advisory_lock("games.bots.house")
    there = {(bot.strategy, bot.playouts): bot.player for bot in BuiltinBot.objects.select_related("player")}
    for bot in bots:
        if (bot.strategy, bot.playouts) not in there:
            player = there[bot.strategy, bot.playouts] = make_bot_player(name=bot.name)
            BuiltinBot.objects.create(player=player, strategy=bot.strategy, playouts=bot.playouts)
    return [there[bot.strategy, bot.playouts] for bot in bots]


def check_may_upload(account: Account) -> None:
    """Raise `DemoStays` or `NotConfirmed`."""
    refuse_for_the_demo(account)
    if needs_confirmed_address(account):
        sentence = _("Confirm your e-mail address first: open the link in the e-mail, or choose “Resend”.")
        raise errors.NotConfirmed(sentence)


def locked_bot(kind: type[AnyBot], public_id: str, account: Account) -> AnyBot:
    """Return the bot, locked within the caller's transaction. Raise `NoSuchBot`, `NotConfirmed`."""
    bot = bot_among(kind._default_manager.select_for_update(of=("self",)), public_id, account)
    check_may_upload(account)
    return bot


def locked_active_bot(kind: type[AnyBot], public_id: str, account: Account) -> AnyBot:
    """Return the bot as `locked_bot` does. Raise also `NotNow` if it is retired."""
    bot = locked_bot(kind, public_id, account)
    check_in_play(bot)
    return bot


def check_bot_limit(account: Account) -> None:
    """Raise `TooManyBots` if the account has the most bots; locks the account until the transaction ends."""
    advisory_lock(f"games.bots.of.{account.pk}")
    kept = sum(kind.objects.filter(player__owner=account, retired_at=None).count() for kind in (UploadedBot, RemoteBot))
    if kept >= MOST_BOTS:
        sentence = _("You have %(most)d bots, the maximum. Retire one first.")
        raise errors.TooManyBots(sentence % {"most": MOST_BOTS})


def check_daily_limit(account: Account) -> None:
    """Raise `TooManyUploads` if the account has used its checks of a day; locks it until the transaction ends."""
    advisory_lock(f"games.bots.of.{account.pk}")
    own, since = Version.objects.filter(bot__player__owner=account), Now() - DAY
    asked = Recheck.objects.filter(version__in=own, asked_at__gt=since)
    if own.filter(created_at__gt=since).count() + asked.count() >= MOST_UPLOADS:
        sentence = _("You have used all %(most)d uploads and repeated checks of today. Try again tomorrow.")
        raise errors.TooManyUploads(sentence % {"most": MOST_UPLOADS})


def check_name_free(name: str, *, but: int | None = None) -> None:
    """Raise `NameRefused` where a bot but `but` is called so or looks so. Locks all names in the transaction."""
    advisory_lock("games.bots.names")
    but = but or 0  # no player has this id
    bots = Player.objects.filter(kind=Player.Kind.BOT, merged_into=None).exclude(pk=but)
    look = bare_look_of(name)
    looks_taken = any(bare_look_of(other) == look for other in bots.values_list("name", flat=True))
    kept = (kind.objects.filter(name_key=key_of(name)).exclude(player=but) for kind in (UploadedBot, RemoteBot))
    if looks_taken or any(found.exists() for found in kept):
        raise errors.NameRefused(_("Another bot has this name or a similar one. Choose another name."), field="name")


def checked_games(games: Sequence[str]) -> list[str]:
    """Return the games of a bot, by slug. Raise `GamesRefused`."""
    chosen = sorted(set(games))
    if not chosen:
        raise errors.GamesRefused(_("Choose at least one game that the bot plays."), field="games")
    if not registry.games().keys() >= set(chosen):
        sentence = _("Unknown game. Choose from: %(games)s.")
        raise errors.GamesRefused(sentence % {"games": ", ".join(registry.games())}, field="games")
    return chosen


@transaction.atomic
def make_bot(*, account: Account, name: str, games: Sequence[str], source: bytes | IO[bytes]) -> Version:
    """Create a bot with its first version, which waits for its check. Idempotent.

    Raise `NameRefused`, `SourceRefused`, `GamesRefused`, `TooManyBots`, `TooManyUploads`, `TooMuchStored`,
    `NoSandboxHolds`, `NotConfirmed`, `DemoStays`.
    """
    check_may_upload(account)
    words, upload, played = checked_name(name), read_upload(source), checked_games(games)
    own = Version.objects.filter(bot__player__owner=account, bot__retired_at=None, file_deleted_at=None)
    known = own.filter(bot__name_key=key_of(words), digest=upload.digest, games=played).select_related("bot")
    advisory_lock(f"games.bots.of.{account.pk}")
    if found := known.first():
        return found
    check_bot_limit(account)
    check_daily_limit(account)
    check_storage_limit(account, upload)
    _check_sandbox()
    check_name_free(words)
    player = make_bot_player(name=words, owner=account)
    bot = UploadedBot.objects.create(player=player, name_key=key_of(words))
    return _new_version(bot, upload, played)


@transaction.atomic
def upload_version(*, account: Account, bot: str, games: Sequence[str], source: bytes | IO[bytes]) -> Version:
    """Add a version to the bot, which waits for its check.

    For the same file and games the old version is returned, with its file if that was deleted, and becomes active if
    it may. Raise `NoSuchBot`, `NotNow`, and what `make_bot` raises of the file and of the server.
    """
    upload, played = read_upload(source), checked_games(games)
    bot_row = locked_active_bot(UploadedBot, bot, account)
    known = bot_row.versions.filter(digest=upload.digest, games=played).first()
    if known is None or known.file_deleted_at:
        check_daily_limit(account)
        check_storage_limit(account, upload)
    if known is None:
        _check_sandbox()
        return _new_version(bot_row, upload, played)
    if known.file_deleted_at:
        store_file(known, upload)
        Recheck.objects.create(version=known)
    if known.verdict == Version.Verdict.PASSED:
        make_active(bot_row, known)
    return known


def _new_version(bot: UploadedBot, upload: Upload, games: list[str]) -> Version:
    last = bot.versions.aggregate(last=Max("number"))["last"] or 0  # the bot is locked, or new
    version = Version(bot=bot, number=last + 1, games=games)
    store_file(version, upload)
    transaction.on_commit(partial(CHECKS.publish, [version.pk]))
    announce_bot(bot.public_id)
    return version


def _check_sandbox() -> None:
    """Refuse files where workers reported that there is no sandbox; without any report, accept them."""
    if refused := why_no_uploads():
        raise errors.NoSandboxHolds(refused)


@transaction.atomic
def activate_version(*, account: Account, bot: str, number: int) -> Version:
    """Have this version play from the next match on. Raise `NoSuchBot`, or `NotNow` for one that may not play."""
    bot_row = locked_active_bot(UploadedBot, bot, account)
    version = version_of(bot_row, number)
    if version.verdict != Version.Verdict.PASSED:
        raise errors.NotNow(_("This version has not passed its check. Choose one that has."))
    check_file(version)
    make_active(bot_row, version)
    return version


def make_active(bot: UploadedBot, version: Version) -> None:
    """Activate a passed version of a locked bot."""
    if version.active:
        return
    bot.versions.filter(active=True).update(active=False)
    version.active = True
    version.save(update_fields=["active"])
    announce_bot(bot.public_id)


@transaction.atomic
def pause_bot(*, account: Account, bot: str, kind: type[Pausable] = UploadedBot) -> Pausable:
    """Pause it: existing matches are played, and a stream stays open. Idempotent."""
    bot_row = locked_active_bot(kind, bot, account)
    if bot_row.paused_at is None:
        change_bot(bot_row, paused_at=Now(), paused_for=Pausable.Cause.OWNER)
    return bot_row


@transaction.atomic
def resume_bot(*, account: Account, bot: str, kind: type[Pausable] = UploadedBot) -> Pausable:
    """Resume it. Idempotent."""
    bot_row = locked_active_bot(kind, bot, account)
    change_bot(bot_row, paused_at=None, paused_for="", paused_after=0)
    return bot_row


@transaction.atomic
def rename_bot(*, account: Account, bot: str, name: str, kind: type[Pausable] = UploadedBot) -> Pausable:
    """Rename it. Raise `NameRefused`, `NoSuchBot`, `NotNow`, `NotConfirmed`."""
    bot_row = locked_active_bot(kind, bot, account)
    words = checked_name(name)
    check_name_free(words, but=bot_row.player.pk)
    change_bot(bot_row, name_key=key_of(words))
    rename_player(player=bot_row.player, name=words)
    return bot_row


@transaction.atomic
def retire_bot(*, account: Account, bot: str) -> UploadedBot:
    """Retire it for good. Its results stay, it finishes what it is entered for, and its comparisons stop."""
    bot_row = locked_bot(UploadedBot, bot, account)
    if bot_row.retired_at is None:
        stop_comparisons(Comparison.objects.filter(version__bot=bot_row))
        change_bot(bot_row, retired_at=Now())
    return bot_row


def change_bot(bot: Pausable, **facts: object) -> None:
    """Change these fields of a locked bot, and announce it."""
    for name, fact in facts.items():
        setattr(bot, name, fact)
    bot.save(update_fields=list(facts))
    bot.refresh_from_db(fields=list(facts))
    announce_bot(bot.public_id)


@transaction.atomic
def auto_pause_bot(*, player_id: int, faults: int, game: str, seats: int) -> bool:
    """Pause the bot of that player in all its games, and write to its owner; False if it was paused.

    It failed in so many matches in a row of that game, at tables of that size.
    """
    bot = _at_work(UploadedBot, player_id) or _at_work(RemoteBot, player_id)
    if bot is None:
        return False
    bot.paused_at, bot.paused_for, bot.paused_after = Now(), Pausable.Cause.FAULTS, faults
    bot.paused_game, bot.paused_seats = game, seats
    bot.save(update_fields=["paused_at", "paused_for", "paused_after", "paused_game", "paused_seats"])
    owner = bot.player.owner
    if owner is not None:

        def subject(_owner: Account) -> str:
            return _("Moothill: your bot %(bot)s is paused") % {"bot": bot}

        facts = {"bot": bot, "address": settings.SITE_ADDRESS + bot.get_absolute_url()}
        notify([owner], "paused", subject, "bots/mail/paused.txt", facts)
    announce_bot(bot.public_id)
    return True


def _at_work(kind: type[UploadedBot] | type[RemoteBot], player_id: int) -> Pausable | None:
    rows = kind._default_manager.select_for_update(of=("self",)).select_related("player__owner")
    return rows.filter(player=player_id, paused_at=None, retired_at=None).first()


def prune_logs(*, kept: int = KEPT_OF_A_BOT) -> int:
    """Delete logs that are too old or too many, at most so many at once; return how many. Idempotent."""
    wanted: dict[str, Any] = {"kept": kept, "age": KEPT_FOR, "most": MOST_AT_ONCE}
    with connection.cursor() as cursor:
        cursor.execute(PRUNE, wanted)
        return int(cursor.rowcount)


@transaction.atomic
def forget_bots_of(*, account: Account) -> None:
    """Delete the files, logs and trials of the account's bots, and retire them. Their names are free again."""
    bots = UploadedBot.objects.filter(player__owner=account)
    list(bots.select_for_update(of=("self",)).order_by("pk"))  # an upload that has begun ends before
    Trial.objects.filter(version__bot__in=bots).delete()
    BotTest.objects.filter(version__bot__in=bots).delete()
    Comparison.objects.filter(version__bot__in=bots).delete()
    ArchivePart.objects.filter(version__bot__in=bots).delete()
    gone = {"source": "", "archive_size": 0, "files": [], "file_deleted_at": Coalesce("file_deleted_at", Now())}
    Version.objects.filter(bot__in=bots).update(**gone, log="", digest=F("public_id"))
    SeatReport.objects.filter(match__seats__player__owner=account, match__seats__seat=F("seat")).update(log="")
    for kept in (bots, RemoteBot.objects.filter(player__owner=account)):
        kept.update(retired_at=Coalesce("retired_at", Now()), name_key=Concat(Value("former "), "public_id"))
