"""Celery tasks of bots."""

from celery import shared_task

from games.bots import tournament_matches, version_checks
from games.bots.comparisons import services as comparisons
from games.bots.jobs import CHECK, COMPARE, HARD_LIMIT, SOFT_LIMIT, SWEEP, TERMS, TEST_MATCH
from games.bots.remote.remote_player import run_remote as play_remote
from games.bots.test_matches import services as test_matches
from games.matches import pruning
from games.matches.queueing import RUN_MIXED, RUN_REMOTE, default_settings
from games.matches.worker import pin_to_core
from league.common.sandboxes import probe_sandbox


@shared_task(name="games.bots.make_matches")
def make_matches(round_id: int) -> None:
    """Create the bot matches of a round."""
    tournament_matches.make_matches(round_id=round_id)


@shared_task(name="games.bots.cancel_matches")
def cancel_matches(round_id: int) -> None:
    """Cancel the matches of a round whose tournament is over."""
    tournament_matches.cancel_matches_of_round(round_id=round_id)


@shared_task(name=CHECK, soft_time_limit=SOFT_LIMIT, time_limit=HARD_LIMIT)
def check_version(version: int) -> None:  # noqa: ARG001 (a message names a version, but owners take turns)
    """Check one version."""
    pin_to_core()
    version_checks.check_version_in_turn(terms=TERMS)


@shared_task(name=SWEEP)
def sweep() -> None:
    """Queue again what was lost."""
    version_checks.sweep_versions(terms=TERMS)
    test_matches.sweep_bot_test_matches()
    comparisons.sweep_comparisons()


@shared_task(name=TEST_MATCH)
def play_bot_test_match(bot_test_match: int) -> None:
    """Play one test match. Without a sandbox it waits."""
    if probe_sandbox().holds:
        pin_to_core()
        test_matches.play_bot_test_match(bot_test_match)


@shared_task(name=COMPARE)
def play_comparison(comparison: int) -> None:
    """Play the next game of a comparison. Without a sandbox it waits."""
    if probe_sandbox().holds:
        pin_to_core()
        comparisons.play_comparison(comparison)


@shared_task(name=RUN_REMOTE)
def run_remote(ids: list[int]) -> None:
    """Play a match with remote bots."""
    play_remote(ids, terms=default_settings())


@shared_task(name=RUN_MIXED)
def run_mixed(ids: list[int]) -> None:
    """Play a match of uploaded with remote bots, if there is a working sandbox."""
    if probe_sandbox().holds:
        play_remote(ids, terms=default_settings(), has_sandbox=True)


@shared_task(name="games.bots.prune_logs")
def prune_logs() -> None:
    """Delete old logs."""
    pruning.prune_logs()
