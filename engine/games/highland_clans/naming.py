"""Tokens, cards and actions by name, as sentences and the notation have them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.games.highland_clans.components import COLOURS
from engine.games.highland_clans.events import ABBEY, BARD, CASTLE, CATTLE, ESTATE, MONKS, PIPER, WARRIOR

COURT: Final = ("warrior", "piper", "monk")  # what tokens in a court are, by colour
ACTIONS: Final = {
    CATTLE: "cattle", CASTLE: "castle", ABBEY: "abbey", WARRIOR: "warrior", PIPER: "piper", MONKS: "monks",
    BARD: "bard", ESTATE: "estate",
}  # fmt: skip


def tokens_named(counts: Sequence[int], names: Sequence[str] = COLOURS) -> list[str]:
    """Such as `2 yellow` and `red`, without the colours of which there are none."""
    return [name if count == 1 else f"{count} {name}" for count, name in zip(counts, names, strict=False) if count]


def tokens_counted(counts: Sequence[int]) -> list[str]:
    """Such as `2 yellow` and `1 red`, without the colours of which there are none."""
    return [f"{count} {name}" for count, name in zip(counts, COLOURS, strict=False) if count]


def cards_named(cards: Iterable[int]) -> str:
    """Such as `1, 3, 3`."""
    return ", ".join(map(str, cards))


def enumerated(parts: Sequence[str]) -> str:
    """Such as `a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
