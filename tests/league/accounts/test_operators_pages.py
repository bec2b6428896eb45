"""The Django admin: its pages open, site admins add accounts there, and generated rows are read-only."""

import pytest
from django.urls import reverse

from league.accounts.models import Account, Message, OneTimeLink, Player
from league.accounts.services.one_time_links import issue_owner_link
from league.clubs.models import Club
from tests.factories import PASSWORD, account_of, browser_of, glen_club, operator

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("noun", [Account, Player, Message, OneTimeLink, Club])
def test_every_list_and_row_opens(noun: type[Account | Player | Message | OneTimeLink | Club]) -> None:
    glen_club(account_of("Morag"))
    issue_owner_link()
    Message.objects.create(recipient="morag@example.org", subject="Your next game", body="Table 3.")
    browser = browser_of(operator())
    label = noun._meta.label_lower.replace(".", "_")
    assert browser.get(reverse(f"admin:{label}_changelist"), {"q": "a"}).status_code == 200
    assert browser.get(reverse(f"admin:{label}_change", args=[noun.objects.order_by("id")[0].pk])).status_code == 200


def test_an_account_typed_there_signs_in_in_small_letters() -> None:
    words = {"email": "Isla@Example.org", "usable_password": "true", "password1": PASSWORD, "password2": PASSWORD}
    browser_of(operator()).post("/admin/accounts/account/add/", words)
    assert Account.objects.get(email="isla@example.org").check_password(PASSWORD)


def test_players_are_not_deleted_there() -> None:
    player = account_of("Hamish").player
    answer = browser_of(operator()).post(f"/admin/accounts/player/{player.pk}/delete/", {"post": "yes"})
    assert answer.status_code == 403
    assert Player.objects.filter(pk=player.pk).exists()
