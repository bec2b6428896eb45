"""A program on its own: says what the account it runs in cannot read of some folders and files, and ends with 1 then.

Its text is handed to an interpreter in that account (`league.conf.launcher.lodging`), which may not reach this file.
"""

import os
import sys
from collections.abc import Iterable

COMPILED = "__pycache__"  # what cannot be read of it is compiled again


def first_unreadable(places: Iterable[str]) -> str:
    """The first file there that cannot be read, or folder that cannot be entered; empty where there is none."""
    for place in places:
        if not _is_open(place):
            return place
        for folder, names, files in os.walk(place):
            names[:] = [name for name in names if name != COMPILED]
            for name in (*names, *files):
                path = os.path.join(folder, name)  # noqa: PTH118  (twenty thousand of them)
                if os.path.exists(path) and not _is_open(path):  # noqa: PTH110  (the same)
                    return path
    return ""


def _is_open(path: str) -> bool:
    return os.access(path, os.R_OK | (os.X_OK if os.path.isdir(path) else 0))  # noqa: PTH112  (the same)


if __name__ == "__main__":
    sys.exit(first_unreadable(sys.argv[1:]) or 0)
