"""Drafts: saved while they are typed, never overwritten unseen, and visible only to the person who types them."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from engine.core import registry
from engine.notation import from_text, to_text
from engine.notation.incremental_parser import parse_partial
from games.records.errors import ChangedElsewhere, NoSuchRecord, NotNow, TooMany, UnreadableFile
from games.records.models import SubmittedRecord
from games.records.presenters import head_of
from games.records.queries import record_at, records_of
from games.records.services.drafts import begin_draft, create_batch, discard_draft, write_draft
from games.records.services.limits import MOST_DRAFTS
from games.records.suggestions import Suggestions, suggestions
from games.records.verification import BATCHES_KEPT, sweep_records
from league.accounts.models import Account
from league.clubs.models import Club
from tests.factories import Role, account_of, browser_of, joins, operator
from tests.games.records.factories import TERMS, checked, glen, played, sent, text

pytestmark = pytest.mark.django_db

Status = SubmittedRecord.Status


@pytest.fixture
def hamish(club: Club, hamish: Account) -> Account:
    begin_draft(by=hamish.player, club=club, text="Moothill record 1\nGame: King's Kilt\nSeats: Morag, Hamish\n")
    return hamish


def draft() -> SubmittedRecord:
    return SubmittedRecord.objects.get()


def write(by: Account, words: str, revision: int, *, over: bool = False) -> SubmittedRecord:
    return write_draft(public_id=draft().public_id, by=by.player, text=words, revision=revision, overwrite=over)


def test_what_is_typed_is_kept_with_what_it_says(hamish: Account) -> None:
    write(hamish, f"{draft().text}Family: Bruce, Wallace", 0)
    reading = draft().reading
    assert (reading["game"], reading["seats"], reading["events"]) == ("kings-kilt", ["Morag", "Hamish"], 2)
    assert draft().revision == 1


def test_an_older_window_writes_nothing_over(hamish: Account) -> None:
    write(hamish, "newer", 0)
    with pytest.raises(ChangedElsewhere):
        write(hamish, "an older text", 0)
    assert draft().text == "newer"
    assert write(hamish, "an older text", 0, over=True).text == "an older text"


def test_writing_the_same_text_again_is_no_change(hamish: Account) -> None:
    write(hamish, "the text", 0)
    assert write(hamish, "the text", 0).revision == 1


@pytest.mark.parametrize("words", ["zero \0 byte", "half \ud800 a character", "x" * 100_000])
def test_what_is_no_text_changes_nothing(hamish: Account, words: str) -> None:
    with pytest.raises(UnreadableFile):
        write(hamish, words, 0)
    assert draft().revision == 0


def test_a_draft_exists_for_its_recorder_alone(hamish: Account) -> None:
    club = draft().club
    scorer, organiser = account_of("Eilidh"), account_of("Iain")
    joins(scorer, club, Role.SCORER)
    joins(organiser, club, Role.ORGANISER)
    owner = club.memberships.get(role=Role.OWNER).player.account
    assert owner is not None
    assert record_at(draft().public_id, hamish) == draft()
    for other in (scorer, organiser, owner, operator()):
        with pytest.raises(NoSuchRecord):
            record_at(draft().public_id, other)
        with pytest.raises(NoSuchRecord):
            write(other, "their own text", 0)


def test_what_was_sent_is_not_changed_while_it_is_checked_or_once_it_is_verified() -> None:
    club, morag, hamish = glen()
    record = sent(hamish.player, club, text(), [morag.player, hamish.player])
    for _ in range(2):
        with pytest.raises(NotNow):
            write(hamish, "another game", 9)
        checked(record)


def test_a_draft_can_be_thrown_away_and_nothing_else(hamish: Account) -> None:
    discard_draft(public_id=draft().public_id, by=hamish.player)
    assert not records_of(hamish.player).exists()


def test_a_person_keeps_so_many_drafts_and_no_more(hamish: Account) -> None:
    club = draft().club
    create_batch(by=hamish.player, club=club, texts=["Moothill record 1"] * (MOST_DRAFTS - 1))
    for begin in (
        lambda: begin_draft(by=hamish.player, club=club),
        lambda: create_batch(by=hamish.player, club=club, texts=["x"]),
    ):
        with pytest.raises(TooMany):
            begin()


def test_a_file_that_nobody_sends_on_is_forgotten_and_what_is_typed_stays(hamish: Account) -> None:
    typed = draft()
    create_batch(by=hamish.player, club=typed.club, texts=["Moothill record 1", "Moothill record 1"])
    left = SubmittedRecord.objects.filter(batch__isnull=False).order_by("pk")
    long_ago = timezone.now() - BATCHES_KEPT - timedelta(minutes=1)
    SubmittedRecord.objects.filter(pk__in=[typed.pk, left[0].pk]).update(touched_at=long_ago)
    sweep_records(terms=TERMS)
    assert SubmittedRecord.objects.filter(batch=None).get() == typed
    assert SubmittedRecord.objects.count() == 2


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


@pytest.mark.parametrize("hidden", [False, True])
def test_a_record_of_many_lines_is_answered_while_one_types(club: Club, hamish: Account, hidden: bool) -> None:
    longest = text(("A", "B", "C", "D", "E"), game="lords-of-scotland")
    lines = [line for line in longest.split("\n") for line in (line, "# what was said at the table")][:400]
    written = "\n".join(lines)
    if hidden:
        written = re.sub(r"(?m)^Deal: .*$", "Deal: ?, ?, ?, ?, ?", written)
    browser, draft = browser_of(hamish), begin_draft(by=hamish.player, club=club)
    typed = {"text": written, "revision": 0}
    answer = browser.post(f"/records/{draft.public_id}/write/", typed, headers={"HX-Request": "true"})
    assert "Turn of" in answer.content.decode() or "The game is finished." in answer.content.decode()
