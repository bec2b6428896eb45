"""A weekend of King's Kilt: a Swiss of tables, in its third round of five."""

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from league.clubs.models import Club, Membership
from league.clubs.services.clubs import change_club, found_club
from league.clubs.services.members import admit
from league.members.services.players import make_player
from league.tournaments.demo.people import ARBITER, AWAY, LATE, MEMBERS, PLAYER, SECRETARY, People
from league.tournaments.demo.playing import open_legs, play
from league.tournaments.models import Entry, RequestedBye, Round, Tournament
from league.tournaments.selectors.steps import token_of
from league.tournaments.services.agreeing import fix_table, request_bye
from league.tournaments.services.asking import ask_for_round
from league.tournaments.services.drafting import draw
from league.tournaments.services.drafts import publish_draft
from league.tournaments.services.entering import enter_late, enter_players
from league.tournaments.services.leaving import withdraw
from league.tournaments.services.making import make_tournament
from league.tournaments.services.running import start
from league.tournaments.services.table_links import make_links

REPORTED = 3  # tables of the third round
SITS, RESTS, LEAVES = MEMBERS[3], AWAY[2], AWAY[5]


def found_weekend_club(people: People) -> Club:
    """The club of the arbiter, which shows strangers short names, and its event."""
    club = found_club(name="Kinlarig Weekends")
    change_club(
        club=club,
        name=club.name,
        summary=_("Two days of cards by the loch, twice a year. Everybody here is invented."),
        is_public=True,
        time_zone=club.time_zone,
        shortens_names=True,
    )
    coming = (PLAYER, SECRETARY, *MEMBERS[:12], *AWAY)
    admit(club=club, player=people.players[ARBITER], role=Membership.Role.ORGANISER)
    for player in people.called(coming):
        admit(club=club, player=player)
    _play_weekend(club, people, coming)
    return club


def _play_weekend(club: Club, people: People, coming: tuple[str, ...]) -> None:
    by = people.arbiter
    event = make_tournament(
        club=club,
        name="Autumn Weekend",
        game="kings-kilt",
        format="table-swiss",
        format_options={"rounds": 5, "largest": 4},
        summary=_("Five rounds at tables of four; tea at the interval."),
        begins_at=timezone.now() - timedelta(days=1, hours=3),
        round_minutes=30,
        by=by,
    )
    entries = dict(zip(coming, enter_players(tournament=event, players=people.called(coming), by=by), strict=True))
    fix_table(entry=entries[SITS], table=2, by=by)
    request_bye(entry=entries[RESTS], round_number=2, kind=RequestedBye.Kind.HALF, by=by)
    event = start(tournament=event, by=by)
    _first_two_rounds(event, entries, people)
    third = _publish(event, 3, people)
    legs = [leg for leg in open_legs(event) if not _holds(leg.pairing_id, entries[PLAYER])]
    play(event, legs[:REPORTED], people, by)
    make_links(tournament_round=third, by=by)


def _first_two_rounds(event: Tournament, entries: dict[str, Entry], people: People) -> None:
    """After the first somebody comes late, after the second somebody goes home."""
    by, yesterday = people.arbiter, timezone.now() - timedelta(days=1)
    _publish(event, 1, people)
    play(event, open_legs(event), people, by, yesterday - timedelta(hours=2))
    latecomer = make_player(name=LATE)
    admit(club=event.club, player=latecomer, by=by)
    enter_late(tournament=event, players=[latecomer], by=by)
    _publish(event, 2, people)
    play(event, open_legs(event), people, by, yesterday - timedelta(hours=1))
    withdraw(entry=entries[LEAVES], by=by)


def _publish(event: Tournament, number: int, people: People) -> Round:
    """Draw a round, as a worker would, and put it on the board."""
    drawing = ask_for_round(tournament=event, by=people.arbiter)
    draw(drawing_id=drawing.pk)
    draft = event.rounds.get(number=number)
    return publish_draft(tournament=event, number=number, seen=token_of(draft), by=people.arbiter)


def _holds(pairing: int, entry: Entry) -> bool:
    return entry.pairing_seats.filter(pairing=pairing).exists()
