"""The demo has a contest, whose final goes on for a while."""

import pytest
from django.core.management import call_command

from games.contests.final import reveal_deals
from games.contests.management.commands.demo import CLUB
from games.contests.models import Contest
from games.matches.models import Match
from tests.games.contests.factories import closed, play

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_url")]


@pytest.mark.long
def test_built_in_bots_play_its_final_which_is_revealed_deal_by_deal() -> None:
    call_command("demo", verbosity=0)
    contest = Contest.objects.select_related("club").get()
    assert contest.club.name == CLUB
    assert contest.entries.count() >= contest.seats
    Match.objects.all().update(status=Match.Status.DEAD)  # those of the tournaments
    contest = closed(contest)
    play()
    reveal_deals()
    contest.refresh_from_db()
    assert contest.state == Contest.State.TELLING
    assert contest.final.exclude(told_at=None).count() == 1
