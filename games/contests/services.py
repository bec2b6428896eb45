"""Writes of contests: create, change and cancel them, enter and withdraw bots. `by=None` is the site itself."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.core import registry
from engine.core.errors import EngineError
from games.bots.eligibility import plays
from games.bots.models import BuiltinBot, RemoteBot, UploadedBot
from games.bots.remote.queries import own_bot_of_either_kind
from games.contests.errors import ContestRefused, EntryRefused, NoSuchContest, TooLate, TooManyContests
from games.contests.models import Contest, Entry
from games.contests.queries import contest_at
from games.matches.queueing import cost_of
from games.matches.services import LARGEST_COST
from league.accounts.models import Account, Player
from league.accounts.services.notifications import notify
from league.clubs.errors import NotYours
from league.clubs.models import Club
from league.clubs.permissions import rights_of
from league.common.live import announce
from league.common.models import first_or_refuse

MOST_UNFINISHED: Final = 5  # contests of a club
MOST_BLOCKS: Final = 200
MOST_ENTRIES: Final = 100
LONGEST_PACE: Final = 24 * 60  # minutes between two reveals
LONGEST_NAME: Final = 80
LONGEST_WORDS: Final = 2_000
FURTHEST: Final = timedelta(days=366)  # until submissions close

SUBJECTS = {
    "closed": gettext_noop("Moothill: the final of %(contest)s is being played"),
    "called_off": gettext_noop("Moothill: %(contest)s is cancelled"),
    "over": gettext_noop("Moothill: %(contest)s is finished"),
    "absent": gettext_noop("Moothill: your bot misses matches of %(contest)s"),
}


def require_organiser(account: Account | None, club: Club) -> None:
    """Raise `NotYours` unless the account organises in the club."""
    if account is not None and not rights_of(account, club).organise:
        raise NotYours(_("Only organisers of %(club)s can do this. Ask an organiser.") % {"club": club})


def locked_contest(public_id: str) -> Contest:
    """Return the contest, locked until the transaction ends. Raise `NoSuchContest`."""
    rows = Contest.objects.select_for_update(of=("self",)).select_related("club").filter(public_id=public_id)
    return first_or_refuse(rows, NoSuchContest(_("There is no contest at this address.")))


def locked_for_organiser(public_id: str, account: Account | None) -> Contest:
    """Return the locked contest for an organiser. Raise `NoSuchContest` for one they may not see, and `NotYours`."""
    if account is not None:
        require_organiser(account, contest_at(public_id, account).club)
    return locked_contest(public_id)


def require_open(contest: Contest) -> None:
    """Raise `TooLate` unless bots may still enter; after the closing date too, before a worker closes it."""
    if contest.state != Contest.State.OPEN or contest.is_due:
        raise TooLate(_("This contest is closed. Choose an open contest."))


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Settings that can change while a contest is open. `pace` is in minutes; 0 reveals each deal once it is played."""

    name: str
    closes_at: datetime
    blocks: int
    pace: int
    admits_remote: bool = True
    words: str = ""


@transaction.atomic
def make_contest(*, club: Club, by: Account | None, game: str, seats: int, plan: Plan) -> Contest:
    """Create a contest. Raise `NotYours`, `ContestRefused` with the field at fault, and `TooManyContests`."""
    require_organiser(by, club)
    try:
        registry.game(game).start(seats, {})
    except EngineError as error:
        raise ContestRefused(error.sentence, field="seats" if game in registry.games() else "game") from error
    Club.objects.select_for_update().get(pk=club.pk)
    if club.contests.filter(over_at=None, called_off_at=None).count() >= MOST_UNFINISHED:  # a final is many matches
        sentence = _("%(club)s already has %(most)d contests, the maximum at one time. Wait until one is finished.")
        raise TooManyContests(sentence % {"club": club, "most": MOST_UNFINISHED})
    return Contest.objects.create(club=club, made_by=by, game=game, seats=seats, **_valid_fields(plan))


@transaction.atomic
def change_contest(*, contest: str, by: Account, plan: Plan) -> Contest:
    """Change an open contest. Raise `NoSuchContest`, `NotYours`, `TooLate`, `ContestRefused`."""
    row = locked_for_organiser(contest, by)
    require_open(row)
    fields = _valid_fields(plan)
    for name, value in fields.items():
        setattr(row, name, value)
    row.save(update_fields=list(fields))
    announce(row.topic)
    return row


@transaction.atomic
def call_off(*, contest: str, by: Account, reason: str) -> Contest:
    """Cancel it before its final begins, and write to its bot authors. Idempotent. Raise `NotYours`, `TooLate`."""
    row = locked_for_organiser(contest, by)
    if row.state == Contest.State.CALLED_OFF:
        return row
    if row.state != Contest.State.OPEN:
        raise TooLate(_("The final has started and cannot be changed or cancelled."))
    end_without_result(row, reason.strip()[:400] or _("The organisers have cancelled this contest."))
    return row


def end_without_result(contest: Contest, reason: str) -> None:
    """Cancel a locked contest, and send mail to every bot author in it."""
    contest.called_off_at, contest.called_off_because = timezone.now(), reason
    contest.save(update_fields=["called_off_at", "called_off_because"])
    write_to_owners(contest, "called_off")
    announce(contest.topic)


def _valid_fields(plan: Plan) -> dict[str, object]:
    name = " ".join(plan.name.split())
    if not 3 <= len(name) <= LONGEST_NAME:
        sentence = _("The name needs 3 to %(most)d characters.") % {"most": LONGEST_NAME}
        raise ContestRefused(sentence, field="name")
    if not 1 <= plan.blocks <= MOST_BLOCKS:
        sentence = _("A final has 1 to %(most)d deals.") % {"most": MOST_BLOCKS}
        raise ContestRefused(sentence, field="blocks")
    if not 0 <= plan.pace <= LONGEST_PACE:
        sentence = _("Enter 0 to %(most)d minutes between two reveals.") % {"most": LONGEST_PACE}
        raise ContestRefused(sentence, field="pace")
    if not timezone.now() < plan.closes_at < timezone.now() + FURTHEST:
        raise ContestRefused(_("Enter a closing date in the future, within one year."), field="closes_at")
    return asdict(plan) | {"name": name, "words": plan.words.strip()[:LONGEST_WORDS]}


@transaction.atomic
def enter(*, contest: str, account: Account, bot: str) -> Entry:
    """Enter a bot of the account. Idempotent. The version of an uploaded one is fixed when submissions close.

    Raise `NoSuchContest`, `NoSuchBot`, `TooLate`, `EntryRefused`.
    """
    contest_at(contest, account)
    row = locked_contest(contest)
    require_open(row)
    own = own_bot_of_either_kind(bot, account)
    entered = row.entries.select_related("player__remote_bot").filter(owner=account).first()
    if entered is not None and entered.player_id == own.player_id:
        return entered
    if entered is not None:
        sentence = _("You have already entered %(bot)s. Withdraw it to enter another bot.")
        raise EntryRefused(sentence % {"bot": entered.player.name})
    if reason := why_not(own, row):
        raise EntryRefused(reason)
    return _add_entry(row, own.player, account)


@transaction.atomic
def withdraw(*, contest: str, account: Account) -> None:
    """Withdraw the account's bot, even if they may not see the club any more. Idempotent. Raise `TooLate`."""
    if not Entry.objects.filter(contest__public_id=contest, owner=account).exists():
        contest_at(contest, account)
    row = locked_contest(contest)
    require_open(row)
    row.entries.filter(owner=account).delete()
    announce(row.topic)


@transaction.atomic
def add_builtin_bot(*, contest: str, by: Account | None, player: str) -> Entry:
    """Enter a built-in bot. Idempotent. Raise `NoSuchContest`, `NotYours`, `TooLate`, `EntryRefused`."""
    row = locked_for_organiser(contest, by)
    require_open(row)
    builtin = BuiltinBot.objects.select_related("player").filter(player__public_id=player).first()
    if builtin is None or not plays(builtin.strategy, row.game):
        raise EntryRefused(_("There is no such built-in bot for this game. Choose another bot."))
    if cost_of([builtin.playouts] * row.seats, 0) > LARGEST_COST:
        sentence = _("%(bot)s takes too long for a final. Choose a bot that searches less.")
        raise EntryRefused(sentence % {"bot": builtin.player.name})
    entered = row.entries.filter(player=builtin.player).first()
    return entered or _add_entry(row, builtin.player, None)


def withdraw_bots_of(account: Account) -> None:
    """Withdraw the bots of a deleted account from open contests. In a final a bot without its file fails."""
    for entry in Entry.objects.filter(owner=account, contest__closed_at=None).select_related("contest"):
        entry.delete()
        announce(entry.contest.topic)


def why_not(bot: UploadedBot | RemoteBot, contest: Contest) -> str:
    """Return why a bot may not play in the contest now; "" where it may."""
    if bot.retired_at is not None:
        return _("%(bot)s is retired. Enter another bot.") % {"bot": bot}
    if bot.paused_at is not None:
        return _("%(bot)s is paused. Resume it first.") % {"bot": bot}
    if isinstance(bot, RemoteBot):
        return _why_not_remote(bot, contest)
    if not bot.versions.filter(active=True, games__contains=[contest.game]).exists():
        return _("No version of %(bot)s that passed its check plays this game. Upload one first.") % {"bot": bot}
    return ""


def _why_not_remote(bot: RemoteBot, contest: Contest) -> str:
    if not contest.admits_remote:
        return _("%(bot)s is a remote bot, and this contest admits none. Enter an uploaded bot.") % {"bot": bot}
    if contest.game not in bot.games:
        return _("%(bot)s does not play this game. Enter another bot.") % {"bot": bot}
    return ""


def _add_entry(contest: Contest, player: Player, owner: Account | None) -> Entry:
    if contest.entries.count() >= MOST_ENTRIES:
        sentence = _("This contest is full: %(most)d bots have entered.")
        raise EntryRefused(sentence % {"most": MOST_ENTRIES})
    entry = Entry.objects.create(contest=contest, player=player, owner=owner)
    announce(contest.topic)
    return entry


def write_to_owners(contest: Contest, occasion: str, entries: QuerySet[Entry] | None = None) -> None:
    """Write once on this occasion (a key of `SUBJECTS`) to the owners of the entries, by default of all."""
    link = settings.SITE_ADDRESS + reverse("contests:contest", args=[contest.public_id])
    entries = contest.entries.all() if entries is None else entries
    entries = entries.filter(owner__isnull=False).select_related("owner", "player")
    entered = {entry.owner: entry for entry in entries if entry.owner is not None}

    def subject(_owner: Account) -> str:
        return _(SUBJECTS[occasion]) % {"contest": contest.name}

    def facts(owner: Account) -> dict[str, object]:
        return {"contest": contest, "entry": entered[owner], "address": link}

    notify(entered, "contest", subject, f"contests/mail/{occasion}.txt", facts, once=f"{contest.public_id}:{occasion}")


@contextmanager
def in_the_language_of(contest: Contest) -> Iterator[None]:
    """Activate the language of the account that created the contest, for messages that are stored."""
    with translation.override(contest.made_by.language if contest.made_by else settings.LANGUAGE_CODE):
        yield
