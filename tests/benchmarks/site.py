"""A Moothill of its own for a benchmark: `manage.py up` in a folder that is thrown away."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DEMO = "with invented people"  # the last that `up` says where it makes the invented clubs
OPEN = "Press Ctrl-C to stop"


@contextmanager
def site(folder: Path, *options: str, until: str = DEMO, **more: str) -> Iterator[str]:
    """A Moothill that keeps its things in that folder and has said so; gives its address."""
    folder.chmod(0o755)
    command = [sys.executable, "manage.py", "up", *options]
    said = folder / "said.txt"  # a file: nobody reads a pipe while the crowd is in, and a full one would stop the site
    with (
        said.open("w") as output,
        subprocess.Popen(command, cwd=ROOT, env=surroundings(folder) | more, stdout=output) as up,
    ):
        try:
            while until not in said.read_text():
                if up.poll() is not None:
                    raise RuntimeError(f"up ended by itself: {said.read_text()[-500:]}")
                time.sleep(0.1)
            yield str(json.loads((folder / "running.json").read_text())["address"])
        finally:
            up.terminate()


def surroundings(folder: Path | str) -> dict[str, str]:
    """The environment of a site that keeps its things there."""
    return os.environ | {"MOOTHILL_VAR": str(folder)}


def manage(folder: Path | str, code: str) -> str:
    """Run a piece of code in the site, and return its output."""
    command = [sys.executable, "manage.py", "shell", "-v0", "-c", code]
    said = subprocess.run(command, cwd=ROOT, env=surroundings(folder), capture_output=True, text=True, check=True)
    return said.stdout.strip()
