"""Writes of test matches: authors order them, workers claim, play and store them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from hashlib import sha256
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Sum
from django.db.models.functions import Now
from django.utils.translation import gettext as _
from structlog.contextvars import bind_contextvars

from engine.core import registry
from engine.core.bot import Bot
from engine.core.errors import EngineError
from games.bots.errors import CannotTest, NoSuchVersion, NotNow, TooManyBotTests
from games.bots.jobs import MOST_WAITING, QUEUE, TEST_MATCHES, announce_bot
from games.bots.models import BotTest, BotTestMatch, Comparison, UploadedBot, Version
from games.bots.queries import check_file
from games.bots.services import lock_bots_of, locked_active_bot
from games.bots.test_matches.queries import Opponent, may_play, opponents_for, version_label, version_name
from games.bots.version_slugs import slug_of
from games.bots.versions import FILES_LOCK
from games.matches.queueing import queue_has_space
from games.matches.run_match import MatchSetup, Played, SeatSetup, play_match
from games.matches.strategy_registry import strategy
from games.matches.worker import ShouldStop, Throttled, check_is_urgent, retry_database, work_on_claim
from league.accounts.models import Account
from league.common import jobs
from league.common.jobs import LeaseOptions
from league.common.locks import advisory_lock
from league.common.messages import game_name
from league.common.models import first_or_refuse
from league.common.validators import whole_number

MOST_UNFINISHED: Final = 2  # of one account at a time
MOST_A_DAY: Final = 60
LONGEST_A_DAY: Final = timedelta(minutes=30)  # of workers, for all of them: what is begun is played to its end
MOST_KEPT: Final = 50  # of one bot
DAY: Final = timedelta(days=1)
LARGEST_SEED: Final = 10**15
LONGEST_WORD: Final = 40

TERMS: Final = LeaseOptions(lease=timedelta(seconds=300), attempts=3)  # above what a task may take: no heartbeat
MOST_AT_ONCE: Final = 100

# The test matches of one order are played one after the other.
EARLIER: Final = BotTestMatch.objects.filter(
    bot_test=OuterRef("bot_test"), status=BotTestMatch.Status.WAITING, rotation__lt=OuterRef("rotation")
)
NEXT: Final = BotTestMatch.objects.filter(~Exists(EARLIER), status=BotTestMatch.Status.WAITING)


@dataclass(frozen=True, slots=True, kw_only=True)
class BotTestOrder:
    """An order. Without `number` the active version is tested."""

    game: str
    opponents: Sequence[str]  # keys of `opponents_for`, from the seat after the bot's on
    seed: str
    all_rotations: bool = True
    number: int | None = None


@transaction.atomic
def order_bot_test(*, account: Account, bot: str, order: BotTestOrder) -> BotTest:
    """Order test matches of a version. Raise `NoSuchBot`, `NotNow`, `CannotTest`, `TooManyBotTests`."""
    advisory_lock(FILES_LOCK, is_shared=True)
    uploaded_bot = locked_active_bot(UploadedBot, bot, account)
    version = version_to_test(uploaded_bot, order.number)
    table = _table(uploaded_bot, version, order)
    seed, word = seed_read(order.seed)
    _check_limits(account)
    bot_test = BotTest.objects.create(
        version=version,
        game=order.game,
        opponents=[opponent.strategy for opponent in table],
        names=[version_name(version), *(opponent.name for opponent in table)],
        labels=[version_label(version), *(opponent.label for opponent in table)],
        seat_playouts=[0, *(opponent.playouts for opponent in table)],
        seed=seed,
        word=word,
    )
    rotations = len(table) + 1 if order.all_rotations else 1
    first, *_others = BotTestMatch.objects.bulk_create(
        BotTestMatch(bot_test=bot_test, rotation=number) for number in range(rotations)
    )
    transaction.on_commit(partial(TEST_MATCHES.publish, [first.pk]))
    ended = BotTest.objects.filter(version__bot=uploaded_bot).exclude(
        bot_test_matches__status=BotTestMatch.Status.WAITING
    )
    old = list(ended.order_by("-pk").values_list("pk", flat=True)[MOST_KEPT:])
    BotTest.objects.filter(pk__in=old, created_at__lt=Now() - DAY).delete()  # those of a day are counted
    announce_bot(uploaded_bot.public_id)
    return bot_test


def seed_read(written: str) -> tuple[int, str]:
    """Return the seed, and the word that it was made from if it was no number. Raise `CannotTest`."""
    words = written.strip()
    if (number := whole_number(words, LARGEST_SEED)) is not None:
        return number, ""
    if not words or len(words) > LONGEST_WORD or not words.isprintable():
        sentence = _("Invalid seed. Enter a whole number up to %(most)s, or a word of at most %(length)d letters.")
        raise CannotTest(sentence % {"most": f"{LARGEST_SEED:,}", "length": LONGEST_WORD}, field="seed")
    return int.from_bytes(sha256(words.encode()).digest()[:4], "big"), words


def version_to_test(bot: UploadedBot, number: int | None) -> Version:
    """Return the version of that number, or the active one, if it may play.

    Raise `NoSuchVersion`, `NotNow`, `FileDeleted`.
    """
    versions = bot.versions.defer("source", "files", "log", "attempt_log")
    if number is None:
        refusal = NotNow(_("No version of this bot has passed its check. Upload one that passes."))
        version = first_or_refuse(versions.filter(active=True), refusal)
    else:
        missing = NoSuchVersion(_("This bot has no version with this number."))
        version = first_or_refuse(versions.filter(number=number), missing)
    if version.verdict != Version.Verdict.PASSED:
        raise NotNow(_("This version has not passed its check. Choose one that has."))
    check_file(version)
    version.bot = bot
    return version


def _table(bot: UploadedBot, version: Version, order: BotTestOrder) -> list[Opponent]:
    if order.game not in version.games:
        sentence = _("Version %(number)d does not play this game. Choose from: %(games)s.")
        facts = {"number": version.number, "games": ", ".join(map(game_name, version.games))}
        raise CannotTest(sentence % facts, field="game")
    known = {opponent.key: opponent for group in opponents_for(bot) for opponent in group.opponents}
    if missing := [key for key in order.opponents if key not in known]:
        sentence = _(
            "“%(key)s” is not an opponent. Choose a built-in bot (%(builtin)s), a version of this bot (such as "
            "version:2), or another bot (bot: and its player id). You cannot choose remote bots and paused "
            "bots."
        )
        builtin = ", ".join(key for key, opponent in known.items() if opponent.is_builtin)
        raise CannotTest(sentence % {"key": missing[0][:40], "builtin": builtin}, field="opponents")
    table = [known[key] for key in order.opponents]
    for opponent in table:
        if not may_play(opponent, order.game):
            sentence = _("%(name)s does not play this game. Choose another opponent.")
            raise CannotTest(sentence % {"name": opponent.name}, field="opponents")
    try:
        registry.game(order.game).start(len(table) + 1)
    except EngineError as error:
        raise CannotTest(error.sentence, field="opponents") from error
    return table


def _check_limits(account: Account) -> None:
    lock_bots_of(account)
    own = BotTest.objects.filter(version__bot__player__owner=account)
    if own.filter(bot_test_matches__status=BotTestMatch.Status.WAITING).distinct().count() >= MOST_UNFINISHED:
        sentence = _("You have %(most)d unfinished tests, the maximum. Wait until one finishes.")
        raise TooManyBotTests(sentence % {"most": MOST_UNFINISHED})
    lately = own.filter(created_at__gt=Now() - DAY)
    if lately.count() >= MOST_A_DAY:
        sentence = _("You have used all %(most)d tests of today. Try again tomorrow, or play at home.")  # fmt: skip
        raise TooManyBotTests(sentence % {"most": MOST_A_DAY})
    check_time_of_day(account)


def check_time_of_day(account: Account) -> None:
    """Raise `TooManyBotTests` if the account's tests and comparisons have used the time of a day."""
    if is_time_used(account.pk):
        sentence = _("Your test matches have used all %(minutes)d minutes of today. Try again tomorrow, or play"
                     " at home.")  # fmt: skip
        raise TooManyBotTests(sentence % {"minutes": LONGEST_A_DAY.total_seconds() // 60})


def is_time_used(account: int) -> bool:
    """Return whether workers have spent `LONGEST_A_DAY` on the account's tests and comparisons of the last day."""
    own = {"version__bot__player__owner": account}
    tests = BotTest.objects.filter(**own, created_at__gt=Now() - DAY)
    comparisons = Comparison.objects.filter(**own, started_at__gt=Now() - DAY)
    spent = (
        tests.aggregate(time=Sum("bot_test_matches__held_for"))["time"],
        comparisons.aggregate(time=Sum("held_for"))["time"],
    )
    return sum((time for time in spent if time), start=timedelta()) >= LONGEST_A_DAY


def claim_bot_test_match(*, bot_test_match_id: int) -> BotTestMatch | None:
    """Claim the match if it is free and the next of its test; else None."""
    return TEST_MATCHES.claim(NEXT.filter(pk=bot_test_match_id), TERMS)


def setup_of(match: BotTestMatch) -> MatchSetup:
    """Return the setup of the match."""
    bot_test, turn = match.bot_test, match.rotation
    strategies = [slug_of(bot_test.version.public_id), *bot_test.opponents]
    playouts = bot_test.seat_playouts or [bot_test.playouts] * len(strategies)
    seat_setups = [SeatSetup(number, *seat) for number, seat in enumerate(zip(strategies, playouts, strict=True))]
    return MatchSetup(
        game=bot_test.game,
        options={},
        seats=tuple(seat_setups[turn:] + seat_setups[:turn]),
        secret=b"",
        rotation=turn,
        names=tuple(bot_test.labels[turn:] + bot_test.labels[:turn]),
        seed=bot_test.seed,
    )


@transaction.atomic
def finish_bot_test_match(*, claim: BotTestMatch, played: Played) -> bool:
    """Store the match, and enqueue the next one on commit; False when the lease was lost."""
    report = next(seat_report for seat_report in played.reports if seat_report.seat == claim.seat)
    facts: dict[str, Any] = {
        "record": played.text,
        "points": list(played.points),
        "places": list(played.places),
        "faults": list(played.faults),
        **{name: fact for name, fact in report._asdict().items() if name != "seat"},
    }
    if not jobs.finish(BotTestMatch, claim, status=BotTestMatch.Status.DONE, token=None, finished_at=Now(), **facts):
        return False
    _publish_next(claim.id)
    announce_bot(claim.bot_test.version.bot.public_id)
    return True


@transaction.atomic
def fail_bot_test_match(*, claim: BotTestMatch, cause: str) -> None:
    """Release it to another attempt; after the last it fails. The cause is for site admins."""
    match = TEST_MATCHES.fail(claim, cause, TERMS)
    if match is not None and match.status == BotTestMatch.Status.DEAD:
        _publish_next(match.pk)


def sweep_bot_test_matches() -> int:
    """Fail what used up its attempts, queue again what was lost, and return how many were queued."""
    most = MOST_AT_ONCE if queue_has_space(QUEUE, MOST_WAITING) else 0
    _given_up, sent = TEST_MATCHES.sweep(NEXT.only("pk"), TERMS, most=most)
    return sent


def _publish_next(bot_test_match_id: int) -> None:
    waiting = NEXT.filter(bot_test__bot_test_matches=bot_test_match_id).values_list("pk", flat=True)
    transaction.on_commit(partial(TEST_MATCHES.publish, list(waiting)))


def play_bot_test_match(
    bot_test_match: int, *, find: Callable[[str], Bot] = strategy, should_stop: ShouldStop = check_is_urgent
) -> bool:
    """Play the match if it is free, and return whether it was stored.

    When `should_stop` returns True, the match is released.
    """
    claim = retry_database(partial(claim_bot_test_match, bot_test_match_id=bot_test_match))
    if claim is None:
        return False
    bind_contextvars(bot_test_match=claim.id)

    def release() -> None:
        jobs.release(BotTestMatch, claim)
        announce_bot(claim.bot_test.version.bot.public_id)

    return work_on_claim(
        partial(play_match, setup_of(claim), find=find, stop=Throttled(should_stop)),
        finish=lambda played: finish_bot_test_match(claim=claim, played=played),
        fail=lambda cause: fail_bot_test_match(claim=claim, cause=cause),
        release=release,
    )
