"""Records in words: lossless, forgiving to people, exact about mistakes."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import registry
from engine.core.errors import EngineError
from engine.core.game import Outcome
from engine.core.match import play
from engine.core.record import Fault, Record
from engine.golden import variants
from engine.notation import from_json, from_text, lines_of, records_in, to_json, to_text
from engine.notation.incremental_parser import parse_partial
from tests.engine.notation.records import played

ODD_NAMES = ["Seat 2", "seat 1", "a: b", "Ann, the elder", "#x", "Deal", "points", "Turn", "no power"]
LABELS = st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=20) | st.sampled_from(
    ["Morag", "Hamish", *ODD_NAMES]
)


def match(game: str = "lords-of-scotland", seats: int = 3, seed: int = 1, **given: object) -> Record:
    """A game of wanderers."""
    wanderer = registry.bot("wanderer")
    return play(registry.game(game), [wanderer] * seats, secret=b"%d" % seed, **given)  # type: ignore[arg-type]  # options of any kind


def text_of(*lines: str) -> str:
    return "\n".join(["Moothill record 1", "Game: Lords of Scotland", "Seats: Morag, Hamish", *lines])


DEALT = (
    "Deal: Scott 4, MakGill 7",
    "Deal: Wemyss 1, Forsyth 5",
    "Deal: Cochrane 2, Scott 9",
    "Deal: Cockburn 3, Scott 2",
    "Deal: MacDonnell 6, Fergusson 8",
    "Round 1",
    "Supporters: Scott 12, Forsyth 4",
)


@pytest.mark.long
@pytest.mark.parametrize("slug", list(registry.games()))
@given(seed=st.integers(0, 10_000), names=st.lists(LABELS, min_size=2, max_size=5), odd=st.booleans())
def test_what_is_written_is_read_back_the_same(slug: str, seed: int, names: list[str], odd: bool) -> None:
    game = registry.game(slug)
    names = (names * 5)[: max(game.min_seats, min(game.max_seats, len(names)))]
    record = match(slug, len(names), seed, names=names, options=variants(game)[-1] if odd else None)
    assert from_text(to_text(record)) == record
    assert from_json(to_json(record)) == record
    assert "\n\n\n" not in to_text(record)


@pytest.mark.parametrize("slug", list(registry.games()))
def test_the_lines_of_a_record_hold_every_event_once_and_in_order(slug: str) -> None:
    record = match(slug)
    lines = list(lines_of(record))
    assert [line.first for line in lines] == [1, *(line.last + 1 for line in lines[:-1])]
    assert lines[-1].last == len(record.events)


def test_an_unfinished_game_and_faults_are_kept() -> None:
    whole = match(seats=2)
    cut = Record(
        whole.game, whole.rules_version, whole.components_hash, whole.options, whole.seats, whole.events[:40], None,
        (Fault(1, 12, "no answer: 5 s"), Fault(0, 41, '"# odd \n reason')),
    )  # fmt: skip
    assert from_text(to_text(cut)) == cut
    assert from_json(to_json(cut)) == cut


def test_several_records_stand_in_one_text() -> None:
    records = [match(seed=seed) for seed in range(3)]
    assert list(records_in("\n".join(map(to_text, records)))) == records


def test_a_secretary_may_write_as_he_speaks() -> None:
    typed = text_of(
        *(line.lower() for line in DEALT[:5]),
        "Round 1:",
        DEALT[6],
        "# the first turn",
        "morag: turns up Forsyth 1; plays mac6   # MacDonnell",
        "  power ",
        "HAMISH: musters ferguson  8, (face-down)",
        "\tMorag: ;; turn Scott\u00a01; recruit face down;; it is Wemyss 9;",
    )
    neat = text_of(
        *DEALT,
        "Morag: turn Forsyth 1; muster MacDonnell 6; power",
        "Hamish: muster Fergusson 8 face-down",
        "Morag: turn Scott 1; recruit face-down; is Wemyss 9",
    )
    assert from_text(typed) == from_text(neat)
    assert "\n".join(neat.split("\n")[3:8]) in to_text(from_text(neat))


def test_windows_line_ends_and_a_missing_last_line_do_no_harm() -> None:
    record = match()
    assert from_text(to_text(record).replace("\n", "\r\n").rstrip()) == record


@pytest.mark.parametrize(
    ("lines", "line", "column", "says"),
    [
        (("Deal: Scot 4x, MakGill 7",), 4, 7, "“Scot 4x” is no card"),
        (("Deal: Scott 4, Mak 13",), 4, 16, "There is no MakGill 13"),
        (("Deal: Ma 4",), 4, 7, "“Ma” is several clans: MacDonnell, MakGill"),
        (("Deal: Bruce 12",), 4, 7, "Bruce 97 and Bruce 98"),
        (("Dael: Scott 4",), 4, 1, "Did you mean “deal"),
        (("Deal: Scott 4, Scott 4",), 4, 16, "Scott 4"),
        (("Round 1",), 4, 1, "out of place"),
        ((*DEALT, "Hamish: turn Forsyth 1; muster Scott 2"), 11, 32, "It is the turn of Morag, not of Hamish."),
        ((*DEALT, "Morag: turn Forsyth 1; muster Scott 5"), 11, 31, "Scott 5"),
        (
            (*DEALT, "Morag: turn Forsyth 1; muster MacDonnell 6; power", "Hamish: muster Scott 2; copy Scott 11"),
            12,
            30,
            "No face-up Follower is Scott 11",
        ),
        ((*DEALT, "Points: 3, 4", "Places: 2, 1"), 12, 1, "the game is not over"),
        (("Points: 3",), 4, 9, "2 whole numbers"),
        (("Points: 1_0, 3",), 4, 9, "2 whole numbers"),
        (("Points: +3, 3",), 4, 9, "2 whole numbers"),
        (("Points: ٣, 3",), 4, 9, "2 whole numbers"),
        (("Points: -, 3",), 4, 9, "2 whole numbers"),
        (("Places: 1, 1_0",), 4, 9, "2 whole numbers"),
        ((f"Points: {'9' * 5000}, 3",), 4, 9, "2 whole numbers"),
        (("Points: 3, -4", "Places: 1, 2"), 5, 1, "the game is not over"),
        (("Deal: Scott ٤, MakGill 7",), 4, 7, "“Scott ٤” is no card"),
        ((*DEALT, "Seat ٢: turn Forsyth 1"), 11, 1, "A number is missing behind “Seat”"),
        (("Fault: seat ٢ at event 1: gone",), 4, 8, "A fault is written like this"),
        (("Fault: seat 1 at event ٢: gone",), 4, 8, "A fault is written like this"),
        (("muster ?5 face-down",), 4, 8, "Only what is dealt"),
        (("muster Scott ? face-down",), 4, 8, "Only what is dealt"),
        (("Deal: ٣ ?",), 4, 7, "Only what is dealt"),
        (("Points: 3, 4",), 4, 1, "Points alone cannot say how the game ended: Places should stand there too."),
        (("Reason: rain",), 4, 1, "Reason alone cannot say how the game ended: Places and points should"),
        (("Points: 3, 4", "Points: 3, 4"), 5, 1, "Points is given twice"),
        (("Deal: Sct 4, Scott 5",), 4, 7, "There is no clan “Sct”. Did you mean Scott?"),
        (("Deal: McGill 4",), 4, 7, "Did you mean MakGill?"),
        (("Deal: Campbell 4",), 4, 7, "There is no clan “Campbell”. The clans are Bruce, Cochrane"),
        ((*DEALT, "Mrag: turn Forsyth 1"), 11, 1, "Did you mean “Morag”?"),
        ((*DEALT, "Senga: turn Forsyth 1"), 11, 1, "“Senga” is neither a seat (Morag, Hamish) nor"),
        ((*DEALT, "Seat 3: turn Forsyth 1"), 11, 1, "There is no seat 3 at this table; its seats go from 1 to 2."),
        ((*DEALT, "Morag: turn Forsyth 1; Hamish: pass"), 11, 24, "The turn of Hamish begins a line of its own."),
        ((*DEALT, "morag turn Forsyth 1"), 11, 1, "A colon is missing behind Morag"),
        ((*DEALT, "Options: bruce on"), 11, 1, "belongs into the head of the record"),
        ((*DEALT[:5], "Round one"), 9, 1, "The heading that may stand here is “Round 1”."),
        ((f"Deal: Scott {'9' * 5000}",), 4, 7, "9…” is no card"),
        ((*DEALT, f"seat {'9' * 5000}: pass"), 11, 1, "9… at this table"),
        ((*DEALT, "seat : turn Forsyth 1"), 11, 1, "A number is missing behind “seat”. Write seat 1 to seat 2"),
        ((*DEALT, "Seat two: turn Forsyth 1"), 11, 1, "A number is missing behind “Seat”."),
        (
            (*DEALT, "seat 1 turn Forsyth 1"),
            11,
            1,
            "A colon is missing behind seat 1; write for instance “seat 1: pass”",
        ),
        ((*DEALT, "Morag: turn Forsyth 1; seat 2: pass"), 11, 24, "The turn of seat 2 begins a line of its own."),
        (("Deal: Scott 4", "Points: 3, 4", "Places: 2, 1"), 6, 1, "after its 1 event the game is not over"),
        ((f"Fault: seat {'9' * 5000} at event 1: gone",), 4, 8, "A fault is written like this"),
        (("Fault: Ann at event 3: gone",), 4, 8, "A fault is written like this"),
    ],
)
def test_the_first_bad_place_is_named_with_its_cause(lines: tuple[str, ...], line: int, column: int, says: str) -> None:
    with pytest.raises(EngineError) as refusal:
        from_text(text_of(*lines))
    assert (refusal.value.facts["line"], refusal.value.facts["column"]) == (line, column)
    assert says in str(refusal.value)
    assert str(refusal.value).startswith(f"Line {line}, column {column}: ")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "There is no record here"),
        ("Game: Lords of Scotland", "A record begins with the line: Moothill record 1"),
        ("Moothill record 1\nSeats: Morag, Hamish", "does not say which game"),
        ("Moothill record 1\nGame: Lords of Scotland", "does not say who played"),
        ("Moothill record 1\nGame: Lords of Scoltand", "Did you mean lords-of-scotland?"),
        ("Moothill record 1\nGame: Lords of Scotland\nOptions: brue on", "Did you mean bruce?"),
        (
            "Moothill record 1\nGame: Lords of Scotland\nOptions: bruce on, BRUCE off",
            "The option “bruce” is given twice; once is enough.",
        ),
        ("Moothill record 1\nGame: Lords of Scotland\nOptions: bruce", "with its value, as in: Options: bruce on"),
        ("Moothill record 1\nGame: Lords of Scotland\nOptions:", "with its value, as in: Options: bruce on"),
        ("Moothill record 1\nGame: Lords of Scotland\nSeats: Ann, Bob\nSeats: Ann, Eve", "says “Seats:” twice"),
        ('Moothill record 1\nGame: Lords of Scotland\nSeats: "\\ud800", Ann', "half a character"),
        ('Moothill record 1\nGame: Lords of Scotland\nSeats: "a\\u0000b", Ann', "or a NUL, which nobody can read"),
        ("Moothill record 1\nGame: Lords of Scotland\nSeats: a\0b, Ann", "or a NUL, which nobody can read"),
        ('Moothill record 1\nGame: Lords of Scotland\nSeats: Ann, "B\\nb"', "A control character stands in the name"),
        ("Moothill record 1\nGame: Lords of Scotland\nSeats: Morag,, Hamish", "A seat is missing here"),
        ("Moothill record 1\nGame: Lords of Scotland\nSeats: Morag", "played by 2 to 5, not by 1"),
        ("Moothill record ٢\nGame: Lords of Scotland", "A record begins with the line"),
        ("Moothill record 2\nGame: Lords of Scotland\nSeats: Morag, Hamish", "notation version"),
        ("Moothill record 1\nGaem: Lords of Scotland", "did you mean “Game:”?"),
    ],
)
def test_a_bad_head_is_refused_with_the_mend(text: str, says: str) -> None:
    with pytest.raises(EngineError) as refusal:
        from_text(text)
    assert says in str(refusal.value)
    assert "line" in refusal.value.facts


@pytest.mark.parametrize("name", ["King's Kilt", "King’s Kilt", "kings kilt", "KINGS-KILT"])  # noqa: RUF001 (phones)
def test_the_name_of_a_game_may_be_written_as_it_is_spoken(name: str) -> None:
    assert from_text(f"Moothill record 1\nGame: {name}\nSeats: Morag, Hamish").game == "kings-kilt"


def test_a_stated_result_that_the_events_do_not_lead_to_is_refused() -> None:
    record = match(seats=2)
    assert record.outcome is not None
    wrong = to_text(record).replace(
        f"Points: {', '.join(map(str, record.outcome.points))}", "Points: 99, 1"
    )  # fmt: skip
    with pytest.raises(EngineError, match="lead to"):
        from_text(wrong)


def test_points_and_places_are_enough_at_the_end() -> None:
    record = match(seats=2)
    short = "\n".join(line for line in to_text(record).split("\n") if not line.startswith("Reason:"))
    assert from_text(short) == record
    assert isinstance(from_text(short).outcome, Outcome)


def test_two_seats_of_one_name_are_told_apart_by_number() -> None:
    twins = text_of(*DEALT).replace("Morag, Hamish", "Ann, Ann")
    assert from_text(f"{twins}\nseat 1: turn Forsyth 1").events[-1] == (2, 6)
    with pytest.raises(EngineError, match=r"Several seats are called Ann; write seat 1, seat 2 and so on\."):
        from_text(f"{twins}\nAnn: turn Forsyth 1")


@pytest.mark.parametrize(
    ("options", "activation"),
    [
        ("bruce=on, activation=strict", "strict"),
        ("bruce: yes, activation: strict", "strict"),
        ("bruce  on", "by-players"),
        ("BRUCE ON, Activation  By-Players", "by-players"),
        ("Bruce=True, ACTIVATION: by  players", "by-players"),
    ],
)
def test_an_option_may_be_set_in_any_case_with_a_blank_a_colon_or_an_equals_sign(options: str, activation: str) -> None:
    text = f"Moothill record 1\nGame: Lords of Scotland\nOptions: {options}\nSeats: Morag, Hamish"
    assert from_text(text).options == {"bruce": True, "activation": activation}


def test_the_head_may_be_written_in_capitals() -> None:
    record = match(seats=2)
    head, gap, body = to_text(record).partition("\n\n")
    shouted = head.partition("Seats:")
    assert from_text(f"{shouted[0].upper()}{''.join(shouted[1:])}{gap}{body}") == record


def test_supporters_dealt_again_have_no_second_heading() -> None:
    record = played("lords-of-scotland", 2, 10)
    text = to_text(record)
    assert "Round 1\nSupporters: Forsyth 5, Cockburn 5\nSupporters: Wemyss 6, Scott 9\n" in text
    assert from_text(text) == record
    assert from_text(text.replace("\nSupporters: Wemyss 6", "\nRound 1\nSupporters: Wemyss 6", 1)) == record
    assert parse_partial(text.partition("\nSupporters: Wemyss 6")[0]).heading is None
    assert parse_partial(text.partition("\nRound 1")[0]).heading == "Round 1"


@pytest.mark.parametrize(
    "line",
    [
        '"' + '\\"' * 400_000,
        f"Morag: muster Mac{' ' * 400_000}6x",
        f"Fault: a{' ' * 400_000}b",
        f'Seats: a{" " * 400_000}"b',
        f"Round 2{' ' * 400_000}x",
        "x" * 400_000,
    ],
    ids=["quotes", "blanks in a card", "blanks in a fault", "blanks in a name", "blanks in a heading", "a word"],
)
def test_a_monstrous_line_is_refused_briefly(line: str) -> None:
    """In time that grows with its length: with its square, this would take hours."""
    with pytest.raises(EngineError) as refusal:
        from_text(text_of(*DEALT, "turn Forsyth 1", line))
    assert len(str(refusal.value)) < 400


@pytest.mark.parametrize(
    "line",
    [
        f"Seats: Ann,{' ' * 200_000},Bob",
        f"Deal: 1{' ' * 200_000}, 3 ?",
        f"Send back: 2 yellow{' ' * 200_000}x",
        f"Estate for: 2 yellow{' ' * 200_000}x",
        f"Lay: 3{' ' * 200_000}x",
        f"Lay: ?{' ' * 200_000}x",
    ],
    ids=["a seat", "unknown cards", "tokens", "a payment", "a card", "an unknown card"],
)
def test_a_line_with_very_many_blanks_is_refused_briefly(line: str) -> None:
    """In time that grows with its length: with its square, this would take many minutes."""
    seats = [] if line.startswith("Seats") else ["Seats: Ann, Bob, Cat"]
    with pytest.raises(EngineError) as refusal:
        from_text("\n".join(["Moothill record 1", "Game: Highland Clans", *seats, line]))
    assert len(str(refusal.value)) < 400


@given(cut=st.integers(0, 4000), junk=st.text(max_size=12))
def test_no_text_is_refused_in_any_other_way(cut: int, junk: str) -> None:
    text = to_text(match(seats=2))
    spoiled = text[:cut] + junk + text[cut + len(junk) :]
    with suppress(EngineError):
        list(records_in(spoiled))
