"""Before a correction is confirmed its figures are shown, and they are what comes out."""

import re
from collections.abc import Sequence
from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser

from league.accounts.models import Player
from league.common.templatetags.design import milli
from league.competition.ratings.system import Rating
from league.ratings import models
from league.ratings.correction_impact import consequence_of
from league.ratings.models import Fold, RatingStep
from league.ratings.recompute import stored_content
from league.ratings.services import fold_pool
from league.ratings.what_if import preview_of
from league.results.drafts import ResultDraft, SeatResult
from league.results.models import Pool, Result
from league.results.queries import chain_of
from league.results.services.corrections import correct_result, withdraw_result
from league.results.subjects import Change, Consequence, consequences_of, correction_of, entry_of
from tests.league.ledger import FIRST_EVENING, a_pool, enter, people, table

pytestmark = pytest.mark.django_db

WHY = "The sheet was read upside down."
NOBODY = "\N{EN DASH}"


def fold(pool: Pool, every: int = 4) -> None:
    fold_pool(pool_id=pool.pk, checkpoint_every=every)


def won_by(*players: Player) -> tuple[SeatResult, ...]:
    return tuple(SeatResult(player.pk, 50 - place, place) for place, player in enumerate(players, 1))


def correcting(result: Result, *seats: SeatResult) -> Change:
    return correction_of(
        chain_of(result.subject), ResultDraft(result.subject, seats, "played" if seats else "withdrawn")
    )


def standings(pool: Pool) -> dict[int, Rating]:
    """Where everybody stands by the system that orders the pool, as it is stored."""
    rows = stored_content(pool.pk, pool.rating_system).ratings
    return {row.player: Rating(row.value, row.uncertainty, row.games, row.is_provisional) for row in rows}


def told(*changes: Change) -> Consequence:
    (consequence,) = consequences_of(changes[0], AnonymousUser())
    return consequence


def lines(consequence: Consequence) -> dict[str, tuple[str, ...]]:
    return {line.name: tuple(figure for pair in line.pairs for figure in pair) for line in consequence.lines}


def test_a_correction_says_who_gains_and_who_loses(evening: Pool, cast: list[Player]) -> None:
    hamish = cast[1]
    last = Result.objects.get(number=3)  # Hamish before Ailsa
    consequence = told(correcting(last, *won_by(cast[3], hamish)))
    assert (consequence.title, consequence.heads) == ("Ratings: lords-person-any-site", ("Rating", "Change", "Rank"))
    assert lines(consequence) == {
        "Ailsa": ("1461", "1501", "+40", "+40", "4", "2"),
        "Hamish": ("1519", "1479", "\N{MINUS SIGN}40", "\N{MINUS SIGN}40", "2", "4"),
    }
    correct_result(result=last, seats=won_by(cast[3], hamish), reason=WHY, by=None)
    fold(evening)
    values = {row.player: row.value for row in stored_content(evening.pk, "elo").ratings}
    assert [milli(values[player.pk]) for player in (cast[3], hamish)] == [1501, 1479]


def test_a_withdrawn_first_result_takes_a_newcomer_off_the_board(cast: list[Player]) -> None:
    pool = a_pool()
    (only,) = enter(pool, table(cast[0], cast[1]))
    fold(pool)
    gone = lines(told(correcting(only)))
    assert gone == {
        "Morag": ("1520", NOBODY, NOBODY, NOBODY, "1", NOBODY),
        "Hamish": ("1480", NOBODY, NOBODY, NOBODY, "2", NOBODY),
    }
    withdraw_result(result=only, reason=WHY, by=None)
    fold(pool)
    assert stored_content(pool.pk, "elo").ratings == ()


def test_a_late_entry_is_rated_where_it_was_played(cast: list[Player]) -> None:
    pool = a_pool()
    morag, hamish, senga, *_ = cast
    enter(pool, *(table(morag, hamish, at=FIRST_EVENING + timedelta(days=day)) for day in range(9)))
    fold(pool)
    late = table(senga, hamish, at=FIRST_EVENING - timedelta(days=1))
    foreseen = preview_of(pool, [entry_of(pool, late)])
    enter(pool, late)
    fold(pool)
    assert dict(foreseen.after) == standings(pool)
    assert foreseen.before.keys() == {morag.pk, hamish.pk}


def test_nothing_is_said_where_no_figure_on_any_page_changes(cast: list[Player]) -> None:
    pool = a_pool()
    (result,) = enter(pool, table(cast[0], cast[1]))
    more = tuple(seat._replace(points=seat.points + 1) for seat in won_by(cast[0], cast[1]))
    assert consequences_of(correcting(result, *more), AnonymousUser()) == []
    walkover = ResultDraft(uuid4(), won_by(cast[0], cast[1]), how="forfeit")
    assert consequences_of(entry_of(pool, walkover), AnonymousUser()) == []


def test_nothing_is_written_to_find_it_out(evening: Pool, cast: list[Player]) -> None:
    before = list(Fold.objects.values()), list(models.Rating.objects.values()), RatingStep.objects.count()
    told(correcting(Result.objects.get(number=1), *won_by(cast[2], cast[1], cast[0])))
    assert (list(Fold.objects.values()), list(models.Rating.objects.values()), RatingStep.objects.count()) == before
    assert consequences_of(entry_of(a_pool(seats=2), table(*cast[:2])), AnonymousUser()) != []
    assert not Fold.objects.filter(pool__seats=2).exists()


def test_several_entries_are_reckoned_together(cast: list[Player]) -> None:
    pool = a_pool()
    enter(pool, table(*cast[:2], at=FIRST_EVENING))
    late = [table(*cast[1:3], at=FIRST_EVENING), table(*cast[:3], at=FIRST_EVENING - timedelta(days=1))]
    foreseen = preview_of(pool, [entry_of(pool, entry) for entry in late])
    enter(pool, *late)
    fold(pool)
    assert dict(foreseen.after) == standings(pool)


def test_it_begins_at_the_nearest_checkpoint(cast: list[Player]) -> None:
    pool = a_pool()
    results = enter(pool, *(table(*cast[:2]) for _ in range(20)))
    fold(pool, every=8)
    assert preview_of(pool, [correcting(results[17])]).lines == 4
    assert preview_of(pool, [correcting(results[9])]).lines == 12
    assert preview_of(pool, [correcting(results[0])]).lines == 20


def test_of_many_only_the_table_and_those_who_move_furthest_are_shown() -> None:
    pool, many = a_pool(), people(*(f"Player {number}" for number in range(40)))
    (first, *_) = enter(pool, *(_chain(many)))
    consequence = told(correcting(first, *won_by(many[1], many[0])))
    assert {"Player 0", "Player 1"} <= set(lines(consequence))
    assert len(consequence.lines) == 12
    assert re.fullmatch(r"\d+ more ratings change by at most \d\.", consequence.more)


def _chain(players: Sequence[Player]) -> list[ResultDraft]:
    """Everybody plays the next one, again and again, so that a change at the start travels far."""
    pairs = [(players[at], players[at + 1]) for at in range(len(players) - 1)]
    return [table(*pair) for _ in range(4) for pair in pairs]


def test_above_the_bound_it_says_how_many_results_follow(cast: list[Player]) -> None:
    pool = a_pool()
    (first, *_) = enter(pool, *(table(*cast[:2]) for _ in range(6)))
    preview = preview_of(pool, [correcting(first)], most=5)
    consequence = consequence_of(preview, set())
    assert consequence is not None
    assert (preview.is_reckoned, consequence.lines) == (False, ())
    assert consequence.sentences[0].startswith("This changes the ratings of 6 results")
