"""Permissions: who may change a tournament, until when, and who can play its game."""

from collections.abc import Callable
from functools import reduce
from operator import or_

from django.db.models import Max, Q
from django.utils.translation import gettext as _

from league.accounts.models import Account
from league.clubs.models import Club
from league.clubs.permissions import rights_of
from league.tournaments.errors import NotTheOrganiser, WrongMoment
from league.tournaments.models import Leg, Round, Tournament

FARTHEST_ROUND = 200


def require_organiser(account: Account | None, club: Club) -> None:
    """Raise `NotTheOrganiser` unless the account organises the club; `None` is the site itself."""
    if account is not None and not rights_of(account, club).organise:
        raise NotTheOrganiser(_("Only organisers of %(club)s can do this. Ask one of them."), club=club.name)


def locked_for_organiser(tournament: Tournament, by: Account | None) -> Tournament:
    """Return the tournament, locked. Raise `NotTheOrganiser`."""
    tournament = tournament.locked()
    require_organiser(by, tournament.club)
    return tournament


def locked_for_scorer(tournament: Tournament, by: Account | None) -> Tournament:
    """Return the tournament, locked. Raise `NotTheOrganiser` unless the account may enter results."""
    tournament = tournament.locked()
    if by is not None and not rights_of(by, tournament.club).score:
        raise NotTheOrganiser(
            _("Only organisers and scorers of %(club)s can do this. Ask one of them."), club=tournament.club.name
        )
    return tournament


def next_round_number(tournament: Tournament) -> int:
    """Return the number of the first unpublished round."""
    published = tournament.rounds.exclude(status=Round.Status.DRAFT)
    return (published.aggregate(last=Max("number"))["last"] or 0) + 1


def check_open(tournament: Tournament, number: int) -> None:
    """Raise `WrongMoment` if the round is published or its number is too high."""
    coming = next_round_number(tournament)
    if number < coming:
        words = {"round": number, "coming": coming}
        raise WrongMoment(
            _("Round %(round)d has already been published. Choose round %(coming)d or a later one.") % words
        )
    if number > FARTHEST_ROUND:
        raise WrongMoment(_("Choose a round up to %(most)d."), most=FARTHEST_ROUND)


def check_no_rounds(tournament: Tournament, number: int) -> None:
    """Raise `WrongMoment` as `check_open` does, and if the round has a draft, which would not show the change."""
    check_open(tournament, number)
    if tournament.rounds.filter(number=number, status=Round.Status.DRAFT).exists():
        raise WrongMoment(
            _("Round %(round)d has draft pairings. Discard the draft, change this, then pair the round again."),
            round=number,
        )


def check_not_over(tournament: Tournament) -> None:
    """Raise `WrongMoment` if the tournament is over."""
    if tournament.is_over:
        raise WrongMoment(_("%(event)s is finished. Its players can no longer be changed."), event=tournament.name)


def check_before_start(tournament: Tournament) -> None:
    """Raise `WrongMoment` if the tournament has started."""
    if not tournament.takes_entries:
        raise WrongMoment(_("%(event)s has started. This can only be changed before the start."), event=tournament.name)


IneligiblePlayers = Callable[[str], Q]  # game slug -> condition for players who cannot play it

_registered: list[IneligiblePlayers] = []


def register_ineligible_players(without: IneligiblePlayers) -> None:
    """Exclude these players from tournaments of the game. Idempotent."""
    if without not in _registered:
        _registered.append(without)


def ineligible_players(game: str) -> Q:
    """Return a condition for the players who cannot play the game."""
    return reduce(or_, (without(game) for without in _registered), Q(pk__in=[]))


def closed_to_reports(tournament: Tournament) -> WrongMoment | None:
    """Return why the tournament takes no results now; None if it does."""
    if not tournament.is_running:
        return WrongMoment(
            _("%(tournament)s is not running. Results can only be entered while it runs."), tournament=tournament.name
        )
    if tournament.is_on_the_machine:
        return WrongMoment(_("This tournament has bot matches. Their results are entered automatically."))
    return None


def unpublished(leg: Leg) -> WrongMoment | None:
    """Return why the game's round takes no results yet; None if it is published."""
    if leg.pairing.round.status == Round.Status.DRAFT:
        return WrongMoment(_("This round is not published yet. Publish it first."))
    return None
