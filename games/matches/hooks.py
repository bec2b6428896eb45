"""What matches register with lower apps: links from results, and jobs for the operations page."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from uuid import UUID

from django.db import connection
from django.db.models import Case, CharField, Count, Exists, Min, OuterRef, Q, Value, When
from django.db.models.functions import Greatest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.matches.claims import queue_again
from games.matches.models import Match
from games.matches.occasions import Kind, Occasion
from games.matches.queries import addresses_of
from games.matches.queueing import QUEUE, QUEUE_APART, QUEUE_MIXED, QUEUE_REMOTE
from league.clubs.permissions import User
from league.common.messages import game_name
from league.common.sandboxes import sandboxes_by_worker
from league.operations.job_types import LeasedJobType, MetricValue, WaitingRows, WorkerNote
from league.results.subjects import SubjectLink, links_of
from league.tournaments.models import Leg
from league.tournaments.results_hooks import links_to_tables


def links_to_matches(subjects: Collection[UUID], user: User) -> dict[UUID, SubjectLink]:
    """Return the match of each subject, where the user may see it."""
    return {
        subject: SubjectLink(reverse("matches:match", args=[public_id]), _("Replay"))
        for subject, public_id in addresses_of(subjects, user).items()
    }


def links_from(match: Match, user: User) -> list[SubjectLink]:
    """Return links to what the match decides, such as a table of a tournament."""
    itself = match.get_absolute_url()
    return [link for link in links_of([match.subject], user)[match.subject] if link.href != itself]


OF_A_TOURNAMENT = Q(Exists(Leg.objects.filter(subject=OuterRef("subject"))))


def tables_of(matches: Collection[Match], user: User) -> Mapping[int, Occasion]:
    """Return the round and table of each match that decides one; without a name where the user may not see it."""
    subjects = [match.subject for match in matches]
    decided = set(Leg.objects.filter(subject__in=subjects).values_list("subject", flat=True))
    links = links_to_tables(decided, user) if decided else {}
    hidden = Occasion(Kind.TOURNAMENT, _("a tournament"))
    by_subject = {subject: Occasion(Kind.TOURNAMENT, link.words, link.href) for subject, link in links.items()}
    return {match.pk: by_subject.get(match.subject, hidden) for match in matches if match.subject in decided}


Status = Match.Status
FOR_OTHERS = (QUEUE_REMOTE, QUEUE_MIXED)  # they wait for remote bots

# Matches that are done are an estimate of the database's: counting them would take longer with every match.
COUNTS = """
SELECT
    (SELECT count(*) FROM matches_match WHERE status = 'queued'),
    (SELECT count(*) FROM matches_match WHERE status = 'running'),
    (SELECT count(*) FROM matches_match WHERE status = 'dead'),
    (SELECT count(*) FROM matches_match WHERE status = 'cancelled'),
    (SELECT GREATEST(reltuples, 0) FROM pg_class WHERE oid = 'matches_match'::regclass),
    (SELECT count(*) FROM matches_match
     WHERE status = 'done' AND finished_at > clock_timestamp() - interval '1 minute')
"""


class MatchJobType(LeasedJobType[Match]):
    """Matches, in several queues, with figures and with the sandbox that each worker found."""

    def waiting(self) -> Sequence[WaitingRows]:
        """Return the queued matches of each queue; a retry waits since its last attempt."""
        queue = Case(
            When(is_remote=True, needs_sandbox=True, then=Value(QUEUE_MIXED)),
            When(is_remote=True, then=Value(QUEUE_REMOTE)),
            When(needs_sandbox=True, then=Value(QUEUE_APART)),
            default=Value(QUEUE),
            output_field=CharField(),
        )
        unfinished = Match.objects.filter(status__in=(Status.QUEUED, Status.RUNNING))
        queued = Q(status=Status.QUEUED)
        rows = (
            unfinished.annotate(queue=queue)
            .values("queue")
            .annotate(
                count=Count("pk", filter=queued),
                since=Min(Greatest("created_at", "started_at"), filter=queued),
                held=Count("pk", filter=~queued),
            )
            .order_by("queue")
        )
        found = {row["queue"]: (row["count"], row["since"], row["queue"] in FOR_OTHERS, row["held"]) for row in rows}
        return [WaitingRows(name, *found.get(name, (0, None))) for name in (QUEUE, QUEUE_APART, *FOR_OTHERS)]

    def figures(self) -> Iterator[MetricValue]:
        """Return the figures of matches, and workers by sandbox tier ("none" without one)."""
        with connection.cursor() as cursor:
            cursor.execute(COUNTS)
            *counted, estimate, last_minute = cursor.fetchone()
        counts = dict(zip(("queued", "running", "dead", "cancelled"), counted, strict=True))
        for status, count in (counts | {"done": max(estimate - sum(counted), 0)}).items():
            yield MetricValue("moothill_matches", "Matches by status; done is an estimate", count, {"status": status})
        yield MetricValue("moothill_matches_last_minute", "Matches finished within the last minute", last_minute)
        tiers = [found.tier or "none" for found in sandboxes_by_worker().values()]
        for tier in sorted({*tiers, "none"}):
            yield MetricValue(
                "moothill_sandboxes", "Workers by the sandbox they found", tiers.count(tier), {"tier": tier}
            )

    def worker_notes(self) -> Mapping[str, WorkerNote]:
        """Return the sandbox tier that each worker found, or why there is none."""
        return {
            worker: WorkerNote(_("%(tier)s works.") % {"tier": found.tier.capitalize()})
            if found.holds
            else WorkerNote(_("No sandbox works."), is_well=False, reasons=found.reasons)
            for worker, found in sandboxes_by_worker().items()
        }


MATCHES = MatchJobType(
    slug="matches",
    title=gettext_lazy("Matches"),
    rows=Match.objects.all(),
    queue=QUEUE,
    since="created_at",
    label=lambda match: _(game_name(match.game)),
    href=lambda match: reverse("admin:matches_match_change", args=[match.pk]),
    retry_rows=lambda matches: queue_again(matches=matches),
)
