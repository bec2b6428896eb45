"""Webhooks whose programs do not take what is sent: it waits, comes again in its order, and ends where it has to."""

import socket
from datetime import timedelta
from ipaddress import ip_address
from itertools import chain, repeat
from time import sleep
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from league.accounts.models import Account, Message
from league.common.redis_client import broker
from league.integrations.deliveries import MOST_FAILURES, PAUSES, deliver, tidy_deliveries
from league.integrations.errors import WebhookIsOff, WrongAddress
from league.integrations.models import Delivery, Webhook
from league.integrations.services import add_webhook, remove_webhook, send_again, send_trial, switch_webhook
from league.integrations.tasks import sweep, tidy
from league.integrations.webhook_requests import check_hosts, hosts_listed, is_public, target_of
from tests.league.integrations.listening import Answer, Receiver

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

Status = Delivery.Status


def drip(line: socket.socket) -> None:
    """Answer a letter at a time, for as long as anybody listens, and never come to the code."""
    for letter in chain(b"HTTP/1.1", repeat(ord(" "))):
        line.send(bytes([letter]))
        sleep(0.05)


def due_now(webhook: Webhook) -> None:
    """As if the pause were over."""
    Webhook.objects.filter(pk=webhook.pk).update(next_try_at=timezone.now() - timedelta(seconds=1))


@pytest.mark.parametrize(
    ("answer", "fault", "code"),
    [
        (302, "redirect", 302),
        (500, "refused", 500),
        (b"It is raining in Glen Orchy.\r\n", "broken", None),
        (b"", "broken", None),
        (b"HTTP/1.1 200 OK\r\n" + b"X-Long: " + b"x" * 100_000, "broken", None),
    ],
    ids=["redirect", "error", "no answer of HTTP", "hung up", "endless head"],
)
def test_untaken_it_waits(webhook: Webhook, receiver: Receiver, answer: Answer, fault: str, code: int | None) -> None:
    is_not_taken(webhook, receiver, answer, fault, code)


def test_what_is_answered_drop_by_drop_waits_too(webhook: Webhook, receiver: Receiver, settings: Settings) -> None:
    settings.WEBHOOK_SECONDS = 2.0  # enough to be heard on a busy machine
    is_not_taken(webhook, receiver, drip, "slow", None)


def is_not_taken(webhook: Webhook, receiver: Receiver, answer: Answer, fault: str, code: int | None) -> None:
    receiver.answer = answer
    one = webhook.deliveries.create(event="ping")
    assert deliver(webhook.pk) == 0
    one.refresh_from_db()
    assert (one.status, one.fault, one.answer, one.attempts) == (Status.WAITING, fault, code, 1)
    assert len(receiver.came) == 1  # a redirect is not followed


def test_of_the_answer_only_its_head_is_read(webhook: Webhook, receiver: Receiver) -> None:
    receiver.answer = b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n" + b"x" * 1000
    webhook.deliveries.create(event="ping")
    assert deliver(webhook.pk) == 1


def test_it_is_tried_again_after_longer_and_longer_pauses_and_in_order(webhook: Webhook, receiver: Receiver) -> None:
    receiver.answer = 503
    first, second = (webhook.deliveries.create(event="ping") for _ in range(2))
    for pause in PAUSES[:3]:
        before = timezone.now()
        deliver(webhook.pk)
        webhook.refresh_from_db()
        assert webhook.next_try_at is not None
        assert before <= webhook.next_try_at - pause <= timezone.now()
        assert deliver(webhook.pk) == 0  # its time has not come
        due_now(webhook)
    receiver.answer = 204
    assert deliver(webhook.pk) == 2
    came = [headers["Moothill-Delivery"] for headers, _body in receiver.came]
    assert came == [first.public_id] * 4 + [second.public_id]
    webhook.refresh_from_db()
    assert (webhook.failures, webhook.next_try_at) == (0, None)


def test_after_many_failures_it_is_off_and_owners_know(webhook: Webhook, receiver: Receiver, morag: Account) -> None:
    morag.email_confirmed_at = timezone.now()
    morag.save()
    receiver.answer = 500
    one = webhook.deliveries.create(event="ping")
    for _ in range(MOST_FAILURES + 1):
        deliver(webhook.pk)
        due_now(webhook)
    assert len(receiver.came) == MOST_FAILURES
    one.refresh_from_db()
    assert (one.status, one.attempts) == (Status.DROPPED, MOST_FAILURES)
    (told,) = Message.objects.filter(recipient=morag.email)
    assert receiver.listed in told.body
    assert "key=own" not in told.body
    with pytest.raises(WebhookIsOff):
        send_again(delivery=one, by=morag)
    receiver.answer = 200
    switch_webhook(webhook=webhook, is_on=True, by=morag)
    send_again(delivery=one, by=morag)
    assert deliver(webhook.pk) == 1
    assert {headers["Moothill-Delivery"] for headers, _body in receiver.came} == {one.public_id}


def test_one_worker_is_at_a_webhook_and_no_dead_one_holds_it(webhook: Webhook, receiver: Receiver) -> None:
    webhook.deliveries.create(event="ping")
    Webhook.objects.update(busy_until=timezone.now() + timedelta(minutes=1))
    assert deliver(webhook.pk) == 0
    sweep()
    assert broker().llen("remote") == 0
    Webhook.objects.update(busy_until=timezone.now() - timedelta(seconds=1))
    sweep()
    assert broker().llen("remote") == 1
    assert deliver(webhook.pk) == 1
    assert len(receiver.came) == 1


def test_who_lost_the_lease_stops_and_leaves_it_to_its_holder(
    webhook: Webhook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        webhook.deliveries.create(event="ping")
    other, resolver = timezone.now() + timedelta(minutes=1), socket.getaddrinfo

    def slowly(*address: Any, **others: Any) -> Any:
        Webhook.objects.update(busy_until=other)  # the lease ended meanwhile, and another worker claimed it
        return resolver(*address, **others)

    monkeypatch.setattr(socket, "getaddrinfo", slowly)
    assert deliver(webhook.pk) == 1
    webhook.refresh_from_db()
    assert (len(receiver.came), webhook.busy_until) == (1, other)


def test_an_event_that_cannot_be_written_pauses_the_webhook(webhook: Webhook, receiver: Receiver) -> None:
    one = webhook.deliveries.create(event="round.published", subject="of no number")
    with pytest.raises(ValueError, match="int"):
        deliver(webhook.pk)
    webhook.refresh_from_db()
    one.refresh_from_db()
    assert (one.status, one.fault, webhook.failures) == (Status.WAITING, Delivery.Fault.ERROR, 1)
    assert deliver(webhook.pk) == 0
    assert webhook.next_try_at is not None


def test_a_host_that_the_operator_does_not_list_any_more_is_not_asked(
    webhook: Webhook, receiver: Receiver, settings: Settings, morag: Account
) -> None:
    send_trial(webhook=webhook, by=morag)
    assert send_trial(webhook=webhook, by=morag) == webhook.deliveries.get()  # pressed twice
    settings.WEBHOOK_HOSTS = ["hooks.example.org"]
    assert deliver(webhook.pk) == 0
    assert webhook.deliveries.get().fault == "not-listed"
    assert receiver.came == []


def test_names_that_lead_into_a_private_net_are_refused(club: Any, morag: Account, receiver: Receiver) -> None:
    hidden = add_webhook(club=club, address="https://127.1:8443/", by=morag)  # resolvers take it for 127.0.0.1
    away = add_webhook(club=club, address="http://localhost:9/", by=morag)
    for webhook, fault in ((hidden, "private"), (away, "unreachable")):
        webhook.deliveries.create(event="ping")
        deliver(webhook.pk)
        assert webhook.deliveries.get().fault == fault


def test_the_name_is_asked_for_once_and_the_connection_goes_to_what_was_looked_at(
    club: Any, morag: Account, receiver: Receiver, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.WEBHOOK_HOSTS = [f"localhost:{receiver.port}"]
    webhook = add_webhook(club=club, address=f"http://localhost:{receiver.port}/", by=morag)
    webhook.deliveries.create(event="ping")
    asked: list[str] = []
    resolver = socket.getaddrinfo

    def noted(host: str, *more: Any, **others: Any) -> Any:
        asked.append(host)
        return resolver(host, *more, **others)

    monkeypatch.setattr(socket, "getaddrinfo", noted)
    assert deliver(webhook.pk) == 1
    assert asked.count("localhost") == 1
    assert receiver.came[0][0]["Host"] == f"localhost:{receiver.port}"


def test_what_is_not_https_as_it_should_be_is_not_sent(club: Any, morag: Account, receiver: Receiver) -> None:
    webhook = add_webhook(club=club, address=f"https://{receiver.listed}/", by=morag)
    webhook.deliveries.create(event="ping")
    assert deliver(webhook.pk) == 0
    assert (webhook.deliveries.get().fault, receiver.came) == ("broken", [])


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("https://elsewhere.example.org/", "elsewhere.example.org is not allowed"),
        ("https://hooks.example.org:8443/", "hooks.example.org:8443 is not allowed"),
        ("https://sub.hooks.example.org/", "is not allowed"),
        ("https://hooks.example.org.evil.example/", "is not allowed"),
        ("http://hooks.example.org/", "is not allowed"),
        ("http://hooks.example.org:443/", "https://"),
        ("https://morag:secret@hooks.example.org/", "password"),
        ("https://hooks.example.org@evil.example/", "password"),
        ("https://hooks.example.org/#here", "#"),
        ("https://hooks.example.org/two words", "Invalid address"),
        ("https://hooks.example.org\\@evil.example/", "Invalid address"),
        ("https://hooks.example.org/\r\nX-Evil: 1", "Invalid address"),
        ("https://hooks.example.org:99999/", "Invalid address"),
        ("https://[hooks.example.org/", "Invalid address"),
        ("ftp://hooks.example.org/", "Invalid address"),
        ("hooks.example.org", "Invalid address"),
        ("https://hooks.example.org/" + "x" * 300, "Invalid address"),
    ],
)
def test_an_address_that_may_not_be_is_refused_with_a_sentence(receiver: Receiver, address: str, words: str) -> None:
    with pytest.raises(WrongAddress) as refused:
        target_of(address)
    assert words in refused.value.message


def test_what_the_operator_mistyped_lets_nobody_go_anywhere_and_is_told(settings: Settings) -> None:
    right = ["hooks.example.org", " chat.example.net:8443", "[::1]:9000", ""]
    wrong = ["https://hooks.example.org", "hooks.example.org:https", "a@b.example", "[::1", "hooks.example.org/in"]
    settings.WEBHOOK_HOSTS = right + wrong
    assert hosts_listed() == {("hooks.example.org", 443), ("chat.example.net", 8443), ("::1", 9000)}
    assert len(check_hosts()) == len(wrong)


def test_only_addresses_of_the_open_internet_are_public() -> None:
    private = "10.0.0.1 172.16.9.9 192.168.1.1 127.0.0.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 240.0.0.1"
    private += " ::1 :: fe80::1 fd00::1 ff02::1 ::ffff:10.0.0.1 64:ff9b::a00:1 2002:a00:1::1 2001:0:1::1 2001:db8::1"
    assert [one for one in private.split() if is_public(ip_address(one))] == []
    assert all(is_public(ip_address(one)) for one in ("93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"))


def test_old_deliveries_and_removed_webhooks_are_tidied(webhook: Webhook, morag: Account) -> None:
    old, new = (webhook.deliveries.create(event="ping") for _ in range(2))
    Delivery.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=31))
    tidy()
    assert list(webhook.deliveries.all()) == [new]
    remove_webhook(webhook=webhook, by=morag)
    tidy_deliveries()
    assert (Webhook.objects.count(), Delivery.objects.count()) == (1, 0)  # somebody may just be writing to it
    Webhook.objects.update(ended_at=timezone.now() - timedelta(hours=2))
    tidy_deliveries()
    assert not Webhook.objects.exists()
