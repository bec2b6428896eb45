"""What the hall shows: what runs now, what was finished last, and how long the queue is."""

from dataclasses import dataclass

from django.db import connection

from games.matches.models import Match
from games.matches.selectors.naming import named
from games.matches.selectors.visible import matches_seen_by
from games.matches.services.claims import rules_played_here
from league.clubs.rules import Asker

RUNNING, LATEST = 12, 12

FIGURES = """
SELECT
    (SELECT count(*) FROM matches_match WHERE status = 'queued'),
    (SELECT count(*) FROM matches_match WHERE status = 'running'),
    (SELECT count(*) FROM matches_match WHERE status = 'dead'),
    (SELECT count(*) FROM matches_match WHERE status = 'queued' AND NOT rules_version = ANY(%(rules)s)),
    count(*) FILTER (WHERE finished_at > clock_timestamp() - interval '1 minute'), count(*)
FROM matches_match WHERE status = 'done' AND finished_at > clock_timestamp() - interval '1 day'
"""


@dataclass(frozen=True, slots=True)
class Figures:
    """The queue in numbers."""

    queued: int
    running: int
    dead: int
    of_other_rules: int  # queued, but made for rules that this process does not play
    last_minute: int
    last_day: int


@dataclass(frozen=True, slots=True)
class Hall:
    """What the hall shows. Seats come with their players, blocks with their seal."""

    running: list[Match]
    latest: list[Match]
    figures: Figures


def hall(asker: Asker) -> Hall:
    """Read all that the asker may see, in a fixed number of queries; the figures count everything."""
    seen = matches_seen_by(asker)
    running = seen.filter(status=Match.Status.RUNNING).order_by("started_at", "pk")[:RUNNING]
    latest = seen.filter(status=Match.Status.DONE).order_by("-finished_at")[:LATEST]
    return Hall(named(running, asker), named(latest, asker), figures())


def figures() -> Figures:
    """The queue in numbers, in one query."""
    with connection.cursor() as cursor:
        cursor.execute(FIGURES, {"rules": rules_played_here()})
        return Figures(*cursor.fetchone())
