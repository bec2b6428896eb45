"""The cell in which a record is checked: a process of its own with hard bounds, which knows the engine alone.

    python -m games.records.cell SEARCH_SECONDS MOST_SECONDS MOST_BYTES < record

It answers with the verdict in JSON, and ends itself at its bounds also when nobody is left to end it.
"""

import json
import resource
import signal
import sys

from games.records.verdicts import verdict_on

OUT_OF_MEMORY = 3  # the exit status


def main() -> int:
    """Check what comes on standard input."""
    search, most, memory = float(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
    confine(most, memory)
    try:
        verdict = verdict_on(sys.stdin.buffer.read().decode(), search)
    except MemoryError:
        return OUT_OF_MEMORY
    json.dump(verdict, sys.stdout)
    return 0


def confine(seconds: float, memory: int) -> None:
    """End this process after so many seconds, of the clock or of work; refuse it more memory than that."""
    signal.setitimer(signal.ITIMER_REAL, seconds)
    work = int(seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (work, work + 1))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    raise SystemExit(main())
