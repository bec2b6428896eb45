"""Owners enter a bot and withdraw it while a contest is open; organisers let bots of the house play along."""

from django.db import transaction
from django.utils.translation import gettext as _

from games.bots.models import HouseBot, UploadedBot
from games.bots.selectors import own_bot, plays
from games.contests.errors import EntryRefused
from games.contests.limits import MOST_ENTRIES
from games.contests.models import Contest, Entry
from games.contests.selectors import contest_at
from games.contests.services.holding import held, held_by_organiser, require_open
from games.matches.batches import cost_of
from games.matches.services.blocks import LARGEST_COST
from league.members.models import Account, Player
from league.shared.live import announce


@transaction.atomic
def enter(*, contest: str, account: Account, bot: str) -> Entry:
    """Enter an uploaded bot of the account; twice is harmless. Which version plays is settled when it closes.

    Raises `NoSuchContest`, `NoSuchBot`, `TooLate`, `EntryRefused`.
    """
    contest_at(contest, account)
    found = held(contest)
    require_open(found)
    own = own_bot(bot, account)
    entered = found.entries.select_related("player").filter(owner=account).first()
    if entered is not None and entered.player_id == own.player_id:
        return entered
    if entered is not None:
        sentence = _("You have already entered %(bot)s. Withdraw it to enter another bot.")
        raise EntryRefused(sentence % {"bot": entered.player.name})
    if because := why_not(own, found.game):
        raise EntryRefused(because)
    return _entered(found, own.player, account)


@transaction.atomic
def withdraw(*, contest: str, account: Account) -> None:
    """Take the account's bot out again, also by one who lost sight of the club; without one nothing happens.

    Raises `NoSuchContest`, `TooLate`.
    """
    if not Entry.objects.filter(contest__public_id=contest, owner=account).exists():
        contest_at(contest, account)
    found = held(contest)
    require_open(found)
    found.entries.filter(owner=account).delete()
    announce(found.topic)


@transaction.atomic
def add_house_bot(*, contest: str, by: Account | None, player: str) -> Entry:
    """Let a bot of the house play along; twice is harmless.

    Raises `NoSuchContest`, `NotYours`, `TooLate`, `EntryRefused`.
    """
    found = held_by_organiser(contest, by)
    require_open(found)
    house = HouseBot.objects.select_related("player").filter(player__public_id=player).first()
    if house is None or not plays(house.strategy, found.game):
        raise EntryRefused(_("There is no such built-in bot for this game. Choose another bot."))
    if cost_of([house.playouts] * found.seats, 0) > LARGEST_COST:
        sentence = _("%(bot)s takes too long for a final. Choose a bot that searches less.")
        raise EntryRefused(sentence % {"bot": house.player.name})
    entered = found.entries.filter(player=house.player).first()
    return entered or _entered(found, house.player, None)


def withdraw_for_good(account: Account) -> None:
    """Take the bots of an account that is deleted out of what is open. In a finale a bot whose file is gone fails."""
    for entry in Entry.objects.filter(owner=account, contest__closed_at=None).select_related("contest"):
        entry.delete()
        announce(entry.contest.topic)


def why_not(bot: UploadedBot, game: str) -> str:
    """Why a bot may not play the game now, in a sentence; empty where it may."""
    if bot.retired_at is not None:
        return _("%(bot)s is retired. Enter another bot.") % {"bot": bot}
    if bot.paused_at is not None:
        return _("%(bot)s is paused. Resume it first.") % {"bot": bot}
    if not bot.versions.filter(active=True, games__contains=[game]).exists():
        return _("No version of %(bot)s that passed its check plays this game. Upload one first.") % {"bot": bot}
    return ""


def _entered(contest: Contest, player: Player, owner: Account | None) -> Entry:
    if contest.entries.count() >= MOST_ENTRIES:
        sentence = _("This contest is full: %(most)d bots have entered.")
        raise EntryRefused(sentence % {"most": MOST_ENTRIES})
    entry = Entry.objects.create(contest=contest, player=player, owner=owner)
    announce(contest.topic)
    return entry
