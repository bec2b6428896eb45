"""Somebody deletes their account: nothing personal stays, and everything that was played does."""

import json

import pytest
from django.contrib.sessions.models import Session
from django.urls import reverse

from games.records.models import SubmittedRecord
from games.records.services.drafts import begin_draft
from league.accounts.models import Account, Message, Player
from league.accounts.queries import bots_owned_by
from league.accounts.services.players import make_bot_player, make_player
from league.clubs.models import Club
from league.results.models import ResultSeat
from tests.factories import PASSWORD, Role, account_of, browser_of, glen_club, joins, operator
from tests.games.records import factories as records
from tests.league.ledger import a_pool, enter, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


def somebody(name: str) -> Account:
    """With a password, for it is asked."""
    account = account_of(name)
    account.set_password(PASSWORD)
    account.save()
    return account


@pytest.fixture
def hamish() -> Account:
    return somebody("Hamish Auchterlonie")


@pytest.fixture
def club(hamish: Account) -> Club:
    club = glen_club(account_of("Morag"))
    joins(hamish, club)
    return club


def delete(account: Account, password: str = PASSWORD) -> str:
    """Return the answer of the page."""
    browser = browser_of(account)
    return browser.post(reverse("accounts:delete"), {"password": password}, follow=True).content.decode()


def test_what_is_personal_goes_and_the_result_stays(hamish: Account, club: Club) -> None:
    player = hamish.player
    enter(a_pool(club=club), table(player, Player.objects.get(name="Morag")))
    Message.objects.create(recipient=hamish.email, subject="A mail", body="Dear Hamish")
    begin_draft(by=player, club=club, text=records.text(("Morag", "Hamish Auchterlonie")))
    assert "Account deleted" in delete(hamish)
    player.refresh_from_db()
    assert player.name == f"Former player {player.public_id[:3]}"
    assert player.anonymised_at is not None
    assert ResultSeat.objects.filter(player=player).count() == 1
    assert not Account.objects.filter(pk=hamish.pk).exists()
    assert not Message.objects.filter(recipient=hamish.email).exists()
    assert not SubmittedRecord.objects.exists()
    assert not club.memberships.filter(player=player).exists()


def test_the_name_is_gone_from_every_page(hamish: Account, club: Club) -> None:
    table_of_two = [Player.objects.get(name="Morag"), hamish.player]
    written = records.text(("Morag", "Hamish Auchterlonie"))
    record = records.checked(records.sent(hamish.player, club, written, table_of_two))
    delete(hamish)
    record.refresh_from_db()
    assert "Auchterlonie" not in record.text + record.completed + json.dumps(record.reading)
    for address in (
        reverse("clubs:club", args=[club.slug]),
        reverse("records:record", args=[record.public_id]),
        reverse("ratings:player", args=[hamish.player.public_id, "x"]),
    ):
        assert "Auchterlonie" not in browser_of().get(address, follow=True).content.decode()


def test_every_sign_in_ends(hamish: Account) -> None:
    other = browser_of(hamish)
    delete(hamish)
    assert other.get(reverse("accounts:account")).status_code == 302
    assert not any("_auth_user_id" in session.get_decoded() for session in Session.objects.all())


def test_a_wrong_password_deletes_nothing(hamish: Account) -> None:
    assert "Wrong password" in delete(hamish, "bracken and broom")
    assert Account.objects.filter(pk=hamish.pk).exists()


def test_the_last_owner_hands_the_club_on_first(hamish: Account) -> None:
    glen_club(hamish, name="Another Club")
    assert "You are the only owner of Another Club" in delete(hamish)
    assert Account.objects.filter(pk=hamish.pk).exists()
    joins(account_of("Ailsa"), Club.objects.get(), Role.OWNER)
    assert "Account deleted" in delete(hamish)


def test_the_last_operator_makes_another_first(hamish: Account) -> None:
    Account.objects.filter(pk=hamish.pk).update(is_staff=True, is_superuser=True)
    assert "the only site admin" in delete(hamish)
    operator()
    assert "Account deleted" in delete(hamish)


def test_deleting_twice_is_harmless(hamish: Account) -> None:
    first, second = browser_of(hamish), browser_of(hamish)
    for browser, answer in ((first, 302), (second, 401)):  # the second has no session any more
        assert browser.post(reverse("accounts:delete"), {"password": PASSWORD}).status_code == answer
    assert Player.objects.filter(name__startswith="Former player").count() == 1


def test_a_bot_of_theirs_does_not_become_the_houses(hamish: Account) -> None:
    make_bot_player(name="Hamish's hammer", owner=hamish)
    delete(hamish)
    assert not bots_owned_by(Account.objects.none()).exists()


def test_everything_kept_of_somebody_is_one_file(hamish: Account, club: Club) -> None:
    enter(a_pool(club=club), table(hamish.player, Player.objects.get(name="Morag")))
    begin_draft(by=hamish.player, club=club, text="Moothill record 1")
    answer = browser_of(hamish).get(reverse("accounts:export-data"))
    assert "attachment" in answer.headers["Content-Disposition"]
    told = json.loads(answer.content)
    assert told["account"]["e-mail address"] == hamish.email
    assert [one["name"] for one in told["players"]] == ["Hamish Auchterlonie"]
    assert told["clubs"]["memberships"][0]["club"] == "Glen Orchy Games"
    assert [one["place"] for one in told["results"]] == [1]
    assert told["records"][0]["text"] == "Moothill record 1"
    assert "password" not in json.dumps(told["account"])


def test_an_operator_takes_the_name_from_somebody_without_an_account() -> None:
    fergus, hamish = make_player(name="Fergus"), account_of("Hamish").player
    chosen = {"action": "make_anonymous", "_selected_action": [fergus.pk, hamish.pk]}
    browser_of(operator()).post(reverse("admin:accounts_player_changelist"), chosen)
    fergus.refresh_from_db()
    hamish.refresh_from_db()
    assert fergus.name.startswith("Former player")
    assert hamish.name == "Hamish"
