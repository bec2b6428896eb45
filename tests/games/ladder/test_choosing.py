"""Whom the ladder seats next."""

from collections import Counter
from itertools import product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.ladder.matchmaking import (
    BUILTIN_BLOCKS,
    FAIRNESS,
    PLACEMENT,
    TABLE_KINDS,
    BotKind,
    Candidate,
    Pair,
    evenest_rotation,
    next_table,
    pairs_at,
    table_kind,
)

SETTLED = 100


def bot(player: int, owner: int | None = None, **facts: float) -> Candidate:
    known = {"rating": 1500.0, "uncertainty": 50.0, "blocks": SETTLED, "last_turn": 1, **facts}
    return Candidate(
        player, owner, known["rating"], known["uncertainty"], int(known["blocks"]), int(known["last_turn"])
    )


def table(
    *candidates: Candidate, seats: int = 2, turn: int = 1, meetings: dict[Pair, int] | None = None
) -> tuple[int, ...]:
    found = next_table(candidates, seats=seats, turn=turn, meetings=meetings or {}, rng=Random(1))
    assert found is not None
    return found


def test_a_new_version_comes_first() -> None:
    assert table(bot(1, 10), bot(2, 20, blocks=PLACEMENT - 1), bot(3, 30))[0] == 2
    assert table(bot(1, blocks=0), bot(2, 20, blocks=PLACEMENT - 1), bot(3, 30))[0] == 2


def test_a_table_is_of_a_kind_there_is_room_for() -> None:
    kinds: dict[int, BotKind] = {1: "builtin", 2: "uploaded", 3: "remote", 4: "builtin"}
    candidates = [bot(player, player, blocks=0)._replace(kind=kind) for player, kind in kinds.items()]
    for seats, wanted in product((2, 3), TABLE_KINDS[1:]):
        for turn in range(1, 2 * FAIRNESS):
            found = next_table(candidates, seats=seats, turn=turn, meetings={}, rng=Random(turn), allowed=[wanted])
            assert found is not None
            assert table_kind(kinds[player] for player in found) == wanted
    for allowed in ([], [frozenset[BotKind]({"remote"})], [frozenset[BotKind]({"uploaded", "remote"})]):
        assert next_table(candidates[:2], seats=2, turn=1, meetings={}, rng=Random(1), allowed=allowed) is None


def test_it_meets_whoever_is_close_in_rating() -> None:
    near, far = bot(2, 20, rating=1550), bot(3, 30, rating=2300)
    assert table(bot(1, 10, blocks=0), near, far) == (1, 2)


def test_it_meets_others_when_it_has_met_the_nearest_often() -> None:
    near, other = bot(2, 20, rating=1500), bot(3, 30, rating=1600)
    assert table(bot(1, 10, blocks=0), near, other, meetings={(1, 2): 9}) == (1, 3)


def test_every_fourth_block_belongs_to_whoever_waited_longest() -> None:
    waiting, new = bot(1, 10, last_turn=3), bot(2, 20, blocks=0, last_turn=9)
    assert table(waiting, new, bot(3, 30, last_turn=8), turn=FAIRNESS)[0] == 1
    assert table(waiting, new, bot(3, 30, last_turn=8), turn=FAIRNESS + 1)[0] == 2


def test_bots_of_one_owner_do_not_meet() -> None:
    assert next_table([bot(1, 10), bot(2, 10)], seats=2, turn=1, meetings={}, rng=Random(1)) is None
    assert table(bot(1, 10, blocks=0), bot(2, 10), bot(3, 30)) == (1, 3)


def test_the_house_plays_alone_only_until_it_is_known() -> None:
    known = [bot(player, blocks=BUILTIN_BLOCKS) for player in (1, 2)]
    assert next_table(known, seats=2, turn=1, meetings={}, rng=Random(1)) is None
    assert set(table(*known, bot(3, blocks=0))) & {3}
    assert set(table(*known, bot(4, 40))) & {4}


candidates = st.lists(
    st.tuples(st.sampled_from([None, 1, 2, 3, 4]), st.floats(800, 2400), st.floats(20, 400), st.integers(0, 50)),
    min_size=2,
    max_size=12,
)


@settings(max_examples=60)
@given(facts=candidates, seats=st.integers(2, 5), seed=st.integers(0, 2**32))
def test_nobody_starves_and_no_owner_sits_twice(
    facts: list[tuple[int | None, float, float, int]], seats: int, seed: int
) -> None:
    bots = [
        bot(player, owner, rating=rating, uncertainty=uncertainty, blocks=blocks, last_turn=0)
        for player, (owner, rating, uncertainty, blocks) in enumerate(facts)
    ]
    met: Counter[Pair] = Counter()
    for turn in range(1, 2 * FAIRNESS * len(bots) + 1):
        found = next_table(bots, seats=seats, turn=turn, meetings=met, rng=Random(seed + turn))
        if found is None:
            break
        assert len(set(found)) == seats
        owners = [bots[player].owner for player in found if bots[player].owner is not None]
        assert len(set(owners)) == len(owners)
        met.update(pairs_at(found))
        for player in found:
            bots[player] = bots[player]._replace(last_turn=turn, blocks=bots[player].blocks + 1)
    else:
        strangers = [each for each in bots if each.owner is not None]
        assert all(each.last_turn > turn - FAIRNESS * (len(bots) + 1) for each in strangers)


@given(afar=st.integers(1, 6), seats=st.integers(2, 5), luck=st.integers(0, 9_999))
def test_who_plays_from_afar_comes_to_every_seat_as_often(afar: int, seats: int, luck: int) -> None:
    rng, sat = Random(luck), Counter[tuple[int, int]]()
    there = [*range(afar), *range(100, 100 + seats)]
    for _ in range(60):
        players = rng.sample(there, seats)
        strangers = [player for player in players if player < afar]
        turn = evenest_rotation(players, strangers, sat)
        sat.update((player, (number - turn) % seats) for number, player in enumerate(players) if player in strangers)
    for player in range(afar):
        counts = [sat[player, seat] for seat in range(seats)]
        assert max(counts) - min(counts) <= (1 if afar == 1 else 4)
