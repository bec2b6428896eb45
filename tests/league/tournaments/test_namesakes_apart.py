"""Two people of one name are distinguishable in every list."""

from uuid import uuid4

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from league.accounts.models import Player
from league.accounts.services.players import make_player, merge_players
from league.clubs.display_names import show_names
from league.clubs.models import Club
from league.clubs.services.members import admit
from league.results.drafts import ResultDraft, SeatResult
from league.results.models import Result
from league.results.services.reports import confirm_report, submit_report
from league.tournaments.models import Tournament
from league.tournaments.queries.rounds import players_at
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_guest, enter_players
from league.tournaments.services.lifecycle import start
from league.tournaments.services.notifications import own_tables
from tests.factories import account_of, browser_of, joins
from tests.league.tournaments.browser import address, desk, text_of
from tests.league.tournaments.factories import fresh, open_legs

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

ONE, OTHER = "John Smith (1)", "John Smith (2)"


@pytest.fixture
def smiths(club: Club) -> list[Player]:
    """Two members called the same, with an account and without."""
    joins(one := account_of("John Smith"), club)
    other = make_player(name="John Smith")
    admit(club=club, player=other)
    return [one.player, other]


@pytest.fixture
def event(club: Club) -> Tournament:
    return make_tournament(club=club, name="Spring", game="kings-kilt", format="round-robin", by=None)


@pytest.fixture
def played(event: Tournament, smiths: list[Player], club: Club) -> Tournament:
    """Return a tournament of the two and others, with its first round published."""
    others = [make_player(name=name) for name in ("Ailsa", "Una")]
    for player in others:
        admit(club=club, player=player)
    enter_players(tournament=event, players=[*smiths, *others], by=None)
    start(tournament=event, by=None)
    return fresh(event)


def test_every_page_of_a_tournament_tells_them_apart(played: Tournament, as_morag: Client) -> None:
    pages = [
        address(played, "tournament"),
        address(played, "standings"),
        address(played, "round", 1),
        address(played, "crosstable"),
        desk(played, "entries"),
        desk(played, "avoided-pairings"),
        desk(played, "results", 1),
    ]
    for page, browser in [*((page, as_morag) for page in pages), (address(played, "standings"), browser_of())]:
        text = text_of(browser.get(page))
        assert ONE in text, page
        assert OTHER in text, page


def test_they_are_told_apart_at_check_in(event: Tournament, smiths: list[Player], as_morag: Client) -> None:
    enter_players(tournament=event, players=smiths[:1], by=None)
    assert OTHER in text_of(as_morag.get(desk(event, "entries")))
    enter_players(tournament=event, players=smiths[1:], by=None)
    as_morag.post(desk(event, "phase"), {"to": "check-in"})
    text = text_of(as_morag.get(desk(event, "check-in")))
    assert ONE in text
    assert OTHER in text


def test_the_api_tells_them_apart(played: Tournament, as_morag: Client) -> None:
    answer = as_morag.get(f"/api/v1/tournaments/{played.public_id}/").json()
    names = {row["player"]["name"] for row in answer["entries"]}
    assert {ONE, OTHER} <= names


@pytest.mark.usefixtures("smiths")
def test_the_members_of_a_club_are_told_apart(club: Club, as_morag: Client) -> None:
    for page in (reverse("clubs:members", args=[club.slug]), reverse("clubs:club", args=[club.slug])):
        text = text_of(as_morag.get(page))
        assert ONE in text, page
        assert OTHER in text, page


def test_names_that_look_alike_are_told_apart(club: Club, as_morag: Client) -> None:
    for name in ("Isla Barr", "Isla B\u0430rr", "\u0406sla Barr", "lsla Barr", "Ailsa Barr"):
        admit(club=club, player=make_player(name=name))
    text = text_of(as_morag.get(reverse("clubs:members", args=[club.slug])))
    assert {number for number in range(1, 9) if f"Barr ({number})" in text.replace("\u0430", "a")} == {1, 2, 3, 4}
    assert "Ailsa Barr (" not in text


def test_a_number_is_the_same_on_every_page_of_the_club(club: Club, smiths: list[Player], as_morag: Client) -> None:
    third = make_player(name="John Smith")
    admit(club=club, player=third)
    later = make_tournament(club=club, name="Summer", game="kings-kilt", format="round-robin", by=None)
    enter_players(tournament=later, players=[smiths[1], third], by=None)
    text = text_of(as_morag.get(address(later, "tournament")))
    assert OTHER in text
    assert "John Smith (3)" in text
    assert ONE not in text


ISLES = "John Smith of the Isles " * 3


@pytest.mark.parametrize(
    ("name", "other", "entered"),
    [
        ("John Smith", "John Smith", OTHER),
        ("John Smith", "John Smith (Leith)", "John Smith (Leith)"),
        (ISLES + "and more", ISLES + "and more", ISLES + "and (2)"),
    ],
    ids=["number", "suffix", "longest name"],
)
def test_a_guests_namesake_is_marked(event: Tournament, as_morag: Client, name: str, other: str, entered: str) -> None:
    first = enter_guest(tournament=event, name=name, by=None).player
    page = desk(event, "add-guest")
    if name == other:
        assert entered in text_of(as_morag.post(page, {"name": other}))
    as_morag.post(page, {"name": other, "who": "new", "seen": first.public_id})
    assert list(event.entries.order_by("number").values_list("player__name", flat=True)) == [name, entered]


def test_a_new_member_of_a_members_name_gets_a_number(club: Club, season: Tournament, as_morag: Client) -> None:
    as_morag.post(desk(season, "start-club-night"))
    member = make_player(name="John Smith")
    admit(club=club, player=member)
    sent = {"name": "John Smith", "as": "member", "seen": member.public_id}
    as_morag.post(desk(season, "club-night-add-player"), sent)
    assert club.memberships.filter(player__name=OTHER).exists()


def test_reports_mails_and_results_tell_namesakes_apart(event: Tournament, smiths: list[Player], club: Club) -> None:
    joins(una := account_of("Una"), club)
    enter_players(tournament=event, players=[smiths[0], una.player], by=None)
    begun = start(tournament=event, by=None)
    (leg,) = open_legs(begun)
    players = players_at(leg)
    draft = ResultDraft(leg.subject, tuple(map(SeatResult, players, (3, 1), (1, 2))))
    report = submit_report(draft=draft, pool=begun.pool, club=club, key=uuid4(), by=smiths[0])
    assert ONE in mail.outbox[0].body
    page = reverse("reports:report", args=[report.public_id])
    assert ONE in text_of(browser_of(una).get(page))
    confirm_report(report=report, by=una.player)
    result = Result.objects.get()
    assert ONE in text_of(browser_of(una).get(reverse("results:result", args=[result.pool.slug, result.number])))
    (row,) = begun.rounds.get(number=1).pairings.all()
    ((_row, names),) = own_tables([row], una, club)
    assert (ONE, False) in names


def test_a_merged_namesake_is_no_other_player(played: Tournament, smiths: list[Player], as_morag: Client) -> None:
    third = make_player(name="Ailsa")
    admit(club=played.club, player=third)
    ailsa = Player.objects.get(name="Ailsa", entries__tournament=played)
    merge_players(former=third, standing=ailsa)
    text = text_of(as_morag.get(address(played, "standings")))
    assert "Ailsa (" not in text
    show_names(shown := [Player.objects.get(pk=third.pk), ailsa], played.club, account_of("Senga"))
    assert {player.name for player in shown} == {"Ailsa"}
