"""How matches are put into tasks."""

from games.matches.queueing import BATCH_COST, BATCH_COUNT, MATCH_COST, WaitingMatch, batches, cost_of


def test_cheap_matches_share_a_task() -> None:
    assert list(batches(WaitingMatch(number, 0, MATCH_COST) for number in range(50))) == [list(range(50))]


def test_a_task_holds_no_more_matches_than_is_stated() -> None:
    many = (WaitingMatch(number, 0, 1) for number in range(2 * BATCH_COUNT + 1))
    assert [len(batch) for batch in batches(many)] == [BATCH_COUNT, BATCH_COUNT, 1]


def test_what_takes_a_second_goes_alone() -> None:
    searching = [WaitingMatch(number, 0, BATCH_COST) for number in (1, 2)]
    assert list(batches(searching)) == [[1], [2]]


def test_cheap_matches_come_first() -> None:
    assert list(batches([WaitingMatch(1, 0, BATCH_COST), WaitingMatch(2, 0, MATCH_COST)])) == [[2], [1]]


def test_what_was_tried_before_goes_alone() -> None:
    waiting = [WaitingMatch(1, 0, MATCH_COST), WaitingMatch(2, 1, MATCH_COST), WaitingMatch(3, 0, MATCH_COST)]
    assert sorted(batches(waiting)) == [[1, 3], [2]]


def test_a_budget_counts_for_every_seat_that_has_one() -> None:
    assert cost_of([0, 0]) == MATCH_COST
    assert cost_of([100, 50]) - MATCH_COST == 3 * (cost_of([50, 0]) - MATCH_COST)
