"""`manage.py reverify` finds what no longer holds by the rules, and changes nothing."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.matches.claims import finish_matches
from games.matches.models import MatchRecord
from games.records.models import SubmittedRecord
from tests.games.factories import TERMS, blocks, claim, ids_of, played
from tests.games.records.factories import checked, glen, sent, text

pytestmark = pytest.mark.django_db


def reverified(*words: str) -> tuple[str, int]:
    """Return the output of the command, and its exit status."""
    said = StringIO()
    try:
        call_command("reverify", *words, stdout=said, stderr=StringIO())
    except SystemExit as end:
        return said.getvalue(), int(str(end.code))
    return said.getvalue(), 0


def two_kinds_of_records() -> SubmittedRecord:
    """Two matches of bots, and a record that Hamish sent."""
    finish_matches(finishes=played(claim(ids_of(blocks()))), terms=TERMS)
    club, morag, hamish = glen()
    return checked(sent(hamish.player, club, text(), [morag.player, hamish.player]))


def test_what_was_stored_holds() -> None:
    two_kinds_of_records()
    assert reverified() == ("Replayed: 3. Differing: 0.\n", 0)


def test_it_finds_the_record_that_somebody_tampered_with() -> None:
    record = two_kinds_of_records()
    lines = record.completed.split("\n")
    points = next(number for number, line in enumerate(lines) if line.startswith("Points:"))
    lines[points] = "Points: 99, 1"
    SubmittedRecord.objects.filter(pk=record.pk).update(completed="\n".join(lines))
    said, status = reverified()
    assert status == 1
    assert f"/records/{record.public_id}/  Line " in said
    assert "99-1 points" in said
    assert "Replayed: 3. Differing: 1." in said


def test_a_version_of_the_rules_that_is_gone_is_no_difference_by_itself() -> None:
    two_kinds_of_records()
    old = MatchRecord.objects.earliest("pk")
    old.text = old.text.replace("Rules: lords-of-scotland/1", "Rules: lords-of-scotland/0")
    old.save()
    assert reverified()[1] == 0


def test_it_can_be_asked_for_one_game_for_some_days_and_for_a_few() -> None:
    two_kinds_of_records()
    assert reverified("--game", "kings-kilt")[0].startswith("Replayed: 1.")
    assert reverified("--since", "2999-01-01")[0].startswith("Replayed: 0.")
    assert reverified("--since", "2001-01-01", "--limit", "2")[0].startswith("Replayed: 2.")


@pytest.mark.parametrize("words", [["--game", "whist"], ["--since", "yesterday"], ["--limit", "0"]])
def test_it_says_what_it_was_asked_wrongly(words: list[str]) -> None:
    with pytest.raises(CommandError):
        reverified(*words)


def test_it_tells_nothing_of_a_sealed_deal() -> None:
    finish_matches(finishes=played(claim(ids_of(blocks())[:1])), terms=TERMS)
    record = MatchRecord.objects.get()
    MatchRecord.objects.update(text=record.text.replace("claim", "discard"))
    said, status = reverified()
    assert status == 1
    assert "details are hidden until its deal is finished" in said
