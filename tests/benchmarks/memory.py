"""The memory of an idle Moothill: every process of `manage.py up`, in megabytes of its share (PSS).

    python -m tests.benchmarks.memory [--demo] [--seconds 60]

Memory that several processes share is counted once: each of three processes gets a third of a shared page. Linux only.
Only root may read sandboxed processes.
"""

import argparse
import json
import os
import tempfile
import time
from pathlib import Path

from tests.benchmarks.site import DEMO, OPEN, site

WIDTH = 60


def main() -> None:
    """Read the command line, wait, and print a table."""
    ask = argparse.ArgumentParser(description="Measure the memory of an idle Moothill.")
    ask.add_argument("--demo", action="store_true", help="with the invented clubs and the matches of their bots")
    ask.add_argument("--seconds", type=int, default=60, help="how long nobody uses it")
    asked = ask.parse_args()
    with tempfile.TemporaryDirectory(prefix="moothill-bench-") as name:
        folder = Path(name)
        options, until = ((), DEMO) if asked.demo else (("--no-demo",), OPEN)
        with site(folder, *options, until=until):
            time.sleep(asked.seconds)
            tell(int(json.loads((folder / "running.json").read_text())["pid"]))


def tell(pid: int) -> None:
    """Print what every process takes, and all of them."""
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    total = 0.0
    for each in family(pid):
        try:
            megabytes = share_of(each)
        except PermissionError:
            print(f"{title(each):<{WIDTH}}       ?")
            continue
        total += megabytes
        print(f"{title(each):<{WIDTH}}{megabytes:>8.1f}")
    print(f"{'all':<{WIDTH}}{total:>8.1f}")


def family(pid: int) -> list[int]:
    """A process, its children and theirs."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(one for child in children for one in family(int(child)))]


def share_of(pid: int) -> float:
    """The megabytes of one process, what it shares with others divided among them."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1000


def title(pid: int) -> str:
    """How a list of processes shows it."""
    words = Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ").split()
    if not words:
        return ""  # it has just ended
    return " ".join([words[0].rpartition("/")[2], *words[1:]])[: WIDTH - 2]


if __name__ == "__main__":
    main()
