"""Data for tests of the system status page: known workers, and failed matches."""

from games.matches.models import Match
from league.common.worker_heartbeat import WorkerInfo, record_scheduler_heartbeat, record_worker_heartbeat
from tests.games.factories import blocks

QUEUES = ("bots", "mail", "matches", "mixed", "programs", "ratings", "records", "remote", "reviews")
LOG = "Attempt 5 (matches@glen): The disk is full.\n"


def everybody_works() -> None:
    """A worker for every queue, and the clock."""
    record_worker_heartbeat("matches@glen", WorkerInfo(QUEUES, processes=2, cores=4))
    record_scheduler_heartbeat()


def given_up(how_many: int = 1) -> list[Match]:
    """Matches that failed at their last attempt, two a block."""
    made = blocks(-(-how_many // 2))
    keep = Match.objects.filter(block__in=made).order_by("pk").values_list("pk", flat=True)[:how_many]
    Match.objects.filter(pk__in=list(keep)).update(
        status="dead", attempt=5, token=None, worker="matches@glen", attempt_log=LOG
    )
    Match.objects.exclude(status="dead").delete()
    return list(Match.objects.filter(status="dead").order_by("pk"))
