"""Tournament reports (TRF16) of events, and lists of players from such reports."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from league.competition.trf import players_of
from league.tournaments.models import Tournament
from league.tournaments.services.lifecycle import start
from tests.league.tournaments.doors import desk
from tests.league.tournaments.playing import play_open_legs

pytestmark = pytest.mark.django_db
Event = Callable[..., Tournament]


def report(browser: Client, tournament: Tournament) -> str:
    answer = browser.get(reverse("tournaments:report", args=[tournament.public_id, tournament.slug]))
    assert answer.status_code == 200
    assert answer["Content-Disposition"] == f'attachment; filename="{tournament.slug}.trf"'
    return answer.content.decode()


@pytest.mark.parametrize("format_", ["swiss", "round-robin"])
def test_the_report_has_every_result_so_far(event: Event, client: Client, format_: str) -> None:
    begun = start(tournament=event(4, format=format_, pace="round"), by=None)
    assert " 1\n" not in report(client, begun)
    play_open_legs(begun)
    lines = [line for line in report(client, begun).splitlines() if line.startswith("001")]
    assert sorted(line[98] for line in lines) == ["0", "0", "1", "1"]
    assert [int(line[4:8]) for line in lines] == [1, 2, 3, 4]


def test_a_page_of_standings_offers_the_report_where_there_is_one(event: Event, client: Client) -> None:
    for format_, offered in (("swiss", True), ("table-swiss", False)):
        begun = start(tournament=event(4, format=format_, pace="round"), by=None)
        page = client.get(reverse("tournaments:standings", args=[begun.public_id, begun.slug]))
        there = reverse("tournaments:report", args=[begun.public_id, begun.slug])
        assert (there in page.content.decode()) == offered
        assert client.get(there).status_code == (200 if offered else 404)


def test_the_players_of_a_report_enter_by_their_starting_numbers(event: Event, as_morag: Client) -> None:
    sent = (
        "012 Open\n"
        "001    2      Ramsay, Allan                     1450\n"
        "001    1 m    Burns, Robert                     2100 SCO\n"
    )
    draft = event(0)
    page = as_morag.post(desk(draft, "bring"), {"text": sent}).content.decode()
    fingerprint = page.partition('name="fingerprint" value="')[2].partition('"')[0]
    as_morag.post(desk(draft, "bring"), {"text": sent, "confirmed": "1", "fingerprint": fingerprint})
    names = draft.entries.order_by("number").values_list("player__name", flat=True)
    assert list(names) == ["Robert Burns", "Allan Ramsay"]


def test_a_report_of_ours_is_read_again(event: Event, client: Client) -> None:
    begun = start(tournament=event(3, format="swiss"), by=None)
    read = [(one.number, one.name) for one in players_of(report(client, begun))]
    assert read == list(begun.entries.order_by("number").values_list("number", "player__name"))


def test_a_report_without_names_is_refused_and_kept(event: Event, as_morag: Client) -> None:
    draft = event(0)
    page = as_morag.post(desk(draft, "bring"), {"text": "001    1 m\n"}).content.decode()
    assert 'aria-invalid="true"' in page
    assert "001    1 m\n</textarea>" in page
    assert not draft.entries.exists()
