"""The dealer: one secret, one deck, however play diverges."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.core import registry
from engine.core.dealer import Dealer
from engine.core.errors import IllegalChance
from engine.core.game import CHANCE, Event
from engine.core.match import play
from engine.games.lords_of_scotland import events

GAME = registry.game("lords-of-scotland")
WANDERER = registry.bot("wanderer")


def test_two_matches_of_one_secret_are_dealt_the_same_hands_and_supporters() -> None:
    one, other = (_played(luck) for luck in (b"one", b"other"))
    dealt = 15 + 3
    assert one[:dealt] == other[:dealt]
    assert one != other


def test_another_secret_deals_another_deck() -> None:
    assert _played(b"one", secret=b"a")[:15] != _played(b"one", secret=b"b")[:15]


def test_what_is_recruited_or_drawn_elsewhere_does_not_shift_the_slots() -> None:
    """A face-down Recruit taken is the card that would have been turned up in its slot."""
    matches = [_played(b"%d" % luck) for luck in range(40)]
    seconds = [_second_turned(match) for match in matches if not _took_blind_before_the_second(match)]
    assert len({_first_turned(match) for match in matches}) == 1
    assert len(seconds) >= 20
    assert len(set(seconds)) == 1


def test_every_stream_has_an_order_of_its_own() -> None:
    dealer = Dealer(b"secret")
    orders = {_shuffled(dealer, (stream, occasion)) for stream in range(8) for occasion in range(8)}
    assert len(orders) == 64
    assert all(sorted(order) == list(range(1, 99)) for order in orders)


def test_every_card_is_as_likely_as_any_other() -> None:
    """Chi-squared with 95 degrees of freedom stays below its 0.1 % point (about 144)."""
    drawn = Counter(Dealer(b"%d" % secret).deal(GAME.start(2))[1] for secret in range(9600))
    assert sum((drawn[card] - 100) ** 2 / 100 for card in range(1, 97)) < 144


@pytest.mark.long
def test_every_copy_is_as_likely_as_any_other_to_come_last() -> None:
    """Chi-squared with 97 degrees of freedom stays below its 0.1 % point (about 147)."""
    lasts = Counter(_shuffled(Dealer(b"%d" % secret), (0, 0))[-1] for secret in range(1960))
    assert sum((lasts[card] - 20) ** 2 / 20 for card in range(1, 99)) < 147


def test_it_does_not_look_for_ever_for_what_cannot_come_up() -> None:
    state, dealer = GAME.start(2), Dealer(b"secret")
    while state.turn == CHANCE:
        state.advance(dealer.deal(state))
    with pytest.raises(IllegalChance):
        state.draw(dealer.order((0, 0), 98))


def test_it_refuses_more_copies_than_it_can_name() -> None:
    with pytest.raises(ValueError, match="at most 255 copies, not 256"):
        next(Dealer(b"secret").order((0, 0), 256))


def test_what_enters_the_pile_again_does_not_come_straight_out() -> None:
    """A new occasion is a new order: cards drawn first before a shuffle are spread evenly after it."""
    dealer = Dealer(b"secret")
    before, after = (_shuffled(dealer, (1, occasion)) for occasion in (1 << 16, 1 << 16 | 1))
    assert len(set(before[:20]) & set(after[:20])) < 12


def _shuffled(dealer: Dealer, key: tuple[int, int]) -> tuple[int, ...]:
    """All 98 cards by their first mention."""
    return tuple(dict.fromkeys(dealer.order(key, 98)))


def _played(luck: bytes, secret: bytes = b"secret") -> tuple[Event, ...]:
    return play(GAME, [WANDERER] * 3, secret=secret, luck=luck).events


def _first_turned(match: tuple[Event, ...]) -> Event:
    return next(event for event in match if event[0] == events.TURN)


def _second_turned(match: tuple[Event, ...]) -> Event:
    return [event for event in match if event[0] == events.TURN][1]


def _took_blind_before_the_second(match: tuple[Event, ...]) -> bool:
    return events.TAKE in [event[0] for event in match[: match.index(_second_turned(match))]]
