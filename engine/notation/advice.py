"""What would help to decide a record with unknowns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core import registry
from engine.core.vocabulary import Clause, Pattern
from engine.notation.clauses import Item, Numbers
from engine.notation.completing import Completion
from engine.notation.script import Script
from engine.notation.verdict import NO_MOVER, Flaw

_MOST_NAMED: Final = 8


def no_mover(script: Script, found: Completion) -> Flaw | None:
    """Return what is wrong with a record that had to say who moved, and did not; None for all others."""
    if found.no_mover is None:
        return None
    item = script.items[found.no_mover]
    if isinstance(item, Numbers):
        sentence = (
            f"Event {item.number} does not say who moved, and hidden cards decide that. Add “movers”: for each event "
            f"the seat that moved, counted from 0, or null where a card came up."
        )
        return Flaw(item.line, item.column, NO_MOVER, sentence)
    sentence = (
        f"Line {item.line} does not say who moved, and hidden cards decide that. Begin each line with the name of the "
        f"player who moved."
    )
    return Flaw(item.line, 1, NO_MOVER, sentence)


def advice_for(script: Script, found: Completion) -> str:
    """Return which unknowns are best stated for a record that was not decided in time."""
    advice = "State more of what was seen."
    if 0 <= found.reached < len(script.items):
        advice += f" The search got no further than {_named([script.items[found.reached]])}."
    helpful = _turned_up(script, found.patterns)
    if helpful:
        advice += f" Cards that were turned up later help most: put them in place of the unknown in {_named(helpful)}."
    return advice


def _turned_up(script: Script, patterns: Sequence[Pattern]) -> list[Item]:
    """Return the unknowns of which everybody sees the card later."""
    unknowns = registry.partial_records(script.head.game)
    kinds = unknowns.turned_up if unknowns else frozenset()
    events = [item for item in script.items if isinstance(item, Clause | Numbers)]
    pairs = zip(events, patterns, strict=False)  # time may have been up before all was read
    return [item for item, pattern in pairs if None in pattern and pattern[0] in kinds]


def _named(items: Sequence[Item]) -> str:
    """Return such as `line 7` and `events 3, 5 and 8`, a few of many."""
    is_numbered = isinstance(items[0], Numbers)
    places = list(dict.fromkeys(item.number if isinstance(item, Numbers) else item.line for item in items))
    what = ("event" if is_numbered else "line") + ("" if len(places) == 1 else "s")
    named = [str(place) for place in places[:_MOST_NAMED]]
    if len(places) > _MOST_NAMED:
        named.append(f"{len(places) - _MOST_NAMED} more")
    return f"{what} {' and '.join([', '.join(named[:-1]), named[-1]] if named[1:] else named)}"
