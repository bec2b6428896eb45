"""Functions that `league.results` asks about games of tournaments: links, tables for reports and for score sheets."""

from collections.abc import Collection, Mapping
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from league.accounts.models import Player
from league.clubs.permissions import User
from league.clubs.queries import clubs_seen_by, hidden_clubs
from league.common.validators import whole_number
from league.competition.format import seats_in_leg
from league.results.score_sheets.queries import SheetTable
from league.results.subjects import SubjectLink, Table
from league.tournaments.models import Entry, Leg, Round, Tournament
from league.tournaments.permissions import closed_to_reports, unpublished
from league.tournaments.queries.rounds import players_at
from league.tournaments.queries.table_links import needed_at, reporters_at


def links_to_tables(subjects: Collection[UUID], user: User) -> Mapping[UUID, SubjectLink]:
    """Return the links to tables by subject, for games that the user may see. At most two queries."""
    found = Leg.objects.filter(subject__in=list(subjects)).select_related("pairing__round__tournament__club")
    legs = [(leg, leg.pairing.round.tournament.club) for leg in found]
    hidden = hidden_clubs([(club.pk, club.is_public) for _leg, club in legs], user)
    return {leg.subject: _link(leg) for leg, club in legs if club.pk not in hidden}


def _link(leg: Leg) -> SubjectLink:
    tournament: Tournament = leg.pairing.round.tournament
    number, table = leg.pairing.round.number, leg.pairing.table
    address = reverse("tournaments:round", args=[tournament.public_id, tournament.slug, number])
    words = _("%(tournament)s, round %(round)d, table %(table)d")
    return SubjectLink(
        f"{address}#table-{table}", words % {"tournament": tournament.name, "round": number, "table": table}
    )


def table_of_leg(subject: UUID) -> Table | None:
    """Return the table of a game, read without locks; None if no game has this subject."""
    tournaments = ("pairing__round__tournament__club", "pairing__round__tournament__pool")
    leg = Leg.objects.filter(subject=subject).select_related(*tournaments).first()
    return _report_table(leg, leg.pairing.round.tournament) if leg else None


def locked_table_of_leg(subject: UUID) -> Table | None:
    """Return the table of a game and lock its tournament; None if no game has this subject."""
    legs = Leg.objects.filter(subject=subject)
    pk = legs.values_list("pairing__round__tournament", flat=True).first()
    if pk is None:
        return None
    tournament = Tournament(pk=pk).locked()
    leg = legs.select_related("pairing__round").first()
    return _report_table(leg, tournament) if leg else None  # None if the round was changed while waiting for the lock


def _report_table(leg: Leg, tournament: Tournament) -> Table:
    players = players_at(leg)
    return Table(
        club=tournament.club,
        pool=tournament.pool,
        players=players,
        topic=tournament.topic,
        endings=tournament.endings,
        closed=closed_to_reports(tournament) or unpublished(leg),
        needs=needed_at(tournament, len(players)),
        voices=reporters_at(leg.pairing_id),
    )


def leg_for_sheet(name: str, user: User) -> SheetTable | None:
    """Return the table of a game by name ("pairing public id.number"); None if there is none."""
    public_id, _, digits = name.partition(".")
    number = whole_number(digits)
    if number is None:
        return None
    legs = Leg.objects.filter(pairing__public_id=public_id, number=number)
    legs = legs.filter(pairing__round__tournament__club__in=clubs_seen_by(user))
    legs = legs.exclude(pairing__round__status=Round.Status.DRAFT)
    leg = legs.select_related("pairing__round__tournament__club", "pairing__round__tournament__pool__club").first()
    return _sheet_table(leg, name, user) if leg else None


def _sheet_table(leg: Leg, name: str, user: User) -> SheetTable:
    tournament = leg.pairing.round.tournament
    seats = leg.pairing.seats.select_related("entry__player__merged_into")
    players = [_named(seat.entry) for seat in seats]
    link = links_to_tables([leg.subject], user)[leg.subject]
    return SheetTable(
        name=name,
        subject=leg.subject,
        club=tournament.club,
        pool=tournament.pool,
        players=seats_in_leg(players, leg.number),
        words=link.words,
        href=link.href,
        options=tournament.options,
        endings=tournament.endings,
    )


def _named(entry: Entry) -> Player:
    """Return the entered player, with the name of the player they were merged into."""
    player = entry.player
    if player.merged_into is not None:
        player.name, player.is_for_reading = player.merged_into.name, True
    return player
