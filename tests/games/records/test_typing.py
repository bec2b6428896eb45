"""A record is entered by taps alone: the offered words continue the text, in every game."""

import re

import pytest

from engine.core import registry
from engine.notation import from_text, to_text
from engine.notation.incremental_parser import parse_partial
from games.records.presenters import head_of
from games.records.services import begin_draft
from games.records.suggestions import Suggestions, suggestions
from tests.cast import browser_of
from tests.games.records.brought import glen, played, text

GAMES = list(registry.games().values())


def offered(written: str) -> Suggestions:
    return suggestions(parse_partial(written), written)


def words(written: str) -> list[str]:
    return [offer.words for offer in offered(written).shown]


def added(written: str, wanted: str) -> str:
    """The text after tapping what is called so."""
    return written + next(offer.added for offer in offered(written).shown if offer.words == wanted)


KILT = "Moothill record 1\nGame: King's Kilt\nSeats: Morag, Hamish\n\n"


def test_cards_dealt_go_into_one_line() -> None:
    line = added(added(KILT, "family Bruce"), "family Wallace")
    assert line == f"{KILT}Family: Bruce, Wallace"
    assert added(line, "family Douglas") == f"{KILT}Family: Bruce, Wallace\nFamily: Douglas"


def test_what_nobody_saw_is_offered_as_unknown() -> None:
    assert added(KILT, "family ?") == f"{KILT}Family: ?"


def test_a_move_begins_the_line_of_whoever_makes_it() -> None:
    before = "\n".join(text().split("\n")[:17])
    move = words(before)[0]
    assert added(before, move) == f"{before}\nMorag: {move}"
    assert added(f"{before}\nMorag:", move) == f"{before}\nMorag: {move}"
    assert added(f"{before}\n", move) == f"{before}\nMorag: {move}"
    assert added(f"{before}   # a note", move) == f"{before}   # a note\nMorag: {move}"


def test_what_follows_a_move_goes_on_in_its_line() -> None:
    before = "\n".join(text().split("\n")[:18]).rpartition(";")[0]
    assert added(before, "top Bruce") == f"{before}; top Bruce"
    assert added(f"{before};", "top Bruce") == f"{before}; top Bruce"


def test_after_a_bad_line_nothing_is_offered() -> None:
    assert offered(f"{KILT}Family: Campbell") == Suggestions()


def test_at_the_end_the_result_is_offered_and_then_no_more() -> None:
    moves = text().split("\n\nPoints")[0]
    (ending,) = words(moves)
    assert re.fullmatch(r"Points: \d+, \d+; Places: [12], [12]", ending)
    whole = added(moves, ending)
    assert from_text(whole).outcome == played().outcome
    assert offered(whole) == Suggestions()


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_whole_game_can_be_tapped(game: object) -> None:
    """At each step the next words of a record are among those offered; joined, they give the record's text."""
    slug = game.slug  # type: ignore[attr-defined]  # a game of the registry
    seats = ("Morag", "Hamish", "Eilidh")
    record = played(seats, game=slug)
    written = head_of(registry.game(slug), seats)
    for event in record.events:
        so_far = parse_partial(written)
        assert so_far.problem is None, so_far.problem
        assert so_far.position is not None
        said = registry.game(slug).words.say(so_far.position, event)
        clause = f"{said.verb} {said.what}".rstrip()
        tapped = {offer.words: offer.added for offer in suggestions(so_far, written).shown}
        to_fill = tapped.get(clause) or f"{tapped[f'{said.verb} …']}{said.what}"
        written += to_fill
    (ending,) = offered(written).shown
    assert to_text(from_text(written + ending.added)) == to_text(record)


@pytest.mark.django_db
@pytest.mark.parametrize("hidden", [False, True])
def test_a_record_of_many_lines_is_answered_while_one_types(hidden: bool) -> None:
    longest = text(("A", "B", "C", "D", "E"), game="lords-of-scotland")
    lines = [line for line in longest.split("\n") for line in (line, "# what was said at the table")][:400]
    written = "\n".join(lines)
    if hidden:
        written = re.sub(r"(?m)^Deal: .*$", "Deal: ?, ?, ?, ?, ?", written)
    club, _morag, hamish = glen()
    browser, draft = browser_of(hamish), begin_draft(by=hamish.player, club=club)
    typed = {"text": written, "revision": 0}
    answer = browser.post(f"/records/{draft.public_id}/write/", typed, headers={"HX-Request": "true"})
    assert "Turn of" in answer.content.decode() or "The game is finished." in answer.content.decode()
