"""Several people at one round, one game or one club night at the same time: each change is made once, or refused."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from uuid import uuid4

import pytest
from django.db import connection, connections, transaction
from django.test import Client

from league.accounts.models import Account, Player
from league.clubs.models import Club
from league.results import subjects
from league.results.consequences import Consequence
from league.results.models import Report, ReportAnswer, Result
from league.results.services.reports import confirm_report, submit_report
from league.results.services.resolutions import confirm_due
from league.results.subjects import SOURCES, SubjectSource
from league.tournaments.models import (
    Drawing,
    Entry,
    Evening,
    Leg,
    Presence,
    Round,
    RoundStep,
    TableLink,
    TableVoice,
    Tournament,
)
from league.tournaments.queries.history import changes_since, history_of, marks_of
from league.tournaments.services.club_nights import add_walk_in, close_evening, open_evening, pair_tables, set_presence
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import advance, start
from league.tournaments.services.pairing_changes import change_round, publish_draft, unpublish_round
from league.tournaments.services.repairs import Absences, join_table, repair_round
from league.tournaments.services.round_drawing import LOCK, PAIRED, UNLOCK, draw, request_round
from league.tournaments.services.table_links import make_links, renew_link, revoke_link, take_seat
from league.tournaments.tasks import sweep
from tests.chaos.gates import eventually
from tests.concurrency import at_once, refusals
from tests.factories import account_of, browser_of, glen_club, joins
from tests.league.results.factories import time_passes
from tests.league.tournaments import test_typing_in as typing
from tests.league.tournaments.factories import (
    Event,
    People,
    club_nights,
    fresh,
    open_legs,
    play_first_round,
    play_open_legs,
    report_result,
)
from tests.league.tournaments.phones import ledger_of, seated
from tests.league.tournaments.rounds import TABLES_OF_FOUR, laid, published, seen, started
from tests.league.tournaments.test_corrections import Correction
from tests.league.tournaments.test_reports_of_legs import report_data
from tests.league.tournaments.test_writing_by_api import Program
from tests.processes import Running

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_url")]


@pytest.fixture
def club(transactional_db: None) -> Club:
    """The club, committed: threads do not see what a module creates in its transaction."""
    club = glen_club(account_of("Morag"))
    joins(account_of("Hamish"), club)
    return club


@pytest.fixture
def season(club: Club) -> Tournament:
    return club_nights(club)


@pytest.fixture
def tonight(season: Tournament, people: People) -> list[Player]:
    """An open evening with eight."""
    open_evening(tournament=season, by=None)
    players = people(8)
    for player in players:
        set_presence(tournament=season, player=player, is_here=True, by=None)
    return players


def seats_in(season: Tournament, number: int) -> set[int]:
    """The players who sit somewhere in a round."""
    seats = season.rounds.get(number=number).pairings.filter(bye="").values_list("seats__entry__player", flat=True)
    return set(seats)


def test_a_night_filled_by_two_at_once_has_each_once(season: Tournament, people: People, morag: Account) -> None:
    both = at_once(*[lambda: open_evening(tournament=season, by=morag)] * 2)
    assert both[0] == both[1] == Evening.objects.get()
    (ailsa,) = people(1)
    at_once(*[lambda: set_presence(tournament=season, player=ailsa, is_here=True, by=morag)] * 3)
    assert (Entry.objects.count(), Presence.objects.count()) == (1, 1)
    outcomes = at_once(*[lambda: add_walk_in(tournament=season, name="Tormod", is_guest=True, by=morag)] * 2)
    assert len(refusals(outcomes)) == 1
    assert (Presence.objects.count(), Player.objects.filter(name="Tormod").count()) == (2, 1)


def test_a_night_seated_and_closed_by_two_at_once(season: Tournament, tonight: list[Player], morag: Account) -> None:
    both = at_once(*[lambda: pair_tables(tournament=season, by=morag, at_once=True)] * 2)
    assert both[0] == both[1] == Round.objects.get()
    play_open_legs(season)
    assert not refusals(at_once(*[lambda: close_evening(tournament=season, by=morag)] * 2))
    assert Evening.objects.get().closed_at is not None
    assert len(tonight) == Presence.objects.count()


@pytest.mark.usefixtures("tonight")
def test_tables_at_once_and_a_draft_at_once_are_one_round(season: Tournament, morag: Account) -> None:
    at_once(
        lambda: pair_tables(tournament=season, by=morag, at_once=True),
        lambda: pair_tables(tournament=season, by=morag, at_once=False),
    )
    for drawing in Drawing.objects.filter(status__in=Drawing.OPEN):
        draw(drawing_id=drawing.pk)
    assert season.rounds.filter(number=1).count() == 1
    assert len(open_legs(season)) in {0, 2}


def test_leaving_during_a_draw_is_before_or_after_it(season: Tournament, tonight: list[Player], morag: Account) -> None:
    ailsa = tonight[0]
    goes = partial(set_presence, tournament=season, player=ailsa, is_here=False, by=morag)
    at_once(lambda: pair_tables(tournament=season, by=morag, at_once=True), goes)
    gone = Presence.objects.filter(entry__player=ailsa).first()
    if ailsa.pk in seats_in(season, 1):
        assert gone is not None
        assert gone.left_at is not None
    else:
        assert gone is None
        assert seats_in(season, 1) == {player.pk for player in tonight[1:]}


def test_a_draft_leaves_out_who_goes_or_is_out_of_date(
    season: Tournament, tonight: list[Player], morag: Account
) -> None:
    ailsa = tonight[0]
    drawing = request_round(tournament=season, by=morag)
    goes = partial(set_presence, tournament=season, player=ailsa, is_here=False, by=morag)
    at_once(lambda: draw(drawing_id=drawing.pk), goes)
    draw(drawing_id=drawing.pk)  # where every try met a change, the sweep goes on
    assert not Presence.objects.filter(entry__player=ailsa).exists()
    drawn = season.rounds.get(number=1)
    now = marks_of(season, history_of(season.pk), 1)
    out_of_date = bool(changes_since(drawn.drawn_from, now))
    assert out_of_date == (ailsa.pk in seats_in(season, 1))


@pytest.mark.usefixtures("tonight")
def test_closed_and_seated_at_once_it_is_closed_with_tables_or_open(season: Tournament, morag: Account) -> None:
    outcomes = at_once(
        lambda: close_evening(tournament=season, by=morag),
        lambda: pair_tables(tournament=season, by=morag, at_once=True),
    )
    if refusals(outcomes):  # closed first: one without tables is no evening
        assert not Evening.objects.exists()
        assert not Round.objects.exists()
    else:
        assert Evening.objects.get().closed_at is not None
        assert Round.objects.get().evening == Evening.objects.get()


def test_two_latecomers_who_join_at_once_both_sit_there(season: Tournament, people: People, morag: Account) -> None:
    *players, ailsa, una = people(8)
    play_first_round(season, players, morag)
    late = [set_presence(tournament=season, player=player, is_here=True, by=None) for player in (ailsa, una)]
    first, second = [entry.number for entry in late if entry is not None]
    both = at_once(
        lambda: join_table(tournament=season, number=1, entry=first, table=1, by=morag),
        lambda: join_table(tournament=season, number=1, entry=second, table=2, by=morag),
    )
    assert refusals(both) == []
    assert seats_in(season, 1) == {player.pk for player in (*players, ailsa, una)}


@pytest.fixture
def swiss(event: Event) -> Tournament:
    return started(event(12, **TABLES_OF_FOUR))


def test_a_round_asked_for_by_three_at_once_is_drawn_once(event: Event, morag: Account) -> None:
    begun = start(tournament=event(12, **TABLES_OF_FOUR), by=None)
    Drawing.objects.all().delete()
    asked = at_once(*[lambda: request_round(tournament=begun, by=morag)] * 3)
    assert len(set(asked)) == Drawing.objects.count() == 1
    at_once(*[lambda: draw(drawing_id=Drawing.objects.get().pk)] * 3)
    assert (Round.objects.count(), *Drawing.objects.values_list("status", "attempts")) == (1, ("done", 1))


def test_while_one_worker_draws_another_leaves_it_alone(event: Event) -> None:
    begun = start(tournament=event(12, **TABLES_OF_FOUR), by=None)
    drawing = begun.drawings.get()
    elsewhere = connections["default"].copy()
    with elsewhere.cursor() as cursor:
        cursor.execute(LOCK, [drawing.pk])
        draw(drawing_id=drawing.pk)
        assert begun.drawings.get().attempts == 0
        cursor.execute(UNLOCK, [drawing.pk])
    elsewhere.close()
    draw(drawing_id=drawing.pk)
    assert begun.drawings.get().status == "done"


def test_a_draft_changed_and_published_by_two_at_once_takes_one_change_and_one_version(swiss: Tournament) -> None:
    before, token = laid(swiss), seen(swiss)
    outcomes = at_once(
        *[
            lambda to=to: change_round(
                tournament=swiss, number=1, who=f"entry:{before[1][0]}", to=f"entry:{to}", seen=token, by=None
            )
            for to in (before[2][0], before[3][0])
        ]
    )
    assert len(refusals(outcomes)) == RoundStep.objects.count() == 1
    changed = seen(swiss)
    outcomes = at_once(*[lambda: publish_draft(tournament=swiss, number=1, seen=changed, by=None)] * 2)
    assert len(refusals(outcomes)) == 1
    assert (swiss.rounds.get().status, swiss.rounds.get().version) == ("published", 1)


def test_a_result_and_a_repair_at_once_never_leave_a_result_of_another_table(swiss: Tournament) -> None:
    published(swiss)
    leg, token, tables = open_legs(swiss)[0], seen(swiss), laid(swiss)
    gone = Absences(frozenset(tables[1][:1]), frozenset())
    outcomes = at_once(
        lambda: report_result(leg=leg, points=[4, 3, 2, 1], by=None),
        lambda: repair_round(tournament=swiss, number=1, absences=gone, seen=token, by=None),
    )
    assert len(refusals(outcomes)) == 1
    result = Result.objects.first()
    if result is not None:
        sitting = Leg.objects.get(subject=result.subject).pairing.seats.values_list("entry__player_id", flat=True)
        assert set(result.seats.values_list("player_id", flat=True)) == set(sitting)


def test_a_result_and_taking_the_round_off_at_once_are_one_of_both(swiss: Tournament) -> None:
    published(swiss)
    leg, token = open_legs(swiss)[0], seen(swiss)
    outcomes = at_once(
        lambda: report_result(leg=leg, points=[4, 3, 2, 1], by=None),
        lambda: unpublish_round(tournament=swiss, number=1, seen=token, by=None),
    )
    assert len(refusals(outcomes)) == 1
    assert (swiss.rounds.get().status, Result.objects.count()) in {("published", 1), ("draft", 0)}


@pytest.mark.long
def test_killed_workers_leave_the_round_to_others(event: Event, celery_worker_process: Callable[..., Running]) -> None:
    begun = start(tournament=event(40, **TABLES_OF_FOUR), by=None)
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=begun.pk)  # nobody can write down what they have drawn
        killed = celery_worker_process(queues="ratings")
        eventually(lambda: begun.drawings.get().progress == PAIRED, "nobody drew the round")
        killed.kill()
    assert not begun.rounds.exists()
    celery_worker_process(queues="ratings")

    def done() -> bool:
        sweep()
        return begun.drawings.get().status == "done"

    eventually(done, "the sweep did not find it")
    assert begun.drawings.get().attempts == 2
    assert len(laid(begun)) == 10


@pytest.fixture
def duel(event: Event, hamish: Account, morag: Account) -> Tournament:
    """Hamish against Morag, four games; Morag is only a player today."""
    tournament = event(0, format_options={"legs": 4})
    enter_players(tournament=tournament, players=[hamish.player, morag.player], by=None)
    tournament.club.memberships.filter(player=morag.player).update(role="member")
    return start(tournament=tournament, by=None)


def test_a_game_that_several_report_at_once_has_one_result(duel: Tournament, hamish: Account, morag: Account) -> None:
    first, second, *others = open_legs(duel)
    for leg in (first, second):
        sent = report_data(leg, 30, 20)
        outcomes = at_once(
            *[lambda by=by: submit_report(**sent | {"key": uuid4()}, by=by.player) for by in (hamish, morag)]  # noqa: B023  (called at once)
        )
        assert outcomes[0] == outcomes[1]
    for leg in others:
        report = submit_report(**report_data(leg, 30, 20), by=hamish.player)
        time_passes(report, hours=49)
        at_once(
            lambda: report_result(leg=leg, points=[20, 30], by=None),  # noqa: B023  (called at once)
            lambda: confirm_report(report=report, by=morag.player),  # noqa: B023  (called at once)
            confirm_due,
            lambda: advance(tournament_id=duel.pk),
        )
        assert fresh(report).status in {"entered", "overruled"}
    advance(tournament_id=duel.pk)
    assert (fresh(duel).status, Report.objects.count(), Result.objects.count()) == ("finished", 4, 4)


@pytest.fixture
def hall(event: Event) -> Tournament:
    return start(tournament=event(3, format="table-round-robin"), by=None)  # one table of three


def test_links_and_seats_taken_by_several_at_once_are_made_once(hall: Tournament) -> None:
    playing = hall.rounds.get(number=1)
    at_once(*[lambda: make_links(tournament_round=playing, by=None)] * 3)
    link = TableLink.objects.select_related("pairing__round__tournament").get()
    at_once(*[lambda: renew_link(link=link, by=None)] * 3)
    renewed = TableLink.objects.select_related("pairing__round__tournament").get(revoked_at=None)
    assert TableLink.objects.count() == 2
    outcomes = at_once(*[lambda browser=browser: take_seat(link=renewed, seat=0, browser=browser) for browser in "abc"])
    assert len(refusals(outcomes)) == 2
    assert TableVoice.objects.count() == 1


@pytest.mark.parametrize("needed", [1, 2])
def test_a_sheet_sent_twice_and_confirmed_by_two_at_once_enters_one_result(link: TableLink, needed: int) -> None:
    Tournament.objects.update(confirmations=needed)
    (one, two, three), key = seated(link, 0, 1, 2), uuid4()
    at_once(*[lambda: one.reports(30, 20, 10, key=key)] * 2)
    report = Report.objects.get()
    at_once(lambda: two.confirms(report), lambda: three.confirms(report))
    assert ReportAnswer.objects.count() in {needed, 2}
    assert ledger_of(link.pairing) == [[30, 20, 10]]
    assert Report.objects.get().status == "entered"


@pytest.mark.parametrize(
    ("other", "statuses", "entered"),
    [((20, 30, 10), ["disputed"] * 2, []), ((30, 20, 10), ["entered"], [[30, 20, 10]])],
    ids=["other figures are disputed", "the same confirm each other"],
)
def test_two_who_report_at_once(
    link: TableLink, other: tuple[int, ...], statuses: list[str], entered: list[list[int]]
) -> None:
    one, two = seated(link, 0, 1)
    at_once(lambda: one.reports(30, 20, 10), lambda: two.reports(*other))
    assert list(Report.objects.values_list("status", flat=True)) == statuses
    assert ledger_of(link.pairing) == entered


def test_withdrawn_while_it_is_confirmed_it_is_one_of_both(link: TableLink) -> None:
    one, two = seated(link, 0, 1)
    one.reports(30, 20, 10)
    report = Report.objects.get()
    at_once(lambda: two.confirms(report), lambda: revoke_link(link=link, by=None))
    assert (fresh(report).status, ledger_of(link.pairing)) in [("entered", [[30, 20, 10]]), ("open", [])]


def test_of_two_scorers_at_once_one_is_asked(event: Event, as_morag: Client, as_hamish: Client) -> None:
    made = start(tournament=event(12, format="table-round-robin", format_options={"largest": 4}), by=None)
    made.club.memberships.filter(player__name="Hamish").update(role="scorer")
    leg, other, third = open_legs(made)
    seen, typed = typing.sheet(as_morag, made), typing.typed
    pages = at_once(
        lambda: typing.sends(as_morag, made, seen | typed(leg, 9, 8, 7, 6) | typed(other, 4, 3, 2, 1)),
        lambda: typing.sends(as_hamish, made, seen | typed(leg, 1, 2, 3, 4) | typed(third, 5, 5, 5, 5)),
    )
    stands = typing.points_of(leg)
    meant = [9, 8, 7, 6] if stands == [1, 2, 3, 4] else [1, 2, 3, 4]
    both = [str(one) for pair in zip(stands, meant, strict=True) for one in pair]
    assert [typing.figures(typing.box_of(str(page))) for page in pages if page] == [both]
    assert (typing.points_of(other), typing.points_of(third)) == ([4, 3, 2, 1], [5, 5, 5, 5])
    assert Result.objects.count() == 3


def test_the_same_request_of_a_program_twice_at_once_is_done_once(event: Event, morag: Account) -> None:
    league, program = event(2), Program(morag)
    door = f"/api/v1/tournaments/{league.public_id}/entries/guest/"
    one, other = at_once(*[lambda: program.post(door, {"name": "Una McNab"}, 201, key="one")] * 2)
    assert one == other
    assert league.entries.count() == 3


def test_no_result_slips_in_after_the_check(event: Event, morag: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    cup = start(tournament=event(4, format="single-elimination", tiebreaks=()), by=None)
    report_result(leg=(leg := open_legs(cup)[0]), points=[9, 3], by=None)
    correction = Correction(browser_of(morag), leg)
    free: list[bool] = []

    def is_free() -> bool:
        try:
            with transaction.atomic():
                return bool(Tournament.objects.select_for_update(skip_locked=True).filter(pk=cup.pk))
        finally:
            connection.close()

    def asks(_changes: object, _asker: object) -> list[Consequence]:
        with ThreadPoolExecutor(1) as other:
            free.append(other.submit(is_free).result())
        return []

    monkeypatch.setattr(subjects, "SOURCES", [*SOURCES, SubjectSource(consequences=asks)])
    correction.confirm(correction.preview())
    assert free == [True, False]
