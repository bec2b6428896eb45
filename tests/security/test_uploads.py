"""Item 6: uploads are checked for size and characters, and come back as text that nobody runs.

Every form with a file is tested in test_forms, zips of records in tests/games/records/test_uploads.py, programs in
tests/hostile.
"""

import base64
import socket
import time
import zlib

import pytest
from django.conf import settings
from django.urls import reverse

from league.accounts.models import Account
from league.clubs.models import Club
from league.tournaments.models import Tournament
from league.tournaments.transfer.matching import LARGEST
from tests.factories import browser_of, glen_club
from tests.games.bots.factories import author, bot_by

pytestmark = pytest.mark.django_db
RUN_BY_BROWSERS = b"<!doctype html><script>xss(1)</script>"


@pytest.fixture
def morag() -> Account:
    return author("Morag")


@pytest.fixture
def club(morag: Account) -> Club:
    return glen_club(morag)


def test_a_form_without_end_is_not_read(morag: Account) -> None:
    browser = browser_of(morag)
    assert browser.post("/bots/new/", {"source": "x" * 6_000_000}).status_code == 400
    assert browser.post("/bots/new/", {f"field{number}": "" for number in range(20_001)}).status_code == 400


def test_a_file_that_unpacks_without_end_is_unpacked_as_far_as_a_file_may_go(morag: Account, club: Club) -> None:
    bomb = base64.b64encode(zlib.compress(b"\0" * (20 * LARGEST), 9)).decode()
    began = time.process_time()
    answer = browser_of(morag).post(f"/clubs/{club.slug}/tournaments/from-file/", {"held": bomb})
    assert answer.status_code in {200, 404}
    assert time.process_time() - began < 5
    assert not Tournament.objects.exists()


def test_a_source_comes_back_as_text_to_be_kept(morag: Account) -> None:
    version = bot_by(morag, source=b"# " + RUN_BY_BROWSERS + b"\ndef choose(view, legal, budget, rng): return 0\n")
    answer = browser_of(morag).get(reverse("bots:source", args=[version.bot.public_id, 1]))
    assert RUN_BY_BROWSERS in answer.content
    assert answer["Content-Type"].startswith("text/plain")
    assert answer["Content-Disposition"].startswith("attachment;")
    assert answer["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    ("page", "size"), [("accounts:sign-up", settings.LARGEST_BODY + 1), ("bots:new", settings.LARGEST_UPLOAD + 1)]
)
def test_a_client_that_sends_far_too_much_reads_why_it_is_refused(live_site: str, page: str, size: int) -> None:
    host, port = live_site.removeprefix("http://").split(":")
    head = f"POST {reverse(page)} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {size}"
    with socket.create_connection((host, int(port)), timeout=60) as line:
        line.sendall(f"{head}\r\n\r\n".encode() + b"x" * size)
        assert read_to_its_end(line).startswith("HTTP/1.1 413")


def read_to_its_end(line: socket.socket) -> str:
    return b"".join(iter(lambda: line.recv(65536), b"")).decode()
