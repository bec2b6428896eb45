"""The documents about tournaments, made from the sheet that the pages are read from (see `shapes`)."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from league.accounts.api import StandingPlayer
from league.clubs.display_names import show_names
from league.common.api.fields import address_in
from league.competition.format import Leg, Pairing, seats_in_leg
from league.competition.points import as_text
from league.competition.standings import Row
from league.competition.tiebreaks import tiebreak_named
from league.results.subjects import SubjectLink, links_of
from league.tournaments.format_text import MINUS, rule_text
from league.tournaments.models import Entry, Round, Tournament
from league.tournaments.presenters.club_nights import note_on
from league.tournaments.presenters.overview import progress_of
from league.tournaments.presenters.standings import reached_in_words
from league.tournaments.queries.entries import entries_of
from league.tournaments.queries.rounds import round_versions
from league.tournaments.queries.standings_cache import Sheet, sheet_of

Document = dict[str, Any]
Context = Mapping[str, Any]


def entry_rows(event: Tournament, context: Context) -> list[Document]:
    """Who plays, in the order of the list; one query."""
    return _entry_rows(event, list(entries_of(event)), context)


def entries_written(event: Tournament, ids: Collection[int], context: Context) -> list[Document]:
    """The entries with these keys as those read them who write them, in the order of the list."""
    entries = [entry for entry in entries_of(event) if entry.pk in ids]
    own = [{"checked_in_at": one.checked_in_at, "is_waiting": event.keeps_waiting(one.number)} for one in entries]
    return [row | more for row, more in zip(_entry_rows(event, entries, context), own, strict=True)]


def _entry_rows(event: Tournament, entries: Sequence[Entry], context: Context) -> list[Document]:
    show_names([entry.person for entry in entries], event.club, context["request"].user)
    return [
        {
            "id": entry.public_id,
            "number": entry.number,
            "player": StandingPlayer(entry.player, context=context).data,
            "joined_round": entry.joined_round,
            "left_round": entry.left_round,
        }
        for entry in entries
    ]


def tiebreaks(event: Tournament) -> list[Document]:
    """What decides among equals, in the order in which it is applied."""
    chosen = [tiebreak_named(slug) for slug in event.tiebreaks]
    return [{"slug": one.slug, "name": _(one.name), "rule": _(one.rule), "scale": one.scale} for one in chosen]


def progress(event: Tournament) -> Document:
    """Status."""
    now = progress_of(sheet_of(event))
    return {"round": now.round, "rounds": now.rounds, "decided": now.decided, "legs": now.legs}


def standings(event: Tournament, context: Context) -> list[Document]:
    """The standings, best first; none before the start."""
    sheet, players = sheet_of(event), _players(event, context)
    return [_line(sheet, row, players) for row in sheet.rows] if sheet.rounds else []


def crosstable(event: Tournament, context: Context) -> list[Document]:
    """Everybody's meetings with everybody, in the order of the standings; none before the start."""
    sheet, players = sheet_of(event), _players(event, context)
    paired: dict[int, list[Pairing]] = defaultdict(list)
    for pairing in sheet.history.pairings:
        for seat in pairing.seats:
            paired[seat].append(pairing)
    return [
        {
            "place": row.place,
            "entry": row.entry,
            "player": players[row.entry],
            "points": as_text(row.points),
            "units": row.points,
            "meetings": [one._asdict() for cell in sheet.crosstable[row.entry].values() for one in cell.meetings],
            "rounds": [_turn(row, pairing) for pairing in paired[row.entry]],
        }
        for row in (sheet.rows if sheet.rounds else ())
    ]


def rounds(event: Tournament, context: Context) -> list[Document]:
    """Lists the published rounds."""
    sheet, versions = sheet_of(event), round_versions(event)
    return [
        _round(event, sheet.rounds[number], versions[number], context)
        for number in sorted(sheet.rounds)
        if number in versions
    ]


def round_page(event: Tournament, number: int, context: Context) -> Document | None:
    """A round with its tables; `None` where there is no such round."""
    sheet = sheet_of(event)
    pairings, version = sheet.rounds.get(number), round_versions(event).get(number)
    if pairings is None or version is None:
        return None
    subjects = [subject for pairing in pairings for subject in sheet.history.subjects[pairing.round, pairing.table]]
    links = _matches(event, subjects, context)
    tables = [_pairing(sheet, pairing, links) for pairing in pairings]
    return _round(event, pairings, version, context) | {"pairings": tables}


def _players(event: Tournament, context: Context) -> Mapping[int, Document]:
    return {row["number"]: row["player"] for row in entry_rows(event, context)}


def _line(sheet: Sheet, row: Row, players: Mapping[int, Document]) -> Document:
    values = zip(sheet.tiebreaks, row.tiebreaks, strict=True)
    return {
        "place": row.place,
        "entry": row.entry,
        "player": players[row.entry],
        "points": as_text(row.points),
        "units": row.points,
        "played": row.played,
        "won": row.won,
        "tiebreaks": [
            {"slug": one.slug, "value": as_text(units, one.scale).replace("-", MINUS), "units": units}
            for one, units in values
        ],
        "evenings": [
            {
                "number": one.evening,
                "points": as_text(one.units),
                "units": one.units,
                "games": one.games,
                "counts": one.counts,
            }
            for one in (row.season.evenings if row.season else ())
        ],
        "unranked": "" if row.is_ranked else note_on(row, sheet),
        "reached": reached_in_words(sheet, row),
    }


def _turn(row: Row, pairing: Pairing) -> Document:
    """Return a round of a player, decided or not."""
    turn = next((one for one in row.rounds if one.round == pairing.round), None)
    legs = [(leg, leg.seats.index(row.entry)) for leg in pairing.results]
    return {
        "round": pairing.round,
        "table": pairing.table,
        "bye": pairing.bye,
        "seat": None if pairing.bye else pairing.seats.index(row.entry) + 1,
        "opponents": [seat for seat in pairing.seats if seat != row.entry],
        "places": [leg.places[at] for leg, at in legs],
        "points": as_text(turn.units) if turn else None,
        "units": turn.units if turn else None,
    }


def _round(event: Tournament, pairings: Collection[Pairing], version: Round, context: Context) -> Document:
    tables = [pairing for pairing in pairings if pairing.bye is None]
    return {
        "number": version.number,
        "version": version.version,
        "published_at": version.published_at,
        "changed_at": version.changed_at,
        "due_at": version.due_at,
        "is_decided": all(pairing.decided for pairing in tables),
        "tables": len(tables),
        "legs": sum(pairing.legs for pairing in tables),
        "decided": sum(len(pairing.results) for pairing in tables),
        "url": address_in(context, reverse("tournaments:round", args=[event.public_id, event.slug, version.number])),
    }


def _pairing(sheet: Sheet, pairing: Pairing, links: Mapping[UUID, list[Document]]) -> Document:
    legs = {leg.number: leg for leg in pairing.results}
    subjects = sheet.history.subjects[pairing.round, pairing.table]
    return {
        "table": pairing.table,
        "bye": pairing.bye,
        "entries": list(pairing.seats),
        "slot": pairing.slot,
        "due_at": sheet.history.put_off.get((pairing.round, pairing.table)),
        "is_decided": pairing.decided,
        "legs": [
            _leg(pairing, number, legs.get(number))
            | {"subject": subject, "ending": sheet.history.endings.get(subject, ""), "links": links.get(subject, [])}
            for number, subject in enumerate(subjects, 1)
        ],
        "paid": [
            {"entry": entry, "points": as_text(units), "units": units}
            for entry, units in sheet.points_at(pairing).items()
        ],
        "reasons": [rule_text(reason.template, reason.facts) for reason in pairing.reasons],
    }


def _leg(pairing: Pairing, number: int, leg: Leg | None) -> Document:
    if leg is None:
        waiting = [{"entry": entry, "points": None, "place": None} for entry in seats_in_leg(pairing.seats, number)]
        return {"number": number, "how": None, "seats": waiting}
    seats = [
        {"entry": entry, "points": scored, "place": place}
        for entry, scored, place in zip(leg.seats, leg.points, leg.places, strict=True)
    ]
    return {"number": number, "how": leg.how, "seats": seats}


def _matches(event: Tournament, subjects: Collection[UUID], context: Context) -> Mapping[UUID, list[Document]]:
    """For each subject the links that lead elsewhere than to this tournament."""
    here = reverse("tournaments:tournament", args=[event.public_id, event.slug])

    def elsewhere(links: Collection[SubjectLink]) -> list[Document]:
        found = [link for link in links if not link.href.startswith(here)]
        return [{"words": link.words, "url": address_in(context, link.href)} for link in found]

    return {subject: elsewhere(links) for subject, links in links_of(subjects, context["request"].user).items()}
