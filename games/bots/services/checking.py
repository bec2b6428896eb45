"""A version in a worker's hands: claimed by a lease, its verdict written by the token, or given back."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

import structlog
from django.db import connection, transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from engine.sandbox.validation import HOUSE_BOT
from engine.sandbox.validation import Trial as Tried
from games.bots.models import Trial, UploadedBot, Version
from games.bots.services.keeping import make_active
from games.bots.terms import Terms
from games.bots.topics import tell
from games.matches import playing
from league.shared import jobs

log = structlog.get_logger(__name__)

Verdict = Version.Verdict

IN_TURN = """
SELECT version.id FROM bots_version AS version
JOIN bots_uploadedbot AS bot ON bot.id = version.bot_id
JOIN members_player AS player ON player.id = bot.player_id
WHERE version.verdict = 'waiting' AND version.attempt < %(attempts)s
  AND (version.token IS NULL OR version.lease_until < clock_timestamp())
ORDER BY (
    SELECT max(CASE WHEN other.token IS NULL THEN other.checked_at ELSE 'infinity' END)
    FROM bots_version AS other
    JOIN bots_uploadedbot AS its_bot ON its_bot.id = other.bot_id
    JOIN members_player AS its_player ON its_player.id = its_bot.player_id
    WHERE its_player.owner_id = player.owner_id AND (other.token IS NOT NULL OR other.checked_at IS NOT NULL)
) NULLS FIRST, version.id
LIMIT 1
FOR NO KEY UPDATE OF version SKIP LOCKED
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckClaim:
    """A version to check, and the token that proves the right to say what came of it."""

    id: int
    token: UUID | None
    bot: str
    public_id: str
    source: bytes
    games: tuple[str, ...]
    attempt: int  # from 1


def claim_version(*, version_id: int, terms: Terms) -> CheckClaim | None:
    """Claim the version if it is free; None when it is somebody else's, or has its verdict."""
    rows = Version.objects.filter(pk=version_id)
    for version in jobs.claim(rows, terms):
        tell(version.bot.public_id)
        return CheckClaim(
            id=version.pk,
            token=version.token,
            bot=version.bot.public_id,
            public_id=version.public_id,
            source=version.source.encode(),
            games=tuple(version.games),
            attempt=version.attempt,
        )
    return None


@transaction.atomic
def claim_in_turn(*, terms: Terms) -> CheckClaim | None:
    """Claim a version of the owner whose last check is longest ago, and skip what another worker is just claiming.

    Each message stands for one check of any version: owners take turns, however many files one of them sends.
    """
    with connection.cursor() as cursor:
        cursor.execute(IN_TURN, {"attempts": terms.attempts})
        row = cursor.fetchone()
    return claim_version(version_id=row[0], terms=terms) if row else None


def given_up() -> str:
    """What the owner reads of a check that never came to its end."""
    return _(
        "The check did not finish within a minute, several times. The server was busy, or the bot waits without"
        " computing. Repeat the check, or upload a faster version."
    )


def give_version_back(*, claim: CheckClaim, cause: str, terms: Terms) -> None:
    """Leave the version to another attempt; after the last it stays undecided. The cause is for an operator."""
    with transaction.atomic():
        version = jobs.fail(Version, claim, cause, terms)
        if version is not None and version.verdict == Verdict.UNDECIDED:
            Version.objects.filter(pk=version.pk).update(reason=given_up())
    if version is not None:
        log.error(
            "a version was not checked", version=claim.public_id, verdict=version.verdict, cause=cause.strip()[-400:]
        )
        tell(claim.bot)


@transaction.atomic
def finish_check(*, claim: CheckClaim, tried: Sequence[Tried], reason: str) -> bool:
    """Store the verdict with its matches; one that passed plays from now on, unless a later one does already.

    Of a bot that was retired meanwhile the verdict alone is kept, for its owner may have left with all of it.
    False when the claim was lost meanwhile. Doing it again after a commit nobody heard of is harmless.
    """
    bot = UploadedBot.objects.select_for_update().get(public_id=claim.bot)
    version = bot.versions.filter(pk=claim.id, token=claim.token).first()
    if version is None:
        return False
    version.verdict = Verdict.REFUSED if reason else Verdict.PASSED
    version.reason, version.log = reason, "" if bot.retired_at else tried[-1].log
    version.token = version.lease_until = None
    version.checked_at = Now()
    version.save(update_fields=["verdict", "reason", "log", "token", "lease_until", "checked_at"])
    if bot.retired_at is None:
        version.trials.all().delete()
        Trial.objects.bulk_create(_trial(version, one) for one in tried)
        if not reason and not bot.versions.filter(active=True, number__gt=version.number).exists():
            make_active(bot, version)
    tell(bot.public_id)
    return True


def _trial(version: Version, tried: Tried) -> Trial:
    outcome = tried.record.outcome
    return Trial(
        version=version,
        game=tried.game,
        number=tried.number,
        opponent=HOUSE_BOT,
        seat=tried.seat,
        record=playing.record_text(tried.record),
        points=list(outcome.points) if outcome else [],
        places=list(outcome.places) if outcome else [],
        fault=tried.fault.kind if tried.fault else "",
        decisions=tried.decisions,
        slowest_ms=round(tried.slowest * 1000),
        spent_ms=round(tried.spent * 1000),
    )
