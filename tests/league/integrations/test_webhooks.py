"""Webhooks of a club: messages are signed, in order, sent once or retried, and hold only what readers may see."""

import hmac
import json
from hashlib import sha256
from typing import Any

import pytest
from django.db import transaction

from league.accounts.models import Account, Player
from league.clubs.models import Club
from league.integrations.deliveries import MOST_WAITING, deliver
from league.integrations.models import Delivery, Webhook
from league.integrations.webhook_requests import secret_of
from league.results.drafts import seats_of
from league.results.queries import chain_of
from league.results.services.corrections import correct_result
from league.tournaments.models import Tournament
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import advance, start
from tests.factories import account_of, glen_club, joins
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
