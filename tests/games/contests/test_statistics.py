"""Statistics of a contest by seat, by opponent and by deal, on its pages and in the API, without unrevealed deals."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.contests.errors import NoSuchContest
from games.contests.final import reveal_deals
from games.contests.models import Contest
from games.contests.queries import contest_at, contest_bot_page, contest_duels, contest_page
from games.matches.models import Match, MatchSeat
from league.accounts.models import Account
from league.clubs.models import Club
from tests.factories import browser_of
from tests.games.contests.factories import closed, contest_of, entered, house_of, many_of, play

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_url")]

NOBODY = AnonymousUser()


@pytest.fixture
def half_told(club: Club, morag: Account) -> Contest:
    """Return a contest whose three deals are played; the first of them is revealed."""
    contest = contest_of(club, pace=5)
    house_of(contest, morag, "wanderer", "courtier")
    closed(contest)
    play()
    reveal_deals()
    return contest_at(contest.public_id, morag)


def addresses(contest: Contest) -> list[str]:
    """Everything that tells of it: its page and its bots', and the API."""
    bots = contest.entries.values_list("player__public_id", flat=True)
    page, document = f"/contests/{contest.public_id}/", f"/api/v1/contests/{contest.public_id}/"
    return [page, document, f"{document}duels/", *(f"{page}bots/{bot}/" for bot in bots)]


def told_of(contest: Contest, user: Account) -> list[Any]:
    """Everything that is read for them, as it can be compared."""
    entries = list(contest.entries.select_related("player").order_by("pk"))
    pages = [contest_bot_page(contest, entry.player.public_id, user) for entry in entries]
    return [contest_page(contest, user), contest_duels(contest, user), *pages]


def test_seats_duels_and_scores_are_of_the_deals_that_are_told(half_told: Contest, client: Client) -> None:
    document = client.get(f"/api/v1/contests/{half_told.public_id}/").json()
    assert [(row["seat"], row["deals"], row["games"]) for row in document["by_seat"]] == [(0, 1, 2), (1, 1, 2)]
    assert sum(row["score"] for row in document["by_seat"]) == pytest.approx(1)
    ((deal),) = document["told"]
    assert sum(row["score"] for row in deal["scores"]) == pytest.approx(1)
    assert {row["name"] for row in deal["scores"]} == {"Wanderer", "Courtier"}
    duels = client.get(f"/api/v1/contests/{half_told.public_id}/duels/").json()["results"]
    assert [(row["deals"], row["games"]) for row in duels] == [(1, 2), (1, 2)]
    assert sum(row["score"] for row in duels) == pytest.approx(1)
    assert duels[0]["player"] == duels[1]["against"]


def test_nothing_of_a_deal_that_is_not_told_changes_what_is_shown(
    half_told: Contest, morag: Account, client: Client
) -> None:
    hidden = Match.objects.filter(block__of_a_final__told_at=None)
    before = told_of(half_told, morag), client.get(addresses(half_told)[1]).content
    for place in (1, 2):
        MatchSeat.objects.filter(match__in=hidden, seat=place - 1).update(place=place, points=9 - place)
    assert (told_of(half_told, morag), client.get(addresses(half_told)[1]).content) == before
    for address in addresses(half_told):
        shown = client.get(address).content.decode()
        assert not [match for match in hidden.values_list("public_id", flat=True) if match in shown]
        assert "Deal 2" not in shown


def test_before_the_first_deal_is_told_there_is_nothing_by_seat_or_opponent(final: Contest, client: Client) -> None:
    play()
    document = client.get(f"/api/v1/contests/{final.public_id}/").json()
    assert (document["by_seat"], document["told"]) == ([], [])
    assert client.get(f"/api/v1/contests/{final.public_id}/duels/").json()["results"] == []
    bot = final.entries.select_related("player").earliest("pk").player
    shown = client.get(f"/contests/{final.public_id}/bots/{bot.public_id}/").content.decode()
    assert "No deals of this bot revealed yet" in shown
    assert "Seat advantage" not in client.get(f"/contests/{final.public_id}/").content.decode()


def test_a_bots_page_leads_to_the_match_from_every_seat(half_told: Contest, client: Client) -> None:
    bot = half_told.entries.select_related("player").earliest("pk").player
    page = contest_bot_page(half_told, bot.public_id, NOBODY)
    (deal,) = page.deals
    assert [turn.seat for turn in deal.turns] == [1, 2]
    assert deal.score == pytest.approx(sum(turn.score for turn in deal.turns) / 2)
    shown = client.get(f"/contests/{half_told.public_id}/bots/{bot.public_id}/").content.decode()
    assert all(f'href="/matches/{turn.match}/"' in shown for turn in deal.turns)
    assert all(
        MatchSeat.objects.get(match__public_id=turn.match, player=bot).seat + 1 == turn.seat for turn in deal.turns
    )


def test_above_twelve_bots_each_has_its_duels_on_its_own_page(contest: Contest, morag: Account, client: Client) -> None:
    many = many_of(contest, morag, 13)
    Contest.objects.filter(pk=contest.pk).update(blocks=13)
    closed(contest)
    play()
    reveal_deals()
    shown = client.get(f"/contests/{contest.public_id}/").content.decode()
    assert "Head to head" not in shown
    pages = [f"/contests/{contest.public_id}/bots/{player.public_id}/" for player in many]
    assert all(page in shown for page in pages)
    own = client.get(pages[0]).content.decode()
    assert "By opponent" in own
    assert own.count('data-label="95 % interval"') == 2 + len(
        contest_bot_page(contest, many[0].public_id, NOBODY).opponents
    )


def test_a_bot_that_was_left_out_has_no_page(contest: Contest, morag: Account) -> None:
    house_of(contest, morag, "wanderer", "courtier")
    grouse = entered(contest, "Hamish", "Grouse")
    grouse.versions.update(active=False)
    closed(contest)
    for public_id in (grouse.player.public_id, "nobodynobody"):
        with pytest.raises(NoSuchContest, match="is not in this contest"):
            contest_bot_page(contest, public_id, morag)


def test_every_address_asks_as_many_questions_however_many_deals_and_bots_there_are(
    final: Contest, club: Club, morag: Account
) -> None:
    large = contest_of(club, blocks=12, name="Large cup")
    many_of(large, morag, 6)
    closed(large)
    play()
    reveal_deals()
    ask = asking(browser_of(morag))
    few, many = ([ask(address) for address in addresses(contest)[:4]] for contest in (final, large))
    assert few == many
    assert max(many) <= 12
    assert [asking(Client())(addresses(contest)[0]) for contest in (final, large)] == [5, 5]


def asking(browser: Client) -> Callable[[str], int]:
    def asked(address: str) -> int:
        browser.get(address)
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(address).status_code == 200
        return len(queries)

    return asked
