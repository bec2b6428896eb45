"""Uploaded and remote bots at the same tables of ladders, played by a real client, a site and a worker."""

from collections.abc import Callable

import pytest
from django.test import override_settings

from games.bots.models import BuiltinBot
from games.bots.remote import mailbox
from games.ladder.models import Ladder, LadderBlock
from games.ladder.services import plan_blocks
from games.matches.models import Match, MatchSeat, SeatReport
from league.ratings.models import Rating
from league.ratings.services import fold_pool
from league.results.models import ResultSeat
from tests.engine.sandbox.programs import tiers_here
from tests.games.bots.factories import author, bot_by, passed
from tests.games.bots.remote.factories import client, remote_bot, token_of
from tests.processes import Running, Starter, until

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not tiers_here(), reason="No sandbox holds on this machine."),
]


@pytest.mark.long
def test_an_uploaded_and_a_remote_bot_play_a_rated_match_of_a_ladder(
    live_site: str, starter: Starter, celery_worker_process: Callable[..., Running]
) -> None:
    BuiltinBot.objects.all().delete()
    grouse = passed(bot_by(author("Morag"), "Grouse")).bot
    hamish = author("Hamish")
    curlew = remote_bot(hamish, "Curlew")
    starter.start(client(live_site, curlew, token_of(hamish), "remote.py"))
    until(lambda: mailbox.connected([curlew.public_id]), "the remote bot is not connected")
    celery_worker_process(queues="mixed", processes=2, pool="threads")
    both = {grouse.player_id, curlew.player_id}
    with override_settings(LADDER_DEALS=2):  # they are played one after the other
        assert plan_blocks() == 2
    assert all(set(players) == both for players in LadderBlock.objects.values_list("players", flat=True))
    until(lambda: not Match.objects.exclude(status=Match.Status.DONE).exists(), "the matches are not finished")
    assert not MatchSeat.objects.exclude(fault="").exists()
    assert all(decisions > 5 for decisions in SeatReport.objects.values_list("decisions", flat=True))
    assert SeatReport.objects.count() == 4
    pool = Ladder.objects.get(pool__seats=2).pool
    fold_pool(pool_id=pool.pk)
    assert set(ResultSeat.objects.filter(result__pool=pool).values_list("player", flat=True)) == both
    assert set(Rating.objects.filter(fold__pool=pool).values_list("player", flat=True)) == both
