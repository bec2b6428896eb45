"""Item 6: uploads are checked for size and characters, and come back as text that nobody runs.

The escaping of such text is tested in test_xss, zips of records in tests/games/records/test_uploads.py, programs in
tests/hostile.
"""

import base64
import socket
import time
import zlib

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.bots.models import Version
from league.accounts.models import Account
from league.clubs.models import Club
from league.tournaments.models import Tournament
from league.tournaments.transfer.matching import LARGEST
from tests.factories import browser_of, glen_club
from tests.games.bots.factories import GAME, author, bot_by
from tests.permissions.table import TABLE
from tests.permissions.world import a_world
from tests.security.walk import address_of, answers, is_page, text_of

pytestmark = pytest.mark.django_db
RUN_BY_BROWSERS = b"<!doctype html><script>xss(1)</script>"
NAMES = ("../../../etc/passwd", "..\\..\\boot.ini", "/etc/passwd", "a\x00.py", "x.html", '"><xss>.py', "con", "." * 300)


@pytest.fixture
def morag() -> Account:
    return author("Morag")


@pytest.fixture
def club(morag: Account) -> Club:
    return glen_club(morag)


def uploads(morag: Account, address: str, file: SimpleUploadedFile, rest: dict[str, object]) -> tuple[int, str]:
    """Send a file; the status and the page."""
    browser = Client(raise_request_exception=False)
    browser.force_login(morag)
    answer = browser.post(address, {**rest, "file": file})
    return answer.status_code, answer.content.decode()


def sends(morag: Account, address: str, name: str) -> tuple[int, str]:
    """Send a file as a program does that keeps no rules about names; the status and the page."""
    fields = (("name", "Grouse"), ("games", GAME), ("about", "list"))
    parts = [f'name="{field}"\r\n\r\n{value}' for field, value in fields]
    parts.append(f'name="file"; filename="{name}"\r\nContent-Type: text/html\r\n\r\n{RUN_BY_BROWSERS.decode()}')
    body = "".join(f"--edge\r\nContent-Disposition: form-data; {part}\r\n" for part in parts) + "--edge--\r\n"
    browser = Client(raise_request_exception=False)
    browser.force_login(morag)
    answer = browser.generic("POST", address, body.encode(), content_type="multipart/form-data; boundary=edge")
    return answer.status_code, answer.content.decode()


@pytest.fixture
def where() -> dict[str, str]:
    """Every page with a field for a file, by its route."""
    world = a_world(is_public=True)
    Account.objects.filter(pk=world.morag.pk).update(email_confirmed_at=timezone.now())
    found = {}
    for one in answers(world, "owner", rows=[row for row in TABLE if row.method == "GET"]):
        if is_page(one.answer) and 'type="file"' in text_of(one.answer):
            found[one.row.route] = address_of(world, one.row)
    return found


@pytest.mark.long
def test_every_page_that_takes_a_file_refuses_what_is_far_too_large_or_none_of_its_kind(where: dict[str, str]) -> None:
    assert len(where) >= 4
    morag = Account.objects.get(email="morag@example.org")
    for address in where.values():
        refuses_what_is_far_too_large(morag, address)
    assert Version.objects.filter(bot__player__owner=morag).count() == 0
    for address in where.values():
        refuses_what_is_none_of_its_kind(morag, address)


def refuses_what_is_far_too_large(morag: Account, address: str) -> None:
    file = SimpleUploadedFile("x.txt", b"x" * 12_000_000)
    status, page = uploads(morag, address, file, {"name": "Grouse", "games": [GAME], "about": "list"})
    assert status in {200, 400, 413}, f"{address}: {status}"
    assert 'class="' in page
    assert "x" * 1000 not in page


def refuses_what_is_none_of_its_kind(morag: Account, address: str) -> None:
    for name in NAMES:
        status, page = sends(morag, address, name)
        assert status in {200, 302, 400, 409}, f"{address} {name!r}: {status}"
        assert "<xss" not in page
        assert "<script>xss" not in page


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
    ("page", "size"), [("members:sign-up", settings.LARGEST_BODY + 1), ("bots:new", settings.LARGEST_UPLOAD + 1)]
)
def test_a_client_that_sends_far_too_much_reads_why_it_is_refused(live_site: str, page: str, size: int) -> None:
    host, port = live_site.removeprefix("http://").split(":")
    head = f"POST {reverse(page)} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {size}"
    with socket.create_connection((host, int(port)), timeout=60) as line:
        line.sendall(f"{head}\r\n\r\n".encode() + b"x" * size)
        assert read_to_its_end(line).startswith("HTTP/1.1 413")


def read_to_its_end(line: socket.socket) -> str:
    return b"".join(iter(lambda: line.recv(65536), b"")).decode()
