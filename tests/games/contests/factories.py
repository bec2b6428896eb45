"""Contests for tests: Morag organises, others enter bots, and workers play without a sandbox."""

from datetime import timedelta

from django.utils import timezone

from games.bots.models import BuiltinBot, UploadedBot
from games.bots.services import ensure_builtin_bots
from games.contests.closing import close_contests
from games.contests.final import queue_deals
from games.contests.models import Contest
from games.contests.services import Plan, add_builtin_bot, enter, make_contest
from games.matches.models import Match
from games.matches.worker import run_batch
from league.accounts.models import Account, Player
from league.accounts.services.players import make_bot_player
from league.clubs.models import Club
from tests.games.bots.factories import GAME, author, bot_by, passed
from tests.games.factories import TERMS


def plan(**changed: object) -> Plan:
    """Three deals, told as soon as they are played; it closes in an hour."""
    given: dict[str, object] = {"name": "Bots' cup", "closes_at": timezone.now() + timedelta(hours=1), "blocks": 3}
    return Plan(**(given | {"pace": 0} | changed))  # type: ignore[arg-type]  # a test's choices


def contest_of(club: Club, **changed: object) -> Contest:
    """A contest of the club that is open."""
    return make_contest(club=club, by=None, game=GAME, seats=2, plan=plan(**changed))


def house_of(contest: Contest, by: Account, *strategies: str) -> None:
    """Add these built-in bots to the contest."""
    ensure_builtin_bots()
    for strategy in strategies:
        player = BuiltinBot.objects.select_related("player").filter(strategy=strategy).earliest("playouts").player
        add_builtin_bot(contest=contest.public_id, by=by, player=player.public_id)


def many_of(contest: Contest, by: Account, many: int) -> list[Player]:
    """As many wanderers as that, each under a name of its own, play along."""
    made = [make_bot_player(name=f"Wanderer the {number} of Ardlui and Inverarnan") for number in range(1, many + 1)]
    BuiltinBot.objects.bulk_create(
        BuiltinBot(player=player, strategy="wanderer", playouts=number) for number, player in enumerate(made, start=1)
    )
    for player in made:
        add_builtin_bot(contest=contest.public_id, by=by, player=player.public_id)
    return made


def owner_of(bot: UploadedBot) -> Account:
    """Whose it is."""
    assert bot.player.owner is not None
    return bot.player.owner


def entered(contest: Contest, owner: str, bot: str) -> UploadedBot:
    """Somebody's bot, entered."""
    account = author(owner)
    found = passed(bot_by(account, bot)).bot
    enter(contest=contest.public_id, account=account, bot=found.public_id)
    return found


def closed(contest: Contest) -> Contest:
    """The contest after its time has come."""
    Contest.objects.filter(pk=contest.pk).update(closes_at=timezone.now())
    close_contests()
    queue_deals()
    return Contest.objects.get(pk=contest.pk)


def play() -> None:
    """Play the queued matches of built-in bots and the deals that follow, as a worker does."""
    queued = Match.objects.filter(status=Match.Status.QUEUED, needs_sandbox=False)
    while ids := list(queued.values_list("pk", flat=True)):
        run_batch(ids, terms=TERMS)
        queue_deals()
