"""Scripts on other sites read what everybody may read, without credentials, and write nothing."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db
ELSEWHERE = {"origin": "https://example.org"}


def test_other_sites_read_the_api_and_nothing_else() -> None:
    browser = Client(headers=ELSEWHERE)
    for address, status in (("/api/v1/clubs/", 200), ("/api/v1/clubs/nowhere/", 404), ("/api/v1/bots/", 401)):
        answer = browser.get(address)
        assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (status, "*")
        assert "Access-Control-Allow-Credentials" not in answer
    etag = browser.get("/api/v1/clubs/")["ETag"]
    unchanged = browser.get("/api/v1/clubs/", headers={"if-none-match": etag})
    assert (unchanged.status_code, unchanged["Access-Control-Allow-Origin"]) == (304, "*")
    assert "Access-Control-Allow-Origin" not in browser.get("/")
    assert "Access-Control-Allow-Origin" not in browser.post("/api/v1/bots/", {}, content_type="application/json")


def test_a_preflight_allows_reading_without_credentials() -> None:
    asked = {"access-control-request-method": "PUT", "access-control-request-headers": "authorization"}
    answer = Client(headers=ELSEWHERE).options("/api/v1/clubs/", headers=asked)
    assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (204, "*")
    assert answer["Access-Control-Allow-Methods"] == "GET, HEAD"
    assert "authorization" not in answer["Access-Control-Allow-Headers"].lower()
    assert "Access-Control-Allow-Credentials" not in answer
