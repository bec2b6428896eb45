"""A club that shortens names: the names that non-members read on every page and in every document."""

import re
from collections.abc import Iterator
from html import unescape
from uuid import UUID

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from league.accounts.models import Account, Player
from league.accounts.services.players import make_player, merge_players
from league.clubs.display_names import names_for, show_names
from league.clubs.models import Club, Membership
from league.clubs.services.clubs import change_club
from league.clubs.services.members import admit, remove_member
from league.common.drawing.tartan import chip, sett_of
from league.ratings.services import fold_pool
from league.results.drafts import ResultDraft, SeatResult, own_subject
from league.results.models import Result
from league.results.services.reports import submit_report
from league.tournaments.models import Entry, Tournament
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import start
from tests.factories import browser_of, glen_club, joins, operator
from tests.games.records import factories as records
from tests.league.tournaments.factories import play_open_legs

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

SURNAMES = ("Quhitelaw", "Auchterlonie", "Drummochter", "Zetlandson", "Farquharsone", "Urquhartsen", "Pittendreigh")
MOST_PAGES = 300
CHIP = r'(<svg class="tartan-chip[^>]*><use[^>]*></svg>)<span><a class="who-name" href="/players/([^/]+)/'
API = ("clubs", "pools", "players", "results", "tournaments", "matches", "hall")
KEYS = (UUID("0b36ba1c-9a6e-4a0e-8f0f-50d0b0f0a001"), UUID("0b36ba1c-9a6e-4a0e-8f0f-50d0b0f0a002"))


def with_account(first: str, surname: str) -> Account:
    """Somebody who signs in, under both their names."""
    account = Account.objects.create_user(f"{first.lower()}@example.org")
    make_player(name=f"{first} {surname}", account=account)
    return account


@pytest.fixture
def club() -> Club:
    """With and without an account, a guest, one who left, one under a former name; games of every kind."""
    morag, hamish = with_account("Morag", "Quhitelaw"), with_account("Hamish", "Auchterlonie")
    club = glen_club(morag)
    joins(hamish, club)
    eilidh, fergus, isla = (
        make_player(name=name) for name in ("Eilidh Drummochter", "Fergus Zetlandson", "Isla Farquharsone")
    )
    for player in (eilidh, fergus, isla):
        admit(club=club, player=player)
    records.checked(records.sent(hamish.player, club, records.text(), [morag.player, hamish.player]))
    event = played_event(club, [morag.player, hamish.player, eilidh, fergus, isla])
    report(club, event, hamish.player, morag.player)
    merge_players(former=fergus, standing=make_player(name="Effie Pittendreigh"))
    remove_member(membership=Membership.objects.get(player=isla), by=morag)
    for pool in {result.pool_id for result in Result.objects.all()}:
        fold_pool(pool_id=pool)
    return shortens(club)


def played_event(club: Club, players: list[Player]) -> Tournament:
    """A round robin of five members and a guest, of which the first round is played."""
    event = make_tournament(club=club, name="Spring games", game=records.KILT, format="round-robin", by=None)
    enter_players(tournament=event, players=players, by=None)
    guest = make_player(name="Greer Urquhartsen")
    Entry.objects.create(tournament=event, player=guest, number=6, is_guest=True)
    start(tournament=event, by=None)
    play_open_legs(event)
    return event


def report(club: Club, event: Tournament, by: Player, other: Player) -> None:
    """A game outside of the event, reported and waiting, and one that entered."""
    for key, reporter in zip(KEYS, (by, other), strict=True):
        seats = (SeatResult(by.pk, 40, 1), SeatResult(other.pk, 30, 2))
        subject = own_subject(reporter, key)
        submit_report(draft=ResultDraft(subject, seats), pool=event.pool, club=club, key=key, by=reporter)


def shortens(club: Club, *, shortens_names: bool = True) -> Club:
    """Return the club with names shortened for non-members."""
    said = {"name": club.name, "summary": club.summary, "is_public": club.is_public, "time_zone": club.time_zone}
    return change_club(club=club, shortens_names=shortens_names, **said)  # type: ignore[arg-type]  # settings as they are


def pages(browser: Client, *begin: str) -> Iterator[tuple[str, str]]:
    """Every page and document to which links lead from here, with its text."""
    waiting, known = [*begin], set(begin)
    while waiting and len(known) < MOST_PAGES:
        address = waiting.pop(0)
        answer = browser.get(address, follow=True)
        body = b"".join(answer) if answer.streaming else answer.content
        text = unescape(body.decode(errors="replace"))
        yield address, text
        for found in re.findall(r'(?:href|hx-get|data-live-href|url|next)"?\s*[=:]\s*"([^"#]+)', text):
            local = re.sub(r"^https?://[^/]+", "", found)
            if local.startswith("/") and not local.startswith("/static/") and local not in known:
                known.add(local)
                waiting.append(local)


def told(text: str) -> set[str]:
    """Return the surnames that a text reveals."""
    return {surname for surname in SURNAMES if surname.casefold() in text.casefold()}


def beginnings(club: Club) -> list[str]:
    """Return the pages where a non-member starts reading."""
    return [reverse("clubs:club", args=[club.slug]), "/", *(f"/api/v1/{name}/" for name in API)]


@pytest.mark.long
def test_strangers_find_no_surname_and_members_all_of_them_wherever_links_lead(club: Club) -> None:
    """And a player has the same tartan on every page for every reader."""
    read = dict(pages(Client(), *beginnings(club)))
    assert {address: told(text) for address, text in read.items() if told(text)} == {}
    whole = " ".join(read.values())
    assert {"Morag Q.", "Eilidh D.", "Greer U.", "Isla F."} <= set(re.findall(r"\w+ \w\.", whole))
    assert len(read) > 60  # so many pages there are
    hamish = Account.objects.get(player__name__startswith="Hamish")
    members = dict(pages(browser_of(hamish), *beginnings(club), reverse("ratings:leaderboards")))
    present = {*SURNAMES} - {"Zetlandson"}  # who is called Effie Pittendreigh since two players became one
    assert {name for text in members.values() for name in told(text)} == present
    chips = [found for text in (*read.values(), *members.values()) for found in re.findall(CHIP, text)]
    assert {player for _, player in chips} >= set(Membership.objects.values_list("player__public_id", flat=True))
    assert [player for drawn, player in chips if drawn != chip(sett_of(player))] == []


def test_an_operator_reads_every_name_in_full(club: Club) -> None:
    page = browser_of(operator()).get(reverse("clubs:club", args=[club.slug])).content.decode()
    assert "Morag Quhitelaw" in page


def test_a_member_of_another_club_is_a_stranger_here(club: Club) -> None:
    senga = with_account("Senga", "Elsewhere")
    glen_club(senga, name="Another Club")
    page = browser_of(senga).get(reverse("clubs:club", args=[club.slug])).content.decode()
    assert told(page) == set()


def test_the_leaderboard_that_a_stranger_was_shown_is_drawn_anew_once_names_are_shortened(club: Club) -> None:
    shortens(club, shortens_names=False)
    address = reverse("ratings:leaderboard", args=[Result.objects.latest("pk").pool.slug])
    stranger = Client()
    assert "Morag Quhitelaw" in stranger.get(address).content.decode()
    shortens(club)
    assert told(stranger.get(address).content.decode()) == set()


def test_a_full_name_is_not_found_by_strangers_who_guess_it(club: Club) -> None:
    pool = Result.objects.latest("pk").pool
    board, document = reverse("ratings:leaderboard", args=[pool.slug]), f"/api/v1/pools/{pool.slug}/leaderboard/"
    assert "Morag Q." not in Client().get(board, {"search": "Quhite"}).content.decode()
    assert "Morag Q." in Client().get(board, {"search": "morag"}).content.decode()
    for guess in ("Quhite", "Quhite ", " Quhitelaw "):
        assert Client().get(document, {"search": guess}).json()["results"] == []
        assert Client().get("/api/v1/players/", {"search": guess}).json()["results"] == []
    assert len(Client().get("/api/v1/players/", {"search": "morag"}).json()["results"]) == 1


def test_who_is_in_two_clubs_is_named_in_full_by_the_one_that_does_not_shorten(club: Club) -> None:
    senga = with_account("Senga", "Elsewhere")
    other = glen_club(senga, name="Another Club")
    morag = Player.objects.get(name="Morag Quhitelaw")
    admit(club=other, player=morag)
    assert "Morag Quhitelaw" in Client().get(reverse("clubs:club", args=[other.slug])).content.decode()
    page = Client().get(reverse("ratings:player", args=[morag.public_id, morag.slug]), follow=True).content.decode()
    assert told(page) == set()


def test_the_page_of_a_player_names_nobody_in_full_whose_name_is_short_in_its_heading(club: Club) -> None:
    senga = with_account("Senga", "Elsewhere")
    other = glen_club(senga, name="Another Club")
    morag = Player.objects.get(name="Morag Quhitelaw")
    admit(club=other, player=morag)
    event = make_tournament(club=other, name="Open", game=records.KILT, format="round-robin", by=None)
    enter_players(tournament=event, players=[morag, senga.player], by=None)
    start(tournament=event, by=None)
    play_open_legs(event)
    fold_pool(pool_id=event.pool_id)
    board = Client().get(reverse("ratings:leaderboard", args=[event.pool.slug])).content.decode()
    assert "Morag Quhitelaw" in board
    for player in (morag, senga.player):
        address = reverse("ratings:player", args=[player.public_id, player.slug])
        page = Client().get(address, {"pool": event.pool.slug}, follow=True).content.decode()
        assert "Morag Q." in page
        assert told(page) == set()


def test_names_cost_no_question_where_nobody_is_shortened(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    club = glen_club(with_account("Morag", "Quhitelaw"))
    morag = Player.objects.get()
    with django_assert_num_queries(0):
        assert names_for([morag], club, AnonymousUser()) == {morag.pk: "Morag Quhitelaw"}


def test_a_row_that_bears_a_short_name_cannot_be_saved(club: Club) -> None:
    morag = Player.objects.get(name="Morag Quhitelaw")
    show_names([morag], club, AnonymousUser())
    assert morag.name == "Morag Q."
    with pytest.raises(TypeError):
        morag.save()
