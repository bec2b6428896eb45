"""The state of a record while somebody types it."""

from __future__ import annotations

import pytest

from engine.core import registry
from engine.core.game import CHANCE
from engine.core.record import replay, steps
from engine.notation import to_text
from engine.notation.incremental_parser import PartialParse, parse_partial
from tests.engine.notation.records import GAMES, hidden, open_text, played


def typed(text: str, share: float) -> str:
    """The first lines of the body, whole ones."""
    lines = text.split("\n")
    ending = next(at for at, line in enumerate(lines) if line.startswith("Points:"))
    return "\n".join(lines[: max(8, int(share * ending))])


def next_moves(so_far: PartialParse, line: str) -> set[str]:
    """The moves that agree with how the line was written."""
    clause = line.partition(": ")[2].split("; ")[0] if so_far.turn not in ("chance", "over") else line
    return {move for move in so_far.moves if move == clause or clause.startswith(move.removesuffix("…"))}


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("opened", [True, False])
@pytest.mark.parametrize("share", [0.3, 0.6, 0.9, 1.0])
def test_at_the_end_of_each_line_it_knows_who_is_next_and_offers_what_was_played(
    slug: str, opened: bool, share: float
) -> None:
    record = played(slug, 3, 4)
    text = to_text(record, hidden(record) if opened else None)
    so_far = parse_partial(typed(text, share), seconds=20)
    assert so_far.problem is None
    assert not so_far.undecided
    assert so_far.head is not None
    assert so_far.seats == record.seats
    assert so_far.head.options == record.options
    assert so_far.position is not None
    expected = tuple(hidden(record)) if opened else record.events
    assert so_far.events == expected[: len(so_far.events)]
    if len(so_far.events) == len(record.events):
        assert so_far.turn == "over"
        return
    turns = [state.turn for state, _ in steps(record)]
    turn = turns[len(so_far.events)]
    assert so_far.turn == ("chance" if turn == CHANCE else turn)
    assert so_far.position.turn == turn
    rest = text[len(typed(text, share)) :].strip("\n").split("\n")
    line = next(line for line in rest if line and not line.startswith("Round"))
    if turn != CHANCE:
        assert next_moves(so_far, line)


@pytest.mark.parametrize("slug", GAMES)
def test_before_the_deal_it_awaits_the_deal(slug: str) -> None:
    text = open_text(slug, 3, 1)
    so_far = parse_partial(text[: text.index("\n\n")])
    awaited = "family" if slug == "kings-kilt" else "deal"
    assert (so_far.turn, so_far.awaited, so_far.problem) == ("chance", awaited, None)
    assert so_far.moves[0] == f"{awaited} …"
    assert so_far.moves[1].endswith("?")


@pytest.mark.parametrize(
    "text", ["", "Moothill record 1", "Moothill record 1\nGame: King's Kilt", "{", "What is this?"]
)
def test_before_the_head_is_complete_it_says_what_is_missing(text: str) -> None:
    so_far = parse_partial(text)
    assert so_far.head is None
    assert so_far.seats == ()
    assert so_far.problem is not None
    assert so_far.problem.sentence.endswith((".", "Morag, Hamish", "Moothill record 1", "Lords of Scotland"))


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("opened", [True, False])
def test_a_half_typed_line_is_the_flaw_and_all_before_it_stands(slug: str, opened: bool) -> None:
    record = played(slug, 3, 4)
    text = typed(to_text(record, hidden(record) if opened else None), 0.5)
    before, after = parse_partial(text, seconds=20), parse_partial(f"{text}\nAn", seconds=20)
    assert after.events == before.events
    assert after.turn == before.turn
    assert after.moves == before.moves
    assert after.problem is not None
    assert after.problem.line == text.count("\n") + 2
    assert after.problem.column == 1


def test_a_hidden_hand_is_not_given_away_by_what_is_offered() -> None:
    """The recorder sees that Ann may muster, not which cards; public moves are complete."""
    head = "Moothill record 1\nGame: Lords of Scotland\nSeats: Ann, Bob\n"
    text = f"{head}Deal: 10 ?\nSupporters: Scott 12, Forsyth 4\nAnn: turn Forsyth 1"
    so_far = parse_partial(text)
    assert so_far.turn == 0
    assert set(so_far.moves) == {"recruit Forsyth 1", "recruit face-down", "muster …", "muster ? face-down"}


def test_the_heading_that_may_stand_next_is_told() -> None:
    text = "Moothill record 1\nGame: Lords of Scotland\nSeats: Ann, Bob\nDeal: 10 ?"
    assert parse_partial(text).heading == "Round 1"
    assert parse_partial(f"{text}\nRound 1\nSupporters: Scott 12").heading is None


@pytest.mark.parametrize("slug", GAMES)
def test_where_time_is_up_it_still_knows_whose_turn_it_is(slug: str) -> None:
    text = typed(open_text(slug, 3, 4), 0.9)
    slow, quick = parse_partial(text, seconds=20), parse_partial(text, seconds=0)
    assert quick.undecided
    assert quick.position is None
    assert quick.events == slow.events
    assert quick.turn == slow.turn


@pytest.mark.parametrize("slug", GAMES)
def test_a_whole_record_of_the_fullest_table_is_read_to_its_end(slug: str) -> None:
    record = played(slug, registry.game(slug).max_seats, 1)
    assert parse_partial(to_text(record)).turn == "over"


@pytest.mark.parametrize("slug", GAMES)
def test_the_position_of_a_whole_record_is_its_last(slug: str) -> None:
    record = played(slug, 3, 1)
    assert parse_partial(to_text(record)).position is not None
    position = parse_partial(to_text(record)).position
    assert position is not None
    assert position.outcome == replay(record).outcome
