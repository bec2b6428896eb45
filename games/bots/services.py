"""Writes of bots: pause, resume, rename and retire; locks, limits and deletion with the account."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import F, Value
from django.db.models.functions import Coalesce, Concat, Now
from django.utils.translation import gettext as _

from engine.core import registry
from engine.core.registry import builtin_bots, level_bots
from games.bots import errors
from games.bots.jobs import announce_bot, stop_comparisons
from games.bots.models import (
    ArchivePart,
    BotTest,
    BuiltinBot,
    Comparison,
    Pausable,
    RemoteBot,
    Trial,
    UploadedBot,
    Version,
)
from games.bots.queries import AnyBot, bot_among, check_in_play, needs_confirmed_address
from games.matches.models import SeatReport
from league.accounts.demo import refuse_demo_account
from league.accounts.models import Account, Player
from league.accounts.names import is_reserved
from league.accounts.services.notifications import notify
from league.accounts.services.players import make_bot_player, rename_player
from league.common.locks import advisory_lock
from league.common.name_similarity import bare_look_of

MOST_BOTS: Final = 10  # of one account, without retired ones


def check_may_upload(account: Account) -> None:
    """Raise `DemoAccountRefused` or `NotConfirmed`."""
    refuse_demo_account(account)
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


def lock_bots_of(account: Account) -> None:
    """Lock what the account uploads, orders and creates until the transaction ends."""
    advisory_lock(f"games.bots.of.{account.pk}")


def check_bot_limit(account: Account) -> None:
    """Raise `TooManyBots` if the account has the most bots; locks the account until the transaction ends."""
    lock_bots_of(account)
    bots = [kind.objects.filter(player__owner=account, retired_at=None) for kind in (UploadedBot, RemoteBot)]
    if sum(own.count() for own in bots) >= MOST_BOTS:
        sentence = _("You have %(most)d bots, the maximum. Retire one first.")
        raise errors.TooManyBots(sentence % {"most": MOST_BOTS})


@transaction.atomic
def pause_bot(*, account: Account, bot: str, kind: type[Pausable] = UploadedBot) -> Pausable:
    """Pause it: existing matches are played, and a stream stays open. Idempotent."""
    locked = locked_active_bot(kind, bot, account)
    if locked.paused_at is None:
        change_bot(locked, paused_at=Now(), paused_for=Pausable.Cause.OWNER)
    return locked


@transaction.atomic
def resume_bot(*, account: Account, bot: str, kind: type[Pausable] = UploadedBot) -> Pausable:
    """Resume it. Idempotent."""
    locked = locked_active_bot(kind, bot, account)
    change_bot(locked, paused_at=None, paused_for="", paused_after=0)
    return locked


@transaction.atomic
def rename_bot(*, account: Account, bot: str, name: str, kind: type[Pausable] = UploadedBot) -> Pausable:
    """Rename it. Raise `NameRefused`, `NoSuchBot`, `NotNow`, `NotConfirmed`."""
    locked = locked_active_bot(kind, bot, account)
    name = clean_bot_name(name)
    check_name_free(name, exclude=locked.player.pk)
    change_bot(locked, name_key=name_key_of(name))
    rename_player(player=locked.player, name=name)
    return locked


@transaction.atomic
def retire_bot(*, account: Account, bot: str) -> UploadedBot:
    """Retire it for good. Its results stay, it finishes what it is entered for, and its comparisons stop."""
    locked = locked_bot(UploadedBot, bot, account)
    if locked.retired_at is None:
        stop_comparisons(Comparison.objects.filter(version__bot=locked))
        change_bot(locked, retired_at=Now())
    return locked


def change_bot(bot: Pausable, **fields: object) -> None:
    """Change these fields of a locked bot, and announce it."""
    for name, value in fields.items():
        setattr(bot, name, value)
    bot.save(update_fields=list(fields))
    bot.refresh_from_db(fields=list(fields))
    announce_bot(bot.public_id)


@transaction.atomic
def auto_pause_bot(*, player_id: int, faults: int, game: str, seats: int) -> bool:
    """Pause the bot of that player in all its games, and write to its owner; False if it was paused.

    It failed in so many matches in a row of that game, at tables of that size.
    """
    bot = _locked_in_play(UploadedBot, player_id) or _locked_in_play(RemoteBot, player_id)
    if bot is None:
        return False
    cause = {"paused_for": Pausable.Cause.FAULTS, "paused_after": faults, "paused_game": game, "paused_seats": seats}
    change_bot(bot, paused_at=Now(), **cause)
    if bot.player.owner is not None:
        facts = {"bot": bot, "address": settings.SITE_ADDRESS + bot.get_absolute_url()}

        def subject(_owner: Account) -> str:
            return _("Moothill: your bot %(bot)s is paused") % {"bot": bot}

        notify([bot.player.owner], "paused", subject, "bots/mail/paused.txt", facts)
    return True


def _locked_in_play(kind: type[UploadedBot] | type[RemoteBot], player_id: int) -> Pausable | None:
    rows = kind._default_manager.select_for_update(of=("self",)).select_related("player__owner")
    return rows.filter(player=player_id, paused_at=None, retired_at=None).first()


@transaction.atomic
def forget_bots_of(*, account: Account) -> None:
    """Delete the files, logs and trials of the account's bots, and retire them. Their names are free again."""
    bots = UploadedBot.objects.filter(player__owner=account)
    list(bots.select_for_update(of=("self",)).order_by("pk"))  # an upload that has begun ends before
    Trial.objects.filter(version__bot__in=bots).delete()
    BotTest.objects.filter(version__bot__in=bots).delete()
    Comparison.objects.filter(version__bot__in=bots).delete()
    ArchivePart.objects.filter(version__bot__in=bots).delete()
    no_file = {"source": "", "archive_size": 0, "files": [], "file_deleted_at": Coalesce("file_deleted_at", Now())}
    Version.objects.filter(bot__in=bots).update(**no_file, log="", digest=F("public_id"))
    SeatReport.objects.filter(match__seats__player__owner=account, match__seats__seat=F("seat")).update(log="")
    for own in (bots, RemoteBot.objects.filter(player__owner=account)):
        own.update(retired_at=Coalesce("retired_at", Now()), name_key=Concat(Value("former "), "public_id"))


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
    players = {(bot.strategy, bot.playouts): bot.player for bot in BuiltinBot.objects.select_related("player")}
    for bot in bots:
        if (bot.strategy, bot.playouts) not in players:
            player = players[bot.strategy, bot.playouts] = make_bot_player(name=bot.name)
            BuiltinBot.objects.create(player=player, strategy=bot.strategy, playouts=bot.playouts)
    return [players[bot.strategy, bot.playouts] for bot in bots]


SHORTEST_NAME: Final = 3
LONGEST_NAME: Final = 40
MOST_MARKS: Final = 4  # on one letter, as in Unicode Technical Standard 39, section 5.4
_PUNCTUATION = frozenset(" -_.'\N{RIGHT SINGLE QUOTATION MARK}")
_MARKS: Final = ("Mn", "Mc")  # accents and vowel signs
_WRONG_MARKS: Final = re.compile(f"(?<![LM])M|M{{{MOST_MARKS + 1}}}")  # in the categories of the characters of a name
# Letters and marks that Unicode calls default ignorable: they are invisible.
_INVISIBLE: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
# Scripts that one language uses together, see Unicode Technical Standard 39, section 5.1; by the first words of the
# names of their letters.
_CHINESE: Final = frozenset({"CJK", "IDEOGRAPHIC"})
_WRITING_SYSTEMS: Final = (
    _CHINESE | {"BOPOMOFO"},
    _CHINESE | {"HANGUL"},
    _CHINESE | {"HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"},
)


def clean_bot_name(name: str) -> str:
    """Return the normalised name. Raise `NameRefused`."""
    name = " ".join(unicodedata.normalize("NFKC", name).split())
    if not SHORTEST_NAME <= len(name) <= LONGEST_NAME:
        sentence = _("The name has %(count)d characters. Use %(least)d to %(most)d.")
        facts = {"least": SHORTEST_NAME, "most": LONGEST_NAME, "count": len(name)}
        raise errors.NameRefused(sentence % facts, field="name")
    _check_characters(name)
    _check_scripts(name)
    if is_reserved(name):
        raise errors.NameRefused(_("This name looks like that of a built-in bot. Choose another name."), field="name")
    return name


def _check_characters(name: str) -> None:
    categories = [unicodedata.category(character) for character in name]
    are_allowed = all(
        character.isalnum() or character in _PUNCTUATION or category in _MARKS
        for character, category in zip(name, categories, strict=True)
    )
    if not are_allowed or _INVISIBLE.search(name) or not any(map(str.isalpha, name)):
        raise errors.NameRefused(
            _("Invalid character in the name. Use letters, digits, spaces and - _ . '"), field="name"
        )
    if _WRONG_MARKS.search("".join(category[0] for category in categories)):
        sentence = _("An accent or vowel sign must follow a letter, at most %(most)d on one letter. Remove the others.")
        raise errors.NameRefused(sentence % {"most": MOST_MARKS}, field="name")


def _check_scripts(name: str) -> None:
    """Refuse letters, and marks of one script alone, from scripts that no language mixes."""
    letters = [unicodedata.name(each, "?") for each in name if unicodedata.category(each)[0] in "LM"]
    scripts = {letter.partition(" ")[0] for letter in letters} - {"COMBINING"}  # these marks are of all scripts
    if len(scripts) > 1 and not any(scripts <= system for system in _WRITING_SYSTEMS):
        raise errors.NameRefused(_("The name mixes alphabets. Use the letters of one alphabet."), field="name")


def name_key_of(name: str) -> str:
    """Return what similar names have in common: lower-case letters and digits."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(letter for letter in folded if letter.isalnum())


def check_name_free(name: str, *, exclude: int = 0) -> None:
    """Raise `NameRefused` if another bot has this name or a look-alike. Locks all names in the transaction.

    The bot of the player with the id `exclude` is left out.
    """
    advisory_lock("games.bots.names")
    names = Player.objects.filter(kind=Player.Kind.BOT, merged_into=None).exclude(pk=exclude)
    look, key = bare_look_of(name), name_key_of(name)
    has_look = any(bare_look_of(other) == look for other in names.values_list("name", flat=True))
    bots = [kind.objects.filter(name_key=key).exclude(player=exclude) for kind in (UploadedBot, RemoteBot)]
    if has_look or any(others.exists() for others in bots):
        raise errors.NameRefused(_("Another bot has this name or a similar one. Choose another name."), field="name")
