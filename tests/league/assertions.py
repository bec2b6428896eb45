"""What tests assert of many pages."""

import re

from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext


def queries_of(client: Client, address: str) -> int:
    """Return how many queries the page costs."""
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200, address
    return len(asked)


def foreseen(page: str) -> str:
    """Return the digest of the preview, which its form sends back."""
    found = re.search(r'name="foreseen" value="(\w+)"', page)
    assert found is not None
    return found[1]


def confirm_preview(client: Client, address: str, sent: dict[str, str]) -> HttpResponse:
    """Ask for the preview of a correction or withdrawal, and confirm it."""
    digest = foreseen(client.post(address, sent).content.decode())
    answer = client.post(address, sent | {"confirmed": "yes", "foreseen": digest})
    assert isinstance(answer, HttpResponse)
    return answer


def decide_after_preview(client: Client, address: str, sent: dict[str, str], reason: str) -> HttpResponse:
    """Ask for the preview of a decision on reports, and save it with its reason."""
    digest = foreseen(client.get(address, sent).content.decode())
    answer = client.post(address, sent | {"reason": reason, "foreseen": digest})
    assert isinstance(answer, HttpResponse)
    return answer
