"""The history of a result in the ledger: entry and corrections, by whom, when, why, and from what to what."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from django.urls import reverse
from django.utils.translation import gettext as _

from league.accounts.models import Player
from league.results.drafts import ResultDraft, SeatResult, seats_of
from league.results.models import Ending, Result
from league.results.queries import Chain
from league.results.subjects import Line, Pair, SubjectLink

NOTHING = "\N{EN DASH}"

Names = Mapping[int, Player]


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """An event in the history of a result. `words` name who did it, if somebody did.

    `lines` are the seats, or the differences; `link` leads to more about it.
    """

    at: datetime
    words: str
    reason: str = ""
    lines: tuple[Line, ...] = ()
    link: SubjectLink | None = None


def ledger_history(chain: Chain) -> list[HistoryLine]:
    """Return what happened to a result in the ledger, the first thing first."""
    names = chain.players
    first = HistoryLine(chain.first.entered_at, _first(chain.first), "", seat_lines(seats_of(chain.first), names))
    return [first, *(_correction(was, row, names) for was, row in pairwise(chain.rows))]


def seat_lines(seats: Sequence[SeatResult], names: Names) -> tuple[Line, ...]:
    """Return the seats in words, best first."""
    best_first = sorted(seats, key=lambda seat: seat.place)
    return tuple(_line(names[seat.player_id], seat, seat) for seat in best_first)


def difference(before: Sequence[SeatResult], after: Sequence[SeatResult], names: Names) -> tuple[Line, ...]:
    """Return the differences by player: present players first, best first, then former ones."""
    old, new = ({seat.player_id: seat for seat in seats} for seats in (before, after))
    here = [seat.player_id for seat in sorted(after, key=lambda seat: seat.place)]
    gone = [seat.player_id for seat in before if seat.player_id not in new]
    return tuple(_line(names[player], old.get(player), new.get(player)) for player in [*here, *gone])


def _correction(was: Result, row: Result, names: Names) -> HistoryLine:
    lines = difference(seats_of(was), seats_of(row), names)
    return HistoryLine(row.entered_at, _superseding(was, row), row.reason, lines)


def _first(row: Result) -> str:
    said = _("%(who)s entered the result.") % {"who": row.entered_by} if row.entered_by else _("Result entered.")
    if not row.ending:
        return said
    return _("%(said)s The game ended early: %(ending)s.") % {"said": said, "ending": way_of(row)}


def _superseding(was: Result, row: Result) -> str:
    who = {"who": row.entered_by or "Moothill"}
    if row.how == Result.How.WITHDRAWN:
        return _("%(who)s withdrew the result.") % who
    if was.how == Result.How.WITHDRAWN:
        return _("%(who)s restored the result.") % who
    if (was.how, was.ending) != (row.how, row.ending):
        ways = {"before": way_of(was), "after": way_of(row)}
        return _("%(who)s corrected the result: %(before)s → %(after)s.") % (who | ways)
    return _("%(who)s corrected the result.") % who


def way_of(said: Result | ResultDraft) -> str:
    """Return how it was decided, in a word or two."""
    return str(Ending(said.ending).label if said.ending else Result.How(said.how).label)


def _line(player: Player, was: SeatResult | None, now: SeatResult | None) -> Line:
    standing = player.merged_into or player
    address = reverse("ratings:player", args=[standing.public_id, standing.slug])
    points = Pair(str(was.points) if was else NOTHING, str(now.points) if now else NOTHING)
    place = Pair(str(was.place) if was else NOTHING, str(now.place) if now else NOTHING)
    return Line(standing.public_id, standing.name, address, (points, place))
