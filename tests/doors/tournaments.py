"""Access to tournaments: the pages of a tournament, and its organiser's area."""

from collections.abc import Sequence

from league.tournaments.models import Tournament
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import start
from tests.doors.clubs import club
from tests.doors.door import Door, of_club, of_site
from tests.doors.outcomes import EVERYBODY, LED_ON, NOBODY, ORGANISERS, SCORERS, all_get
from tests.doors.world import World, thing

GAME = "lords-of-scotland"


@thing
def draft(world: World) -> Tournament:
    """An event that has not begun: Eilidh and Fergus are entered."""
    event = make_tournament(club=world.club, name="Spring cup", game=GAME, format="round-robin", venue="paper", by=None)
    enter_players(tournament=event, players=[world.eilidh.player, world.fergus.player], by=None)
    return event


@thing
def running(world: World) -> Tournament:
    """An event in its first round."""
    event = make_tournament(club=world.club, name="Winter cup", game=GAME, format="round-robin", venue="paper", by=None)
    enter_players(tournament=event, players=[world.eilidh.player, world.fergus.player], by=None)
    return start(tournament=event, by=None)


@thing
def cup(world: World) -> Tournament:
    """A knockout in its first round."""
    event = make_tournament(club=world.club, name="Cup", game=GAME, format="single-elimination", tiebreaks=(), by=None)
    enter_players(tournament=event, players=[world.eilidh.player, world.fergus.player], by=None)
    return start(tournament=event, by=None)


def knockout(world: World) -> Sequence[object]:
    """The knockout, by its whole address."""
    return [cup(world).public_id, cup(world).slug]


def event(world: World) -> Sequence[object]:
    """The running event, by its whole address."""
    return [running(world).public_id, running(world).slug]


def numbered(world: World) -> Sequence[object]:
    """Its first round, or its first entry."""
    return [*event(world), 1]


def standings_as_csv(world: World) -> Sequence[object]:
    """Its standings as a table for programs."""
    return [*event(world), "standings", "csv"]


def desk(world: World) -> Sequence[object]:
    """The desk of the running event."""
    return [running(world).public_id]


def desk_of_a_draft(world: World) -> Sequence[object]:
    """The desk of the event that has not begun."""
    return [draft(world).public_id]


def first_round(world: World) -> Sequence[object]:
    """The first round at the desk of the running event."""
    return [running(world).public_id, 1]


def entry(world: World) -> Sequence[object]:
    """Eilidh's entry in the running event."""
    return [running(world).public_id, running(world).entries.get(player=world.eilidh.player).public_id]


def draft_entry(world: World) -> Sequence[object]:
    """An entry in the event that has not begun."""
    return [draft(world).public_id, draft(world).entries.earliest("pk").public_id]


DOORS: tuple[Door, ...] = (
    of_site("tournaments:list", "GET", EVERYBODY),
    of_club("tournaments:short", "GET", desk, all_get(LED_ON)),
    of_club("tournaments:tournament", "GET", event, EVERYBODY),
    of_club("tournaments:preview", "GET", event, EVERYBODY, private=NOBODY),
    of_club("tournaments:rounds", "GET", event, EVERYBODY),
    of_club("tournaments:all-rounds", "GET", event, EVERYBODY),
    of_club("tournaments:round", "GET", numbered, EVERYBODY),
    of_club("tournaments:crosstable", "GET", event, EVERYBODY),
    of_club("tournaments:bracket", "GET", knockout, EVERYBODY),
    of_club("tournaments:standings", "GET", event, EVERYBODY),
    of_club("tournaments:reckoning", "GET", numbered, EVERYBODY),
    of_club("tournaments:table-out", "GET", standings_as_csv, EVERYBODY),
    of_club("tournaments:report", "GET", event, EVERYBODY),
    of_club("tournaments:as-file", "GET", desk, ORGANISERS),
    of_club("tournaments:from-file", "GET", club, ORGANISERS),
    of_club("tournaments:from-file", "POST", club, ORGANISERS),
    of_club("tournaments:new", "GET", club, ORGANISERS),
    of_club("tournaments:new", "POST", club, ORGANISERS),
    of_club("tournaments:desk", "GET", desk, SCORERS),
    of_club("tournaments:log", "GET", desk, ORGANISERS),
    of_club("tournaments:entries", "GET", desk_of_a_draft, ORGANISERS),
    of_club("tournaments:entries", "POST", desk_of_a_draft, ORGANISERS),
    of_club("tournaments:leave", "GET", entry, ORGANISERS),
    of_club("tournaments:leave", "POST", entry, ORGANISERS),
    of_club("tournaments:start", "POST", desk_of_a_draft, ORGANISERS),
    of_club("tournaments:cancel", "GET", desk, ORGANISERS),
    of_club("tournaments:cancel", "POST", desk, ORGANISERS),
    of_club("tournaments:end", "GET", desk, ORGANISERS),
    of_club("tournaments:end", "POST", desk, ORGANISERS),
    of_club("tournaments:reopen", "POST", desk, ORGANISERS),
    of_club("tournaments:next-season", "GET", desk, ORGANISERS),
    of_club("tournaments:next-season", "POST", desk, ORGANISERS),
    of_club("tournaments:results", "GET", first_round, SCORERS),
    of_club("tournaments:results", "POST", first_round, SCORERS),
)
