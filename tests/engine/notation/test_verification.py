"""Verification: a record is verified only if it is complete and replays, refused with a position, or not decided."""

from __future__ import annotations

import json
import re
from itertools import count
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core import registry
from engine.core.record import replay
from engine.games.lords_of_scotland import card_assignment
from engine.games.lords_of_scotland.events import MUSTER
from engine.notation import completion, to_json, to_text, verification
from engine.notation.incremental_parser import parse_partial
from engine.notation.verification import Verification, verify
from tests.engine.notation.records import GAMES, hidden, open_text, played

TABLES = [
    (game.slug, seats)
    for game in map(registry.game, GAMES)
    for seats in range(game.min_seats, game.max_seats + 1)
]  # fmt: skip
PLENTY = 30.0  # seconds: what is found at all is found in a fraction of one, and machines are busy


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


def line_of(text: str, part: str) -> int:
    return next(number for number, line in enumerate(text.split("\n"), start=1) if part in line)


def stands(verdict: Verification, kind: str) -> None:
    """What holds of every verdict."""
    assert verdict.kind == kind, verdict.sentence()
    assert (verdict.record is not None) == (kind == "verified")
    assert verdict.sentence().endswith(".")
    if verdict.record is not None:
        assert replay(verdict.record).outcome == verdict.record.outcome is not None
        assert verdict.back_filled + verdict.searched == verdict.unknown


@pytest.mark.long
@pytest.mark.parametrize(("slug", "seats"), TABLES)
@pytest.mark.parametrize("odd", [False, True])
def test_what_everybody_saw_of_a_game_is_verified(slug: str, seats: int, odd: bool) -> None:
    for seed in range(2):
        record = played(slug, seats, seed, odd=odd)
        verdict = verify(to_text(record, hidden(record)), seconds=PLENTY)
        stands(verdict, "verified")
        assert verdict.record is not None
        assert verdict.record.outcome == record.outcome
        assert verdict.unknown == sum(None in pattern for pattern in hidden(record)) > 0
        assert verdict.stated + verdict.unknown == verdict.at == len(record.events)


@pytest.mark.parametrize("slug", GAMES)
@settings(max_examples=12)
@given(seed=st.integers(0, 10_000), share=st.floats(0, 1), more=st.integers(0, 2), as_json=st.booleans())
def test_a_game_that_was_played_is_never_refused_whatever_is_left_open(
    slug: str, seed: int, share: float, more: int, as_json: bool
) -> None:
    record = played(slug, registry.game(slug).min_seats + more, seed)
    patterns = hidden(record, share, seed)
    verdict = verify((to_json if as_json else to_text)(record, patterns), seconds=2)
    assert verdict.kind != "refused", verdict.sentence()
    stands(verdict, verdict.kind)
    assert verdict.written is not None
    assert list(verdict.written.events) == patterns


@pytest.mark.long
@pytest.mark.parametrize("slug", GAMES)
@settings(max_examples=25)
@given(seed=st.integers(0, 500), at=st.floats(0, 1), other=st.floats(0, 1), by=st.sampled_from([-1, 1, 2, 8, None]))
def test_whatever_is_done_to_a_record_it_is_verified_only_if_it_replays(
    slug: str, seed: int, at: float, other: float, by: int | None
) -> None:
    """A number is changed, or two events change places."""
    record = played(slug, registry.game(slug).min_seats, seed)
    patterns = hidden(record)
    one, two = (int(share * (len(patterns) - 1)) for share in (at, other))
    if by is None or len(patterns[one]) < 2:
        patterns[one], patterns[two] = patterns[two], patterns[one]
    else:
        patterns[one] = (patterns[one][0], max(0, (patterns[one][1] or 0) + by), *patterns[one][2:])
    verdict = verify(to_json(record, patterns), seconds=0.3)
    stands(verdict, verdict.kind)


def test_an_impossible_record_is_refused_when_no_time_is_left_to_find_the_first_impossible_event() -> None:
    record = played("kings-kilt", registry.game("kings-kilt").min_seats, 0)
    patterns = hidden(record)
    at = len(patterns) // 8
    patterns[at] = (patterns[at][0], max(0, (patterns[at][1] or 0) - 1), *patterns[at][2:])
    verdict = verify(to_json(record, patterns), seconds=0)
    stands(verdict, "refused")


NUMBERS = st.none() | st.integers(-2, 21) | st.integers(-(2**30), 2**30)


@pytest.mark.long
@pytest.mark.parametrize("slug", GAMES)
@settings(max_examples=40)
@given(
    at=st.floats(0, 1), kind=st.integers(-2, 21), rest=st.lists(NUMBERS, max_size=5), told=st.booleans(),
    movers=st.booleans(),
)  # fmt: skip
def test_nonsense_among_the_events_never_ends_in_anything_but_a_verdict(
    slug: str, at: float, kind: int, rest: list[int | None], told: bool, movers: bool
) -> None:
    record = played(slug, 3, 1)
    document = json.loads(to_json(record, hidden(record)))
    document["events"][int(at * (len(record.events) - 1))] = [kind, *rest]
    if not movers:
        del document["movers"]
    if not told:
        document["outcome"] = None
    text = json.dumps(document)
    verdict = verify(text, seconds=0.2)
    stands(verdict, verdict.kind)
    assert parse_partial(text, seconds=0.1).head is not None


@pytest.mark.parametrize("slug", GAMES)
def test_a_record_that_is_stated_in_full_is_replayed_and_nothing_else(slug: str) -> None:
    record = played(slug, 3, 1)
    verdict = verify(to_text(record), seconds=0)
    stands(verdict, "verified")
    assert verdict.record == record
    assert (verdict.stated, verdict.unknown) == (len(record.events), 0)
    assert verdict.sentence().startswith(f"Verified: all {len(record.events)} events were replayed")


@pytest.mark.parametrize("slug", GAMES)
def test_without_time_nothing_is_decided(slug: str) -> None:
    verdict = verify(open_text(slug, 3, 1), seconds=0)
    stands(verdict, "undecided")
    assert "State more of what was seen." in verdict.sentence()


def test_what_is_not_decided_in_time_is_decided_once_the_cards_named_are_stated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks = count()
    for module in (card_assignment, completion, verification):  # a millisecond a look, also on a busy machine
        monkeypatch.setattr(module, "monotonic", lambda: next(looks) / 1000)
    record = played("lords-of-scotland", 5, 112, odd=True)
    patterns = hidden(record)
    text = to_text(record, patterns)
    verdict = verify(text, seconds=0.5)
    stands(verdict, "undecided")
    named = re.search(r"in place of the unknown in lines ([\d, ]+) and \d+ more", verdict.sentence())
    assert named is not None
    lines = text.split("\n")
    assert all("muster ? face-down" in lines[int(number) - 1] for number in named[1].split(", "))
    assert "The search got no further than line " in verdict.sentence()
    turned_up = [
        event if event[0] == MUSTER else pattern for event, pattern in zip(record.events, patterns, strict=True)
    ]
    stands(verify(to_text(record, turned_up), seconds=PLENTY), "verified")


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("opened", [True, False])
def test_a_game_that_is_not_over_cannot_be_vouched_for(slug: str, opened: bool) -> None:
    record = played(slug, 3, 1)
    text = to_text(record, hidden(record) if opened else None)
    lines = text.split("\n")
    cut = "\n".join(lines[: len(lines) // 2])
    verdict = verify(cut, seconds=PLENTY)
    stands(verdict, "refused")
    assert verdict.problem is not None
    assert verdict.problem.code == "unfinished"
    assert "ends before the game is over" in verdict.sentence()
    assert verdict.position is not None


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("opened", [True, False])
def test_wrong_points_are_refused_where_they_stand(slug: str, opened: bool) -> None:
    record = played(slug, 3, 2)
    assert record.outcome is not None
    text = to_text(record, hidden(record) if opened else None)
    wrong = changed(text, f"Points: {', '.join(map(str, record.outcome.points))}", "Points: 99, 98, 97")
    verdict = verify(wrong, seconds=PLENTY)
    stands(verdict, "refused")
    assert verdict.at == len(record.events)
    assert verdict.problem is not None
    assert verdict.problem.line == line_of(wrong, "Reason:")


@pytest.mark.parametrize("slug", GAMES)
def test_a_result_before_the_end_is_refused(slug: str) -> None:
    lines = open_text(slug, 3, 2).split("\n")
    ending = next(at for at, line in enumerate(lines) if line.startswith("Points:"))
    verdict = verify("\n".join([*lines[: ending // 2], *lines[ending:]]), seconds=PLENTY)
    stands(verdict, "refused")
    assert "the game is not over" in verdict.sentence()


KILT = """Moothill record 1
Game: King's Kilt
Seats: Ann, Bob

Family: ?, ?
Family: ?, ?
Third: ?, ?
Influence: 10 ?
Row 1: {row}
Top: Bruce
"""
LEADERS = "Wallace, Wallace, Bruce, Stewart, Stewart, MacLeod"
TURNS = """Ann: betray Wallace a1; by Wallace a2 with {0}; top MacLeod
Bob: betray Bruce a1; by Wallace a2 with {1}; top Hamilton
Ann: betray MacLeod a1; by Wallace a2 with {2}; top Hamilton
Bob: betray Hamilton a1; by Wallace a2 with {3}; top Douglas
Ann: betray Hamilton a1; by Wallace a2 with {4}; top Douglas
Bob: betray Douglas a1; by Wallace a2 with {5}; top Buchanan
Ann: betray Douglas a1; by Wallace a2 with {6}; top Buchanan
"""


def kilt(*influence: str) -> str:
    return KILT.format(row=LEADERS) + TURNS.format(*(influence or ["Bruce"] * 7))


def test_an_influence_card_that_comes_up_too_often_is_refused_at_the_line() -> None:
    """Six Members of a clan there are, and the seventh is played in line 17."""
    verdict = verify(kilt(), seconds=PLENTY)
    stands(verdict, "refused")
    assert verdict.problem is not None
    assert verdict.problem.line == 17
    assert "Seat 1 cannot have been dealt this Bruce" in verdict.sentence()
    assert verdict.position is not None
    assert verdict.position.turn == 0
    six = verify(kilt(*["Bruce"] * 6, "Stewart"), seconds=PLENTY)
    assert six.problem is not None
    assert six.problem.code == "unfinished"


def test_a_leader_beyond_the_two_of_its_clan_is_refused_at_the_line() -> None:
    verdict = verify(changed(kilt(), "top MacLeod", "top Wallace"), seconds=PLENTY)
    stands(verdict, "refused")
    assert verdict.problem is not None
    assert verdict.problem.line == 11
    assert "no Wallace is left among the Leaders" in verdict.sentence()


LORDS = """Moothill record 1
Game: Lords of Scotland
Seats: Ann, Bob

Deal: 10 ?
Round 1
Supporters: Scott 12, Forsyth 4
Ann: turn Forsyth 1; muster Scott 1
Bob: muster MakGill 11
Ann: turn Cochrane 2; recruit Forsyth 1; new Wemyss 3
Bob: recruit Cochrane 2; new Wemyss 5
Ann: turn Scott 3; {ann}
Bob: recruit face-down; is ?
"""


@pytest.mark.parametrize(
    ("move", "says"),
    [
        ("muster Cochrane 2", "it is in the hand of seat 2"),
        ("muster MakGill 11", "it is a Follower of seat 2"),
        ("muster Forsyth 4", "it lies among the Supporters"),
        ("muster Wemyss 5", "it lies among the Recruits"),
        ("recruit Wemyss 4", "is not a face-up Recruit"),
        ("muster Forsyth 1; power; draw ?", ""),
        ("muster ? face-down", ""),
    ],
)
def test_a_card_that_cannot_have_been_in_the_hand_is_refused_with_its_place(move: str, says: str) -> None:
    verdict = verify(LORDS.format(ann=move), seconds=PLENTY)
    stands(verdict, "refused")
    assert verdict.problem is not None
    if says:
        assert verdict.problem.line == 12
        assert says in verdict.sentence()
        assert verdict.at == 21
    else:
        assert verdict.problem.code == "unfinished"


def test_face_down_followers_are_such_that_the_round_ends_as_the_claims_say() -> None:
    """Ann has 30 with five cards of one clan; if Bob claims first, he had more."""
    turns = "Ann: turn Wemyss {0}; muster MakGill {0} face-down\nBob: muster ? face-down\n"
    begins = LORDS[: LORDS.index("Ann: turn")] + "".join(turns.format(number) for number in range(1, 6))
    verdict = verify(begins + "Bob: claim Scott 12\nAnn: claim Forsyth 4\n", seconds=PLENTY)
    assert verdict.problem is not None
    assert verdict.problem.code == "unfinished", verdict.sentence()
    position: Any = verdict.position
    assert list(position.points) == [4, 12]
    empty = verify(begins + "Bob: claim Scott 12\nAnn: claim Forsyth 4\nRound 2\nSupporters: Scott 7, Forsyth 8\n"
                  "Bob: turn Cochrane 2; recruit face-down; is ?\nAnn: muster Scott 9", seconds=PLENTY)  # fmt: skip
    assert empty.problem is not None
    assert "Seat 1 cannot muster Scott 9: it is not in that hand." in empty.sentence()


CLANS = """Moothill record 1
Game: Highland Clans
Seats: Ann, Bob, Cat

Deal: 4 ?
Deal: {bob}
Deal: 4 ?
Round 1
Ann: draw 2 yellow, 3 blue, red; castle; done; raid Bob; lay ?
Bob: lay {one}
Ann: lay 2
Bob: lay 2
Ann: lay 2
Bob: lay {three}
"""


@pytest.mark.parametrize(
    ("bob", "one", "three", "line", "says"),
    [
        ("1, 2, 2, 3", 2, 4, 14, "Seat 2 cannot"),
        ("1, 1, 2 ?", 4, 4, 14, "Seat 2 cannot have held a 4 here"),
        ("4, 1, ?, ?", 4, 4, 0, ""),
        ("1, 2, 3 ?", 2, 2, 6, "4 cards are to be dealt to seat 2"),
        ("4 ?", "2 with 2 pipers", 4, 10, "lay 3 with piper"),
    ],
)
def test_a_card_laid_must_have_come_into_the_hand(bob: str, one: object, three: int, line: int, says: str) -> None:
    verdict = verify(CLANS.format(bob=bob, one=one, three=three), seconds=PLENTY)
    stands(verdict, "refused")
    assert verdict.problem is not None
    if says:
        assert verdict.problem.line == line
        assert says in verdict.sentence()
    else:
        assert verdict.problem.code == "unfinished"


@pytest.mark.parametrize(
    ("slug", "old", "new", "says"),
    [
        ("lords-of-scotland", "turn ", "turn ? #", "Everything else lies open."),
        ("kings-kilt", "Top: ", "Top: ? #", "all else lies open"),
        ("highland-clans", "Ann: draw ", "Ann: raid ? #", "Everything else lies open."),
    ],
)
def test_what_everybody_sees_cannot_be_left_open(slug: str, old: str, new: str, says: str) -> None:
    verdict = verify(changed(open_text(slug, 3, 1), old, new), seconds=1)
    stands(verdict, "refused")
    assert says in verdict.sentence()


def test_several_records_in_one_text_are_not_checked_together() -> None:
    verdict = verify(2 * open_text("kings-kilt", 2, 1), seconds=1)
    stands(verdict, "refused")
    assert "more than one record" in verdict.sentence()


@pytest.mark.long
@pytest.mark.parametrize("line", ["Ann: pass\n", "Deal: 60 ?\n", "nonsense\n", "Points: 1, 2\n", "Round 1\n", "?\n"])
def test_however_long_a_text_is_a_verdict_comes_soon(line: str) -> None:
    head = "Moothill record 1\nGame: Lords of Scotland\nSeats: Ann, Bob\nDeal: ?\n"
    begun = process_time()  # in which no busy machine counts
    verdict = verify(head + 200_000 * line, seconds=0.5)
    assert verdict.kind == "refused"
    assert process_time() - begun < 10
