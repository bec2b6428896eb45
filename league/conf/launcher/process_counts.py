"""How many are at work in a place that is up, and how many connections to the database they may have open."""

from collections.abc import Mapping
from dataclasses import dataclass

from league.conf.launcher import host_info
from league.conf.launcher.errors import OptionsClash

REMOTE = 16  # matches at a time that wait for programs elsewhere
THREADS = 4  # of a web process, as the settings have it
BESIDE_PAGES = 4  # connections of a web process beside those of its threads, as league.conf.connections has it
OF_A_PLAYER = 3  # connections of a process that plays matches: its task's, its clerk's, its heartbeat's
OF_A_WAITER = 2  # of a thread that waits for programs elsewhere: its task's, its heartbeat's; they share a clerk
RATINGS = 1  # processes more than matches are given, so that ratings and mail seldom wait for one
QUEUES = "matches,records,ratings,mail"
OTHERS = 20  # for commands, backups, a process that is just being renewed, and the three PostgreSQL keeps for its owner
MOST_CONNECTIONS = 2000


@dataclass(frozen=True)
class ProcessCounts:
    """Web processes and the threads of each, and the processes of the workers by what they do."""

    web: int
    threads: int
    players: int
    bots: int

    @property
    def jobs(self) -> int:
        """Processes for matches, records, ratings and mail."""
        return self.players + RATINGS

    @property
    def connections(self) -> int:
        """How many may be open at once, whatever everybody does."""
        pages = self.web * (self.threads + BESIDE_PAGES)
        matches = (self.jobs + self.bots) * OF_A_PLAYER + REMOTE * OF_A_WAITER + 1
        return pages + matches + OTHERS


def process_counts(cores: int, wishes: Mapping[str, str]) -> ProcessCounts:
    """Who is at work on so many cores, as far as the person wishes for no other numbers.

    Raises OptionsClash where a wish is no number, or more than PostgreSQL can be given connections for.
    """
    players, bots = host_info.shares(cores)
    web = _number(wishes, "MOOTHILL_WEB", "web processes", host_info.web_processes(cores))
    threads = _number(wishes, "MOOTHILL_THREADS", "threads of each web process", THREADS)
    staff = ProcessCounts(web, threads, players, bots)
    if staff.connections > MOST_CONNECTIONS and not wishes.get("DATABASE_URL"):
        raise OptionsClash(
            f"{web} web processes with {threads} threads each need up to {staff.connections} database connections. "
            f"The limit is {MOST_CONNECTIONS}. Lower MOOTHILL_WEB or MOOTHILL_THREADS."
        )
    return staff


def _number(wishes: Mapping[str, str], name: str, what: str, otherwise: int) -> int:
    wished = wishes.get(name) or str(otherwise)
    if not wished.isdecimal() or int(wished) < 1:
        raise OptionsClash(f"{name} (number of {what}) must be 1 or more, not {wished!r}.")
    return int(wished)
