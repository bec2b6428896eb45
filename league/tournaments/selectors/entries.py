"""Who is in a tournament, and who could be."""

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from league.members.models import Player
from league.members.order import by_name
from league.tournaments.abilities import players_without
from league.tournaments.errors import NoSuchTournament
from league.tournaments.models import Entry, Tournament


def eligible_players(tournament: Tournament) -> QuerySet[Player]:
    """Everybody who may be entered, by name: the club's people, or the bots of club and house that play the game."""
    of_the_club = Q(memberships__club=tournament.club_id)
    if tournament.is_on_the_machine:
        of_the_kind = Q(kind=Player.Kind.BOT) & (of_the_club | Q(owner=None))
    else:
        of_the_kind = Q(kind=Player.Kind.PERSON) & of_the_club
    there = Player.objects.filter(of_the_kind, merged_into=None, anonymised_at=None)
    return there.exclude(players_without(tournament.game)).order_by(*by_name(), "id").distinct()


def players_to_enter(tournament: Tournament) -> QuerySet[Player]:
    """Those of them who are not entered yet."""
    return eligible_players(tournament).exclude(entries__tournament=tournament)


def entries_of(tournament: Tournament) -> QuerySet[Entry]:
    """Everybody who is in, in the order of the list."""
    return tournament.entries.select_related("player").order_by("number")


def entry_in(tournament: Tournament, public_id: str) -> Entry:
    """One entry; raises `NoSuchTournament` when there is none at this address."""
    entry = tournament.entries.select_related("player", "tournament").filter(public_id=public_id).first()
    if entry is None:
        raise NoSuchTournament(_("Nobody in %(event)s has this address; perhaps they left.") % {"event": tournament})
    return entry
