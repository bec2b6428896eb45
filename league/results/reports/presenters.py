"""Contexts of the pages of reports: status, possible actions, deadlines."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from engine.core.errors import EngineError
from engine.core.score_sheets import Field, FilledSheet, format_value, from_json, score_sheet_of
from league.accounts.models import Account, Player
from league.clubs.display_names import show_distinct_names
from league.clubs.models import Club
from league.clubs.permissions import Rights
from league.common.cards import Card, CardSeat
from league.common.messages import game_name, render_message
from league.common.timezones import with_zone
from league.results.models import Report, Result
from league.results.reports.queries import is_seated

Status = Report.Status

_KINDS = {Status.OPEN: "waiting", Status.DISPUTED: "wrong", Status.ENTERED: "live", Status.OVERRULED: "wrong"}


@dataclass(frozen=True, slots=True)
class SeatRow:
    """The result of one seat by a report."""

    player: str  # the public id
    name: str
    is_own: bool
    place: int
    points: int
    has_score: bool
    """Whether any seat has points; else the game was decided by places alone."""


@dataclass(frozen=True, slots=True)
class ReportActions:
    """What the reader may do with a report now."""

    confirm: bool
    dispute: bool
    withdraw: bool
    report_differently: bool
    decide: bool

    @property
    def any(self) -> bool:
        """Whether there is anything to do."""
        return self.confirm or self.dispute or self.withdraw or self.report_differently or self.decide


@dataclass(frozen=True, slots=True)
class ClubReport:
    """A report in the list of its club, with what the reader may do while it is open."""

    report: Report
    card: Card
    steps: list[str]
    actions: ReportActions

    @property
    def is_live(self) -> bool:
        """Whether somebody has to act."""
        return self.report.status in Report.LIVE


class SheetEntry(NamedTuple):
    """A filled field: its label, its player ("" for none), its value."""

    label: str
    player: str
    value: str


class SheetPart(NamedTuple):
    """A section of a score sheet."""

    title: str
    entries: tuple[SheetEntry, ...]


def show_names_of_reports(reports: Iterable[Report], *, alone: bool = False) -> None:
    """Give players of the same name distinct names in reports, which were read with seats and answers.

    With `alone`, for a page of one game, also from namesakes of the club who did not play it, in one query.
    """
    people: dict[Club, list[Player]] = defaultdict(list)
    for report in reports:
        named = (
            report.by,
            *(answer.by for answer in report.answers.all()),
            *(seat.player for seat in report.seats.all()),
        )
        people[report.club].extend(named)
    for club, players in people.items():
        show_distinct_names(players, club, alone=alone)


def state_of(report: Report) -> tuple[str, str]:
    """Return the status: kind and words, as `shared/_state.html` takes them."""
    words = {
        Status.OPEN: _("waiting for confirmation"),
        Status.DISPUTED: _("disputed"),
        Status.ENTERED: _("confirmed"),
        Status.OVERRULED: _("rejected"),
        Status.TAKEN_BACK: pgettext("a report", "withdrawn"),
    }
    return _KINDS.get(Status(report.status), "done"), words[Status(report.status)]


def seat_rows(report: Report, reader: Account | None, *, by_seat: bool = False) -> list[SeatRow]:
    """Return what the report says of each player, best first or in seat order."""
    seats = sorted(report.seats.all(), key=lambda seat: seat.seat if by_seat else (seat.place, seat.seat))
    has_score = any(seat.points for seat in seats)
    return [
        SeatRow(
            seat.player.public_id,
            seat.player.name,
            _belongs_to(seat.player, reader),
            seat.place,
            seat.points,
            has_score,
        )
        for seat in seats
    ]


def report_card(report: Report, reader: Account | None, *, among: bool = False) -> Card:
    """Return the card; `among` others of the game it names the sender, with the players in seat order as the form."""
    kind, words = state_of(report)
    seats = seat_rows(report, reader, by_seat=among)
    return Card(
        key=report.public_id,
        name=_("Report of %(player)s") % {"player": report.by} if among else game_of(report),
        day="" if among else date_format(localtime(report.played_at), _("j M Y")),
        href=reverse("reports:report", args=[report.public_id]),
        kind=kind,
        words=words,
        group=_group_of(report),
        seats=[
            CardSeat(seat.name, seat.player, is_own=seat.is_own, score=score, place=seat.place)
            for seat, score in zip(seats, _scores(seats), strict=True)
        ],
    )


def club_report(report: Report, reader: Account, rights: Rights, *, has_result: bool) -> ClubReport:
    """Return a report in the list of its club."""
    live = report.status in Report.LIVE
    return ClubReport(
        report,
        report_card(report, reader),
        next_steps(report, reader) if live else [],
        report_actions(report, reader, rights, has_result=has_result),
    )


def waiting_report(report: Report, reader: Account, *, has_result: bool) -> ClubReport:
    """Return a report that waits for the reader, who acts as a player."""
    as_player = Rights(see=True, record=True, score=False, organise=False, administer=False)
    return club_report(report, reader, as_player, has_result=has_result)


def next_steps(report: Report, reader: Account) -> list[str]:
    """Return what happens next, and when; of a closed report what happened."""
    if report.status == Status.OPEN:
        return [*_missing_answers(report), _awaited_answer(report, reader)]
    if report.status == Status.DISPUTED:
        return [*([report.decision_text] if report.decision else []), *_dispute_steps(report, reader)]
    if report.status == Status.TAKEN_BACK:
        return [_("%(player)s withdrew this report.") % {"player": report.by}]
    return [_closed_step(report), *([report.decision_text] if report.decision else [])]


def sheet_parts(report: Report) -> list[SheetPart]:
    """Return the filled score sheet in sections; empty without one, or for another version."""
    if not report.sheet:
        return []
    try:
        filled = from_json(report.sheet)
        fields = score_sheet_of(filled.game).fields(filled.setup, [*filled.values])
    except EngineError:
        return []
    names = [seat.player.name for seat in report.seats.all()]
    entries = [(field.part, _sheet_entry(field, filled, names)) for field in fields if field.name in filled.values]
    return [
        SheetPart(render_message(title), tuple(entry for _part, entry in same))
        for title, same in groupby(entries, lambda pair: pair[0])
    ]


def pending_text(report: Report) -> str:
    """Return a short status for a table, such as "reported, waits for Hamish until 24 November, 19:30 GMT"."""
    if report.status == Status.DISPUTED:
        return _("disputed: an organiser decides")
    names, when = _names(answerers(report)), deadline_text(report.confirms_itself_at)
    if not names:
        return _("waiting until %(when)s") % {"when": when}
    return _("waiting for confirmation by %(names)s, until %(when)s") % {"names": names, "when": when}


def report_actions(report: Report, reader: Account, rights: Rights, *, has_result: bool) -> ReportActions:
    """Return what the reader may do."""
    live = report.status in Report.LIVE
    own = report.by.account_id == reader.pk
    seated = is_seated(report, reader)
    answer = next((answer for answer in report.answers.all() if answer.by.account_id == reader.pk), None)
    is_scorer = rights.score and report.status == Status.OPEN  # a dispute is for those at the table, or for a decision
    may_answer = live and not own and (seated or is_scorer)
    return ReportActions(
        confirm=may_answer and not has_result and not (answer and answer.agrees),
        dispute=may_answer and not (answer and not answer.agrees),
        withdraw=live and own,
        report_differently=live and seated and not has_result,
        decide=live and rights.organise,
    )


def answerers(report: Report) -> list[Player]:
    """Return the players who can still confirm it: with an account, and not its sender."""
    players = [(seat.player, seat.player.current.account) for seat in report.seats.all()]
    return [
        player
        for player, account in players
        if account is not None and account.is_active and account.pk != report.by.account_id
    ]


def still_needed(report: Report) -> int:
    """Return how many more players have to agree."""
    return max(0, report.needs - sum(answer.agrees for answer in report.answers.all()))


def game_of(reported: Report | Result) -> str:
    """Return the name of the game."""
    return game_name(reported.pool.game)


def _group_of(report: Report) -> str:
    """Return the heading in a list of reports: what waits for a decision, for players, or for nobody."""
    groups = {Status.DISPUTED: _("Disputed"), Status.OPEN: _("Waiting for confirmation")}
    return groups.get(Status(report.status), _("Closed"))


def _sheet_entry(field: Field, filled: FilledSheet, names: list[str]) -> SheetEntry:
    player = names[field.seat] if field.seat is not None and field.seat < len(names) else ""
    choices = {number: render_message(words) for number, words in field.choices.items()}
    value = "" if field.kind == "tick" else format_value(replace(field, choices=choices), filled.values[field.name])
    return SheetEntry(render_message(field.label), player, value)


def _scores(seats: Sequence[SeatRow]) -> Iterable[str]:
    """Return the points of each seat, or the places if nobody has points."""
    if any(seat.has_score for seat in seats):
        return [str(seat.points) for seat in seats]
    return [f"{seat.place}." for seat in seats]


def _awaited_answer(report: Report, reader: Account) -> str:
    when = {"when": deadline_text(report.confirms_itself_at)}
    awaited = answerers(report)
    if any(_belongs_to(player, reader) for player in awaited):
        return _("Please confirm or dispute the result. It counts automatically on %(when)s.") % when
    names = _names(awaited)
    if not names and report.via:
        return _("Players can confirm by table link. The result counts automatically on %(when)s.") % when
    if not names:
        sentence = _(
            "Nobody else at the table has an account. A scorer of the club can confirm; otherwise the "
            "result counts on %(when)s."
        )
        return sentence % when
    sentence = _("%(names)s can confirm the result. It counts automatically on %(when)s.")
    return sentence % (when | {"names": names})


def _missing_answers(report: Report) -> list[str]:
    """Return how many more players must confirm; empty if one is enough."""
    if report.needs < 2:
        return []
    left = still_needed(report)
    sentence = ngettext("%(count)d more player must confirm.", "%(count)d more players must confirm.", left)
    return [sentence % {"count": left}]


def _dispute_steps(report: Report, reader: Account) -> list[str]:
    sentence = _(
        "The result does not count yet. An organiser of %(club)s decides, unless the players agree before that."
    )
    own = any(answer.by.account_id == reader.pk and not answer.agrees for answer in report.answers.all())
    withdrawal = _("If you choose “Confirm result”, your dispute is withdrawn, and the result can count at once.")
    return [sentence % {"club": report.club}, *([withdrawal] if own else [])]


def _closed_step(report: Report) -> str:
    if report.status == Status.ENTERED and report.decided_by:
        return _("%(player)s decided: this result counts.") % {"player": report.decided_by}
    if report.status == Status.ENTERED:
        return _("The result counts.")
    if report.decided_by:
        return _("%(player)s decided for another result.") % {"player": report.decided_by}
    return _("This report was rejected.")


def _names(players: Sequence[Player]) -> str:
    """Return the names as alternatives: Ailsa; Ailsa or Hamish; Ailsa, Fergus or Hamish."""
    names = [player.name for player in players]
    if len(names) < 2:
        return "".join(names)
    return _("%(first)s or %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}


def deadline_text(when: datetime | None) -> str:
    """Return the time limit of a report for a sentence; "" without one."""
    return with_zone(localtime(when), _("j F, H:i T")) if when else ""


def _belongs_to(player: Player, reader: Account | None) -> bool:
    return reader is not None and player.current.account_id == reader.pk
