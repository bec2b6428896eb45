"""How a worker goes through a batch: claim, play, finish by sub-batches. Nothing is played inside a transaction."""

import time
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial

from structlog.contextvars import bound_contextvars

from engine.core.bot import Bot
from engine.sandbox.tiers import heed
from games.matches import clerk
from games.matches.cores import stay_on_one_core
from games.matches.giving_way import Pressing, Seldom, nothing_presses, something_presses
from games.matches.heartbeat import Heartbeat
from games.matches.patience import patiently
from games.matches.playing import Played, play_sheet
from games.matches.services.claims import Claim, claim_in_turn, claim_matches, give_back, put_away
from games.matches.services.finishing import Finish, finish_matches
from games.matches.strategies import strategy
from games.matches.terms import Terms
from league.shared.sandboxes import look_for_a_sandbox


def run_apart(
    ids: Sequence[int],
    *,
    terms: Terms,
    find: Callable[[str], Bot] = strategy,
    gives_way: Pressing = something_presses,
    in_turn: bool = False,
) -> int:
    """The same of matches with programs of strangers. Where no sandbox holds they wait, as if nobody had come.

    When `gives_way` answers True, the match in hand is put away for another time.
    """
    if not look_for_a_sandbox().holds:
        return 0
    stay_on_one_core()
    return run_batch(ids, terms=terms, find=find, has_sandbox=True, gives_way=gives_way, in_turn=in_turn)


def run_batch(
    ids: Sequence[int],
    *,
    terms: Terms,
    find: Callable[[str], Bot] = strategy,
    has_sandbox: bool = False,
    is_remote: bool = False,
    gives_way: Pressing = nothing_presses,
    in_turn: bool = False,
) -> int:
    """Play those of the matches that are free, and return how many are stored; `in_turn` as many whose turn it is."""
    claiming = (
        partial(claim_in_turn, ids=ids, terms=terms, has_sandbox=has_sandbox)
        if in_turn
        else partial(claim_matches, ids=ids, terms=terms, has_sandbox=has_sandbox, is_remote=is_remote)
    )
    claims = clerk.done(partial(patiently, claiming, patience=terms.patience))
    if not claims:
        return 0
    with Heartbeat(claims, terms) as heartbeat:
        return _Batch(heartbeat, terms, find, Seldom(gives_way)).run(claims)


class _Batch:
    """The matches in hand: one sub-batch is played while the clerk finishes the one before."""

    def __init__(self, heartbeat: Heartbeat, terms: Terms, find: Callable[[str], Bot], gives_way: Pressing) -> None:
        self._heartbeat = heartbeat
        self._terms = terms
        self._find = find
        self._gives_way = gives_way
        self._in_hand: list[Finish] = []
        self._with_the_clerk: Future[int] | None = None
        self._since = time.monotonic()
        self._stored = 0

    def run(self, claims: Sequence[Claim]) -> int:
        for claim in claims:
            with bound_contextvars(match=claim.public_id):
                played = self._play(claim)
            if played is not None:
                self._in_hand.append(Finish(claim, played))
            if self._is_due():
                self._finish()
        self._finish()
        self._await_the_clerk()
        return self._stored

    def _play(self, claim: Claim) -> Played | None:
        try:
            played = play_sheet(claim.sheet, stop=partial(self._is_to_stop, claim), find=self._find)
        except Exception as failure:  # the machine's fault, never a forfeit: an operator reads it in the match's log
            heed(failure)
            giving_back = partial(give_back, claim=claim, reason=traceback.format_exc(), terms=self._terms)
            clerk.done(partial(patiently, giving_back, patience=self._terms.patience))
            return None
        if played is None:
            clerk.done(partial(patiently, partial(put_away, claim=claim), patience=self._terms.patience))
        return played

    def _is_to_stop(self, claim: Claim) -> bool:
        return self._heartbeat.is_lost(claim) or self._gives_way()

    def _is_due(self) -> bool:
        terms = self._terms
        return len(self._in_hand) >= terms.finish_count or time.monotonic() - self._since >= terms.finish_seconds

    def _finish(self) -> None:
        self._since = time.monotonic()
        if not self._in_hand:
            return
        self._await_the_clerk()
        finishes, self._in_hand = self._in_hand, []
        self._with_the_clerk = clerk.begin(partial(self._stored_by_the_clerk, finishes))

    def _stored_by_the_clerk(self, finishes: Sequence[Finish]) -> int:
        finishing = partial(finish_matches, finishes=finishes, terms=self._terms)
        stored = patiently(finishing, patience=self._terms.patience)
        self._heartbeat.let_go(finish.claim for finish in finishes)
        return stored

    def _await_the_clerk(self) -> None:
        if self._with_the_clerk is not None:
            self._stored += self._with_the_clerk.result()
            self._with_the_clerk = None
