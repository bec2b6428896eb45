"""Positions of King's Kilt as players would write them down.

    Morag: family Bruce, Stewart, Douglas; influence Bruce, Bruce; shown Douglas
    Hamish: family Buchanan, Hamilton, MacLeod; influence Stewart
    Row 2: Bruce, -, -, -, -
    Row 1: Bruce, Douglas, MacBeth, Stewart, Wallace, Hamilton
    Top: Douglas

The third card of a Family is named last. Rows above those named are empty, and so are missing slots. `Pile:` names the
cards beneath the top one; without it they are the two Leaders of each clan, and whatever Members are left.
"""

from __future__ import annotations

from engine.core.game import CHANCE, Event
from engine.games.kings_kilt import events
from engine.games.kings_kilt.board import ROW_STARTS, SLOT_NAMES, outline
from engine.games.kings_kilt.components import CLANS, EMPTY, clan_numbers, counts_of
from engine.games.kings_kilt.game import GAME
from engine.games.kings_kilt.phases import ACTING
from engine.games.kings_kilt.state import KiltState
from tests.engine.kings_kilt.invariants import broken_invariant

CLAN = {name: clan for clan, name in enumerate(CLANS)}
SLOT = {name: slot for slot, name in enumerate(SLOT_NAMES)}
BASE_ROW = "Row 1: Bruce, Buchanan, Douglas, Hamilton, MacBeth, MacLeod"


class Table:
    """A state with the names of its players, and their moves as verbs."""

    def __init__(self, names: list[str], state: KiltState) -> None:
        self.names = names
        self.state = state

    def mover(self) -> str | None:
        turn = self.state.turn
        return None if turn is None else "chance" if turn == CHANCE else self.names[turn]

    def at(self, slot: str) -> str:
        clan = self.state.pyramid[SLOT[slot]]
        return "-" if clan == EMPTY else CLANS[clan]

    def row(self, number: int) -> list[str]:
        return [self.at(SLOT_NAMES[slot]) for slot in range(ROW_STARTS[number - 1], ROW_STARTS[number])]

    def influence(self, name: str) -> list[str]:
        return [CLANS[clan] for clan in self.state.influences[self.names.index(name)]]

    def shown(self, name: str) -> list[str]:
        return [CLANS[clan] for clan in self.state.shown[self.names.index(name)]]

    def may(self) -> list[str]:
        """The moves at hand in words, as the notation has them."""
        said = (GAME.words.say(self.state, move) for move in self.state.legal_moves())
        return [f"{one.verb} {one.what}".strip() for one in said]

    def may_betray(self) -> list[str]:
        return [SLOT_NAMES[move[1]] for move in self.state.legal_moves() if move[0] == events.BETRAY]

    def advances(self, source: str, target: str, *fills: str, then: str | None = None) -> None:
        """The card goes up, the vacuum is filled from these slots; `then` is the new top card."""
        self.play((events.ADVANCE, SLOT[source], SLOT[target]))
        self.raises(*fills)
        self.comes_up(then)

    def betrays(self, victim: str, by: str, card: str, *fills: str, then: str | None = None) -> None:
        self.play((events.BETRAY, SLOT[victim]))
        self.play((events.SWAY, SLOT[by], CLAN[card]))
        self.raises(*fills)
        self.comes_up(then)

    def raises(self, *sources: str) -> None:
        for source in sources:
            self.play((events.RAISE, SLOT[source]))

    def reveals(self, clan: str) -> None:
        self.play((events.REVEAL, CLAN[clan]))

    def passes(self) -> None:
        self.play((events.PASS,))

    def comes_up(self, clan: str | None) -> None:
        """The chance event at hand brings up that clan; any, if none is named and one is due."""
        if clan is not None:
            self.play((self.state.chance_outcomes()[0][0][0], CLAN[clan]))
        elif self.state.turn == CHANCE:
            self.play(self.state.chance_outcomes()[0][0])

    def may_come_up(self) -> dict[str, int]:
        return {CLANS[event[1]]: number for event, number in self.state.chance_outcomes()}

    def play(self, event: Event) -> None:
        self.state.apply(event)
        assert broken_invariant(self.state) is None


def laid(text: str, *, mover: str | None = None, **options: bool | str) -> Table:
    """The position, `mover` (or else the first named) about to act."""
    lines = dict(line.strip().split(":", 1) for line in text.strip().splitlines())
    rows = {number: lines.pop(f"Row {number}") for number in range(1, 7) if f"Row {number}" in lines}
    top, pile = lines.pop("Top", "Stewart"), lines.pop("Pile", None)
    discards, betrayed = lines.pop("Discards", ""), lines.pop("Betrayed", "")
    names = list(lines)
    state = GAME.start(len(names), options)
    for seat, name in enumerate(names):
        _seat_down(state, seat, lines[name])
    for number, row in rows.items():
        for at, clan in enumerate(clans(row)):
            state.pyramid[ROW_STARTS[number - 1] + at] = clan
    state.top = clans(top)[0]
    state.discards, state.betrayed = clans(discards), clans(betrayed)
    state.filled = outline(tuple(state.pyramid), EMPTY)
    _pile_up(state, pile)
    state.step = 50
    state.actor = state.turn = names.index(mover) if mover else 0
    state.phase = ACTING
    return Table(names, state)


def full_pyramid(*seats: str, mover: str | None = None, top: str = "Top: Stewart", **options: bool | str) -> Table:
    """The King is crowned: f1 Bruce, e1 Bruce, e2 Douglas, d1 Wallace, d2 MacBeth, d3 Stewart."""
    rows = """
        Row 6: Bruce
        Row 5: Bruce, Douglas
        Row 4: Wallace, MacBeth, Stewart
        Row 3: Hamilton, Wallace, Buchanan, Stewart
        Row 2: MacLeod, MacBeth, Hamilton, Wallace, Douglas
        Row 1: Bruce, Buchanan, Douglas, Hamilton, MacBeth, MacLeod
        """
    return laid("\n".join([*seats, top, *(row.strip() for row in rows.strip().splitlines())]), mover=mover, **options)


def clans(text: str) -> tuple[int, ...]:
    """Such as `Bruce, -, Wallace`."""
    return tuple(EMPTY if name.strip() == "-" else CLAN[name.strip()] for name in text.split(",") if name.strip())


def _seat_down(state: KiltState, seat: int, text: str) -> None:
    parts = dict(part.strip().split(" ", 1) for part in text.split(";") if " " in part.strip())
    first, second, third = clans(parts["family"])
    state.families[seat] = (*sorted((first, second)), third)
    state.influences[seat] = tuple(sorted(clans(parts.get("influence", ""))))
    state.shown[seat] = clans(parts.get("shown", ""))


def _pile_up(state: KiltState, pile: str | None) -> None:
    """Beneath the top card lie the cards named; else a Leader of each clan, and all Members that are nowhere else.

    What is named leaves the rest among the cards betrayed.
    """
    placed = [*state.families, *state.influences, state.discards, state.betrayed, (*state.pyramid, state.top)]
    seen = counts_of(clan for row in placed for clan in row)
    left = [8 - number for number in clan_numbers(seen)]
    if pile is None:
        state.listed = counts_of(clan for clan in range(8) if left[clan])
        state.members = counts_of(clan for clan in range(8) for _ in range(left[clan] - 1))
    else:
        state.listed = 0
        state.members = counts_of(clans(pile))
        rest = [clan for clan in range(8) for _ in range(left[clan] - clan_numbers(state.members)[clan])]
        state.betrayed += tuple(rest)
    state.pile = sum(clan_numbers(state.listed)) + sum(clan_numbers(state.members)) + (state.top != EMPTY)
