"""Records of Lords of Scotland with unknowns: cards dealt, drawn, taken or mustered face-down may be `?`.

The state of the replay is correct in everything public. Hidden cards are guesses: when the record shows a card later,
it changes places with another hidden card, so that it is where it must have been.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.core.errors import EngineError, IllegalMove
from engine.core.game import Event, Outcome
from engine.core.patterns import Pattern, Proposal
from engine.core.vocabulary import Clause, Phrase
from engine.games.lords_of_scotland import card_inference, events
from engine.games.lords_of_scotland.card_assignment import assign_cards
from engine.games.lords_of_scotland.components import CARDS, HIDDEN, STRENGTH, card_name, cards_in
from engine.games.lords_of_scotland.events import DEAL, DRAW, MUSTER, TAKE
from engine.games.lords_of_scotland.move_errors import is_well_formed, location_of, move_error
from engine.games.lords_of_scotland.notation import DOWN, WORDS
from engine.games.lords_of_scotland.phases import ACTING, CLAIMING, DEALING, EXTRA, FACE_DOWN, OVER
from engine.games.lords_of_scotland.state import LordsState

_FEW = 8  # cards of one strength there can be: with more left, some other strength is among them
_UNSEEN: Final = {"deal": DEAL, "is": TAKE, "draw": DRAW}
_ANY_CARD: Final = 1  # in place of an unknown one where words are made


class LordsPartialRecords:
    """Unknown cards as in `docs/notation.md`."""

    unordered: frozenset[int] = frozenset()
    turned_up: frozenset[int] = frozenset({MUSTER})

    def read(self, _: LordsState, clause: Clause) -> Pattern:
        """Return a card that only its owner sees. Raise NotationError for others, which everybody sees."""
        if clause.verb in _UNSEEN and clause.what == "?":
            return _UNSEEN[clause.verb], None
        if clause.verb == "muster" and DOWN.fullmatch(" ".join(clause.what.split()).removeprefix("?")):
            return MUSTER, None, events.FACE_DOWN
        raise clause.unreadable(
            "Only what is dealt, drawn, taken or mustered face-down can be unknown: deal ?, draw ?, is ?, "
            "muster ? face-down. Everything else lies open."
        )

    def say(self, state: LordsState, pattern: Pattern) -> Phrase:
        """Return such as `is ?`, `muster ? face-down`."""
        event = tuple([_ANY_CARD if number is None else number for number in pattern])
        phrase = WORDS.say(state, event)
        return replace(phrase, what="? face-down" if event[0] == MUSTER else "?")

    def hide(self, _: LordsState, event: Event) -> Pattern:
        """Hide cards in hands, and those mustered face-down, which are turned up after the round."""
        if event[0] in (DEAL, TAKE, DRAW):
            return event[0], None
        return (MUSTER, None, events.FACE_DOWN) if event[0] == MUSTER and event[2] == events.FACE_DOWN else event

    def outline(self, start: LordsState) -> LordsReplay:
        """Return a partial replay from before the deal."""
        return LordsReplay(start)


class LordsReplay:
    """A replay that keeps what was seen."""

    def __init__(self, start: LordsState) -> None:
        self.state = start
        self.sightings = card_inference.SeenCards(start.seats, start.pools[0])
        self._patterns: list[Pattern] = []
        self._hidden = start.pools[0]  # the cards of which nobody knows for sure where they are, as a bit mask
        self._lots = {start.lot: 0}  # the state's lots by number, counted as they were shuffled
        self._veiled: dict[int, card_inference.Muster] = {}  # what lies face-down in this round, by the guess
        self._guesses = False  # whether the order of some round is a mere guess

    def turn_to(self, seat: int) -> None:
        """Set who claims first as the record says, if face-down Followers decide it."""
        state = self.state
        if state.phase != CLAIMING or seat not in state.claims or not self._is_open(state.claims[0]):
            return
        state.claims = (
            *[other for other in state.claims if other == seat],
            *[other for other in state.claims if other != seat],
        )
        if not self._claimed_already():
            state.ranking = (seat, *[other for other in state.ranking if other != seat])
        state.turn = seat

    def take(self, pattern: Pattern, seat: int | None) -> bool:
        """Play one more event. Raise EngineError; returns False if a public number is unknown."""
        likely = tuple([1 if number is None else number for number in pattern])
        if not is_well_formed(likely):
            raise move_error(self.state, likely)
        if not _is_supported(pattern) or (self._guesses and seat is None and self.state.phase == CLAIMING):
            return False
        at, before = len(self._patterns), self.state.round
        if self.state.phase == CLAIMING:
            self._note_claim(seat)
        self._play(at, pattern)
        self._patterns.append(pattern)
        if self.state.round != before or self.state.phase == OVER:
            for release in self._veiled.values():
                release.out = at
            self._veiled = {}
        return not self._guesses

    def fill(self, outcome: Outcome | None, deadline: float) -> Proposal:
        """Propose cards for what was seen, and an order of strengths that agrees with the claims."""
        played = self.state.outcome
        if outcome is not None and played is not None and outcome.points != played.points:
            points = ", ".join(map(str, played.points))
            return Proposal(impossible=(len(self._patterns), f"The Supporters claimed come to {points} points."))
        try:
            plan = card_inference.CardInference(self.sightings)
        except card_inference.TooManyCards as refused:
            return Proposal(impossible=(refused.at, str(refused)))
        cards = assign_cards(self.sightings, plan, deadline)
        filled = [_filled_event(pattern, cards.get(at)) for at, pattern in enumerate(self._patterns)]
        return Proposal(filled, frozenset(plan.settled))

    def _play(self, at: int, pattern: Pattern) -> None:
        kind = pattern[0]
        if kind in (events.DEAL, events.TAKE, events.DRAW):
            self._draw(at, pattern)
        elif kind in (events.SUPPORTER, events.TURN, events.REFILL):
            self._come_up(at, pattern)
        elif kind == events.MUSTER:
            self._muster(at, pattern)
        else:
            self._decide(at, tuple([number for number in pattern if number is not None]))

    def _draw(self, at: int, pattern: Pattern) -> None:
        """Play a card that only its owner sees."""
        state = self.state
        kind, card = pattern[0] or 0, pattern[1]
        if state.turn is None or state.turn >= 0 or not state.chance_outcomes() or kind != state.phase:
            raise move_error(state, (kind, card or 1))
        seat = state.step % state.seats if state.phase == DEALING else state.actor
        lot = self._lots[self._lot_at_hand()]
        if card is None:
            self._advance(at, (kind, cards_in(state.pools[self._lot_at_hand()])[0]))
        else:
            self._bring_up(kind, card)
            self._advance(at, (kind, card))
            self._hidden &= ~(1 << card)
        self.sightings.draws.append(card_inference.Draw(at, seat, lot, card))

    def _come_up(self, at: int, pattern: Pattern) -> None:
        """Play a card that everybody sees."""
        kind, card = pattern[0] or 0, pattern[1] or 0
        state = self.state
        if kind != state.phase or not state.chance_outcomes():
            raise move_error(state, (kind, card))
        lot = self._lots[self._lot_at_hand()]
        self._bring_up(kind, card)
        self._advance(at, (kind, card))
        self._hidden &= ~(1 << card)
        self.sightings.turned_up.append(card_inference.TurnedUp(at, card, lot))

    def _bring_up(self, kind: int, card: int) -> None:
        """Make the card one of those that may come up now, if that is possible. Raise EngineError."""
        state = self.state
        pool = state.pools[self._lot_at_hand()]
        if pool >> card & 1:
            return
        if card < 0 or not self._hidden >> card & 1:
            raise move_error(state, (kind, card))
        self._swap(card, cards_in(pool)[0])

    def _muster(self, at: int, pattern: Pattern) -> None:
        _, card, facing = pattern
        state = self.state
        seat, hand = state.actor, state.hands[state.actor]
        if card is None:
            card = next((other for other in hand if self._hidden >> other & 1), hand[0] if hand else 1)
            release = card_inference.Muster(at, seat, None)
            for other in hand:  # any of them may be the one that lies there now
                self._hidden |= 1 << other
        else:
            release = card_inference.Muster(at, seat, card)
            own = next((other for other in hand if self._hidden >> other & 1), None)
            if card not in hand and own is not None and card > 0 and self._hidden >> card & 1:
                self._swap(card, own)
        event = (events.MUSTER, card, facing or 0)
        if event not in state.legal_moves():
            raise self._why_not_in_hand(event)
        if facing == events.FACE_DOWN:
            self._veiled[card] = release
        if release.card is not None:
            self._hidden &= ~(1 << card)
        self.sightings.releases.append(release)
        self._advance(at, event)

    def _why_not_in_hand(self, event: tuple[int, ...]) -> EngineError:
        """Return the error of a muster, with the public location of the card."""
        state, (_, card, _) = self.state, event
        refused = move_error(state, event)
        is_seen = 0 < card <= CARDS and not self._hidden >> card & 1
        if state.phase not in (ACTING, EXTRA) or not is_seen or card in state.hands[state.actor]:
            return refused
        sentence = f"Seat {state.actor + 1} cannot muster {card_name(card)}: {location_of(state, card)}."
        return IllegalMove(sentence, **refused.facts)

    def _decide(self, at: int, event: tuple[int, ...]) -> None:
        """Play a public decision."""
        state = self.state
        seat, kind = state.actor, event[0]
        if event not in state.legal_moves():
            raise move_error(state, event)
        if kind == events.RECRUIT and event[1] != HIDDEN:
            self.sightings.openings.append(card_inference.OpenRecruit(at, seat, event[1]))
        if kind == events.DISCARD:
            discarded = state.armies[event[1]][event[2]][0]
            if discarded in self._veiled:
                self._veiled.pop(discarded).out = at
        self._advance(at, event)

    def _note_claim(self, seat: int | None) -> None:
        """Note the armies before the first claim of a round, and who claims in what order."""
        state, rounds = self.state, self.sightings.rounds
        if not rounds or rounds[-1].round != state.round:
            armies = [[(self._face(card), power) for card, power, _, _ in army] for army in state.armies]
            rounds.append(card_inference.RoundEnd(state.round, armies, []))
        if seat is None and rounds[-1].is_unsure:
            self._guesses = True
        if state.claims[0] not in rounds[-1].order:
            rounds[-1].order.append(state.claims[0])

    def _face(self, card: int) -> int | card_inference.Muster:
        release = self._veiled.get(card)
        return card if release is None or release.card is not None else release

    def _is_open(self, front: int) -> bool:
        """Whether the order of the round may differ from the guess."""
        rounds = self.sightings.rounds
        begun = bool(rounds) and rounds[-1].round == self.state.round
        unsure = any(release.card is None for release in self._veiled.values())
        return unsure and not (begun and front in rounds[-1].order)

    def _claimed_already(self) -> bool:
        rounds = self.sightings.rounds
        return bool(rounds) and rounds[-1].round == self.state.round

    def _advance(self, at: int, event: tuple[int, ...]) -> None:
        """Play the event, and note whether the pile was renewed."""
        state = self.state
        rounds, reshuffles, row = state.round, state.reshuffles, len(state.supporters)
        state.advance(event)
        shuffles = state.reshuffles if state.round != rounds else state.reshuffles - reshuffles
        if shuffles:
            self._note_shuffle(at)
        ends_a_row = event[0] == events.SUPPORTER and row and len({STRENGTH[card] for card in state.supporters}) < 2
        if shuffles > 1 or (ends_a_row and state.pile + state.discards.bit_count() <= _FEW):
            self._guesses = True

    def _note_shuffle(self, at: int) -> None:
        state = self.state
        lot = len(self.sightings.shuffles) + 1
        self._lots[state.lot] = lot
        entered = state.pools[state.lot]
        self.sightings.shuffles.append(card_inference.Shuffle(at, lot, entered & ~self._hidden))
        self._hidden |= entered

    def _lot_at_hand(self) -> int:
        """Return the state's lot that the next card comes from."""
        state = self.state
        if state.phase in FACE_DOWN and HIDDEN in state.recruits:
            return state.slot_lots[state.recruits.index(HIDDEN)]
        return state.lot

    def _swap(self, one: int, other: int) -> None:
        """Exchange two hidden cards, wherever they are."""
        state = self.state
        names = {one: other, other: one}
        bits = 1 << one | 1 << other
        state.hands = [tuple(sorted([names.get(card, card) for card in hand])) for hand in state.hands]
        state.armies = [
            tuple([(names.get(card, card), power, veil, seats) for card, power, veil, seats in army])
            for army in state.armies
        ]
        state.pools = [pool ^ bits if (pool & bits).bit_count() == 1 else pool for pool in state.pools]
        state.discards ^= bits if (state.discards & bits).bit_count() == 1 else 0
        self._veiled = {names.get(card, card): release for card, release in self._veiled.items()}


def _is_supported(pattern: Pattern) -> bool:
    """Whether only hidden numbers are unknown."""
    if None not in pattern:
        return True
    kind = pattern[0]
    if kind in (events.DEAL, events.TAKE, events.DRAW):
        return len(pattern) == 2
    return kind == events.MUSTER and len(pattern) == 3 and pattern[2] == events.FACE_DOWN


def _filled_event(pattern: Pattern, card: int | None) -> tuple[int, ...] | None:
    if None in pattern and card is None:
        return None
    return tuple([card if number is None and card is not None else number or 0 for number in pattern])


UNKNOWNS = LordsPartialRecords()
