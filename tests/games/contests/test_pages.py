"""Pages and addresses of contests: whose they are, what they show, and how often they ask."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.contests.errors import TooLate
from games.contests.final import reveal_deals
from games.contests.models import Contest, Entry
from games.contests.services import change_contest, withdraw
from games.matches.models import Block, Match, MatchSeat
from league.accounts.models import Account
from league.accounts.services.tokens import make_token
from league.clubs.models import Club
from tests.factories import browser_of
from tests.games.bots.factories import GAME, author, bot_by, passed
from tests.games.contests.factories import closed, contest_of, entered, house_of, owner_of, plan, play

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
