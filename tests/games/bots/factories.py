"""Morag uploads bots, and a worker checks them."""

import json
import time
from dataclasses import dataclass

from django.utils import timezone

from engine.core import registry
from engine.core.bot import Bot
from engine.sandbox import bare
from engine.sandbox.seat import SeatedBot
from engine.sandbox.validation import reason_of, trials
from games.bots.comparisons.services import ComparisonOrder, order_comparison, play_comparison
from games.bots.jobs import TERMS
from games.bots.models import BotTest, Comparison, Version
from games.bots.test_matches.services import BotTestOrder, order_bot_test, play_bot_test_match
from games.bots.uploads import content_of
from games.bots.version_checks import check_version_in_turn, claim_version, finish_check
from games.bots.version_slugs import slug_of
from games.bots.versions import make_bot, upload_version
from games.matches.claims import Finish, claim_matches, finish_matches
from games.matches.models import Match, SeatReport
from games.matches.queueing import LeaseSettings
from games.matches.run_match import SeatSetup, play_match
from games.matches.services import BlockOrder, all_rotations, create_blocks
from games.matches.strategy_registry import Table, UploadedStrategy, strategy
from league.accounts.models import Account, Player
from league.accounts.services.players import make_bot_player
from league.common.redis_client import broker
from league.common.sandboxes import BY_WORKER
from tests.engine.sandbox.programs import WANDERING
from tests.factories import account_of

GAME = "kings-kilt"
MATCH_TERMS = LeaseSettings()


def a_sandbox_holds_at(worker: str) -> None:
    """Record that a worker can run programs."""
    broker().hset(BY_WORKER, worker, json.dumps(["launcher", [], time.time()]))


def nothing_holds_at(worker: str) -> None:
    """Record that a worker cannot run programs."""
    broker().hset(BY_WORKER, worker, json.dumps(["", ["Launcher: this kernel has no Landlock."], time.time()]))


def author(name: str = "Morag") -> Account:
    """Somebody whose mail address is confirmed."""
    account = account_of(name)
    account.email_confirmed_at = timezone.now()
    account.save()
    return account


def bot_by(
    account: Account, name: str = "Grouse", *, source: bytes = WANDERING, games: tuple[str, ...] = (GAME,)
) -> Version:
    """A new bot with its first version."""
    return make_bot(account=account, name=name, games=games, source=source)


def another(version: Version, source: bytes, *, games: tuple[str, ...] = (GAME,)) -> Version:
    """The next version of its bot, by its owner."""
    owner = version.bot.player.owner
    assert owner is not None
    return upload_version(account=owner, bot=version.bot.public_id, games=games, source=source)


def checked(version: Version) -> Version:
    """The same version, once a worker has checked it in the sandbox of this machine."""
    check_version_in_turn(terms=TERMS)
    return Version.objects.get(pk=version.pk)


def passed(version: Version) -> Version:
    """The same version as if a worker had let it pass, for tests that need no sandbox."""
    Version.objects.filter(bot=version.bot).update(active=False)
    Version.objects.filter(pk=version.pk).update(verdict="passed", active=True, checked_at=timezone.now())
    return Version.objects.get(pk=version.pk)


def undecided(version: Version) -> Version:
    """Return the version as if the server had failed during each of its checks."""
    Version.objects.filter(pk=version.pk).update(verdict="undecided", attempt=TERMS.attempts, active=False)
    return Version.objects.get(pk=version.pk)


def checked_bare(version: Version) -> Version:
    """The same version, checked in a process without layers: for pages, and only for files of the tests."""
    claim = claim_version(version_id=version.pk, terms=TERMS)
    assert claim is not None
    finish_bare(claim)
    return Version.objects.get(pk=version.pk)


def finish_bare(claim: Version) -> None:
    """Check a claimed version as a worker does, without a sandbox."""
    tried = list(trials(content_of(claim.public_id), games=claim.games, start=bare.start, secret=b"a check"))
    finish_check(claim=claim, results=tried, reason=reason_of(tried[-1]))


def match_of(version: Version, *, kind: str = "", log: str = "") -> Match:
    """Return a match of its bot. A built-in bot played for it; the report looks as if the program had."""
    return match_of_player(version.bot.player, kind=kind, log=log)


def match_of_player(player: Player, *, kind: str = "", log: str = "") -> Match:
    """The same of a bot, uploaded or remote, by its player."""
    other = make_bot_player(name="Wanderer")
    seat_setups = (SeatSetup(player.pk, "wanderer", 0), SeatSetup(other.pk, "wanderer", 0))
    block, *_ = create_blocks(orders=[BlockOrder(game="lords-of-scotland", rotations=all_rotations(seat_setups))])
    claims = claim_matches(ids=list(block.matches.values_list("pk", flat=True)), terms=MATCH_TERMS)
    for claim in claims:
        played = play_match(claim.setup)
        assert played is not None
        finish_matches(finishes=[Finish(claim, played)], terms=MATCH_TERMS)
    match = block.matches.get(rotation=0)
    SeatReport.objects.create(match=match, seat=0, kind=kind, log=log, decisions=7, slowest_ms=12, spent_ms=50)
    return match


def match_between(first: Version, second: Version) -> int:
    """The match of two programs, enqueued; the first is the first to move."""
    seat_setups = tuple(SeatSetup(each.bot.player_id, slug_of(each.public_id), 0) for each in (first, second))
    block, *_ = create_blocks(orders=[BlockOrder(game=GAME, rotations=all_rotations(seat_setups)[:1])])
    return block.matches.get().pk


def finished_test(version: Version, *opponents: str, seed: str = "7") -> BotTest:
    """A test of the version, which plays every match in a process without layers: only for files of the tests."""
    owner = version.bot.player.owner
    assert owner is not None
    game = registry.game(version.games[0])
    table = opponents or ("wanderer",) * (game.min_seats - 1)
    order = BotTestOrder(game=game.slug, opponents=table, seed=seed, number=version.number)
    bot_test = order_bot_test(account=owner, bot=version.bot.public_id, order=order)
    for match in bot_test.bot_test_matches.order_by("rotation"):
        assert play_bot_test_match(match.pk, find=bare_bot)
    return BotTest.objects.get(pk=bot_test.pk)


def ordered_comparison(version: Version, /, opponent: str = "wanderer", **more: int | str) -> Comparison:
    """A comparison that the bot's owner ordered: two deals for two, unless `more` says something else."""
    owner = version.bot.player.owner
    assert owner is not None
    facts: dict[str, object] = {"game": GAME, "seats": 2, "deals": 2, "version": version.number, **more}
    order = ComparisonOrder(opponent=opponent, **facts)  # type: ignore[arg-type]  # by name
    return order_comparison(account=owner, bot=version.bot.public_id, order=order)


def finished_comparison(version: Version, opponent: str = "wanderer") -> Comparison:
    """One whose games are all played, in a process without layers."""
    comparison = ordered_comparison(version, opponent, deals=1)
    while play_comparison(comparison.pk, find=bare_bot):
        pass
    return Comparison.objects.get(pk=comparison.pk)


@dataclass(slots=True, kw_only=True)
class Bare(UploadedStrategy):
    """A program that is run as its author would run it."""

    def seated(self, table: Table) -> SeatedBot:
        """The bot for one match."""
        return SeatedBot(self.source(), game=table.game, start=bare.start, slug=self.slug)


def bare_bot(slug: str) -> Bot:
    """The bot of that strategy; a program of somebody's without layers around it."""
    found = strategy(slug)
    if isinstance(found, UploadedStrategy):
        return Bare(slug=found.slug, games=found.games, source=found.source)
    return found
