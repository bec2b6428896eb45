"""Webhooks on their pages, which are for owners; and the receiver of the guide, which takes what is ours."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from pytest_django import Settings

from league.accounts.errors import DemoAccountRefused
from league.accounts.models import Account
from league.accounts.services.accounts import delete_account
from league.accounts.services.players import make_demo_account
from league.clubs.models import Club
from league.integrations.deliveries import deliver
from league.integrations.models import Delivery, Webhook
from league.integrations.services import MOST_WEBHOOKS, add_webhook, renew_secret, send_again
from league.integrations.webhook_requests import secret_of
from tests.chaos.gates import eventually
from tests.factories import PASSWORD, Role, account_of, browser_of, joins
from tests.league.assertions import queries_of
from tests.league.integrations.listening import Receiver

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

RECEIVER = Path(__file__).resolve().parents[3] / "docs" / "webhooks" / "receiver.py"


def test_an_owner_adds_one_and_reads_its_secret_once(club: Club, morag: Account, receiver: Receiver) -> None:
    browser = browser_of(morag)
    path = f"/clubs/{club.slug}/webhooks/"
    assert path in browser.get(f"/clubs/{club.slug}/").content.decode()
    shown = browser.post(path, {"address": receiver.address})
    webhook = club.webhooks.get()
    assert secret_of(webhook) in shown.content.decode()
    assert "no-store" in shown["Cache-Control"]
    own = f"{path}{webhook.public_id}/"
    assert all(secret_of(webhook) not in browser.get(one).content.decode() for one in (path, own))
    assert secret_of(webhook) not in str(Webhook.objects.values_list().get())
    former = secret_of(webhook)
    browser.post(f"{own}secret/")
    webhook.refresh_from_db()
    assert secret_of(webhook) != former
    browser.post(f"{own}trial/")
    deliver(webhook.pk)
    assert "delivered" in browser.get(own).content.decode()
    doors = ("secret", "trial", "switch", "remove", f"deliveries/{webhook.deliveries.get().public_id}/again")
    assert {browser.get(f"{own}{door}/").status_code for door in doors} == {405}
    browser.post(f"{own}switch/", {"on": "no"})
    assert "Enable it first" in browser.post(f"{own}trial/").content.decode()
    assert "was disabled" in browser.get(f"/clubs/{club.slug}/log/").content.decode()
    browser.post(f"{own}remove/")
    assert browser.get(own).status_code == 404
    assert "127.0.0.1" not in browser.get(path).content.decode().replace(receiver.listed + ", hooks", "")


def test_what_cannot_be_added_is_refused_with_a_sentence(webhook: Webhook, morag: Account, settings: Settings) -> None:
    browser, path = browser_of(morag), f"/clubs/{webhook.club.slug}/webhooks/"

    def answer(address: str) -> str:
        return browser.post(path, {"address": address}).content.decode()

    assert "already has a webhook" in answer(webhook.address)
    assert "evil.example is not allowed" in answer("https://evil.example/")
    for number in range(1, MOST_WEBHOOKS):
        answer(f"https://hooks.example.org/{number}")
    assert f"{MOST_WEBHOOKS} webhooks, which is the limit" in answer("https://hooks.example.org/one-more")
    settings.WEBHOOK_HOSTS = []
    page = browser.get(path).content.decode()
    assert "Webhooks are unavailable" in page
    assert "Add webhook" not in page


def test_the_people_of_the_demo_set_up_none(club: Club, receiver: Receiver) -> None:
    shown = make_demo_account(role="organiser", name="Ailsa")
    joins(shown, club, Role.OWNER)
    with pytest.raises(DemoAccountRefused):
        add_webhook(club=club, address=receiver.address, by=shown)


def test_nobody_but_owners_is_led_to_them(club: Club, morag: Account, receiver: Receiver) -> None:
    for role in (Role.MEMBER, Role.ORGANISER):
        joins(somebody := account_of(role.title()), club, role)
        assert "webhooks" not in browser_of(somebody).get(f"/clubs/{club.slug}/").content.decode()
    assert "webhooks" not in browser_of().get(f"/clubs/{club.slug}/").content.decode()


def test_the_log_asks_as_often_however_long_it_is(webhook: Webhook, morag: Account) -> None:
    Delivery.objects.bulk_create(Delivery(webhook=webhook, event="ping", status="delivered") for _ in range(40))
    browser = browser_of(morag)
    for path in ("", f"{webhook.public_id}/"):
        assert queries_of(browser, f"/clubs/{webhook.club.slug}/webhooks/{path}") <= 9


def test_webhooks_are_among_ones_data_and_end_with_the_account(webhook: Webhook, club: Club, morag: Account) -> None:
    own = json.loads(browser_of(morag).get("/account/data/").content)
    assert own["webhooks"][0]["address"] == webhook.address
    assert secret_of(webhook) not in json.dumps(own)
    joins(account_of("Hamish"), club, Role.OWNER)
    morag.set_password(PASSWORD)
    morag.save()
    webhook.deliveries.create(event="ping")
    delete_account(account=morag, password=PASSWORD)
    webhook.refresh_from_db()
    assert webhook.ended_at is not None
    assert not webhook.deliveries.exists()


def test_the_guides_receiver_takes_ours_once(webhook: Webhook, morag: Account, settings: Settings) -> None:
    program = RECEIVER.read_text(encoding="utf-8")
    with running(program, secret_of(webhook)) as (port, printed):
        settings.WEBHOOK_HOSTS = [f"127.0.0.1:{port}"]
        Webhook.objects.update(address=f"http://127.0.0.1:{port}/")
        one = webhook.deliveries.create(event="ping")
        assert deliver(webhook.pk) == 1
        send_again(delivery=one, by=morag)
        assert deliver(webhook.pk) == 1
        renew_secret(webhook=webhook, by=morag)  # the program does not know it
        webhook.deliveries.create(event="ping")
        assert deliver(webhook.pk) == 0
        assert webhook.deliveries.latest("pk").answer == 403
    assert printed == [f"ping {webhook.club.name}\n"]


@contextmanager
def running(program: str, secret: str) -> Iterator[tuple[int, list[str]]]:
    """Run the program in its own process, once it listens; its output is complete when the process has ended."""
    printed: list[str] = []
    silent, pipe = subprocess.DEVNULL, subprocess.PIPE
    with a_port() as port:
        env = os.environ | {"MOOTHILL_SECRET": secret, "PORT": str(port)}
        process = subprocess.Popen([sys.executable, "-c", program], env=env, stdout=pipe, stderr=silent, text=True)
        try:
            eventually(lambda: _listens(port), "the program does not listen")
            yield port, printed
        finally:
            process.terminate()
            printed += process.communicate()[0].splitlines(keepends=True)


@contextmanager
def a_port() -> Iterator[int]:
    """A port that the system gives to nobody else; a server of Python's takes it, for it takes one that is bound."""
    with closing(socket.socket()) as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


def _listens(port: int) -> bool:
    with closing(socket.socket()) as line:
        return line.connect_ex(("127.0.0.1", port)) == 0
