"""What was typed about a game that somebody else entered meanwhile, beside what stands; nothing typed is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlencode

from league.results.models import Ending, Result
from league.tournaments.selectors.clashes import DecidedLeg, StandingSeat

LEAVE = "leave"
_FIELD = re.compile(r"leg-(\d{1,17})-(\d-(?:points|place|away|left)|ending|confirm|leave)", re.ASCII)


class Field(NamedTuple):
    """One thing that was sent about a game: the name of the game, what it is about, and what was typed."""

    leg_id: int
    about: str
    value: str


@dataclass(frozen=True, slots=True)
class Clash:
    """A game with two versions: what stands in the ledger, and what was typed, by what it is about ("0-points")."""

    stands: DecidedLeg
    typed: Mapping[str, str]

    @property
    def rows(self) -> list[tuple[StandingSeat, str, str]]:
        """Seat by seat: what stands, and the points and the place that were typed."""
        given = self.typed.get
        return [
            (seat, given(f"{at}-points", ""), given(f"{at}-place", "")) for at, seat in enumerate(self.stands.seats)
        ]

    @property
    def ending(self) -> str:
        """How it ended early, as it was typed, in words."""
        typed = self.typed.get("ending", "")
        return str(Ending(typed).label) if typed in Ending.values else ""

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """Fields that keep what was typed until it is chosen."""
        return [(f"leg-{self.stands.leg_id}-{about}", value) for about, value in self.typed.items()]

    @property
    def correct(self) -> str:
        """Where what was typed replaces what stands; nothing for whoever may not correct, or typed no figures."""
        if not self.stands.correct or self.typed.keys() <= {"confirm"}:
            return ""
        return f"{self.stands.correct}?{urlencode(self._figures())}"

    @property
    def agrees(self) -> bool:
        """Whether the points are those that stand, and nothing else was typed: whoever sent it twice is no other."""
        said = {f"{at}-points": str(seat.points) for at, seat in enumerate(self.stands.seats)}
        return not self.stands.way and self.typed == said

    def _figures(self) -> dict[str, str]:
        """The fields of a correction."""
        seats = range(len(self.stands.seats))
        away = [f"{at}-away" in self.typed for at in seats]
        if any(away):
            came = away.count(False)
            places = {f"place-{at}": str(came + 1 if away[at] else 1) for at in seats}
            return {"how": Result.How.FORFEIT, **places}
        turned = {"-".join(reversed(about.split("-"))): value for about, value in self.typed.items()}
        return {name: value for name, value in turned.items() if name != "confirm"}


def clashes_of(data: Mapping[str, str], decided: Sequence[DecidedLeg]) -> list[Clash]:
    """The games that were decided otherwise than it was typed, and of which it was not said that they stay so."""
    typed: dict[int, dict[str, str]] = {}
    for one in fields_of(data):
        typed.setdefault(one.leg_id, {})[one.about] = one.value
    found = [Clash(one, typed[one.leg_id]) for one in decided if LEAVE not in typed.get(one.leg_id, {LEAVE: ""})]
    return [clash for clash in found if not clash.agrees]


def fields_of(data: Mapping[str, str]) -> Iterator[Field]:
    """Everything that was typed about games."""
    for name, value in data.items():
        match = _FIELD.fullmatch(name)
        if match and value.strip():
            yield Field(int(match[1]), match[2], value.strip())
