"""Drafts: saved while they are typed, never overwritten unseen, and visible only to the person who types them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.records.errors import ChangedElsewhere, NoSuchRecord, NotNow, TooMany, UnreadableFile
from games.records.models import SubmittedRecord
from games.records.queries import record_at, records_of
from games.records.services import MOST_DRAFTS, begin_draft, discard_draft, hold_parcel, write_draft
from games.records.verification import PARCELS_STAY, sweep_records
from league.accounts.models import Account
from tests.cast import Role, account_of, joins, operator
from tests.games.records.brought import TERMS, checked, glen, sent, text

pytestmark = pytest.mark.django_db

Status = SubmittedRecord.Status


@pytest.fixture
def hamish() -> Account:
    club, _morag, hamish = glen()
    begin_draft(by=hamish.player, club=club, text="Moothill record 1\nGame: King's Kilt\nSeats: Morag, Hamish\n")
    return hamish


def draft() -> SubmittedRecord:
    return SubmittedRecord.objects.get()


def write(by: Account, words: str, revision: int, *, over: bool = False) -> SubmittedRecord:
    return write_draft(public_id=draft().public_id, by=by.player, text=words, revision=revision, over=over)


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
    hold_parcel(by=hamish.player, club=club, texts=["Moothill record 1"] * (MOST_DRAFTS - 1))
    for begin in (
        lambda: begin_draft(by=hamish.player, club=club),
        lambda: hold_parcel(by=hamish.player, club=club, texts=["x"]),
    ):
        with pytest.raises(TooMany):
            begin()


def test_a_file_that_nobody_sends_on_is_forgotten_and_what_is_typed_stays(hamish: Account) -> None:
    typed = draft()
    hold_parcel(by=hamish.player, club=typed.club, texts=["Moothill record 1", "Moothill record 1"])
    left = SubmittedRecord.objects.filter(parcel__isnull=False).order_by("pk")
    long_ago = timezone.now() - PARCELS_STAY - timedelta(minutes=1)
    SubmittedRecord.objects.filter(pk__in=[typed.pk, left[0].pk]).update(touched_at=long_ago)
    sweep_records(terms=TERMS)
    assert SubmittedRecord.objects.filter(parcel=None).get() == typed
    assert SubmittedRecord.objects.count() == 2
