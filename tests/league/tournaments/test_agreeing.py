"""Agreements with players: late entries, guests, leaving later, byes, tables, people kept apart, and the order."""

import pytest
from django.test import Client

from league.accounts.models import Account, Change, Player
from league.competition.format import Bye
from league.competition.scores import totals_of
from league.competition.scoring import scoring_named
from league.results.models import Result
from league.tournaments.errors import CannotBePlayed, EntryRefused, WrongMoment
from league.tournaments.models import Entry, ForbiddenPair, Tournament
from league.tournaments.queries.history import history_of
from league.tournaments.services.arrangements import fix_table, remove_bye, request_bye
from league.tournaments.services.creation import Settings, change_settings
from league.tournaments.services.entries import enter_guest, enter_late
from league.tournaments.services.entry_list import move_entry, order_entries
from league.tournaments.services.forbidden_pairs import forbid_pair, remove_forbidden_pair
from league.tournaments.services.lifecycle import cancel, start
from league.tournaments.services.withdrawals import withdraw
from tests.league.tournaments.browser import address
from tests.league.tournaments.factories import Event, People, fresh, play_open_legs
from tests.league.tournaments.rounds import published, started

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


# --- late, guests ------------------------------------------------------------------------------------------------
def test_somebody_joins_from_the_round_that_comes_next(event: Event, people: People) -> None:
    tournament = start(tournament=event(4), by=None)
    (late,) = enter_late(tournament=tournament, players=people(1), by=None)
    assert late.joined_round == 2
    with pytest.raises(WrongMoment, match="Round 1 has already been published"):
        enter_late(tournament=tournament, players=people(1), by=None, from_round=1)
    while tournament.is_running or tournament.takes_entries:
        play_open_legs(tournament)
        tournament.refresh_from_db()
    sat = {number for pairing in history_of(tournament.pk).pairings for number in pairing.seats}
    assert late.number in sat


def test_nobody_joins_late_before_start_after_end_or_if_full(event: Event, people: People, bots: People) -> None:
    with pytest.raises(WrongMoment):
        enter_late(tournament=event(4), players=people(1), by=None)
    over = event(4)
    cancel(tournament=over, by=None)
    with pytest.raises(WrongMoment):
        enter_late(tournament=over, players=people(1), by=None)
    machine = start(tournament=event(3, venue="machine"), by=None)
    with pytest.raises(WrongMoment, match="have been scheduled"):
        enter_late(tournament=machine, players=bots(4)[3:], by=None)


def test_a_name_that_is_known_is_asked_about_also_when_it_is_sent_twice(event: Event) -> None:
    tournament = event(2)
    with pytest.raises(EntryRefused, match="Choose who it is"):
        enter_guest(tournament=tournament, name="hamish", by=None)
    seen = {one.public_id for one in Player.objects.filter(name="Hamish")}
    enter_guest(tournament=tournament, name="Hamish", by=None, seen=seen)
    with pytest.raises(EntryRefused, match="Choose who it is"):
        enter_guest(tournament=tournament, name="Hamish", by=None, seen=seen)


def test_a_guest_of_an_earlier_event_comes_again_as_the_same_player(event: Event) -> None:
    una = enter_guest(tournament=event(2), name="Una", by=None).player
    again = enter_guest(tournament=event(2, name="Autumn"), player=una, by=None)
    assert (again.player, again.is_guest) == (una, True)


def test_a_stranger_is_not_entered_by_their_address(event: Event, senga: Account) -> None:
    with pytest.raises(EntryRefused, match="this e-mail address"):
        enter_guest(tournament=event(2), player=senga.player, by=None)


def test_who_would_leave_later_can_leave_now(event: Event) -> None:
    tournament = start(tournament=event(4), by=None)
    entry = tournament.entries.get(number=2)
    withdraw(entry=entry, by=None, from_round=3)
    assert history_of(tournament.pk).entries[1].left == 3
    withdraw(entry=entry, by=None)
    assert fresh(entry).left_round == 2
    with pytest.raises(WrongMoment, match="already withdrawn"):
        withdraw(entry=entry, by=None)


def test_who_leaves_before_the_coming_round_can_go_home_in_this_one(event: Event) -> None:
    tournament = start(tournament=event(4), by=None)
    entry = tournament.entries.get(number=2)
    withdraw(entry=entry, by=None, from_round=3)
    play_open_legs(tournament)
    withdraw(entry=entry, by=None)
    assert Result.objects.filter(how=Result.How.FORFEIT).count() == 1
    assert fresh(entry).left_round == 3
    for from_round in (None, 4):
        with pytest.raises(WrongMoment, match="already withdrawn"):
            withdraw(entry=entry, by=None, from_round=from_round)


# --- byes, tables, pairs -----------------------------------------------------------------------------------------
def test_a_bye_is_asked_for_and_taken_back_before_its_round_is_on_the_board(event: Event) -> None:
    tournament = event(5)
    entry = tournament.entries.get(number=1)
    request_bye(entry=entry, round_number=3, kind="zero", by=None)
    request_bye(entry=entry, round_number=3, kind="zero", by=None)
    assert history_of(tournament.pk).entries[0].byes == ((3, "zero"),)
    remove_bye(entry=entry, round_number=3, by=None)
    remove_bye(entry=entry, round_number=3, by=None)
    assert not entry.requested_byes.exists()
    start(tournament=tournament, by=None)
    with pytest.raises(WrongMoment, match="already been published"):
        request_bye(entry=entry, round_number=1, kind="zero", by=None)


def test_a_missed_round_pays_nothing_where_everybody_meets_everybody(event: Event) -> None:
    with pytest.raises(EntryRefused, match="round robin"):
        request_bye(entry=event(4).entries.get(number=1), round_number=2, kind="half", by=None)


@pytest.mark.parametrize("most", [0, 1, 2, 3])
def test_the_event_says_how_many_missed_rounds_pay_half(event: Event, as_morag: Client, most: int) -> None:
    tournament = event(5, format="table-swiss", format_options={} if most == 2 else {"half_byes": most})
    entry = tournament.entries.get(number=1)
    for number in range(1, most + 1):
        request_bye(entry=entry, round_number=number, kind="half", by=None)
    said = f"{most} half-point byes" if most else "give no points"
    with pytest.raises(EntryRefused, match=said):
        request_bye(entry=entry, round_number=most + 1, kind="half", by=None)
    request_bye(entry=entry, round_number=most + 1, kind="zero", by=None)
    page = as_morag.get(address(tournament, "tournament")).content.decode()
    paid = ["gives no points", "the first one: half", "the first 2: half", "the first 3: half"]
    assert paid[most] in page


def test_a_table_is_kept_and_given_free(event: Event) -> None:
    entry = event(4).entries.get(number=1)
    fix_table(entry=entry, table=7, by=None)
    assert fresh(entry).fixed_table == 7
    fix_table(entry=entry, table=None, by=None)
    assert Entry.objects.get(pk=entry.pk).fixed_table is None
    for number in (0, -1, 100_000):
        with pytest.raises(EntryRefused):
            fix_table(entry=entry, table=number, by=None)


def test_a_family_is_kept_apart_pair_by_pair_and_may_meet_again(event: Event) -> None:
    tournament = event(4)
    family = list(tournament.entries.all())[:3]
    assert forbid_pair(tournament=tournament, entries=family, by=None, until_round=2) == 3
    assert forbid_pair(tournament=tournament, entries=family[1:], by=None) == 1
    ends = sorted(ForbiddenPair.objects.values_list("until_round", flat=True), key=str)
    assert ends == [2, 2, None]
    for pair in list(ForbiddenPair.objects.all()) * 2:
        remove_forbidden_pair(tournament=tournament, pair=pair.public_id, by=None)
    assert not ForbiddenPair.objects.exists()
    with pytest.raises(EntryRefused):
        forbid_pair(tournament=tournament, entries=family[:1], by=None)


def names(tournament: Tournament) -> list[str]:
    return list(tournament.entries.order_by("number").values_list("player__name", flat=True))


# --- order -------------------------------------------------------------------------------------------------------
def test_the_list_is_ordered_by_name_by_lot_or_by_hand(event: Event) -> None:
    tournament = event(6)
    before = names(tournament)
    move_entry(entry=tournament.entries.get(number=6), to=1, by=None)
    assert names(tournament) == [before[5], *before[:5]]
    move_entry(entry=tournament.entries.get(number=1), to=99, by=None)
    assert names(tournament) == before
    order_entries(tournament=tournament, order="lot", by=None)
    assert sorted(names(tournament)) == before
    order_entries(tournament=tournament, order="name", by=None)
    assert names(tournament) == before
    order_entries(tournament=tournament, order="rating", by=None)
    with pytest.raises(EntryRefused):
        order_entries(tournament=tournament, order="beauty", by=None)
    start(tournament=tournament, by=None)
    with pytest.raises(WrongMoment):
        order_entries(tournament=tournament, order="name", by=None)


def test_whoever_waits_is_not_seeded_past_those_who_are_in(event: Event) -> None:
    tournament = event(4)
    change_settings(tournament=tournament, settings=Settings("Spring", capacity=4), by=None)
    last = enter_guest(tournament=tournament, name="Aaron", by=None)
    order_entries(tournament=tournament, order="name", by=None)
    assert fresh(last).number == 5


# --- settings ----------------------------------------------------------------------------------------------------
def test_settings_are_changed_and_noted_once(event: Event) -> None:
    tournament = event(4)
    wanted = Settings("  A  new   name", "One sentence.", round_minutes=50, capacity=8)
    for _ in range(2):
        change_settings(tournament=tournament, settings=wanted, by=None)
    assert (fresh(tournament).name, tournament.round_minutes, tournament.capacity) == ("A new name", 50, 8)
    assert tournament.confirmations == 1
    assert Change.objects.filter(event=tournament.public_id, verb="event-settings").count() == 1


@pytest.mark.parametrize(
    ("wished", "field"),
    [
        (Settings(" "), "name"),
        (Settings("x" * 81), "name"),
        (Settings("A", summary="x" * 201), "summary"),
        (Settings("A", round_minutes=0), "round_minutes"),
        (Settings("A", capacity=1), "capacity"),
        (Settings("A", confirmations=5), "confirmations"),
        (Settings("A", capacity=3), "capacity"),
    ],
)
def test_settings_that_make_no_sense_are_refused_by_field(event: Event, wished: Settings, field: str) -> None:
    with pytest.raises((CannotBePlayed, WrongMoment)) as refused:
        change_settings(tournament=event(4), settings=wished, by=None)
    assert refused.value.field == field


@pytest.mark.parametrize("legs", [1, 2])
def test_a_full_bye_pays_as_much_as_winning_every_leg(event: Event, legs: int) -> None:
    options = {"table_size": 4, "smallest": 4, "largest": 4, "legs": legs}
    swiss = started(event(5, format="table-swiss", pace="desk", format_options=options))
    published(swiss)
    history = history_of(swiss.pk)
    (bye,) = (pairing for pairing in history.pairings if pairing.bye)
    assert bye.bye is Bye.FULL
    assert bye.decided
    assert totals_of(history.entries, history.pairings, scoring_named("share"))[bye.seats[0]] == 720 * legs
