"""Webhooks: what is delivered, and the pages of an organiser."""

import hmac
import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from pytest_django import Settings

from league.accounts.errors import DemoAccountRefused
from league.accounts.models import Account, Player
from league.accounts.services.accounts import delete_account
from league.accounts.services.players import make_demo_account
from league.clubs.models import Club
from league.integrations.deliveries import MOST_WAITING, deliver
from league.integrations.models import Delivery, Webhook
from league.integrations.services import MOST_WEBHOOKS, add_webhook, renew_secret, send_again
from league.integrations.webhook_requests import secret_of
from league.results.drafts import seats_of
from league.results.queries import chain_of
from league.results.services.corrections import correct_result
from league.tournaments.models import Tournament
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import advance, start
from tests.chaos.gates import eventually
from tests.factories import PASSWORD, Role, account_of, browser_of, glen_club, joins
from tests.league.assertions import queries_of
from tests.league.integrations.listening import Receiver
from tests.league.tournaments.factories import open_legs, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

Status = Delivery.Status


def duel(club: Club, name: str) -> Tournament:
    """An event of Morag's against somebody."""
    made = make_tournament(club=club, name="Cup", game="lords-of-scotland", format="round-robin", by=None)
    morag = Account.objects.get(email="morag@example.org")
    joins(rival := account_of(name), club)
    enter_players(tournament=made, players=[morag.player, rival.player], by=None)
    return start(tournament=made, by=None)


def bodies(receiver: Receiver) -> list[dict[str, Any]]:
    """What came, read."""
    return [json.loads(body) for _headers, body in receiver.came]


def test_what_happens_in_an_event_is_told_in_order_and_signed(webhook: Webhook, receiver: Receiver) -> None:
    event = duel(webhook.club, "Hamish")
    (leg,) = open_legs(event)
    play_out(event)
    advance(tournament_id=event.pk)
    assert Delivery.objects.filter(status=Status.WAITING).count() == 3
    assert deliver(webhook.pk) == 3
    published, entered, finished = bodies(receiver)
    assert (published["event"], published["round"]["number"], published["round"]["tables"]) == ("round.published", 1, 1)
    assert entered["event"] == "result.entered"
    assert {(seat["name"], seat["place"]) for seat in entered["result"]["seats"]} == {("Morag", 1), ("Hamish", 2)}
    assert (entered["table"]["round"], entered["table"]["table"]) == (1, 1)
    assert (finished["event"], finished["tournament"]["entries"]) == ("event.finished", 2)
    for headers, body in receiver.came:
        signed = headers["Moothill-Timestamp"].encode() + b"." + body
        right = hmac.new(secret_of(webhook).encode(), signed, sha256).hexdigest()
        assert headers["Moothill-Signature"] == f"v1={right}"
        assert headers["Moothill-Delivery"] == json.loads(body)["delivery"]
        assert headers["Moothill-Event"] == json.loads(body)["event"]
        assert len(body) < 2_000
    now = chain_of(leg.subject).now
    seats = tuple(seat._replace(points=seat.points + 7) for seat in seats_of(now))
    correct_result(result=now, seats=seats, reason="Typed wrongly", by=None)
    deliver(webhook.pk)
    corrected = bodies(receiver)[3]["result"]
    assert corrected["is_corrected"]
    assert {seat["points"] for seat in corrected["seats"]} == {17, 7}
    assert deliver(webhook.pk) == 0


@pytest.mark.parametrize(
    ("is_public", "read"), [(True, "Hamish R."), (False, "Hamish Ross")], ids=["public", "private"]
)
def test_of_a_public_club_is_told_what_strangers_read_and_of_a_private_one_what_members_do(
    webhook: Webhook, receiver: Receiver, *, is_public: bool, read: str
) -> None:
    club = webhook.club
    club.is_public, club.shortens_names = is_public, True
    club.save()
    play_out(duel(club, "Hamish Ross"))
    deliver(webhook.pk)
    assert read in {seat["name"] for seat in bodies(receiver)[1]["result"]["seats"]}


def test_a_result_tells_a_player_from_a_namesake_at_another_table(webhook: Webhook, receiver: Receiver) -> None:
    joins(account_of("Senga"), webhook.club)
    Player.objects.filter(name="Senga").update(name="Hamish")
    play_out(duel(webhook.club, "Hamish"))
    deliver(webhook.pk)
    assert {"Hamish (2)"} < {seat["name"] for seat in bodies(receiver)[1]["result"]["seats"]}


def test_what_does_not_come_about_and_what_other_clubs_do_is_not_told(webhook: Webhook, morag: Account) -> None:
    with transaction.atomic():
        duel(webhook.club, "Hamish")
        transaction.set_rollback(True)
    duel(glen_club(morag, name="Another Club"), "Senga")
    assert not Delivery.objects.exists()


def test_what_nobody_takes_does_not_pile_up_without_end(webhook: Webhook) -> None:
    Delivery.objects.bulk_create(Delivery(webhook=webhook, event="ping") for _ in range(MOST_WAITING))
    duel(webhook.club, "Hamish")
    assert Delivery.objects.count() == MOST_WAITING


def test_what_is_gone_when_its_turn_comes_is_left_out(webhook: Webhook, receiver: Receiver) -> None:
    webhook.deliveries.create(event="event.finished", subject="nothing")
    webhook.deliveries.create(event="round.published", subject="nothing:1")
    webhook.deliveries.create(event="ping")
    assert deliver(webhook.pk) == 3
    assert [headers["Moothill-Event"] for headers, _body in receiver.came] == ["ping"]
    assert webhook.deliveries.filter(status=Status.DROPPED, fault="gone").count() == 2


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
