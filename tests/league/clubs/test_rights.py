"""The rights of every role in a club, in one table."""

import pytest
from django.contrib.auth.models import AnonymousUser
from pytest_django import DjangoAssertNumQueries

from league.accounts.models import Account
from league.clubs.models import Club
from league.clubs.permissions import User, rights_of
from tests.factories import Role, account_of, glen_club, joins, operator

pytestmark = pytest.mark.django_db

EVERYBODY = ("anonymous", "stranger", "member", "scorer", "organiser", "owner", "operator")
TABLE = {
    # permission, and the first of EVERYBODY from whom on it is given: in a public club, in a private one
    "see": ("anonymous", "member"),
    "record": ("member", "member"),
    "score": ("scorer", "scorer"),
    "organise": ("organiser", "organiser"),
    "administer": ("owner", "owner"),
}


@pytest.mark.parametrize("is_public", [True, False], ids=["public", "private"])
@pytest.mark.parametrize("who", EVERYBODY)
def test_everybody_may_what_the_table_says(who: str, is_public: bool) -> None:
    club = glen_club(morag := account_of("Morag"), is_public=is_public)
    user = somebody(who, club, morag)
    rights = rights_of(user, club)
    for permission, since in TABLE.items():
        expected = EVERYBODY.index(who) >= EVERYBODY.index(since[0] if is_public else since[1])
        assert getattr(rights, permission) is expected, permission


def somebody(who: str, club: Club, morag: Account) -> User:
    """One of EVERYBODY."""
    if who == "anonymous":
        return AnonymousUser()
    if who == "owner":
        return morag
    if who == "operator":
        return operator()
    hamish = account_of("Hamish")
    if who == "stranger":
        glen_club(hamish, name="Another Club")
    else:
        joins(hamish, club, Role(who))
    return hamish


def test_a_closed_account_may_nothing() -> None:
    club = glen_club(morag := account_of("Morag"))
    morag.is_active = False
    assert not rights_of(morag, club).organise


def test_all_rights_are_one_question(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    club = glen_club(morag := account_of("Morag"))
    with django_assert_num_queries(1):
        rights_of(morag, club)
