"""Answers about tournaments, made from the same sheet as the pages; `serializers` has their fields."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any
from uuid import UUID

from django.urls import reverse

from league.common.api.fields import address_in
from league.competition.format import Leg, Pairing, seats_in_leg
from league.competition.points import as_text
from league.competition.standings import Row
from league.results.subjects import links_of
from league.tournaments.api.serializers import Document, entry_rows
from league.tournaments.format_text import MINUS, rule_text
from league.tournaments.models import Round, Tournament
from league.tournaments.presenters.club_nights import note_on
from league.tournaments.presenters.standings import reached_in_words
from league.tournaments.queries.rounds import round_versions
from league.tournaments.queries.standings_cache import Sheet, sheet_of

Context = Mapping[str, Any]


def standings(tournament: Tournament, context: Context) -> list[Document]:
    """Return the standings, best first; none before the start."""
    sheet, players = sheet_of(tournament), _players(tournament, context)
    return [_line(sheet, row, players) for row in sheet.rows] if sheet.rounds else []


def crosstable(tournament: Tournament, context: Context) -> list[Document]:
    """Return the games of each entry against each other, in the order of the standings; none before the start."""
    sheet, players = sheet_of(tournament), _players(tournament, context)
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
            "meetings": [game._asdict() for cell in sheet.crosstable[row.entry].values() for game in cell.meetings],
            "rounds": [_turn(row, pairing) for pairing in paired[row.entry]],
        }
        for row in (sheet.rows if sheet.rounds else ())
    ]


def rounds(tournament: Tournament, context: Context) -> list[Document]:
    """Return the published rounds."""
    sheet, versions = sheet_of(tournament), round_versions(tournament)
    return [
        _round(tournament, sheet.rounds[number], versions[number], context)
        for number in sorted(sheet.rounds)
        if number in versions
    ]


def round_page(tournament: Tournament, number: int, context: Context) -> Document | None:
    """Return a round with its tables; None if there is no such round."""
    sheet = sheet_of(tournament)
    pairings, version = sheet.rounds.get(number), round_versions(tournament).get(number)
    if pairings is None or version is None:
        return None
    subjects = [subject for pairing in pairings for subject in sheet.history.subjects[pairing.round, pairing.table]]
    links = _matches(tournament, subjects, context)
    tables = [_pairing(sheet, pairing, links) for pairing in pairings]
    return _round(tournament, pairings, version, context) | {"pairings": tables}


def _players(tournament: Tournament, context: Context) -> Mapping[int, Document]:
    return {row["number"]: row["player"] for row in entry_rows(tournament, context)}


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
            {"slug": tiebreak.slug, "value": as_text(units, tiebreak.scale).replace("-", MINUS), "units": units}
            for tiebreak, units in values
        ],
        "evenings": [
            {
                "number": night.evening,
                "points": as_text(night.units),
                "units": night.units,
                "games": night.games,
                "counts": night.counts,
            }
            for night in (row.season.evenings if row.season else ())
        ],
        "unranked": "" if row.is_ranked else note_on(row, sheet),
        "reached": reached_in_words(sheet, row),
    }


def _turn(row: Row, pairing: Pairing) -> Document:
    """Return a round of a player, decided or not."""
    turn = next((played for played in row.rounds if played.round == pairing.round), None)
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


def _round(tournament: Tournament, pairings: Collection[Pairing], version: Round, context: Context) -> Document:
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
        "url": address_in(
            context, reverse("tournaments:round", args=[tournament.public_id, tournament.slug, version.number])
        ),
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


def _matches(tournament: Tournament, subjects: Collection[UUID], context: Context) -> Mapping[UUID, list[Document]]:
    """Return for each subject the links that lead elsewhere than to this tournament."""
    here = reverse("tournaments:tournament", args=[tournament.public_id, tournament.slug])
    return {
        subject: [
            {"words": link.words, "url": address_in(context, link.href)}
            for link in links
            if not link.href.startswith(here)
        ]
        for subject, links in links_of(subjects, context["request"].user).items()
    }
