"""Checks of uploaded versions: workers claim a version, play trial matches in the sandbox and store the verdict."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from time import monotonic

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db import connection, transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _
from structlog.contextvars import bind_contextvars

from engine.notation import to_text
from engine.sandbox.limits import Limits
from engine.sandbox.tiers import working_tier
from engine.sandbox.validation import BUILTIN_BOT, MATCHES, SECONDS, reason_of, shared_limits, trials
from engine.sandbox.validation import Trial as TrialResult
from games.bots.errors import NotNow
from games.bots.jobs import CHECKS, MOST_WAITING, QUEUE, CheckSettings, announce_bot
from games.bots.models import Recheck, Trial, UploadedBot, Version
from games.bots.queries import check_file, version_of
from games.bots.services import locked_active_bot
from games.bots.uploads import content_of
from games.bots.versions import check_daily_limit, make_active
from games.matches.queueing import queue_has_space
from games.matches.worker import retry_database, work_on_claim
from league.accounts.models import Account
from league.common.sandboxes import probe_sandbox

log = structlog.get_logger(__name__)


Verdict = Version.Verdict

IN_TURN = """
SELECT version.id FROM bots_version AS version
JOIN bots_uploadedbot AS bot ON bot.id = version.bot_id
JOIN accounts_player AS player ON player.id = bot.player_id
WHERE version.verdict = 'waiting' AND version.attempt < %(attempts)s
  AND (version.token IS NULL OR version.lease_until < clock_timestamp())
ORDER BY (
    SELECT max(CASE WHEN other.token IS NULL THEN other.checked_at ELSE 'infinity' END)
    FROM bots_version AS other
    JOIN bots_uploadedbot AS its_bot ON its_bot.id = other.bot_id
    JOIN accounts_player AS its_player ON its_player.id = its_bot.player_id
    WHERE its_player.owner_id = player.owner_id AND (other.token IS NOT NULL OR other.checked_at IS NOT NULL)
) NULLS FIRST, version.id
LIMIT 1
FOR NO KEY UPDATE OF version SKIP LOCKED
"""

MOST_AT_ONCE = 100

PlayTrials = Callable[[Version], Iterator[TrialResult]]


def claim_version(*, version_id: int, terms: CheckSettings) -> Version | None:
    """Claim the version if it is free; None when it is claimed, or has its verdict."""
    return CHECKS.claim(Version.objects.filter(pk=version_id), terms)


@transaction.atomic
def claim_in_turn(*, terms: CheckSettings) -> Version | None:
    """Claim a version of the owner whose last check is longest ago, skipping locked rows.

    Each message triggers one check of any version: owners take turns, however many files one of them sends.
    """
    with connection.cursor() as cursor:
        cursor.execute(IN_TURN, {"attempts": terms.attempts})
        row = cursor.fetchone()
    return claim_version(version_id=row[0], terms=terms) if row else None


def _undecided_message() -> str:
    return _(
        "The check did not finish within a minute, several times. The server was busy, or the bot waits without"
        " computing. Repeat the check, or upload a faster version."
    )


@transaction.atomic
def finish_check(*, claim: Version, results: Sequence[TrialResult], reason: str) -> bool:
    """Store the verdict with its matches; a passed version becomes active, unless a later one is.

    Of a bot that was retired meanwhile only the verdict is stored. Return False when the lease was lost. Idempotent.
    """
    bot = UploadedBot.objects.select_for_update().get(pk=claim.bot_id)
    version = bot.versions.filter(pk=claim.id, token=claim.token).first()
    if version is None:
        return False
    version.verdict = Verdict.REFUSED if reason else Verdict.PASSED
    version.reason, version.log = reason, "" if bot.retired_at else results[-1].log
    version.token = version.lease_until = None
    version.checked_at = Now()
    version.save(update_fields=["verdict", "reason", "log", "token", "lease_until", "checked_at"])
    if bot.retired_at is None:
        version.trials.all().delete()
        Trial.objects.bulk_create(_trial(version, result) for result in results)
        if not reason and not bot.versions.filter(active=True, number__gt=version.number).exists():
            make_active(bot, version)
    announce_bot(bot.public_id)
    return True


def _trial(version: Version, result: TrialResult) -> Trial:
    outcome = result.record.outcome
    return Trial(
        version=version,
        game=result.game,
        number=result.number,
        opponent=BUILTIN_BOT,
        seat=result.seat,
        record=to_text(result.record),
        points=list(outcome.points) if outcome else [],
        places=list(outcome.places) if outcome else [],
        fault=result.fault.kind if result.fault else "",
        decisions=result.decisions,
        slowest_ms=round(result.slowest * 1000),
        spent_ms=round(result.spent * 1000),
    )


def sweep_versions(*, terms: CheckSettings) -> int:
    """Queue again what was lost, as far as there is room, and return how many were queued."""
    most = MOST_AT_ONCE if queue_has_space(QUEUE, MOST_WAITING) else 0
    given_up, sent = CHECKS.sweep(Version.objects.only("pk"), terms, most=most, reason=_undecided_message())
    for version in given_up:
        log.error("the last attempt to check a version failed", bot=version.bot.public_id, attempts=terms.attempts)
    return sent


def check_again(*, versions: Iterable[Version]) -> int:
    """Give undecided versions new attempts, and return how many."""
    undecided = Version.objects.filter(verdict=Verdict.UNDECIDED, file_deleted_at=None)
    undecided = undecided.filter(pk__in=[version.pk for version in versions])
    return CHECKS.try_again(undecided.select_related("bot").only("bot__public_id"), reason="")


@transaction.atomic
def recheck_version(*, account: Account, bot: str, number: int) -> Version:
    """Have this version checked again, which counts as an upload. Idempotent while it waits.

    Raise `NoSuchBot`, `NotConfirmed`, `TooManyUploads`, `FileDeleted`, and `NotNow` for one that has its verdict.
    """
    version = version_of(locked_active_bot(UploadedBot, bot, account), number)
    if version.is_waiting:
        return version
    if version.verdict != Version.Verdict.UNDECIDED:
        raise NotNow(_("This version has been checked. To check a change, upload a new version."))
    check_file(version)
    check_daily_limit(account)
    Recheck.objects.create(version=version)
    check_again(versions=[version])
    version.refresh_from_db(fields=["verdict", "reason"])
    return version


class OutOfTime(Exception):
    """The matches took longer than a check may, though no single move did."""


def play_trials(claim: Version) -> Iterator[TrialResult]:
    """Play the trials of a version, the same at each attempt; a later attempt gives them less time."""
    secret = sha256(claim.public_id.encode()).digest()
    seconds = seconds_of(claim)
    return trials(
        content_of(claim.public_id), games=claim.games, start=working_tier().start, secret=secret, seconds=seconds
    )


def seconds_of(claim: Version) -> float:
    """Return the CPU time of a bot in this attempt: half of the attempt before."""
    return SECONDS * 0.5 ** (claim.attempt - 1)


def check_version_in_turn(*, terms: CheckSettings, play: PlayTrials = play_trials) -> bool:
    """Check the version whose turn it is, if there is a sandbox; return whether a verdict was stored."""
    if not probe_sandbox().holds:
        return False
    claim = retry_database(partial(claim_in_turn, terms=terms))
    if claim is None:
        return False
    bind_contextvars(version=claim.public_id)

    def play_in_time() -> list[TrialResult]:
        results = _in_time(play(claim), claim, terms)
        _refuse_unfair_timeout(claim, results[-1])
        return results

    return work_on_claim(
        play_in_time,
        finish=lambda results: finish_check(claim=claim, results=results, reason=reason_of(results[-1])),
        fail=lambda cause: CHECKS.fail(claim, cause, terms, reason=_undecided_message()),
    )


def _in_time(trials: Iterator[TrialResult], claim: Version, terms: CheckSettings) -> list[TrialResult]:
    """Play as many trials as the time allows, at least one of each game. Raise `OutOfTime` where that is too much."""
    start = last = monotonic()
    results: list[TrialResult] = []
    longest = 0.0
    with suppress(SoftTimeLimitExceeded):  # then the match that was being played does not count
        for result in trials:
            results.append(result)
            now = monotonic()
            longest, last = max(longest, now - last), now
            if now + longest * _is_enough(results, claim) > start + terms.seconds:
                break
    if not _is_enough(results, claim):
        raise OutOfTime(f"{len(results)} matches took {monotonic() - start:.0f} s, and not every game was played.")
    return results


def _is_enough(results: Sequence[TrialResult], claim: Version) -> bool:
    """Return whether a verdict is possible: the bot failed, or played each of its games once."""
    return bool(results) and (results[-1].fault is not None or {trial.game for trial in results} == set(claim.games))


def _refuse_unfair_timeout(claim: Version, last: TrialResult) -> None:
    """Raise `OutOfTime` where the bot failed for want of time that only the first attempt leaves it."""
    if claim.attempt == 1 or last.fault is None or last.fault.kind != "timeout":
        return
    limits = shared_limits(Limits(), matches=MATCHES * len(claim.games), seconds=seconds_of(claim))
    if limits.match - last.spent < limits.move:
        raise OutOfTime("It used up its time, of which this attempt leaves it less than it has in play.")
