"""An organiser requests pairings for a round: one worker makes them once, as a draft."""

from collections.abc import Callable
from itertools import count

import pytest
from django.db import connection, transaction
from django.test import Client

from league.accounts.models import Account, Change
from league.common.redis_client import broker
from league.tournaments.errors import CannotBePlayed, WrongMoment
from league.tournaments.models import Drawing, Entry, Round, Tournament
from league.tournaments.queries.rounds import waiting_drawings
from league.tournaments.services.arrangements import request_bye
from league.tournaments.services.lifecycle import start
from league.tournaments.services.round_drawing import MOST_ATTEMPTS, draw, request_round
from league.tournaments.services.withdrawals import withdraw
from league.tournaments.tasks import sweep
from tests.league.tournaments.browser import desk, sign_of_round, text_of
from tests.league.tournaments.factories import Event, fresh, play_open_legs
from tests.league.tournaments.rounds import TABLES_OF_FOUR, drawn, laid, page_of, published, sends, started
from tests.league.tournaments.worlds import shared

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


@shared
def swiss(event: Event) -> Tournament:
    """Eleven players at tables of four, the first round asked for."""
    return start(tournament=event(11, **TABLES_OF_FOUR), by=None)


def test_the_start_asks_for_the_first_round_and_publishes_nothing(swiss: Tournament) -> None:
    assert list(swiss.drawings.values_list("number", "status")) == [(1, "waiting")]
    assert not swiss.rounds.exists()


def test_a_worker_draws_it_as_a_draft_with_seats_and_reasons(swiss: Tournament) -> None:
    assert drawn(swiss).status == "done"
    draft = swiss.rounds.get()
    assert (draft.number, draft.status, draft.published_at) == (1, "draft", None)
    assert sorted(len(seats) for seats in laid(swiss).values()) == [3, 4, 4]
    assert sorted(entry for seats in laid(swiss).values() for entry in seats) == list(range(1, 12))
    assert all(pairing.reasons and pairing.legs.exists() for pairing in draft.pairings.all())
    assert Change.objects.filter(verb="round-drawn", event=swiss.public_id).count() == 1


def test_asked_twice_it_is_the_same_drawing_also_once_it_is_done(swiss: Tournament) -> None:
    first = request_round(tournament=swiss, by=None)
    assert request_round(tournament=swiss, by=None) == first
    draw(drawing_id=first.pk)
    assert request_round(tournament=swiss, by=None) == first
    assert Drawing.objects.count() == Round.objects.count() == 1


def test_a_round_that_comes_while_its_page_is_read_is_not_asked_for_again(swiss: Tournament, as_morag: Client) -> None:
    for queries_before in count():
        point = transaction.savepoint()
        with connection.execute_wrapper(_draws_after(queries_before, swiss)):
            text = page_of(as_morag, swiss)
        came = swiss.rounds.exists()
        transaction.savepoint_rollback(point)
        assert "Pair round 1" not in text
        if not came:
            break
    assert queries_before > 5


def _draws_after(queries_before: int, event: Tournament) -> Callable[..., object]:
    """A wrapper of queries in which a worker draws before the given one."""
    to_come = iter([False] * queries_before + [True])

    def run(execute: Callable[..., object], *query: object) -> object:
        if next(to_come, False):
            draw(drawing_id=event.drawings.get().pk)
        return execute(*query)

    return run


def test_a_lost_message_is_found_by_the_sweep(swiss: Tournament) -> None:
    drawing = swiss.drawings.get()
    broker().flushdb()
    sweep()
    assert waiting_drawings() == [drawing.pk]
    assert broker().exists(f"moothill:drawing:{drawing.pk}")


def test_a_worker_that_died_leaves_a_drawing_which_the_next_one_takes(swiss: Tournament) -> None:
    drawing = swiss.drawings.get()
    Drawing.objects.update(status="working", progress=30, attempts=1)
    assert waiting_drawings() == [drawing.pk]
    draw(drawing_id=drawing.pk)
    assert (fresh(drawing).status, drawing.progress, drawing.attempts) == ("done", 100, 2)


def test_one_that_kills_every_worker_is_given_up(swiss: Tournament) -> None:
    Drawing.objects.update(status="working", attempts=MOST_ATTEMPTS)
    draw(drawing_id=swiss.drawings.get().pk)
    found = swiss.drawings.get()
    assert found.status == "refused"
    assert "Ask the site admin" in found.sentence
    assert drawn(swiss).status == "done"


def test_no_second_round_is_drawn_before_the_first_is_decided(swiss: Tournament) -> None:
    drawn(swiss)
    published(swiss)
    with pytest.raises(WrongMoment, match="Round 1 is still in progress"):
        request_round(tournament=swiss, by=None)
    play_open_legs(swiss)
    assert drawn(swiss).number == 2
    assert len(laid(swiss, 2)) == 3


def test_what_the_format_refuses_stands_on_the_page(swiss: Tournament, as_morag: Client) -> None:
    for entry in Entry.objects.filter(number__gt=2):
        withdraw(entry=entry, by=None)
    refused = swiss.drawings.get()
    draw(drawing_id=refused.pk)
    assert fresh(refused).status == "refused"
    assert refused.sentence
    assert refused.sentence in page_of(as_morag, swiss).replace("&#x27;", "'")


def test_a_field_that_nobody_can_seat_is_refused_at_the_start(event: Event) -> None:
    with pytest.raises(CannotBePlayed):
        start(tournament=event(2, **TABLES_OF_FOUR), by=None)


def test_only_events_at_the_organisers_pace_are_asked(event: Event, morag: Account) -> None:
    by_itself = start(tournament=event(4), by=None)
    with pytest.raises(WrongMoment, match="automatically"):
        request_round(tournament=by_itself, by=morag)
    with pytest.raises(WrongMoment, match="not running"):
        request_round(tournament=event(4, **TABLES_OF_FOUR, name="Later"), by=morag)


def test_the_page_asks_waits_and_shows(as_morag: Client, event: Event) -> None:
    swiss = start(tournament=event(8, **TABLES_OF_FOUR), by=None)
    assert "waiting" in page_of(as_morag, swiss)
    Drawing.objects.update(status="working", progress=30)
    page = page_of(as_morag, swiss)
    assert 'value="30"' in page
    assert "pairing" in page
    drawn(swiss)
    page = page_of(as_morag, swiss)
    assert "Publish round 1" in page
    assert "Pairing reasons" in page
    assert "Only organisers see the draft" in page
    assert sign_of_round(text_of(as_morag.get(desk(swiss, "manage"))), desk(swiss, "manage-round", 1)) == "waiting"


def test_a_draft_says_what_has_changed_since_and_is_drawn_anew(as_morag: Client, event: Event) -> None:
    swiss = started(event(12, **TABLES_OF_FOUR))
    assert "Pair again" not in page_of(as_morag, swiss)
    assert "would give the same tables" in sends(as_morag, swiss, "pair-again")
    withdraw(entry=swiss.entries.get(number=3), by=None)
    page = page_of(as_morag, swiss)
    assert "Changed since the draft was created: players" in page
    assert "being paired again" in sends(as_morag, swiss, "pair-again")
    drawn(swiss)
    assert 3 not in {entry for seats in laid(swiss).values() for entry in seats}
    assert "Changed since" not in page_of(as_morag, swiss)


def test_a_bye_that_was_asked_for_keeps_somebody_from_the_tables(as_morag: Client, event: Event) -> None:
    draft = event(9, **TABLES_OF_FOUR)
    request_bye(entry=draft.entries.get(number=5), round_number=1, kind="half", by=None)
    swiss = started(draft)
    assert 5 not in {entry for seats in laid(swiss).values() for entry in seats}
    page = page_of(as_morag, swiss)
    assert "half-point bye" in page
    assert page.count(draft.entries.get(number=5).player.name) == 1  # named once, and nobody says that they asked
    assert "#without-a-table" in page
    assert "asked" not in page.lower()


def test_a_round_that_does_not_come_is_no_page(as_morag: Client, as_senga: Client, swiss: Tournament) -> None:
    assert as_morag.get(desk(swiss, "manage-round", 2)).status_code == 404
    assert as_senga.get(desk(swiss, "manage-round", 1)).status_code == 403
    assert "Round 1" in text_of(as_morag.get(desk(swiss, "manage-rounds"), follow=True))
