"""What checking a record came to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from engine.core.errors import EngineError
from engine.core.game import State
from engine.core.record import PartialRecord, Record
from engine.core.vocabulary import quantity

NO_MOVER: Final = "no-mover"  # the code of a record that does not say who moved where that has to be known

Kind = Literal["verified", "refused", "undecided"]


@dataclass(frozen=True, slots=True)
class Flaw:
    """The first thing that is wrong, and where; lines and columns count from 1. The sentence begins with the place."""

    line: int
    column: int
    code: str  # that of the EngineError, or "unfinished"
    sentence: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """Of one record. `stated`, `unknown`, `back_filled` and `searched` count events; the last two make up `unknown`.

    `record` is there if and only if it is verified: complete, and replayed to the outcome that is stated. `position`
    is the state after `at` events, for somebody to look at: of a record with unknowns, that of one way to fill them.
    """

    kind: Kind
    record: Record | None = None
    written: PartialRecord | None = None  # what could be read of it
    flaw: Flaw | None = None  # refused: why; undecided: where the search got no further
    at: int = 0  # events replayed before it stopped
    stated: int = 0  # events stated in full
    unknown: int = 0  # events that leave something open
    back_filled: int = 0  # of these, settled from what was seen later
    searched: int = 0  # of these, found by trying
    position: State | None = None
    advice: str = ""  # undecided: what would help

    def sentence(self) -> str:
        """In English, for whoever brought the record: the verdict, and how much was checked."""
        if self.kind == "verified":
            return f"Verified: {self._checked()}."
        if self.kind == "undecided":
            return self._undecided()
        return self.flaw.sentence if self.flaw else "Refused."

    def _undecided(self) -> str:
        if self.flaw and self.flaw.code == NO_MOVER:
            return f"Not decided: {self.flaw.sentence}"
        return (
            f"Not decided: no error in the events with known cards ({self.stated}). The search ran out of time before "
            f"it found cards for the other events ({self.unknown}). {self.advice}"
        ).rstrip()

    def _checked(self) -> str:
        if not self.unknown:
            every = "its only event was" if self.stated == 1 else f"all {self.stated} events were"
            return f"{every} replayed by the rules, to the result stated"
        ways = ((self.back_filled, "from what was seen later"), (self.searched, "by trying"))
        filled = [(count, way) for count, way in ways if count]
        how = filled[0][1] if len(filled) == 1 else ", ".join(f"{count} {way}" for count, way in filled)
        verb = "was" if self.stated == 1 else "were"
        return (
            f"the {quantity(self.stated, 'event')} stated {verb} replayed by the rules, to the result stated, and the "
            f"{self.unknown} left open filled {how}"
        )


def flaw_of(refusal: EngineError) -> Flaw:
    """A refusal as a flaw; without a place it is one of the whole text."""
    line, column = refusal.facts.get("line", 1), refusal.facts.get("column", 1)
    at_line, at_column = (place if isinstance(place, int) else 1 for place in (line, column))
    return Flaw(at_line, at_column, refusal.code, refusal.sentence)
