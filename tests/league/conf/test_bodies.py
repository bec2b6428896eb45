"""Whose a larger body is: read from what comes before it, while there is no request yet."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league.conf.bodies import account_that_sends
from league.members.services import make_token
from tests.games.bots.uploads import author


@pytest.mark.django_db(transaction=True)
def test_a_sender_is_known_by_a_session_or_a_token_and_by_nothing_made_up(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    morag = author("Morag")
    browser = Client()
    browser.force_login(morag)
    session = browser.cookies["sessionid"].value
    token = make_token(account=morag, name="Laptop", scopes=["bots:write"], expires=None)
    account_that_sends({b"authorization": f"Bearer {token}".encode()})  # its use is noted once a minute
    for headers, known, queries in (
        ({b"cookie": f"theme=dark; sessionid={session}".encode()}, morag.pk, 2),
        ({b"authorization": f"Bearer {token}".encode()}, morag.pk, 1),
        ({b"cookie": b"sessionid=" + b"x" * 32}, None, 1),
        ({b"authorization": b"Bearer mh_" + b"x" * 40}, None, 1),
        ({b"authorization": b"Bearer heather"}, None, 0),
        ({b"authorization": b"Bearer of.a.proxy", b"cookie": f"sessionid={session}".encode()}, morag.pk, 2),
        ({b"cookie": b"theme=dark"}, None, 0),
        ({}, None, 0),
    ):
        with django_assert_num_queries(queries):
            assert account_that_sends(headers) == known, headers
