"""Effects of a correction on tournaments, in words: standings, leaders, pairings, brackets."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.permissions import Asker
from league.clubs.queries import clubs_seen_by
from league.competition.brackets.structure import RESET
from league.competition.format import Finished, How, Pairing
from league.competition.format import Round as DrawnRound
from league.competition.points import needs_decimals
from league.competition.standings import Row
from league.results.subjects import Change, Consequence, Line, Pair
from league.tournaments.format_text import place_text, points
from league.tournaments.models import Round, Tournament
from league.tournaments.queries.entries import Entrant, Entrants, entrants_of
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
from league.tournaments.queries.tournaments import tournaments_of

NOTHING = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A tournament before and after a correction.

    `drawn` are numbers of rounds that would be published; `is_over` says whether the tournament would be finished.
    """

    event: Tournament
    before: Sheet
    after: Sheet
    drawn: tuple[int, ...]
    is_over: bool
    outdated: tuple[Outdated, ...] = ()  # bracket matches with their new players
    to_mend: tuple[Outdated, ...] = ()  # those that would be updated
    discounted: tuple[Pairing, ...] = ()  # played matches that would not count any more

    def moved(self) -> list[tuple[Row | None, Row]]:
        """Return the rows with another place or other points, before (None if new) and after, best first."""
        before = {row.entry: row for row in self.before.rows}
        pairs = [(before.get(row.entry), row) for row in self.after.rows]
        return [(was, row) for was, row in pairs if was is None or (was.place, was.points) != (row.place, row.points)]

    @property
    def leaders_before(self) -> tuple[int, ...]:
        """The entries in 1st place now; none before the first result."""
        return _leaders(self.before)

    @property
    def leaders_after(self) -> tuple[int, ...]:
        """The entries that would be in 1st place."""
        return _leaders(self.after)

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
    mended = tuple(to_mend(event, history)) if outdated else ()
    discounted = tuple(set(discounted_in(event, history)).difference(discounted_in(event, before.history)))
    discounted = tuple(sorted(discounted, key=lambda one: (one.round, one.table)))
    drawn: tuple[int, ...] = ()
    is_over = event.status == Tournament.Status.FINISHED and not runs_again(event, history)
    if event.is_running or (event.status == Tournament.Status.FINISHED and not is_over):
        history, drawn, is_over = _pair_following_rounds(event, with_mended(event, history))
    return WhatIf(event, before, sheet_from(event, history), drawn, is_over, outdated, mended, discounted)


def _pair_following_rounds(event: Tournament, history: History) -> tuple[History, tuple[int, ...], bool]:
    """Pair as many rounds as the tournament would by itself."""
    drawn: list[int] = []
    while isinstance(answer := next_by_itself(event, history), DrawnRound):
        drawn.append(answer.number)
        history = history.with_round(answer)
    return history, tuple(drawn), isinstance(answer, Finished)


def _decision(change: Change) -> Decision | None:
    if change.after is None:
        return None
    return Decision(How(change.how), {seat.player_id: (seat.points, seat.place) for seat in change.after})


def _leaders(sheet: Sheet) -> tuple[int, ...]:
    return tuple(row.entry for row in sheet.rows if row.place == 1)


def consequences_for_tournaments(changes: Sequence[Change], asker: Asker) -> list[Consequence]:
    """Return the effects on each tournament that the asker may see, without unaffected ones."""
    subjects = [change.subject for change in changes]
    seen = set(clubs_seen_by(asker).values_list("pk", flat=True))
    consequences = (_consequence(event, changes, asker) for event in tournaments_of(subjects) if event.club_id in seen)
    return [consequence for consequence in consequences if consequence is not None]


def _consequence(event: Tournament, changes: Sequence[Change], asker: Asker) -> Consequence | None:
    impact, entrants = what_if(event, changes), entrants_of(event, asker)
    sentences = [*_leader_sentences(impact, entrants), *_reopening_sentences(impact), *_pairing_sentences(impact)]
    decimals = needs_decimals(row.points for sheet in (impact.before, impact.after) for row in sheet.rows)
    lines = tuple(_line(was, row, entrants[row.entry], decimals=decimals) for was, row in impact.moved())
    if not sentences and not lines:
        return None
    on_the_bracket = _bracket_sentences(impact, entrants)
    if not on_the_bracket and impact.later_rounds(changes):
        sentences.append(_("Published pairings do not change."))
    sentences += [*on_the_bracket, *_draft_sentences(event)]
    return Consequence(event.name, tuple(sentences), (_("Place"), _("Points")), lines, binding=tuple(on_the_bracket))


def _line(before: Row | None, row: Row, entrant: Entrant, *, decimals: bool) -> Line:
    place = Pair(place_text(before.place) if before else NOTHING, place_text(row.place))
    paid = Pair(points(before.points, decimals=decimals) if before else NOTHING, points(row.points, decimals=decimals))
    return Line(entrant.player, entrant.name, entrant.href, (place, paid))


def _leader_sentences(impact: WhatIf, entrants: Entrants) -> list[str]:
    was_over = impact.event.status == Tournament.Status.FINISHED
    if set(impact.leaders_before) == set(impact.leaders_after) and was_over == impact.is_over:
        return []
    names = {"now": _names(impact.leaders_before, entrants), "then": _names(impact.leaders_after, entrants)}
    if not impact.leaders_after:
        return [_("The tournament would have no leader.")]
    if impact.is_over and was_over:
        return [_("%(then)s would have won, instead of %(now)s.") % names]
    if impact.is_over:
        return [_("The tournament would be finished. %(then)s would be the winner.") % names]
    if not impact.leaders_before:
        return [_("%(then)s would lead.") % names]
    if set(impact.leaders_before) == set(impact.leaders_after):
        return []
    return [_("%(then)s would lead, instead of %(now)s.") % names]


def _reopening_sentences(impact: WhatIf) -> list[str]:
    if impact.event.status != Tournament.Status.FINISHED or impact.is_over:
        return []
    return [_("The tournament would be running again until every game has a result.")]


def _pairing_sentences(impact: WhatIf) -> list[str]:
    if not impact.drawn:
        return []
    sentence = ngettext(
        "Round %(rounds)s would be published.", "Rounds %(rounds)s would be published.", len(impact.drawn)
    )
    return [sentence % {"rounds": get_text_list([str(number) for number in impact.drawn], _("and"))}]


def _bracket_sentences(impact: WhatIf, entrants: Entrants) -> list[str]:
    """Return the matches that would get other players, those played that do not change, and those played again."""
    of_others = [one for one in impact.outdated if one[0] not in impact.discounted]
    sentences = [_changed_players_sentence(one, entrants, is_mended=one in impact.to_mend) for one in of_others]
    again = _(
        "Table %(table)d of round %(round)d would be played again with other players. Its current result would "
        "count only for ratings."
    )
    return sentences + [again % {"table": one.table, "round": one.round} for one in impact.discounted]


def _changed_players_sentence(outdated: Outdated, entrants: Entrants, *, is_mended: bool) -> str:
    pairing, seats = outdated
    staying = [one for one in pairing.seats if one in seats]
    words = {
        "round": pairing.round,
        "table": pairing.table,
        "now": _names([one for one in pairing.seats if one not in seats], entrants),
        "then": _names([one for one in seats if one not in pairing.seats], entrants) or _("nobody"),
        "stays": _names(staying, entrants),
    }
    if pairing.bye is not None and len(seats) == 1:
        return _("In round %(round)d %(then)s would have the bye instead of %(now)s.") % words
    if pairing.bye is not None and len(seats) > 1:
        return _bye_sentence(is_mended=is_mended) % words
    if is_mended:
        return _open_match_sentence(seats) % words
    return _played_match_sentence(pairing, seats) % words


def _bye_sentence(*, is_mended: bool) -> str:
    if is_mended:
        return _("In round %(round)d %(then)s would meet %(stays)s, who had a bye.")
    return _(
        "In round %(round)d %(then)s would have met %(stays)s, who had a bye. The pairings stay, because a "
        "later round is already paired."
    )


def _open_match_sentence(seats: tuple[int, ...]) -> str:
    if not seats:
        return _("Table %(table)d of round %(round)d would be removed. It would no longer be needed.")
    if len(seats) == 1:
        return _("%(now)s would leave table %(table)d of round %(round)d. %(stays)s would have a bye.")
    return _("At table %(table)d of round %(round)d %(then)s would play instead of %(now)s.")


def _played_match_sentence(pairing: Pairing, seats: tuple[int, ...]) -> str:
    if not seats and pairing.slot.startswith(RESET):
        return _("The result of table %(table)d of round %(round)d would no longer count in the tournament.")
    return _(
        "%(now)s has already played at table %(table)d of round %(round)d in the seat of %(then)s. That game "
        "stays. To replay it, withdraw its result too. To leave it unplayed, decide it by forfeit."
    )


def _draft_sentences(event: Tournament) -> list[str]:
    """Say that a draft would be out of date, because it was paired from the results to correct."""
    draft = event.rounds.filter(status=Round.Status.DRAFT).values_list("number", flat=True).first()
    if draft is None or event.pace != Tournament.Pace.DESK:
        return []
    return [_("The draft of round %(round)d would be out of date. Pair the round again.") % {"round": draft}]


def _names(entries: Collection[int], entrants: Entrants) -> str:
    return get_text_list([entrants[entry].name for entry in entries], _("and"))
