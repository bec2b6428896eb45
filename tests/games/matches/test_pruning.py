"""Old records of built-in bots are deleted if the site admin chooses so, and rebuilt when somebody opens them."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from games.matches.claims import finish_matches
from games.matches.models import Block, Match, MatchRecord, MatchSeat
from games.matches.pruning import MOST_COST, NOTHING_LEFT, PruneCounts, digest_of, prune_by_policy, prune_records
from games.matches.tasks import prune
from league.results.models import Result
from tests.games.factories import TERMS, blocks, claim, ids_of, matches_of, played

pytestmark = pytest.mark.django_db
NOW = timedelta(0)


@pytest.fixture
def match() -> Match:
    """A match that two cheap built-in bots have finished."""
    return done("steward", "wanderer")[0]


def done(*bots: str) -> list[Match]:
    (block,) = blocks(1, *bots)
    finish_matches(finishes=played(claim(ids_of([block]))), terms=TERMS)
    return matches_of([block])


def text_of(match: Match) -> str:
    return MatchRecord.objects.get(match=match).text


def asked_for(client: Client, match: Match, name: str = "record-text") -> str:
    answer = client.get(reverse(f"matches:{name}", args=[match.public_id]))
    return answer.content.decode()


def test_a_pruned_record_reads_as_it_did(client: Client, match: Match, redis_url: str) -> None:
    before = asked_for(client, match)
    assert prune_records(older_than=NOW).pruned == 2
    assert text_of(match) == ""
    assert asked_for(client, match) == before
    assert "data-live-token" in asked_for(client, match, "match")


def test_results_stay(match: Match) -> None:
    before = list(Result.objects.values())
    prune_records(older_than=NOW)
    assert list(Result.objects.values()) == before
    match.refresh_from_db()
    assert match.status == Match.Status.DONE


def test_pruning_twice_does_nothing_the_second_time(match: Match) -> None:
    first = prune_records(older_than=NOW)
    assert (first.pruned, first.differing) == (2, 0)
    assert first.characters > 0
    assert prune_records(older_than=NOW) == PruneCounts()


def test_one_run_replays_no_more_playouts_than_it_may(match: Match) -> None:
    assert prune_records(older_than=NOW, most_cost=match.cost).pruned == 1
    assert prune_records(older_than=NOW, most_cost=match.cost).pruned == 1


def test_a_record_that_does_not_come_out_the_same_is_kept_and_not_tried_again(match: Match) -> None:
    MatchRecord.objects.filter(match=match).update(text=text_of(match) + "\n")
    other = prune_records(older_than=NOW)
    assert (other.pruned, other.differing) == (1, 1)
    assert text_of(match).endswith("\n\n")
    assert prune_records(older_than=NOW) == PruneCounts()


def test_young_records_stay(match: Match) -> None:
    assert prune_records(older_than=timedelta(days=1)) == PruneCounts()


KEPT: dict[str, Callable[[], object]] = {
    "takes long to replay": lambda: Match.objects.update(cost=MOST_COST + 1),
    "other rules": lambda: Match.objects.update(rules_version="of long ago"),
    "a sealed deal": lambda: Block.objects.update(finished_at=None),
}


@pytest.mark.parametrize("why", KEPT)
def test_records_stay_that_are_not_replayed_alike_at_once(match: Match, why: str) -> None:
    KEPT[why]()
    assert prune_records(older_than=NOW) == PruneCounts()


@pytest.mark.parametrize("seat", [{"bot": "v-somebodys"}, {"bot": ""}, {"fault": "took too long"}])
def test_records_of_anybody_else_stay(match: Match, seat: dict[str, str]) -> None:
    MatchSeat.objects.filter(match=match, seat=0).update(**seat)
    prune_records(older_than=NOW)
    assert text_of(match)


def test_one_whose_bots_play_otherwise_by_now_is_told_to_be_gone(client: Client, match: Match, redis_url: str) -> None:
    prune_records(older_than=NOW)
    MatchRecord.objects.filter(match=match).update(digest=digest_of("as it was"))
    page = client.get(reverse("matches:match", args=[match.public_id]))
    assert page.status_code == 404
    assert "has deleted the record" in page.content.decode()


def test_nothing_is_pruned_unless_the_operator_wishes_it(match: Match, settings: Settings, redis_url: str) -> None:
    prune()
    assert text_of(match)
    settings.RECORDS_DAYS = 30
    Match.objects.update(finished_at="2020-01-01T00:00Z")
    prune()
    assert text_of(match) == ""


def test_where_nothing_is_left_to_prune_the_policy_rests_for_an_hour(match: Match, redis_url: str) -> None:
    assert prune_by_policy(older_than=timedelta(days=1)) == PruneCounts()
    assert prune_by_policy(older_than=NOW) == PruneCounts()
    cache.delete(NOTHING_LEFT)
    assert prune_by_policy(older_than=NOW).pruned == 2


def test_the_command_says_how_much_it_came_to(match: Match) -> None:
    said = StringIO()
    call_command("prunerecords", days=0, stdout=said)
    assert said.getvalue().startswith("Deleted: 2 records, 0.0 MB. Kept because the replay differs: 0.")
