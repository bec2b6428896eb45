"""Before the start: players register themselves, others wait, and at the door somebody ticks who is there."""

import pytest

from league.accounts.models import Account, Change
from league.clubs.models import Club
from league.tournaments.errors import EntryRefused, NotTheOrganiser, WrongMoment
from league.tournaments.models import RequestedBye, Tournament
from league.tournaments.services.entries import check_in, register, set_phase, unregister
from league.tournaments.services.lifecycle import start
from league.tournaments.services.withdrawals import withdraw
from tests.factories import account_of, browser_of
from tests.league.tournaments.factories import Event, fresh

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


def opened(tournament: Tournament, capacity: int | None = None) -> Tournament:
    tournament.capacity = capacity
    tournament.save()
    set_phase(tournament=tournament, to="registration", by=None)
    return tournament


def listed(tournament: Tournament) -> list[str]:
    return list(tournament.entries.order_by("number").values_list("player__name", flat=True))


def test_a_member_registers_and_withdraws_twice_harmlessly(event: Event, hamish: Account) -> None:
    tournament = opened(event(2))
    first, again = (register(tournament=tournament, by=hamish) for _ in range(2))
    assert first == again
    assert listed(tournament) == ["Ailsa", "Bruce", "Hamish"]
    unregister(tournament=tournament, by=hamish)
    unregister(tournament=tournament, by=hamish)
    assert listed(tournament) == ["Ailsa", "Bruce"]


def test_nobody_registers_before_it_is_opened_or_after_it_is_closed(event: Event, hamish: Account) -> None:
    tournament = event(2)
    with pytest.raises(WrongMoment):
        register(tournament=tournament, by=hamish)
    set_phase(tournament=tournament, to="registration", by=None)
    set_phase(tournament=tournament, to="draft", by=None)
    with pytest.raises(WrongMoment):
        register(tournament=tournament, by=hamish)


def test_a_visitor_of_a_public_club_registers_as_a_guest(event: Event, senga: Account) -> None:
    assert register(tournament=opened(event(2)), by=senga).is_guest


def test_a_private_club_takes_only_its_own(event: Event, club: Club, senga: Account, hamish: Account) -> None:
    Club.objects.filter(pk=club.pk).update(is_public=False)
    tournament = opened(event(2))
    with pytest.raises(NotTheOrganiser):
        register(tournament=tournament, by=senga)
    assert not register(tournament=tournament, by=hamish).is_guest


def test_who_comes_when_it_is_full_waits_and_moves_up_by_itself(event: Event, hamish: Account, senga: Account) -> None:
    tournament = opened(event(2), capacity=2)
    entry = register(tournament=tournament, by=hamish)
    assert tournament.keeps_waiting(entry.number)
    assert "You are on the waiting list" in browser_of(hamish).get("/").content.decode()
    withdraw(entry=tournament.entries.get(number=1), by=None)
    assert not tournament.keeps_waiting(fresh(entry).number)
    assert "You are entered. Round 1 is not published yet." in browser_of(hamish).get("/").content.decode()
    assert tournament.keeps_waiting(register(tournament=tournament, by=senga).number)


def test_whoever_still_waits_does_not_start(event: Event, hamish: Account) -> None:
    tournament = opened(event(4), capacity=4)
    register(tournament=tournament, by=hamish)
    start(tournament=tournament, by=None)
    assert listed(tournament) == ["Ailsa", "Bruce", "Catriona", "Dougal"]
    change = Change.objects.get(event=tournament.public_id, verb="player-left-out")
    assert "waiting list" in change.template


def test_who_is_absent_at_the_start_is_left_out_and_who_waits_moves_up(event: Event, hamish: Account) -> None:
    tournament = opened(event(3), capacity=3)
    waits = register(tournament=tournament, by=hamish)
    set_phase(tournament=tournament, to="check-in", by=None)
    for entry in (*tournament.entries.filter(number__in=[1, 3]), waits):
        check_in(entry=entry, is_here=True, by=None)
    start(tournament=tournament, by=None)
    assert listed(tournament) == ["Ailsa", "Catriona", "Hamish"]


def test_or_they_miss_the_first_round_for_nothing(event: Event) -> None:
    tournament = event(5, pace="desk")
    set_phase(tournament=tournament, to="check-in", by=None)
    for entry in tournament.entries.filter(number__gt=1):
        check_in(entry=entry, is_here=True, by=None)
    start(tournament=tournament, by=None, absent="bye")
    (missed,) = RequestedBye.objects.all()
    assert (missed.entry.player.name, missed.round, missed.kind) == ("Ailsa", 1, "zero")
    assert tournament.entries.count() == 5


def test_a_tick_is_taken_back_and_twice_is_once(event: Event) -> None:
    tournament = event(2)
    entry = tournament.entries.get(number=1)
    with pytest.raises(WrongMoment):
        check_in(entry=entry, is_here=True, by=None)
    set_phase(tournament=tournament, to="check-in", by=None)
    for is_here in (True, True, False, False):
        check_in(entry=entry, is_here=is_here, by=None)
    assert fresh(entry).checked_in_at is None
    assert Change.objects.filter(event=tournament.public_id, verb__startswith="player-checked").count() == 2


def test_nobody_registers_bots(event: Event) -> None:
    with pytest.raises(EntryRefused, match="Bot matches"):
        set_phase(tournament=event(2, venue="machine"), to="registration", by=None)


def test_a_started_event_opens_nothing_any_more(event: Event) -> None:
    tournament = start(tournament=event(2), by=None)
    for phase in ("registration", "check-in", "draft"):
        with pytest.raises(WrongMoment):
            set_phase(tournament=tournament, to=phase, by=None)
    with pytest.raises(WrongMoment):
        register(tournament=tournament, by=account_of("Torquil"))
