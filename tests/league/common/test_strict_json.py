"""The API reads strict JSON; it refuses everything else with a sentence, and changes nothing."""

import pytest
from django.test import Client

from games.bots.models import RemoteBot
from league.accounts.services.tokens import make_token
from tests.games.bots.factories import author

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

BOTS = "/api/v1/remote-bots/"
DEEP = b"[" * 600 + b"]" * 600
UNREADABLE = {
    "nested deeply": DEEP,
    "nested deeply within a field": b'{"name":' + DEEP + b"}",
    "never ended": b"[" * 30_000,
    "a giant integer": b'{"name":' + b"9" * 5000 + b"}",
    "an infinite number": b'{"name":1e999,"games":["kings-kilt"]}',
    "NaN": b'{"name":NaN,"games":["kings-kilt"]}',
    "half a character as a name": b'{"\\ud800":"Curlew"}',
    "no UTF-8": b'{"name":"\xff\xfe"}',
    "UTF-16": '{"name":"Curlew"}'.encode("utf-16"),
    "a byte order mark": b'\xef\xbb\xbf{"name":"Curlew"}',
    "one of very many names twice": b"{" + b",".join(b'"%d":0' % (at % 199_999) for at in range(200_000)) + b"}",
    "a name twice": b'{"name":"Whaup","name":"Curlew","games":["kings-kilt"]}',
    "two documents": b"{} {}",
    "no JSON": b"name=Curlew",
}
UNUSABLE = {
    "half a character": b'{"name":"Curlew\\ud800","games":["kings-kilt"]}',
    "a zero byte": b'{"name":"Cur\\u0000lew","games":["kings-kilt"]}',
    "a list": b"[]",
    "null": b"null",
    "a text for a list": b'{"name":"Curlew","games":"kings-kilt"}',
    "nested within reason": b'{"name":' + b"[" * 400 + b"]" * 400 + b',"games":["kings-kilt"]}',
}


def test_what_is_no_strict_json_answers_400_with_a_sentence() -> None:
    secret = make_token(account=author(), name="Laptop", scopes=["bots:write"], expires=None)
    client = Client(headers={"authorization": f"Bearer {secret}"})
    for code, bodies in (("parse-error", UNREADABLE), ("invalid", UNUSABLE)):
        for what, body in bodies.items():
            answer = client.generic("POST", BOTS, body, content_type="application/json; charset=base64")
            problem = answer.json()
            assert (answer.status_code, problem["code"]) == (400, code), (what, problem)
            assert problem["detail"].endswith("."), what
    for kind in ("text/plain", "multipart/form-data; boundary=x", ""):
        answer = client.generic("POST", BOTS, b"{}", content_type=kind)
        assert (answer.status_code, "Content-Type" in answer.json()["detail"]) == (415, True), kind
    assert not RemoteBot.objects.exists()
