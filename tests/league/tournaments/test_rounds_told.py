"""Players get one mail with their table in a round, and another if the organiser changes their table."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from league.accounts.models import Account, Player
from league.clubs.models import Membership
from league.tournaments.models import Round, Tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import start
from league.tournaments.services.notifications import announce_round, rounds_to_announce
from league.tournaments.services.pairing_changes import change_round
from tests.league.tournaments.factories import Event
from tests.league.tournaments.rounds import TABLES_OF_FOUR, laid, published, seen, started
from tests.league.tournaments.worlds import shared

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


@shared
def swiss(event: Event) -> Tournament:
    """Hamish, whose address reaches him, and Morag, whose does not, among eight at tables of four."""
    Account.objects.filter(player__name="Hamish").update(email_confirmed_at=timezone.now())
    draft = event(7, **TABLES_OF_FOUR)
    enter_players(tournament=draft, players=[Player.objects.get(name="Hamish")], by=None)
    return started(draft)


def told(event: Tournament, number: int = 1) -> list[mail.EmailMessage]:
    """The mails that are written about a round now, asked for twice."""
    before = len(mail.outbox)
    for _ in range(2):
        announce_round(round_id=event.rounds.get(number=number).pk)
    return mail.outbox[before:]


def table_of(event: Tournament, entry: int) -> int:
    """Where an entry sits in the first round."""
    return next(table for table, entries in laid(event).items() if entry in entries)


def test_whoever_sits_in_a_round_is_told_their_table_once(swiss: Tournament, hamish: Account) -> None:
    assert told(swiss) == []  # a draft is nobody's business
    published(swiss)
    assert rounds_to_announce() == [swiss.rounds.get(number=1).pk]
    (sent,) = told(swiss)
    assert (sent.to, sent.subject) == ([hamish.email], "Moothill: round 1 of Spring round robin")
    assert f"Round 1, table {table_of(swiss, 8)}" in sent.body
    assert re.search(r"^  \d\.  you$", str(sent.body), re.MULTILINE)
    assert f"/{swiss.public_id}/" in sent.body


def test_who_sits_elsewhere_after_a_change_is_told_so(swiss: Tournament, hamish: Account) -> None:
    published(swiss)
    told(swiss)
    change_round(tournament=swiss, number=1, who="table:1", to="table:2", seen=seen(swiss), by=None, why="Stairs")
    (sent,) = told(swiss)
    assert sent.subject == "Moothill: round 1 of Spring round robin was changed"
    assert f"Round 1, table {table_of(swiss, 8)}" in sent.body


def test_of_rounds_that_are_all_drawn_at_the_start_there_is_one_mail(event: Event, hamish: Account) -> None:
    Account.objects.filter(pk=hamish.pk).update(email_confirmed_at=timezone.now())
    draft = event(3, pace="all")
    enter_players(tournament=draft, players=[hamish.player], by=None)
    begun = start(tournament=draft, by=None)
    assert begun.rounds.count() == 3
    (sent,) = [one for number in (1, 2, 3) for one in told(begun, number)]
    assert sent.body.count("you\n") == 3
    assert all(f"Round {number}, table" in sent.body for number in (1, 2, 3))


def test_who_no_longer_sees_a_private_club_and_old_rounds_are_not_told(swiss: Tournament, hamish: Account) -> None:
    published(swiss)
    swiss.club.is_public = False
    swiss.club.save()
    Membership.objects.filter(player=hamish.player).delete()
    assert told(swiss) == []
    swiss.club.is_public = True
    swiss.club.save()
    Round.objects.update(changed_at=timezone.now() - timedelta(days=2))
    assert told(swiss) == []
