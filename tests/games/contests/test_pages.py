"""Pages of a contest, with the statistics of its final."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.contests.errors import NoSuchContest, TooLate
from games.contests.final import reveal_deals
from games.contests.models import Contest, Entry
from games.contests.queries import contest_at, contest_bot_page, contest_duels, contest_page
from games.contests.services import change_contest, withdraw
from games.matches.models import Block, Match, MatchSeat
from league.accounts.models import Account
from league.accounts.services.tokens import make_token
from league.clubs.models import Club
from tests.factories import browser_of
from tests.games.bots.factories import GAME, author, bot_by, passed
from tests.games.contests.factories import closed, contest_of, entered, house_of, many_of, owner_of, plan, play

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_url")]


def bearer(account: Account, scope: str) -> dict[str, str]:
    """What a program of theirs sends along."""
    secret = make_token(account=account, name=f"for {scope}", scopes=[scope], expires=None)
    return {"Authorization": f"Bearer {secret}"}


def test_whoever_lost_sight_of_the_club_may_still_withdraw(contest: Contest, club: Club) -> None:
    grouse = entered(contest, "Hamish", "Grouse")
    Club.objects.filter(pk=club.pk).update(is_public=False)
    his = browser_of(owner_of(grouse))
    assert "<strong>Grouse</strong> is entered in Bots&#x27; cup" in his.get("/contests/").content.decode()
    answer = his.post(f"/contests/{contest.public_id}/withdraw/", follow=True)
    assert answer.redirect_chain == [("/contests/", 302)]
    assert "Bot withdrawn." in answer.content.decode()
    assert not Entry.objects.exists()


def test_once_its_time_has_come_it_is_too_late_also_before_a_worker_closes_it(contest: Contest, morag: Account) -> None:
    grouse = entered(contest, "Hamish", "Grouse")
    Contest.objects.filter(pk=contest.pk).update(closes_at=timezone.now())
    with pytest.raises(TooLate):
        withdraw(contest=contest.public_id, account=owner_of(grouse))
    with pytest.raises(TooLate):
        change_contest(contest=contest.public_id, by=morag, plan=plan())
    shown = browser_of(owner_of(grouse)).get(f"/contests/{contest.public_id}/").content.decode()
    assert "The final starts in a moment." in shown
    assert "The final starts in a moment." in browser_of().get("/contests/").content.decode()
    assert "Withdraw bot" not in shown


def test_an_organiser_announces_one_in_the_browser_and_an_author_enters(club: Club, morag: Account) -> None:
    page = browser_of(morag)
    at = (timezone.localtime(timezone.now()) + timedelta(days=2)).strftime("%Y-%m-%dT%H:%M")
    said = {"name": "Winter cup", "game": GAME, "seats": 2, "closes_at": at, "blocks": 4, "pace": 5, "words": "Come!"}
    wrong = page.post(f"/clubs/{club.slug}/contests/new/", said | {"blocks": 0})
    assert "greater than or equal to 1" in wrong.content.decode()
    page.post(f"/clubs/{club.slug}/contests/new/", said)
    contest = Contest.objects.get()
    hamish = author("Hamish")
    bot = passed(bot_by(hamish, "Grouse")).bot
    his = browser_of(hamish)
    assert "Grouse" in his.get(f"/contests/{contest.public_id}/").content.decode()
    his.post(f"/contests/{contest.public_id}/enter/", {"bot": bot.public_id})
    shown = his.get(f"/contests/{contest.public_id}/").content.decode()
    assert "You have entered" in shown
    assert "Winter cup" in his.get("/contests/").content.decode()
    assert f"/contests/?club={club.slug}" in his.get(f"/clubs/{club.slug}/").content.decode()
    assert "Winter cup" in his.get(f"/contests/?club={club.slug}").content.decode()
    for other in ("another", "%00", "x" * 3000):
        assert "Winter cup" not in his.get(f"/contests/?club={other}").content.decode()
    page.post(f"/contests/{contest.public_id}/change/", said | {"name": "Spring cup"})
    page.post(f"/contests/{contest.public_id}/call-off/", {"because": "Snow."})
    assert "Snow." in his.get(f"/contests/{contest.public_id}/").content.decode()


def test_a_program_reads_contests_and_enters_a_bot_by_its_token(contest: Contest, morag: Account, client: Any) -> None:
    house_of(contest, morag, "wanderer", "courtier")
    hamish = author("Hamish")
    bot = passed(bot_by(hamish, "Grouse")).bot
    address = f"/api/v1/contests/{contest.public_id}/"
    by_token = bearer(hamish, "bots:write")
    sent: Any = {"data": {"bot": bot.public_id}, "content_type": "application/json"}
    assert client.post(f"{address}entry/", **sent).status_code == 401
    assert client.get(f"{address}entry/", headers=by_token).status_code == 404
    for _ in range(2):
        assert client.post(f"{address}entry/", **sent, headers=by_token).json()["name"] == "Grouse"
    assert client.get(f"{address}entry/", headers=by_token).json()["name"] == "Grouse"
    assert client.post(f"{address}entry/", **sent, headers=bearer(hamish, "bots:play")).status_code == 403
    assert client.delete(f"{address}entry/", headers=by_token).status_code == 204
    assert [row["state"] for row in client.get("/api/v1/contests/").json()["results"]] == ["open"]
    closed(contest)
    play()
    hidden = client.get(address).json()
    assert (hidden["state"], hidden["played"], hidden["told"]) == ("playing", 3, [])
    assert {entry["place"] for entry in hidden["entries"]} == {None}
    names = {entry["name"] for entry in hidden["entries"]}
    assert not [name for name in names if name in client.get("/contests/").content.decode()]
    reveal_deals()
    shown = client.get(address).json()
    assert (shown["state"], len(shown["told"])) == ("over", 3)
    assert None not in {entry["score"] for entry in shown["entries"]}
    leaders = {entry["name"] for entry in shown["entries"] if entry["place"] == 1}
    card, standings = client.get("/contests/").content.decode().split("Final standings", maxsplit=1)
    assert {name for name in names if name in card} == leaders
    assert {name for name in names if name in standings} == names  # of the only contest


def test_every_state_takes_as_many_questions_however_much_there_is(
    contest: Contest, club: Club, morag: Account
) -> None:
    page = browser_of(morag)
    few = asked(page, f"/contests/{contest.public_id}/"), asked(page, "/contests/")
    house_of(contest, morag, "wanderer", "courtier")
    entered(contest, "Hamish", "Grouse")
    contest_of(club, name="Another cup")
    assert (asked(page, f"/contests/{contest.public_id}/"), asked(page, "/contests/")) == few
    assert max(few) <= 12
    closed(contest)
    playing = asked(page, f"/contests/{contest.public_id}/")
    Match.objects.update(status=Match.Status.DONE, finished_at=timezone.now())
    MatchSeat.objects.update(place=1, points=0)
    Block.objects.update(finished_at=timezone.now())
    reveal_deals()
    assert playing <= asked(page, f"/contests/{contest.public_id}/") <= 12


def asked(page: Client, address: str) -> int:
    """How many queries the page takes once everything is warm."""
    page.get(address)
    with CaptureQueriesContext(connection) as queries:
        assert page.get(address).status_code == 200
    return len(queries)


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
    assert [game.seat for game in deal.games] == [1, 2]
    assert deal.score == pytest.approx(sum(game.score for game in deal.games) / 2)
    shown = client.get(f"/contests/{half_told.public_id}/bots/{bot.public_id}/").content.decode()
    assert all(f'href="/matches/{game.match}/"' in shown for game in deal.games)
    assert all(
        MatchSeat.objects.get(match__public_id=game.match, player=bot).seat + 1 == game.seat for game in deal.games
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
