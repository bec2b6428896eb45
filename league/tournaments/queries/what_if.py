"""A tournament as it would be with other results, computed from the same history. Nothing is saved."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from league.competition.format import Finished, How, Pairing, Round
from league.competition.standings import Row
from league.results.subjects import Change
from league.tournaments.models import Tournament
from league.tournaments.queries.history import Decision, History, history_of, next_by_itself
from league.tournaments.queries.stale_matches import (
    Outdated,
    discounted_in,
    outdated_in,
    runs_again,
    to_mend,
    with_mended,
)
from league.tournaments.queries.standings_cache import Sheet, sheet_from, sheet_of


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Before and after. `drawn` are rounds that would be published, `is_over` says whether it would finish."""

    event: Tournament
    before: Sheet
    after: Sheet
    drawn: tuple[int, ...]
    is_over: bool
    outdated: tuple[Outdated, ...] = ()  # bracket matches with their new players
    to_mend: tuple[Outdated, ...] = ()  # those that would be updated
    discounted: tuple[Pairing, ...] = ()  # played matches that would not count any more

    def moved(self) -> list[tuple[Row | None, Row]]:
        """Rows with another place or other points, before and after, best first."""
        before = {row.entry: row for row in self.before.rows}
        pairs = [(before.get(row.entry), row) for row in self.after.rows]
        return [(was, row) for was, row in pairs if was is None or (was.place, was.points) != (row.place, row.points)]

    @property
    def leaders_before(self) -> tuple[int, ...]:
        """The entries in 1st place now; none before the first result."""
        return _first(self.before)

    @property
    def leaders_after(self) -> tuple[int, ...]:
        """The entries that would be in 1st place."""
        return _first(self.after)

    def later_rounds(self, changes: Sequence[Change]) -> bool:
        """Return whether rounds were published after one with a changed game."""
        changed = {change.subject for change in changes}
        touched = [number for (number, _), legs in self.before.history.subjects.items() if not changed.isdisjoint(legs)]
        return max(self.before.rounds, default=0) > min(touched, default=0)


def what_if(event: Tournament, changes: Iterable[Change]) -> WhatIf:
    """Return the tournament after changes, with the rounds that would be paired then."""
    before = sheet_of(event)
    history = history_of(event.pk, {change.subject: _decision(change) for change in changes})
    known = outdated_in(event, before.history)
    outdated = tuple(one for one in outdated_in(event, history) if one not in known)
    found = tuple(to_mend(event, history)) if outdated else ()
    discounted = tuple(set(discounted_in(event, history)).difference(discounted_in(event, before.history)))
    discounted = tuple(sorted(discounted, key=lambda one: (one.round, one.table)))
    drawn: tuple[int, ...] = ()
    is_over = event.status == Tournament.Status.FINISHED and not runs_again(event, history)
    if event.is_running or (event.status == Tournament.Status.FINISHED and not is_over):
        history, drawn, is_over = _carried_on(event, with_mended(event, history))
    return WhatIf(event, before, sheet_from(event, history), drawn, is_over, outdated, found, discounted)


def _carried_on(event: Tournament, history: History) -> tuple[History, tuple[int, ...], bool]:
    """Pair as many rounds as the tournament would by itself."""
    drawn: list[int] = []
    while isinstance(answer := next_by_itself(event, history), Round):
        drawn.append(answer.number)
        history = history.with_round(answer)
    return history, tuple(drawn), isinstance(answer, Finished)


def _decision(change: Change) -> Decision | None:
    if change.after is None:
        return None
    return Decision(How(change.how), {seat.player_id: (seat.points, seat.place) for seat in change.after})


def _first(sheet: Sheet) -> tuple[int, ...]:
    return tuple(row.entry for row in sheet.rows if row.place == 1)
