"""Two organisers keep one evening on two phones: whatever both press at once happens once."""

import pytest

from league.accounts.models import Account, Player
from league.tournaments.models import Drawing, Entry, Evening, Presence, Round, Tournament
from league.tournaments.queries.history import changes_since, history_of, marks_of
from league.tournaments.services.club_nights import bring, close_evening, open_evening, tables, tick
from league.tournaments.services.repairs import join_table
from league.tournaments.services.round_drawing import draw
from league.tournaments.services.round_requests import ask_for_round
from tests.concurrency import at_once, refusals
from tests.league.tournaments.factories import People, open_legs, play_open_legs

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_url")]


@pytest.fixture
def tonight(season: Tournament, people: People) -> list[Player]:
    """An open evening with eight."""
    open_evening(tournament=season, by=None)
    players = people(8)
    for player in players:
        tick(tournament=season, player=player, is_here=True, by=None)
    return players


def seated(season: Tournament, number: int) -> set[int]:
    """The players who sit somewhere in a round."""
    seats = season.rounds.get(number=number).pairings.filter(bye="").values_list("seats__entry__player", flat=True)
    return set(seats)


def test_an_evening_opened_by_two_at_once_is_one(season: Tournament, morag: Account) -> None:
    both = at_once(*[lambda: open_evening(tournament=season, by=morag)] * 2)
    assert both[0] == both[1] == Evening.objects.get()


def test_somebody_whom_two_tick_at_once_is_here_once(season: Tournament, people: People, morag: Account) -> None:
    open_evening(tournament=season, by=None)
    (ailsa,) = people(1)
    at_once(*[lambda: tick(tournament=season, player=ailsa, is_here=True, by=morag)] * 3)
    assert (Entry.objects.count(), Presence.objects.count()) == (1, 1)


def test_a_name_typed_twice_at_once_is_asked_about_and_made_once(season: Tournament, morag: Account) -> None:
    open_evening(tournament=season, by=None)
    outcomes = at_once(*[lambda: bring(tournament=season, name="Tormod", is_guest=True, by=morag)] * 2)
    assert len(refusals(outcomes)) == 1
    assert Presence.objects.count() == Player.objects.filter(name="Tormod").count() == 1


@pytest.mark.usefixtures("tonight")
def test_tables_asked_for_by_two_at_once_are_one_round(season: Tournament, morag: Account) -> None:
    both = at_once(*[lambda: tables(tournament=season, by=morag, at_once=True)] * 2)
    assert both[0] == both[1] == Round.objects.get()


@pytest.mark.usefixtures("tonight")
def test_tables_at_once_and_a_draft_at_once_are_one_round(season: Tournament, morag: Account) -> None:
    at_once(
        lambda: tables(tournament=season, by=morag, at_once=True),
        lambda: tables(tournament=season, by=morag, at_once=False),
    )
    for drawing in Drawing.objects.filter(status__in=Drawing.OPEN):
        draw(drawing_id=drawing.pk)
    assert season.rounds.filter(number=1).count() == 1
    assert len(open_legs(season)) in {0, 2}


def test_leaving_during_a_draw_is_before_or_after_it(season: Tournament, tonight: list[Player], morag: Account) -> None:
    ailsa = tonight[0]
    at_once(
        lambda: tables(tournament=season, by=morag, at_once=True),
        lambda: tick(tournament=season, player=ailsa, is_here=False, by=morag),
    )
    gone = Presence.objects.filter(entry__player=ailsa).first()
    if ailsa.pk in seated(season, 1):
        assert gone is not None
        assert gone.left_at is not None
    else:
        assert gone is None
        assert seated(season, 1) == {player.pk for player in tonight[1:]}


def test_a_draft_made_while_somebody_goes_leaves_them_out_or_says_that_it_is_out_of_date(
    season: Tournament, tonight: list[Player], morag: Account
) -> None:
    ailsa = tonight[0]
    drawing = ask_for_round(tournament=season, by=morag)
    at_once(lambda: draw(drawing_id=drawing.pk), lambda: tick(tournament=season, player=ailsa, is_here=False, by=morag))
    draw(drawing_id=drawing.pk)  # where every try met a change, the sweep goes on
    assert not Presence.objects.filter(entry__player=ailsa).exists()
    drawn = season.rounds.get(number=1)
    now = marks_of(season, history_of(season.pk), 1)
    out_of_date = bool(changes_since(drawn.drawn_from, now))
    assert out_of_date == (ailsa.pk in seated(season, 1))


def test_two_who_close_an_evening_close_it_once(season: Tournament, tonight: list[Player], morag: Account) -> None:
    tables(tournament=season, by=None, at_once=True)
    play_open_legs(season)
    outcomes = at_once(*[lambda: close_evening(tournament=season, by=morag)] * 2)
    assert not refusals(outcomes)
    assert Evening.objects.get().closed_at is not None
    assert len(tonight) == Presence.objects.count()


@pytest.mark.usefixtures("tonight")
def test_closed_and_seated_at_once_it_is_closed_with_tables_or_open(season: Tournament, morag: Account) -> None:
    outcomes = at_once(
        lambda: close_evening(tournament=season, by=morag), lambda: tables(tournament=season, by=morag, at_once=True)
    )
    if refusals(outcomes):  # closed first: one without tables is no evening
        assert not Evening.objects.exists()
        assert not Round.objects.exists()
    else:
        assert Evening.objects.get().closed_at is not None
        assert Round.objects.get().evening == Evening.objects.get()


def test_two_latecomers_who_join_at_once_both_sit_there(season: Tournament, people: People, morag: Account) -> None:
    open_evening(tournament=season, by=None)
    *players, ailsa, una = people(8)
    for player in players:
        tick(tournament=season, player=player, is_here=True, by=None)
    tables(tournament=season, at_once=True, by=morag)
    late = [tick(tournament=season, player=player, is_here=True, by=None) for player in (ailsa, una)]
    first, second = [entry.number for entry in late if entry is not None]
    both = at_once(
        lambda: join_table(tournament=season, number=1, entry=first, table=1, by=morag),
        lambda: join_table(tournament=season, number=1, entry=second, table=2, by=morag),
    )
    assert refusals(both) == []
    assert seated(season, 1) == {player.pk for player in (*players, ailsa, una)}
