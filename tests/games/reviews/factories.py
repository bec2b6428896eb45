"""Reviewed games for the tests of reviews. Most events get made-up figures: a whole review takes too long here."""

from typing import Any

from django.db.models.functions import Now

from engine.core import registry
from engine.core.record import Record, steps
from games.matches.claims import finish_matches
from games.matches.models import Match
from games.matches.services import BlockOrder, all_rotations, create_blocks
from games.reviews.models import Review
from games.reviews.services import request_review
from games.reviews.worker import record_of
from league.accounts.models import Account
from league.results.services.ledger import pool_for
from tests.games.factories import GAME, TERMS, claim, ids_of, matches_of, played, seat_setups

LOSSES = (400, 90, 300, 120, 60, 10, 200)  # of the first choices, in thousandths


def finished_match(game: str = GAME, seats: int = 2) -> Match:
    """A match of bots whose record is open."""
    pool = pool_for(game=game, player_kind="bot")
    order = BlockOrder(game=game, rotations=all_rotations(seat_setups(*["wanderer"] * seats))[:1], pool=pool)
    [block] = create_blocks(orders=[order])
    finish_matches(finishes=played(claim(ids_of([block]))), terms=TERMS)
    return matches_of([block])[0]


def made_up_events(record: Record) -> list[list[Any]]:
    """Stored figures: the first seat's chance falls from 50 %, and the first choices lose `LOSSES`.

    The best other move is the one with the longest description.
    """
    game = registry.game(record.game)
    events: list[list[Any]] = []
    losses = iter(LOSSES)
    for state, event in steps(record):
        first = max(0, 500 - 2 * len(events))
        chances = [first, 1000 - first, *[0] * (state.seats - 2)]
        others = [move for move in state.legal_moves() if move != event]
        loss = next(losses, 0) if others else 0
        best = sorted(others, key=lambda move: len(game.describe_event(state, move)))[-1:]
        events.append([chances, loss, list(best[0])] if best else [chances])
    return events


def requested(match: Match, account: Account) -> Review:
    """The review of a match, waiting."""
    return request_review(account=account, kind="match", public_id=match.public_id)


def reviewed(match: Match, account: Account, *, left: int = 0) -> Review:
    """The review with made-up figures; without those of the last `left` events it still waits."""
    review = requested(match, account)
    events = made_up_events(record_of(review))
    done = events[: len(events) - left]
    ended = {} if left else {"status": Review.Status.DONE, "finished_at": Now()}
    Review.objects.filter(pk=review.pk).update(events=done, of=len(events), **ended)
    return Review.objects.get(pk=review.pk)
