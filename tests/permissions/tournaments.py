"""Access to tournaments: their pages, prints and table links, and the organiser's area."""

from collections.abc import Sequence

from league.tournaments.models import TableLink, Tournament
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import start
from league.tournaments.services.table_links import make_links
from tests.permissions.clubs import club
from tests.permissions.outcomes import ACCOUNTS, EVERYBODY, LED_ON, NOBODY, OPEN, ORGANISERS, SCORERS, all_get
from tests.permissions.rows import Row, ids, of_club, of_site
from tests.permissions.world import World, thing

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


numbered = ids(event, 1)
standings_as_csv = ids(event, "standings", "csv")
desk = ids(running)
desk_of_a_draft = ids(draft)
first_round = ids(running, 1)


def entry(world: World) -> Sequence[object]:
    """Eilidh's entry in the running event."""
    return [running(world).public_id, running(world).entries.get(player=world.eilidh.player).public_id]


def draft_entry(world: World) -> Sequence[object]:
    """An entry in the event that has not begun."""
    return [draft(world).public_id, draft(world).entries.earliest("pk").public_id]


def event_of_a_draft(world: World) -> Sequence[object]:
    """The event that has not begun, by its whole address."""
    return [draft(world).public_id, draft(world).slug]


def entry_in_a_draft(world: World) -> Sequence[object]:
    """Eilidh's entry there."""
    return [draft(world).public_id, draft(world).entries.get(player=world.eilidh.player).public_id]


missed_round = ids(entry_in_a_draft, 2)
nobodys_pair = ids(draft, "nobody")
TO_THE_ROUND = {role: LED_ON if outcome == OPEN else outcome for role, outcome in SCORERS.items()}


def link(world: World) -> TableLink:
    """A link that works, on the first table of the running event."""
    make_links(tournament_round=running(world).rounds.get(number=1), by=None)
    return TableLink.objects.get(pairing__round__tournament=running(world), table=1, revoked_at=None)


def key(world: World) -> Sequence[object]:
    """Return the key printed on the table's card."""
    return [link(world).key]


no_key = ids("bbbbbbbbbb")
link_at_desk = ids(running, link)
seat_at_desk = ids(link_at_desk, 0)

ROWS: tuple[Row, ...] = (
    of_site("tournaments:list", "GET", EVERYBODY),
    of_club("tournaments:short-url", "GET", desk, all_get(LED_ON)),
    of_club("tournaments:tournament", "GET", event, EVERYBODY),
    of_club("tournaments:preview", "GET", event, EVERYBODY, private=NOBODY),
    of_club("tournaments:rounds", "GET", event, EVERYBODY),
    of_club("tournaments:all-rounds", "GET", event, EVERYBODY),
    of_club("tournaments:round", "GET", numbered, EVERYBODY),
    of_club("tournaments:crosstable", "GET", event, EVERYBODY),
    of_club("tournaments:bracket", "GET", knockout, EVERYBODY),
    of_club("tournaments:standings", "GET", event, EVERYBODY),
    of_club("tournaments:place-calculation", "GET", numbered, EVERYBODY),
    of_club("tournaments:export-table", "GET", standings_as_csv, EVERYBODY),
    of_club("tournaments:trf-report", "GET", event, EVERYBODY),
    of_club("tournaments:export-file", "GET", desk, ORGANISERS),
    of_club("tournaments:import-file", "GET POST", club, ORGANISERS),
    of_club("tournaments:new", "GET POST", club, ORGANISERS),
    of_club("tournaments:manage", "GET", desk, SCORERS),
    of_club("tournaments:log", "GET", desk, ORGANISERS),
    of_club("tournaments:entries", "GET POST", desk_of_a_draft, ORGANISERS),
    of_club("tournaments:withdraw-entry", "GET POST", entry, ORGANISERS),
    of_club("tournaments:start", "POST", desk_of_a_draft, ORGANISERS),
    of_club("tournaments:cancel", "GET POST", desk, ORGANISERS),
    of_club("tournaments:end", "GET POST", desk, ORGANISERS),
    of_club("tournaments:reopen", "POST", desk, ORGANISERS),
    of_club("tournaments:next-season", "GET POST", desk, ORGANISERS),
    of_club("tournaments:results", "GET POST", first_round, SCORERS),
    of_club("tournaments:settings", "GET POST", desk_of_a_draft, ORGANISERS),
    of_club("tournaments:rehearsal", "GET", desk_of_a_draft, ORGANISERS),
    of_club("tournaments:add-guest", "GET POST", desk_of_a_draft, ORGANISERS),
    of_club("tournaments:import-players", "GET POST", desk_of_a_draft, ORGANISERS),
    of_club("tournaments:seeding", "GET", desk_of_a_draft, ORGANISERS),
    of_club("tournaments:seeding", "POST", desk_of_a_draft, ORGANISERS, order="name"),
    of_club("tournaments:avoided-pairings", "GET POST", desk_of_a_draft, ORGANISERS),
    of_club("tournaments:remove-avoided-pairing", "POST", nobodys_pair, ORGANISERS),
    of_club("tournaments:entry", "GET POST", entry_in_a_draft, ORGANISERS),
    of_club("tournaments:cancel-withdrawal", "POST", entry_in_a_draft, ORGANISERS),
    of_club("tournaments:remove-bye", "POST", missed_round, ORGANISERS),
    of_club("tournaments:check-in", "GET", desk_of_a_draft, SCORERS),
    of_club("tournaments:set-check-in", "POST", entry_in_a_draft, SCORERS),
    of_club("tournaments:starting", "GET", desk_of_a_draft, ORGANISERS),
    of_club("tournaments:phase", "POST", desk_of_a_draft, ORGANISERS),
    of_club("tournaments:register", "POST", event_of_a_draft, ACCOUNTS),
    of_club("tournaments:club-nights", "GET", event, EVERYBODY),
    of_club("tournaments:club-night", "GET", desk, ORGANISERS),
    of_club("tournaments:start-club-night", "POST", desk, ORGANISERS),
    of_club("tournaments:club-night-check-in", "POST", desk, ORGANISERS, player="nobody", here="1"),
    of_club("tournaments:clear-check-in", "POST", desk, ORGANISERS),
    of_club("tournaments:club-night-add-player", "GET POST", desk, ORGANISERS),
    of_club("tournaments:club-night-pair", "POST", desk, ORGANISERS),
    of_club("tournaments:club-night-add-late-player", "POST", desk, ORGANISERS, player="nobody", table="1"),
    of_club("tournaments:end-club-night", "GET POST", desk, ORGANISERS),
    of_club("tournaments:end-season", "GET POST", desk, ORGANISERS),
    of_club("tournaments:manage-rounds", "GET", desk, TO_THE_ROUND),
    of_club("tournaments:manage-round", "GET", first_round, SCORERS),
    of_club("tournaments:request-round", "POST", desk, ORGANISERS),
    of_club("tournaments:change-round", "POST", first_round, ORGANISERS, who="table:1", to="table:2"),
    of_club("tournaments:undo-change", "POST", first_round, ORGANISERS, step="1"),
    of_club("tournaments:publish-round", "POST", first_round, ORGANISERS),
    of_club("tournaments:unpublish-round", "POST", first_round, ORGANISERS),
    of_club("tournaments:discard-round", "POST", first_round, ORGANISERS),
    of_club("tournaments:pair-again", "POST", first_round, ORGANISERS),
    of_club("tournaments:repair-round", "GET", first_round, ORGANISERS),
    of_club("tournaments:repair-round", "POST", first_round, ORGANISERS, absent="1"),
    of_club("tournaments:deadlines", "GET POST", desk, ORGANISERS),
    of_club("tournaments:move-deadline", "POST", first_round, ORGANISERS, day="2020-01-01"),
    of_club("tournaments:forfeit-table", "POST", first_round, ORGANISERS, table="1", away="1"),
    of_site("tournaments:find-table", "GET", EVERYBODY),
    of_club("tournaments:table", "GET", key, EVERYBODY, private=EVERYBODY),
    of_club("tournaments:table", "GET", no_key, NOBODY),
    of_club("tournaments:table-seat", "POST", key, EVERYBODY, private=EVERYBODY),
    of_club("tournaments:table-seat", "POST", no_key, NOBODY),
    of_club("tournaments:table-leave", "POST", key, EVERYBODY, private=EVERYBODY),
    of_club("tournaments:table-report", "POST", key, EVERYBODY, private=EVERYBODY),
    of_club("tournaments:table-answer", "POST", key, EVERYBODY, private=EVERYBODY),
    of_club("tournaments:table-links", "GET", first_round, SCORERS),
    of_club("tournaments:create-table-links", "POST", first_round, SCORERS),
    of_club("tournaments:revoke-table-links", "POST", first_round, SCORERS),
    of_club("tournaments:revoke-table-link", "POST", link_at_desk, SCORERS),
    of_club("tournaments:renew-table-link", "POST", link_at_desk, SCORERS),
    of_club("tournaments:free-table-seat", "POST", seat_at_desk, SCORERS),
    of_club("tournaments:clock", "POST", first_round, ORGANISERS),
    of_club("tournaments:big-screen", "GET", event, EVERYBODY),
    of_club("tournaments:print-pairings", "GET", numbered, EVERYBODY),
    of_club("tournaments:print-seats", "GET", numbered, EVERYBODY),
    of_club("tournaments:print-standings", "GET", event, EVERYBODY),
    of_club("tournaments:print-crosstable", "GET", event, EVERYBODY),
    of_club("tournaments:print-cards", "GET", first_round, SCORERS),
    of_club("tournaments:print-slips", "GET", first_round, SCORERS),
    of_club("tournaments:print-score-sheets", "GET", first_round, SCORERS),
)
