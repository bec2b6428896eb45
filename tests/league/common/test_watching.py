"""The token of a page names its topics, ends after twelve hours and cannot be made up."""

import pytest
from django.core import signing
from django.http import HttpRequest
from pytest_django import Settings

from league.common.context import page
from league.common.errors import NotAllowed
from league.common.live import announce, token_for, watch
from league.common.live.topics import TOKEN_LIFE, UNKNOWN, read_token
from league.common.redis_client import broker


class LongAgo(signing.TimestampSigner):
    """Signs as it would have done thirteen hours ago."""

    def timestamp(self) -> str:
        return signing.b62_encode(signing.b62_decode(super().timestamp()) - int(TOKEN_LIFE.total_seconds()) - 3600)


@pytest.mark.django_db(transaction=True)
def test_a_token_names_the_topics_and_what_the_page_knows_of_them(redis_url: str) -> None:
    before = read_token(token_for(["hall", "pool:abc"]))
    announce("hall")
    after = read_token(token_for(["hall", "pool:abc"]))
    assert after["hall"] > before["hall"]
    assert after["pool:abc"] == before["pool:abc"]


def test_an_old_token_is_refused_with_a_sentence() -> None:
    old = LongAgo(salt="moothill.live").sign_object({"hall": 1})
    with pytest.raises(NotAllowed, match="Reload it"):
        read_token(old)


def test_a_token_that_was_made_up_is_refused() -> None:
    of_another_purpose = signing.dumps({"hall": 1}, salt="moothill.confirm-address")
    for made_up in ("", "hall", "eyJoYWxsIjoxfQ:1xUZCM:rRp11H7Abxfckd", of_another_purpose):
        with pytest.raises(NotAllowed, match="Open the page"):
            read_token(made_up)


@pytest.mark.django_db
def test_a_page_gets_one_token_for_all_that_its_view_watches(redis_url: str) -> None:
    request = HttpRequest()
    watch(request, "hall")
    watch(request, "pool:abc", "match:xyz")
    token = page(request)["live_token"]
    assert isinstance(token, str)
    assert set(read_token(token)) == {"hall", "pool:abc", "match:xyz"}


def test_a_page_that_watches_nothing_gets_no_token() -> None:
    assert page(HttpRequest())["live_token"] == ""


def test_a_page_made_without_redis_takes_everything_for_news(settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    broker.cache_clear()
    try:
        assert read_token(token_for(["hall"])) == {"hall": UNKNOWN}
    finally:
        broker.cache_clear()
