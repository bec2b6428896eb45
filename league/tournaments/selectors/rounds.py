"""Rounds as they hang on the notice board: tables, seats, legs, and what is still to come."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.rules import Asker
from league.results.links import SubjectLink, links_of
from league.rules.formats.format import How, Leg, Pairing
from league.tournaments.models import Tournament
from league.tournaments.selectors.entrants import Entrant
from league.tournaments.selectors.sheet import Sheet
from league.tournaments.selectors.wording import filled, points


@dataclass(frozen=True, slots=True)
class SeatOnBoard:
    """Who sits at a table, with the game's points leg by leg, and what the table paid in all."""

    entrant: Entrant
    figures: tuple[str, ...]
    score: str
    is_first: bool


@dataclass(frozen=True, slots=True)
class LegOnBoard:
    """One game of a table, and the match behind it where there is one to see."""

    number: int
    is_decided: bool
    href: str
    words: str


@dataclass(frozen=True, slots=True)
class TableOnBoard:
    """One pairing; `kind` and `words` say where it stands."""

    number: int
    kind: str
    words: str
    seats: tuple[SeatOnBoard, ...]
    legs: tuple[LegOnBoard, ...]
    reasons: tuple[str, ...]

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


def round_on_board(
    event: Tournament,
    sheet: Sheet,
    number: int,
    entrants: Mapping[int, Entrant],
    asker: Asker,
    shown: int | None = None,
) -> RoundOnBoard:
    """One round, each game with the link to its match: in full, or the first `shown` tables and the reader's own."""
    pairings = sheet.rounds[number]
    subjects = [subject for pairing in pairings for subject in sheet.history.subjects[pairing.round, pairing.table]]
    links = _matches(event, subjects, asker)
    whole = _round(sheet, number, entrants, links)
    kept = tuple(table for at, table in enumerate(whole.tables) if shown is None or at < shown or table.is_own)
    return replace(whole, tables=kept, left_out=len(whole.tables) - len(kept))


def rounds_on_board(
    sheet: Sheet, numbers: Collection[int], entrants: Mapping[int, Entrant]
) -> tuple[RoundOnBoard, ...]:
    """Several rounds, without links to their matches."""
    return tuple(_round(sheet, number, entrants, {}) for number in numbers)


def current_round(sheet: Sheet) -> int:
    """The first round in which something is to be decided, else the last; 0 before the start."""
    return min(sheet.history.open_rounds(), default=max(sheet.rounds, default=0))


def _matches(event: Tournament, subjects: Collection[UUID], asker: Asker) -> Mapping[UUID, SubjectLink]:
    """For each subject the first link that leads elsewhere than to this tournament."""
    here = reverse("tournaments:tournament", args=[event.public_id, event.slug])
    found = links_of(subjects, asker)
    elsewhere = {
        subject: [link for link in links if not link.href.startswith(here)] for subject, links in found.items()
    }
    return {subject: links[0] for subject, links in elsewhere.items() if links}


def _round(
    sheet: Sheet, number: int, entrants: Mapping[int, Entrant], links: Mapping[UUID, SubjectLink]
) -> RoundOnBoard:
    pairings = sheet.rounds[number]
    tables = tuple(_table(sheet, pairing, entrants, links) for pairing in pairings if pairing.bye is None)
    resting = tuple(entrants[seat] for pairing in pairings if pairing.bye is not None for seat in pairing.seats)
    left = sum(pairing.legs - len(pairing.results) for pairing in pairings if pairing.bye is None)
    if not left:
        return RoundOnBoard(number, "done", _("decided"), tables, resting)
    words = ngettext("%(left)d game to play", "%(left)d games to play", left) % {"left": left}
    return RoundOnBoard(number, "live", words, tables, resting)


def _table(
    sheet: Sheet, pairing: Pairing, entrants: Mapping[int, Entrant], links: Mapping[UUID, SubjectLink]
) -> TableOnBoard:
    legs = {leg.number: leg for leg in pairing.results}
    subjects = sheet.history.subjects[pairing.round, pairing.table]
    kind, words = _state(pairing)
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
        legs=tuple(_leg(number, legs.get(number), links.get(subject)) for number, subject in enumerate(subjects, 1)),
        reasons=tuple(filled(reason.template, reason.facts) for reason in pairing.reasons),
    )


def _state(pairing: Pairing) -> tuple[str, str]:
    if pairing.decided:
        return "done", _("decided")
    if pairing.results:
        return "live", _("%(decided)d of %(legs)d") % {"decided": len(pairing.results), "legs": pairing.legs}
    return "waiting", _("to play")


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


def _leg(number: int, leg: Leg | None, link: SubjectLink | None) -> LegOnBoard:
    return LegOnBoard(number, leg is not None, link.href if link else "", link.words if link else "")
