"""A bot that keeps failing is paused, and its owner is told."""

import pytest
from django.core import mail

from games.bots.models import HouseBot, UploadedBot
from games.bots.services import ensure_house_bots, resume_bot
from games.ladder.models import Rung
from games.ladder.services import FAULTS, plan_blocks
from games.matches.models import Match, SeatReport
from games.matches.worker import run_apart
from league.members.models import Account
from tests.engine.sandbox.programs import deciding, tiers_here
from tests.games.bots.uploads import author, bot_by, passed
from tests.games.tables import TERMS

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("redis_url"),
    pytest.mark.skipif(not tiers_here(), reason="No sandbox holds on this machine."),
]


@pytest.fixture
def morag() -> Account:
    ensure_house_bots()
    HouseBot.objects.exclude(strategy__in=("wanderer", "courtier")).delete()
    return author()


def played() -> None:
    """What the ladders began, by a worker for strangers' programs."""
    ids = Match.objects.filter(status=Match.Status.QUEUED, needs_sandbox=True).values_list("pk", flat=True)
    run_apart(list(ids), terms=TERMS)


def test_it_is_paused_after_some_faults_in_a_row_and_its_owner_reads_of_it(morag: Account) -> None:
    bot = passed(bot_by(morag, "Grouse", source=deciding("raise ValueError"))).bot
    plan_blocks()
    played()
    assert SeatReport.objects.filter(kind="crash").count() >= FAULTS
    plan_blocks()
    bot.refresh_from_db()
    assert bot.paused_at is not None
    assert bot.paused_because.startswith("It failed in 3 matches, one after the other.")
    assert all(Rung.objects.filter(player=bot.player_id).values_list("is_away", flat=True))
    (message,) = mail.outbox
    assert (message.to, message.subject) == ([morag.email], "Moothill: Grouse is paused")
    assert f"/bots/{bot.public_id}/" in message.body


def test_whoever_resumes_it_gives_it_a_new_chance(morag: Account) -> None:
    bot = passed(bot_by(morag, "Grouse", source=deciding("raise ValueError"))).bot
    plan_blocks()
    played()
    plan_blocks()
    resume_bot(account=morag, bot=bot.public_id)
    plan_blocks()
    assert UploadedBot.objects.get(pk=bot.pk).paused_at is None


def test_a_bot_that_plays_is_left_in_play(morag: Account) -> None:
    bot = passed(bot_by(morag, "Grouse")).bot
    plan_blocks()
    played()
    plan_blocks()
    assert UploadedBot.objects.get(pk=bot.pk).paused_at is None
    assert not mail.outbox
