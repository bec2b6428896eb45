"""Effects of a correction on tournaments, in words: standings, leaders, pairings, brackets."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.permissions import User
from league.clubs.queries import clubs_seen_by
from league.competition.brackets.structure import RESET
from league.competition.format import Finished, How, Pairing
from league.competition.format import Round as DrawnRound
from league.competition.points import needs_decimals
from league.results.consequences import BeforeAfter, Change, ChangeRow, Consequence
from league.tournaments.format_text import place_text, points
from league.tournaments.models import Round, Tournament
from league.tournaments.queries.entries import Entrants, entrants_of
from league.tournaments.queries.history import Decision, history_of, next_by_itself
from league.tournaments.queries.stale_matches import (
    Outdated,
    runs_again,
    stale_in,
    updatable_matches,
    with_updated_matches,
)
from league.tournaments.queries.standings_cache import Sheet, sheet_from, sheet_of
from league.tournaments.queries.tournaments import tournaments_of

NOTHING = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class CorrectionImpact:
    """A tournament before and after a correction.

    `paired` are numbers of rounds that would be published; `is_over` says whether the tournament would be finished.
    """

    tournament: Tournament
    before: Sheet
    after: Sheet
    paired: Sequence[int]
    is_over: bool
    outdated: Sequence[Outdated]  # bracket matches with their new players
    updated: Sequence[Outdated]  # those of them that would be updated
    discounted: Sequence[Pairing]  # played matches that would not count any more


def impact_of(tournament: Tournament, changes: Iterable[Change]) -> CorrectionImpact:
    """Return the tournament after changes, with the rounds that would be paired then."""
    before = sheet_of(tournament)
    history = history_of(tournament.pk, {change.subject: _decision(change) for change in changes})
    outdated_now, discounted_now = stale_in(tournament, before.history)
    outdated, discounted = stale_in(tournament, history)
    outdated = [match for match in outdated if match not in outdated_now]
    updated = updatable_matches(tournament, history) if outdated else []
    paired: list[int] = []
    is_over = tournament.status == Tournament.Status.FINISHED and not runs_again(tournament, history)
    if tournament.is_running or (tournament.status == Tournament.Status.FINISHED and not is_over):
        history = with_updated_matches(tournament, history)
        while isinstance(answer := next_by_itself(tournament, history), DrawnRound):
            paired.append(answer.number)
            history = history.with_round(answer)
        is_over = isinstance(answer, Finished)
    return CorrectionImpact(
        tournament,
        before,
        sheet_from(tournament, history),
        paired,
        is_over,
        outdated,
        updated,
        sorted(set(discounted).difference(discounted_now), key=lambda pairing: (pairing.round, pairing.table)),
    )


def _decision(change: Change) -> Decision | None:
    if change.after is None:
        return None
    return Decision(How(change.how), {seat.player_id: (seat.points, seat.place) for seat in change.after})


def consequences_for_tournaments(changes: Sequence[Change], user: User) -> list[Consequence]:
    """Return the effects on each tournament that the user may see, without unaffected ones."""
    seen = set(clubs_seen_by(user).values_list("pk", flat=True))
    consequences = (
        _consequence(tournament, changes, user)
        for tournament in tournaments_of([change.subject for change in changes])
        if tournament.club_id in seen
    )
    return [consequence for consequence in consequences if consequence is not None]


def _consequence(tournament: Tournament, changes: Sequence[Change], user: User) -> Consequence | None:
    impact, entrants = impact_of(tournament, changes), entrants_of(tournament, user)
    sentences = [*_leader_sentences(impact, entrants), *_pairing_sentences(impact)]
    lines = _changed_lines(impact, entrants)
    if not sentences and not lines:
        return None
    on_the_bracket = _bracket_sentences(impact, entrants)
    subjects = {change.subject for change in changes}
    touched = [
        number for (number, _table), legs in impact.before.history.subjects.items() if not subjects.isdisjoint(legs)
    ]
    if not on_the_bracket and max(impact.before.rounds, default=0) > min(touched, default=0):
        sentences.append(_("Published pairings do not change."))
    sentences += [*on_the_bracket, *_draft_sentences(tournament)]
    return Consequence(
        tournament.name, tuple(sentences), (_("Place"), _("Points")), lines, binding=tuple(on_the_bracket)
    )


def _changed_lines(impact: CorrectionImpact, entrants: Entrants) -> tuple[ChangeRow, ...]:
    """Return the entries with another place or other points, best first."""
    decimals = needs_decimals(row.points for sheet in (impact.before, impact.after) for row in sheet.rows)
    before = {row.entry: row for row in impact.before.rows}
    lines = []
    for row in impact.after.rows:
        former, entrant = before.get(row.entry), entrants[row.entry]
        if former is None or (former.place, former.points) != (row.place, row.points):
            place = BeforeAfter(place_text(former.place) if former else NOTHING, place_text(row.place))
            now = points(row.points, decimals=decimals)
            paid = BeforeAfter(points(former.points, decimals=decimals) if former else NOTHING, now)
            lines.append(ChangeRow(entrant.player, entrant.name, entrant.href, (place, paid)))
    return tuple(lines)


def _leader_sentences(impact: CorrectionImpact, entrants: Entrants) -> list[str]:
    """Say who would lead or win, and whether the tournament would be finished or run again."""
    before, after = ([row.entry for row in sheet.rows if row.place == 1] for sheet in (impact.before, impact.after))
    was_over = impact.tournament.status == Tournament.Status.FINISHED
    sentences = []
    if set(before) == set(after) and (was_over == impact.is_over or (before and not impact.is_over)):
        pass
    elif not after:
        sentences.append(_("The tournament would have no leader."))
    elif impact.is_over and was_over:
        sentences.append(_("%(then)s would have won, instead of %(now)s."))
    elif impact.is_over:
        sentences.append(_("The tournament would be finished. %(then)s would be the winner."))
    else:
        sentences.append(_("%(then)s would lead, instead of %(now)s.") if before else _("%(then)s would lead."))
    if was_over and not impact.is_over:
        sentences.append(_("The tournament would be running again until every game has a result."))
    names = {"now": _names(before, entrants), "then": _names(after, entrants)}
    return [sentence % names for sentence in sentences]


def _pairing_sentences(impact: CorrectionImpact) -> list[str]:
    if not impact.paired:
        return []
    sentence = ngettext(
        "Round %(rounds)s would be published.", "Rounds %(rounds)s would be published.", len(impact.paired)
    )
    return [sentence % {"rounds": get_text_list([str(number) for number in impact.paired], _("and"))}]


def _bracket_sentences(impact: CorrectionImpact, entrants: Entrants) -> list[str]:
    """Return the matches that would get other players, those played that do not change, and those played again."""
    of_others = [match for match in impact.outdated if match[0] not in impact.discounted]
    sentences = [_changed_players_sentence(match, entrants, is_updated=match in impact.updated) for match in of_others]
    again = _(
        "Table %(table)d of round %(round)d would be played again with other players. Its current result would "
        "count only for ratings."
    )
    return sentences + [again % {"table": pairing.table, "round": pairing.round} for pairing in impact.discounted]


def _changed_players_sentence(outdated: Outdated, entrants: Entrants, *, is_updated: bool) -> str:
    pairing, seats = outdated
    return _changed_players(pairing, seats, is_updated=is_updated) % {
        "round": pairing.round,
        "table": pairing.table,
        "now": _names([seat for seat in pairing.seats if seat not in seats], entrants),
        "then": _names([seat for seat in seats if seat not in pairing.seats], entrants) or _("nobody"),
        "stays": _names([seat for seat in pairing.seats if seat in seats], entrants),
    }


def _changed_players(pairing: Pairing, seats: Sequence[int], *, is_updated: bool) -> str:
    if pairing.bye is not None and len(seats) == 1:
        return _("In round %(round)d %(then)s would have the bye instead of %(now)s.")
    if pairing.bye is not None and seats and is_updated:
        return _("In round %(round)d %(then)s would meet %(stays)s, who had a bye.")
    if pairing.bye is not None and seats:
        return _(
            "In round %(round)d %(then)s would have met %(stays)s, who had a bye. The pairings stay, because a "
            "later round is already paired."
        )
    if is_updated and not seats:
        return _("Table %(table)d of round %(round)d would be removed. It would no longer be needed.")
    if is_updated and len(seats) == 1:
        return _("%(now)s would leave table %(table)d of round %(round)d. %(stays)s would have a bye.")
    if is_updated:
        return _("At table %(table)d of round %(round)d %(then)s would play instead of %(now)s.")
    if not seats and pairing.slot.startswith(RESET):
        return _("The result of table %(table)d of round %(round)d would no longer count in the tournament.")
    return _(
        "%(now)s has already played at table %(table)d of round %(round)d in the seat of %(then)s. That game "
        "stays. To replay it, withdraw its result too. To leave it unplayed, decide it by forfeit."
    )


def _draft_sentences(tournament: Tournament) -> list[str]:
    """Say that a draft would be out of date, because it was paired from the results to correct."""
    draft = tournament.rounds.filter(status=Round.Status.DRAFT).values_list("number", flat=True).first()
    if draft is None or tournament.pace != Tournament.Pace.DESK:
        return []
    return [_("The draft of round %(round)d would be out of date. Pair the round again.") % {"round": draft}]


def _names(entries: Collection[int], entrants: Entrants) -> str:
    return get_text_list([entrants[entry].name for entry in entries], _("and"))
