"""Rounds as they hang on the notice board: tables, seats, legs, and what is still to come."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.rules import Asker
from league.results.addresses import address_of_result
from league.results.links import SubjectLink, links_of
from league.results.models import Ending
from league.rules.formats.format import How, Leg, Pairing
from league.tournaments.links import links_to_tables
from league.tournaments.models import Tournament
from league.tournaments.selectors.claims import LegSaid, said_of, sheet_of_leg
from league.tournaments.selectors.entrants import Entrant
from league.tournaments.selectors.sheet import Sheet
from league.tournaments.selectors.wording import filled_at_table, points


@dataclass(frozen=True, slots=True)
class SeatOnBoard:
    """Who sits at a table, with the game's points leg by leg, and what the table paid in all."""

    entrant: Entrant
    figures: tuple[str, ...]
    score: str
    is_first: bool


@dataclass(frozen=True, slots=True)
class LegOnBoard:
    """One game of a table: the match behind it where there is one to see, and what is `said` of it until it counts.

    `result_href` leads to the history of its result, also of one that was withdrawn.
    """

    number: int
    is_decided: bool
    href: str
    words: str
    subject: UUID
    said: LegSaid | None = None
    result_href: str = ""

    @property
    def is_withdrawn(self) -> bool:
        """Whether it had a result that counts no more."""
        return bool(self.result_href) and not self.is_decided


@dataclass(frozen=True, slots=True)
class TableOnBoard:
    """One pairing; `kind` and `words` say where it stands."""

    number: int
    kind: str
    words: str
    seats: tuple[SeatOnBoard, ...]
    legs: tuple[LegOnBoard, ...]
    reasons: tuple[str, ...]
    sheet_href: str = ""
    """Where the reader reports the next game of their own table, which is `sheet_leg`."""
    sheet_leg: int = 0
    due_at: datetime | None = None
    """When it is to be played by, where that is not when its round is; only until it is decided."""

    @property
    def is_own(self) -> bool:
        """Whether the reader sits here."""
        return any(seat.entrant.own for seat in self.seats)


@dataclass(frozen=True, slots=True)
class RoundOnBoard:
    """One round; `resting` are those without a table."""

    number: int
    kind: str
    words: str
    tables: tuple[TableOnBoard, ...]
    resting: tuple[Entrant, ...]
    left_out: int = 0
    """How many more tables the round has."""
    disputes: int = 0
    """How many of its games are reported differently, as far as the reader may know."""
    version: int = 1
    """How often it was put on the board; the tables that hang there say it too."""
    due_at: datetime | None = None
    """When it is to be played by; only until it is decided."""

    @property
    def has_points(self) -> bool:
        """Return whether a table shows points already."""
        return any(seat.score for table in self.tables for seat in table.seats)

    @property
    def is_overdue(self) -> bool:
        """Whether its deadline has passed."""
        return self.due_at is not None and self.due_at < timezone.now()


def round_on_board(
    event: Tournament,
    sheet: Sheet,
    number: int,
    entrants: Mapping[int, Entrant],
    asker: Asker,
    shown: int | None = None,
    *,
    scores: bool = False,
) -> RoundOnBoard:
    """One round, each game with the link to its match: in full, or the first `shown` tables and the reader's own.

    `scores` says whether the reader may type its results, and so sees what is said of games that wait.
    """
    tables = [pairing for pairing in sheet.rounds[number] if pairing.bye is None]
    kept = [one for at, one in enumerate(tables) if shown is None or at < shown or _is_own(one, entrants)]
    links = _matches([subject for one in kept for subject in sheet.history.subjects[one.round, one.table]], asker)
    board = _with_results(event, sheet, _round(sheet, number, entrants, links, kept, is_over=event.is_over))
    board = _with_reports(event, board, asker, _still_open(sheet, tables if scores else kept), scores=scores)
    return replace(board, left_out=len(tables) - len(kept))


def rounds_on_board(
    event: Tournament, sheet: Sheet, numbers: Collection[int], entrants: Mapping[int, Entrant]
) -> tuple[RoundOnBoard, ...]:
    """Return several rounds, without links to their matches."""
    rounds = {number: [pairing for pairing in sheet.rounds[number] if pairing.bye is None] for number in numbers}
    return tuple(
        _round(sheet, number, entrants, {}, tables, is_over=event.is_over) for number, tables in rounds.items()
    )


def _with_results(event: Tournament, sheet: Sheet, whole: RoundOnBoard) -> RoundOnBoard:
    """The round with the way to the history of every result."""

    def led(leg: LegOnBoard) -> LegOnBoard:
        row = sheet.history.rows.get(leg.subject)
        return replace(leg, result_href=address_of_result(event.pool.slug, row)) if row else leg

    return replace(whole, tables=tuple(replace(one, legs=tuple(map(led, one.legs))) for one in whole.tables))


def _still_open(sheet: Sheet, pairings: Collection[Pairing]) -> list[UUID]:
    """The games of these tables that have no result."""
    found: list[UUID] = []
    for pairing in pairings:
        decided = {leg.number for leg in pairing.results}
        subjects = sheet.history.subjects[pairing.round, pairing.table]
        found += [subject for number, subject in enumerate(subjects, 1) if number not in decided]
    return found


def _with_reports(
    event: Tournament, whole: RoundOnBoard, asker: Asker, still_open: Collection[UUID], *, scores: bool
) -> RoundOnBoard:
    """The round with what is said of its open games, where people play it now."""
    if event.is_on_the_machine or not event.is_running:
        return whole
    own = {leg.subject for table in whole.tables if table.is_own for leg in table.legs}
    said = said_of(still_open, asker, own, scores=scores) if event.may_have_reports else {}
    tables = tuple(_reported(event, table, said) for table in whole.tables)
    return replace(whole, tables=tables, disputes=sum(one.kind == "wrong" for one in said.values()))


def _reported(event: Tournament, table: TableOnBoard, said: Mapping[UUID, LegSaid]) -> TableOnBoard:
    legs = tuple(replace(leg, said=said.get(leg.subject)) for leg in table.legs)
    to_report = [leg for leg in legs if not leg.is_decided and not leg.is_withdrawn and leg.said is None]
    own = to_report if table.is_own else []
    if not own:
        return replace(table, legs=legs)
    return replace(table, legs=legs, sheet_href=sheet_of_leg(event, own[0].subject), sheet_leg=own[0].number)


def current_round(sheet: Sheet) -> int:
    """The first round in which something is to be decided, else the last; 0 before the start."""
    return min(sheet.history.open_rounds(), default=max(sheet.rounds, default=0))


def _matches(subjects: Collection[UUID], asker: Asker) -> Mapping[UUID, SubjectLink]:
    """For each subject the first link that leads elsewhere than to its table, which is here."""
    found = links_of(subjects, asker, but=links_to_tables)
    return {subject: links[0] for subject, links in found.items() if links}


def _is_own(pairing: Pairing, entrants: Mapping[int, Entrant]) -> bool:
    return any(entrants[seat].own for seat in pairing.seats)


def _round(
    sheet: Sheet,
    number: int,
    entrants: Mapping[int, Entrant],
    links: Mapping[UUID, SubjectLink],
    shown: Collection[Pairing],
    *,
    is_over: bool,
) -> RoundOnBoard:
    """Return a round with those of its tables that are shown; where the tournament `is_over` nothing waits."""
    pairings = sheet.rounds[number]
    tables = tuple(_table(sheet, pairing, entrants, links, is_over=is_over) for pairing in shown)
    resting = tuple(entrants[seat] for pairing in pairings if pairing.bye is not None for seat in pairing.seats)
    left = sum(pairing.legs - len(pairing.results) for pairing in pairings if pairing.bye is None)
    version = sheet.history.versions.get(number, 1)
    if not left:
        return RoundOnBoard(number, "done", _("finished"), tables, resting, version=version)
    if is_over:
        words = ngettext("%(left)d game without a result", "%(left)d games without a result", left) % {"left": left}
        return RoundOnBoard(number, "done", words, tables, resting, version=version)
    words = ngettext("%(left)d game to play", "%(left)d games to play", left) % {"left": left}
    due_at = sheet.history.due.get(number)
    return RoundOnBoard(number, "live", words, tables, resting, version=version, due_at=due_at)


def _table(
    sheet: Sheet,
    pairing: Pairing,
    entrants: Mapping[int, Entrant],
    links: Mapping[UUID, SubjectLink],
    *,
    is_over: bool,
) -> TableOnBoard:
    legs = {leg.number: leg for leg in pairing.results}
    names = [entrants[entry].name for entry in pairing.seats]
    subjects = sheet.history.subjects[pairing.round, pairing.table]
    kind, words = _state(pairing, [sheet.history.endings.get(subject, "") for subject in subjects], is_over)
    scores = _scores(sheet, pairing)
    best = max(scores.values(), default=0)
    return TableOnBoard(
        number=pairing.table,
        kind=kind,
        words=words,
        seats=tuple(
            SeatOnBoard(
                entrants[entry],
                tuple(_figure(legs.get(number), entry) for number in range(1, pairing.legs + 1)),
                points(scores[entry]) if scores else "",
                pairing.decided and scores.get(entry) == best and best > 0,
            )
            for entry in pairing.seats
        ),
        legs=tuple(
            _leg(number, subject, legs.get(number), links.get(subject)) for number, subject in enumerate(subjects, 1)
        ),
        reasons=tuple(filled_at_table(reason.template, reason.facts, names) for reason in pairing.reasons),
        due_at=None if pairing.decided or is_over else sheet.history.put_off.get((pairing.round, pairing.table)),
    )


def _state(pairing: Pairing, endings: Sequence[str], is_over: bool) -> tuple[str, str]:
    early = [str(kind.label) for kind in Ending if kind in endings]
    if pairing.decided:
        return "done", ", ".join(early) or _("finished")
    if pairing.results:
        words = _("%(decided)d of %(legs)d games finished") % {"decided": len(pairing.results), "legs": pairing.legs}
        return "done" if is_over else "live", words
    return ("done", _("no result")) if is_over else ("waiting", _("to play"))


def _scores(sheet: Sheet, pairing: Pairing) -> Mapping[int, int]:
    """What the table paid each, once it is decided."""
    scores: dict[int, int] = {}
    for paid in sheet.scoring.paid(pairing):
        for entry, units in zip(paid.seats, paid.units, strict=True):
            scores[entry] = scores.get(entry, 0) + units
    return scores


def _figure(leg: Leg | None, entry: int) -> str:
    """The game's points of an entry in a leg; plus or minus for a forfeit, as bulletins print it."""
    if leg is None:
        return ""
    seat = leg.seats.index(entry)
    if leg.how is How.FORFEIT:
        return "+" if leg.places[seat] == 1 else "\N{MINUS SIGN}"
    return str(leg.points[seat])


def _leg(number: int, subject: UUID, leg: Leg | None, link: SubjectLink | None) -> LegOnBoard:
    return LegOnBoard(number, leg is not None, link.href if link else "", link.words if link else "", subject)
