"""What workers are woken for. The database says what there is to do; a message may come twice, or never."""

from celery import shared_task

from games.matches.pruned import age_of_records
from games.matches.queue import RUN, RUN_APART, SWEEP
from games.matches.services.pruning import prune_by_policy
from games.matches.services.sweeping import sweep_matches
from games.matches.terms import terms_of_the_house
from games.matches.worker import run_apart, run_batch
from league.shared.space import has_room


@shared_task(name=RUN)
def run_matches(ids: list[int]) -> None:
    """Play a batch of matches. While the disk is full they wait for a later sweep."""
    if has_room():
        run_batch(ids, terms=terms_of_the_house(), in_turn=True)


@shared_task(name=RUN_APART)
def run_program(ids: list[int]) -> None:
    """Play matches of uploaded bots, if there is a working sandbox and space on the disk."""
    if has_room():
        run_apart(ids, terms=terms_of_the_house(), in_turn=True)


@shared_task(name="games.matches.prune")
def prune() -> None:
    """Let old records of the house's own bots go, where the operator wishes that."""
    if age := age_of_records():
        prune_by_policy(older_than=age)


@shared_task(name=SWEEP)
def sweep() -> None:
    """Find what a message, a worker or the broker lost."""
    sweep_matches(terms=terms_of_the_house())
