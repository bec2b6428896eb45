"""Replays what is stored under the rules as they are now, and says what now differs. Nothing is changed by it."""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from engine.core.errors import EngineError
from games.matches import records
from games.records.selectors.stored import Stored

# What a record was played by is not asked here: whether it still holds by today's rules is.
_RULES: Final = re.compile(r"^Rules:.*$", re.MULTILINE | re.IGNORECASE)


class Replayed(NamedTuple):
    """A stored record after it was replayed; `difference` is empty where it holds."""

    stored: Stored
    difference: str


def replayed(stored: Iterable[Stored]) -> Iterator[Replayed]:
    """Each of the records, replayed one by one."""
    return (Replayed(one, _difference(one)) for one in stored)


def _difference(stored: Stored) -> str:
    """The first thing that is no longer so. Of a sealed deal nothing is told."""
    try:
        records.read(_RULES.sub("", stored.text, count=1))
    except EngineError as refusal:
        return _("details are hidden until its deal is finished") if stored.is_sealed else refusal.sentence
    return ""
