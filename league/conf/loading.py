"""How a process loads Moothill quickly. It needs Python's standard library alone."""

import gc
import sys

UNUSED = ("rich", "requests")
"""What structlog and REST framework import where it is installed. Moothill uses neither; its tests install both."""


def load_quickly() -> None:
    """Look for garbage seldom, and leave out what is unused: together a tenth of the start of a process.

    A page or a task makes thousands of objects and hardly a circle of them. To look for circles after every 700, as
    Python does by itself, takes six hundredths of the time of pages.
    """
    gc.set_threshold(10_000, 20, 20)
    for name in UNUSED:
        sys.modules.setdefault(name, None)  # type: ignore[arg-type]  # Python's own way to say that there is none
