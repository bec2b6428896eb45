"""Positions of Lords of Scotland as players would write them down.

    Morag: hand Scott 4, Wemyss 2; army MakGill 5, (Forsyth 2), Cochrane 7*, Scott 3=MacDonnell; won Bruce 97
    Supporters: Cockburn 9, Scott 8
    Recruits: Forsyth 4, ?, ?, -, ?
    Discards: MakGill 9
    Pile: Scott 1, Scott 2

Brackets mean face-down, a star for an active power, `=` for Scott's token, `?` for a face-down Recruit, `-` for a
gap. Without a line for the pile it holds all that is not named, and the face-down Recruits come from it.
"""

from __future__ import annotations

from engine.core.game import CHANCE, Event
from engine.games.lords_of_scotland import events, public_information
from engine.games.lords_of_scotland.components import (
    CARDS,
    CLAN,
    CLANS,
    GAP,
    HIDDEN,
    STRENGTH,
    card_name,
    cards_in,
    mask_of,
)
from engine.games.lords_of_scotland.game import GAME
from engine.games.lords_of_scotland.phases import ACTING
from engine.games.lords_of_scotland.scoring import Army, Follower
from engine.games.lords_of_scotland.state import LordsState

CARD = {card_name(card): card for card in range(1, CARDS + 1)}

ROWS: tuple[str, ...] = ("Supporters", "Recruits", "Discards", "Pile")


class Table:
    """A state with the names of its players, and their moves as verbs."""

    def __init__(self, names: list[str], state: LordsState) -> None:
        self.names = names
        self.state = state

    def army(self, name: str) -> list[str]:
        return [_written(follower) for follower in self.state.armies[self.seat(name)]]

    def hand(self, name: str) -> list[str]:
        return [card_name(card) for card in self.state.hands[self.seat(name)]]

    def won(self, name: str) -> list[str]:
        return [card_name(card) for card in self.state.claimed[self.seat(name)]]

    def supporters(self) -> list[str]:
        return [card_name(card) for card in self.state.supporters]

    def recruits(self) -> list[str]:
        return ["?" if card == HIDDEN else "-" if card == GAP else card_name(card) for card in self.state.recruits]

    def discards(self) -> list[str]:
        return [card_name(card) for card in cards_in(self.state.discards)]

    def mover(self) -> str | None:
        turn = self.state.turn
        return None if turn is None else "chance" if turn == CHANCE else self.names[turn]

    def seat(self, name: str) -> int:
        return self.names.index(name)

    def follower(self, name: str, card: str) -> tuple[int, int]:
        cards = [follower[0] for follower in self.state.armies[self.seat(name)]]
        return self.seat(name), cards.index(CARD[card])

    def may_activate(self) -> bool:
        return (events.DECLINE,) in self.state.legal_moves()

    def targets(self) -> list[str]:
        """What the moves at hand aim at, by name, declining left out."""
        return [self._target(move) for move in self.state.legal_moves() if move != (events.DECLINE,)]

    def musters(self, card: str, *, down: bool = False) -> None:
        self.play((events.MUSTER, CARD[card], events.FACE_DOWN if down else events.FACE_UP))

    def recruits_card(self, card: str, then: str | None = None) -> None:
        """Takes the face-up Recruit; `then` replaces it."""
        self.play((events.RECRUIT, CARD[card]))
        self.comes_up(then)

    def recruits_blind(self, card: str) -> None:
        self.play((events.RECRUIT, HIDDEN))
        self.comes_up(card)

    def activates(self) -> None:
        self.play((events.ACTIVATE,))

    def declines(self) -> None:
        self.play((events.DECLINE,))

    def discards_follower(self, name: str, card: str) -> None:
        self.play((events.DISCARD, *self.follower(name, card)))

    def exchanges_for(self, name: str, card: str) -> None:
        self.play((events.EXCHANGE, *self.follower(name, card)))

    def copies(self, name: str, card: str) -> None:
        self.play((events.COPY, *self.follower(name, card)))

    def swaps_for(self, card: str) -> None:
        self.play((events.SWAP, CARD[card]))

    def passes(self) -> None:
        self.play((events.PASS,))

    def claims(self, card: str) -> None:
        self.play((events.CLAIM, CARD[card]))

    def comes_up(self, card: str | None) -> None:
        """The chance event at hand brings up the card."""
        if card is not None:
            kind = self.state.chance_outcomes()[0][0][0]
            self.play((kind, CARD[card]))

    def may_come_up(self) -> list[str]:
        return [card_name(event[1]) for event, _ in self.state.chance_outcomes()]

    def play(self, event: Event) -> None:
        self.state.apply(event)

    def _target(self, move: Event) -> str:
        if len(move) == 3 and move[0] != events.MUSTER:
            return _written(self.state.armies[move[1]][move[2]])
        if move == (events.RECRUIT, HIDDEN):
            return "?"
        return card_name(move[1]) if len(move) > 1 else "itself"


def laid(
    text: str, *, mover: str | None = None, first: str | None = None, step: int | None = None, **options: bool | str
) -> Table:
    """The position, `mover` (or else the first named) about to recruit or muster."""
    lines = dict(line.strip().split(":", 1) for line in text.strip().splitlines())
    rows = {key: lines.pop(key).strip() for key in ROWS if key in lines}
    names = list(lines)
    state = GAME.start(len(names), options)
    for seat, name in enumerate(names):
        _seat_down(state, seat, lines[name])
    _lay_rows(state, rows)
    _pile_up(state, rows.get("Pile"))
    state.first = names.index(first) if first else 0
    actor = names.index(mover) if mover else 0
    state.step = step if step is not None else (actor - state.first) % len(names) + len(names)
    state.actor = state.turn = actor
    state.phase, state.round = ACTING, 2
    return Table(names, state)


def last_turn(text: str, *, mover: str, bruce: bool = False) -> Table:
    """The position in the last turn of the round, `mover` being the last to act."""
    table = laid(text, mover=mover, bruce=bruce)
    seats = len(table.names)
    table.state.first = (table.seat(mover) + 1) % seats
    table.state.step = 5 * seats - 1
    return table


def ended(*seats: str, supporters: str = "Scott 12, Wemyss 12") -> Table:
    """The round is over but for the claims; Nobody, who has no Followers, ended it by recruiting."""
    rows = [f"Supporters: {supporters}", "Recruits: Fergusson 1, -, -, -, -"]
    table = last_turn("\n".join([*seats, "Nobody:", *rows]), mover="Nobody", bruce=True)
    table.recruits_card("Fergusson 1", then="Fergusson 2")
    return table


def cards(text: str) -> tuple[int, ...]:
    """Such as `Scott 4, Bruce 97`."""
    return tuple(CARD[name.strip()] for name in text.split(",") if name.strip())


def _seat_down(state: LordsState, seat: int, text: str) -> None:
    parts = dict(part.strip().split(" ", 1) for part in text.split(";") if " " in part.strip())
    state.hands[seat] = tuple(sorted(cards(parts.get("hand", ""))))
    state.claimed[seat] = cards(parts.get("won", ""))
    state.points[seat] = sum(STRENGTH[card] for card in state.claimed[seat])
    state.armies[seat] = _army(state, seat, parts.get("army", ""))


def _army(state: LordsState, seat: int, text: str) -> Army:
    army: list[Follower] = []
    for written in (name.strip() for name in text.split(",") if name.strip()):
        name, _, token = written.strip("()").partition("=")
        card = CARD[name.rstrip("*")]
        power = CLANS.index(token) if token else CLAN[card] if name.endswith("*") else 0
        if written.startswith("("):
            army.append((card, power, state.veils, 1 << seat))
            state.veils += 1
        else:
            army.append((card, power, 0, 0))
    return tuple(army)


def _lay_rows(state: LordsState, rows: dict[str, str]) -> None:
    state.supporters = cards(rows.get("Supporters", ""))
    state.discards = mask_of(cards(rows.get("Discards", "")))
    slots = [slot.strip() for slot in rows.get("Recruits", "-, -, -, -, -").split(",")]
    state.recruits = tuple(HIDDEN if slot == "?" else GAP if slot == "-" else CARD[slot] for slot in slots)


def _pile_up(state: LordsState, text: str | None) -> None:
    named = state.discards | mask_of(state.supporters) | mask_of(tuple(c for c in state.recruits if c > 0))
    for seat in range(state.seats):
        named |= mask_of(state.hands[seat]) | mask_of(state.claimed[seat])
        named |= mask_of(tuple(follower[0] for follower in state.armies[seat]))
    state.pools[0] = state.pools[0] & ~named if text is None else mask_of(cards(text))
    state.pile = state.pools[0].bit_count() - state.recruits.count(HIDDEN)
    state.traces = _traces(state)


def _traces(state: LordsState) -> public_information.Traces:
    """Every unseen card may be in any place with unseen cards."""
    veiled = [(card, veil) for army in state.armies for card, _, veil, _ in army if veil]
    unseen = state.pools[0] | mask_of(tuple(card for card, _ in veiled))
    places = public_information.lot_place(0)
    for seat, hand in enumerate(state.hands):
        unseen |= mask_of(hand)
        places |= 1 << seat if hand else 0
    for _, veil in veiled:
        places |= 1 << veil
    return ((unseen, places),) if unseen else ()


def _written(follower: Follower) -> str:
    card, power, veil, _ = follower
    name = card_name(card)
    if veil:
        return f"({name})"
    if not power:
        return name
    return f"{name}*" if CLAN[card] == power else f"{name}={CLANS[power]}"
