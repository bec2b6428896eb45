"""The view of a seat in King's Kilt."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.kings_kilt.components import Counts


class KiltView(NamedTuple):
    """Everything that a seat knows, also from earlier moves. Fields are as in `KiltState`.

    Cards are clans, 0 to 7 (`components.CLANS`), or EMPTY (-1); slots are 0 to 20 (`board`).
    """

    seat: int | None  # whose view this is; None for a spectator
    seats: int
    by_victim: bool  # option `matching`: the card played on rows 4 to 6 must match the victim
    per_pyramid: bool  # option `scoring`: every matching card of a row scores
    turn: int | None  # the seat that decides now, CHANCE (-1), or None when the game is over
    phase: int  # one of `phases`
    step: int  # cards dealt and turned up so far
    actor: int  # the seat whose turn it is, also while another decides (turns up a Family card)
    pyramid: tuple[int, ...]  # 21: the clan in each slot, or EMPTY
    top: int  # the clan on top of the pile, or EMPTY
    pile: int  # how many cards the pile holds, the top one included
    listed: Counts  # cards below the top one that all can count: Leaders, later Influence; `clan_numbers`
    family: tuple[int, ...]  # the seat's Family: its first two cards by clan, then the third; () for a spectator
    shown: tuple[tuple[int, ...], ...]  # by seat, the Family cards turned up, in that order; at the end all three
    influence: tuple[int, ...]  # the seat's Influence cards, by clan; () for a spectator
    influence_sizes: tuple[int, ...]  # by seat
    discards: tuple[int, ...]  # Influence cards played, in that order; () once they have become the pile
    betrayed: tuple[int, ...]  # cards out of the game, in the order in which they went
    moved_up: tuple[tuple[int, ...], ...]  # by seat, the cards that it advanced or filled a vacuum with, in that order
    removed: tuple[tuple[int, ...], ...]  # by seat, the cards in rows 4 to 6 that it had betrayed, in that order
    passed: tuple[int, ...]  # seats that have passed, in that order
    victim: int  # the slot about to be betrayed, or EMPTY
    vacuum: int  # the slot waiting to be filled, or EMPTY
    revealers: tuple[int, ...]  # the seats that are to turn up a Family card once the vacuum is filled, next one first

    @property
    def game(self) -> str:
        """The slug of the game."""
        return "kings-kilt"
