"""The view of a seat in Highland Clans."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from engine.games.highland_clans.components import Counts

Court: TypeAlias = tuple[int, int, int]  # warriors (yellow), pipers (blue), monks (green)
Land: TypeAlias = tuple[int, int, int, int]  # estates in all, of which with cattle, with a castle, with an abbey
Laid: TypeAlias = tuple[int, int]  # a card (HIDDEN where the seat does not know it), and 1 with a piper, else 0
Combat: TypeAlias = tuple[int, int, int, int]  # the attacker's card and pipers, the defender's card and pipers


class ClansView(NamedTuple):
    """Everything that a seat knows, also from earlier moves. Fields are as in `ClansState`."""

    seat: int | None
    seats: int
    exactly: bool  # the option `exchange` is `exactly-3`
    ranks_zero: bool  # the option `no-green` is `ranked`
    turn: int | None  # the seat that decides now, CHANCE (-1), or None when the game is over
    phase: int  # one of `phases`
    round: int  # from 1; 0 while hands are dealt
    first: int  # the seat that begins the round
    step: int  # turns finished in this round; while hands are dealt, hands dealt
    actor: int  # the seat whose turn of the round it is, also while another decides
    part: int  # of the turn: 1 tokens are drawn, 2 actions, 3 raid or exchange
    sack: Counts  # tokens by colour: yellow, blue, green, red
    drawn: Counts  # tokens drawn by the actor and not yet used
    redrawn: bool  # the largest following has been used in this turn
    used: int  # of the drawn tokens, so far
    acted: tuple[int, ...]  # the kinds of the actions taken in this turn, in order
    following: int  # the seat with the marker of the largest following, or NOBODY
    courts: tuple[Court, ...]  # by seat
    lands: tuple[Land, ...]  # by seat
    points: tuple[int, ...]  # by seat
    hand: tuple[int, ...]  # the seat's own cards, ascending; empty for a spectator
    hand_sizes: tuple[int, ...]  # by seat
    deck: int  # cards in the deck
    fought: Counts  # return deck, cards by value: those played in combats, which all seats have seen
    returned: Counts  # return deck, cards by value: those this seat put there face-down
    returned_sizes: tuple[int, ...]  # return deck, by seat: how many cards it put there face-down
    stock: int  # estates in the common stock
    shown: tuple[int, ...]  # numbers of the estates turned up so far, in order
    removed: int  # estates that left the stock face-down
    target: int  # the seat that is raided in this turn, or NOBODY
    combats: tuple[Combat, ...]  # those of the raid that are decided
    laid: tuple[Laid, ...]  # the combat at hand: empty, or the attacker's card
    owed: tuple[tuple[int, int], ...]  # (seat, how many cards) still to be drawn, in order
    draws: int  # times that cards were drawn in this turn
    ending: int  # how the game ended, one of `phases`; UNFINISHED until then

    @property
    def game(self) -> str:
        """The slug of the game."""
        return "highland-clans"
