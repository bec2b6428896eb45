"""The person at the keyboard hears what matters, once."""

from pathlib import Path

import pytest

from league.conf.launcher.log_alerts import Alarms
from league.conf.launcher.processes import Child

WEB = Child(name="web", argv=[], cwd=Path())


@pytest.mark.parametrize(
    "line",
    [
        "ValueError: no such seat",
        "[2026-01-01] ERROR in asgi",
        "event='Service Unavailable: /health' level=error",
        "FATAL:  the database system is starting up",
    ],
)
def test_an_alarm_is_repeated_once(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    alarms = Alarms()
    alarms.hear(WEB, line)
    alarms.hear(WEB, line)
    assert capsys.readouterr().out.count(line) == 1


@pytest.mark.parametrize("line", ["INFO:     Application startup complete.", "event='done' level=info", ""])
def test_everyday_lines_stay_in_the_log(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    Alarms().hear(WEB, line)
    assert capsys.readouterr().out == ""
