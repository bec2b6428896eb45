"""Has a record checked in a cell, so that a hostile one takes no worker down."""

import json
import os
import signal
import subprocess
import sys
from time import monotonic

from django.conf import settings
from django.utils.translation import gettext_noop

from games.records.cell import OUT_OF_MEMORY
from games.records.terms import Terms
from games.records.verdicts import Verdict, ended_from_outside

TOO_LONG = gettext_noop("The check took too long, so the record is undecided.")
TOO_LARGE = gettext_noop("The check used too much memory, so the record is undecided.")

_STOPPED = {-signal.SIGALRM, -signal.SIGXCPU}  # by its clock, or by its work
_SECRETS = ("MOOTHILL_SECRET_KEY", "DATABASE_URL", "REDIS_URL", "MOOTHILL_MAIL_URL")


class CheckFailed(Exception):
    """The machine's fault, or a bug of ours: never a verdict."""


def check_in_a_cell(text: str, terms: Terms) -> Verdict:
    """The verdict on a text. Raises `CheckFailed` when there is none because of us."""
    begun = monotonic()
    command = [sys.executable, "-m", "games.records.cell"]
    bounds = [str(terms.search_seconds), str(terms.most_seconds), str(terms.most_memory)]
    try:
        ended = subprocess.run(
            [*command, *bounds], input=text.encode(), capture_output=True, check=False, cwd=settings.ROOT,
            timeout=terms.most_seconds + 5, env=_environment(),
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return ended_from_outside(TOO_LONG, monotonic() - begun)
    if ended.returncode in _STOPPED:
        return ended_from_outside(TOO_LONG, monotonic() - begun)
    if ended.returncode == OUT_OF_MEMORY:
        return ended_from_outside(TOO_LARGE, monotonic() - begun)
    if ended.returncode:
        raise CheckFailed(ended.stderr.decode(errors="replace")[-4_000:])
    verdict: Verdict = json.loads(ended.stdout)
    return verdict


def _environment() -> dict[str, str]:
    """What the engine may need to know of this place, and nothing that opens a door."""
    return {name: value for name, value in os.environ.items() if name.removesuffix("_FILE") not in _SECRETS}
