"""What of the children's words the person at the keyboard hears at once; all of them are in the logs."""

import time

from league.conf.launcher.console import tell
from league.conf.launcher.processes import Child

QUIET_SECONDS = 10.0
BEGINNING = 60


class Alarms:
    """Repeats the lines that matter. The same alarm again and again is one alarm."""

    def __init__(self) -> None:
        self._raised: dict[tuple[str, str], float] = {}

    def hear(self, child: Child, line: str) -> None:
        """Repeat a line of a child's log, if it matters and is news.

        A line of logfmt may hold a whole traceback; its beginning says what it is about.
        """
        if child.matters.search(line) and self._is_news(child.name, line):
            tell(child.name, line.strip().partition("\\n")[0])

    def _is_news(self, name: str, line: str) -> bool:
        now = time.monotonic()
        self._raised = {alarm: when for alarm, when in self._raised.items() if now - when < QUIET_SECONDS}
        alarm = (name, line[:BEGINNING])
        return self._raised.setdefault(alarm, now) == now
