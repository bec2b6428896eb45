"""What is new in a round since the one before: who came, left, is back, or asked to miss it."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.tournaments.selectors.entrants import Entrant
from league.tournaments.selectors.history import History


@dataclass(frozen=True, slots=True)
class News:
    """A kind of news, and whom it concerns."""

    title: str
    entrants: tuple[Entrant, ...]


def news_of(history: History, number: int, entrants: Mapping[int, Entrant]) -> tuple[News, ...]:
    """The news of a round, kinds without any left out; from what was read already."""
    entries = history.entries
    before = {seat for one in history.pairings if one.round == number - 1 and one.bye is None for seat in one.seats}
    later = number > 1
    kinds = {
        _("Came in late"): [one.id for one in entries if later and one.joined == number and one.plays_in(number)],
        _("Back at a table"): [
            one.id
            for one in entries
            if later
            and one.joined < number
            and one.plays_in(number)
            and not one.bye_in(number)
            and one.id not in before
        ],
        _("Asked to miss the round"): [one.id for one in entries if one.plays_in(number) and one.bye_in(number)],
        _("Left"): [one.id for one in entries if one.left == number and one.took_part],
    }
    return tuple(News(title, tuple(entrants[one] for one in listed)) for title, listed in kinds.items() if listed)
