"""How many processes and threads the site has, and how many database connections they may open."""

from collections.abc import Mapping
from dataclasses import dataclass

from league.conf.launcher.errors import ConfigurationError

REMOTE = 16  # threads for matches with remote bots
THREADS = 4  # of a web process, as in the settings
BESIDE_PAGES = 4  # more connections of a web process, as in league.conf.connections
OF_A_PLAYER = 3  # connections of a process that plays matches: of its task, its clerk and its heartbeat
OF_A_WAITER = 2  # of a thread for remote bots: of its task and its heartbeat; they share a clerk
OTHERS = 20  # for commands, backups, restarted processes, and three that PostgreSQL reserves
MOST_CONNECTIONS = 2000
QUEUES = "matches,records,ratings,mail"


@dataclass(frozen=True)
class ProcessCounts:
    """Numbers of web processes, of threads in each, and of matches at a time: of built-in and of uploaded bots."""

    web: int
    threads: int
    players: int
    bots: int

    @property
    def jobs(self) -> int:
        """Processes of the main worker: one more than matches, so that ratings and mail seldom wait."""
        return self.players + 1

    @property
    def connections(self) -> int:
        """The most database connections at a time."""
        pages = self.web * (self.threads + BESIDE_PAGES)
        matches = (self.jobs + self.bots) * OF_A_PLAYER + REMOTE * OF_A_WAITER + 1
        return pages + matches + OTHERS


def shares(cores: int) -> tuple[int, int]:
    """Return how many matches of built-in bots and of uploaded bots are played at a time: one per core.

    Uploaded bots get at most half of the cores, and both get at least one.
    """
    bots = max(1, cores // 2)
    return max(1, cores - bots), bots


def process_counts(cores: int, settings: Mapping[str, str]) -> ProcessCounts:
    """Return the numbers for so many cores, or those in the settings.

    Raise ConfigurationError if a setting is no number, or PostgreSQL cannot have so many connections.
    """
    web = _number(settings, "MOOTHILL_WEB", "web processes", min(max(1, cores // 2), 4))
    threads = _number(settings, "MOOTHILL_THREADS", "threads of each web process", THREADS)
    counts = ProcessCounts(web, threads, *shares(cores))
    if counts.connections > MOST_CONNECTIONS and not settings.get("DATABASE_URL"):
        raise ConfigurationError(
            f"{web} web processes with {threads} threads each need up to {counts.connections} database connections. "
            f"The limit is {MOST_CONNECTIONS}. Lower MOOTHILL_WEB or MOOTHILL_THREADS."
        )
    return counts


def _number(settings: Mapping[str, str], name: str, what: str, default: int) -> int:
    word = settings.get(name) or str(default)
    if not word.isdecimal() or int(word) < 1:
        raise ConfigurationError(f"{name} (number of {what}) must be 1 or more, not {word!r}.")
    return int(word)
