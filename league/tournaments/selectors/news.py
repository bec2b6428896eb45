"""What is new in a round since the one before: who came, left, is back, or misses it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.tournaments.selectors.entrants import Entrant
from league.tournaments.selectors.history import History


@dataclass(frozen=True, slots=True)
class News:
    """A kind of news, and whom it concerns."""

    title: str
    entrants: tuple[Entrant, ...]
    is_below: bool = False
    """Whether the round names them anyway, among those without a table; then it is enough to count them here."""


def news_of(
    history: History, number: int, entrants: Mapping[int, Entrant], seated: Collection[int]
) -> tuple[News, ...]:
    """Return the news of a round, without empty kinds. `seated` are the entries at its tables and with its byes."""
    entries = history.entries
    before = {seat for one in history.pairings if one.round == number - 1 and one.bye is None for seat in one.seats}
    later = number > 1
    kinds = {
        _("New in this round"): [one.id for one in entries if later and one.joined == number and one.id in seated],
        _("Not at a table in the round before"): [
            one.id
            for one in entries
            if later
            and one.joined < number
            and one.plays_in(number)
            and not one.bye_in(number)
            and one.id not in before
            and one.id in seated
        ],
        _("Withdrew before this round"): [one.id for one in entries if one.left == number and one.took_part],
    }
    missing = [one.id for one in entries if one.plays_in(number) and one.bye_in(number)]
    told = [News(title, _who(listed, entrants)) for title, listed in kinds.items()]
    told.append(News(_("Requested a bye or absent"), _who(missing, entrants), is_below=True))
    return tuple(one for one in told if one.entrants)


def _who(listed: Sequence[int], entrants: Mapping[int, Entrant]) -> tuple[Entrant, ...]:
    return tuple(entrants[one] for one in listed)
