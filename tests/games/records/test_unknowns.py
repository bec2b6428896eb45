"""Records of what only the table could see: checked as far as they say, and shown as far as anybody saw."""

import re
from dataclasses import replace

import pytest
from django.urls import reverse

from games.records.models import SubmittedRecord
from league.results.models import Report
from tests.cast import Role, account_of, browser_of, joins
from tests.games.records.brought import TERMS, checked, glen, sent, text, verdict_of

pytestmark = pytest.mark.django_db

Status = SubmittedRecord.Status


def as_seen(written: str) -> str:
    """The record as a spectator could have written it: nobody shows what is dealt."""
    return re.sub(
        r"(?m)^(Family|Third|Influence): (.*)$",
        lambda line: f"{line[1]}: {', '.join('?' for _ in line[2].split(','))}",
        written,
    )


def test_what_was_left_open_is_filled_and_told() -> None:
    club, morag, hamish = glen()
    record = checked(sent(hamish.player, club, as_seen(text()), [morag.player, hamish.player]))
    assert record.status == Status.VERIFIED
    counts = verdict_of(record)["counts"]
    assert counts["unknown"] == counts["back_filled"] + counts["searched"] > 0
    assert "?" not in record.completed
    assert "?" in record.text
    assert Report.objects.get().evidence == record.uuid


def test_what_nobody_saw_is_not_drawn_as_if_it_had_been_so() -> None:
    club, morag, hamish = glen()
    record = checked(sent(hamish.player, club, as_seen(text()), [morag.player, hamish.player]))
    assert verdict_of(record)["counts"]["searched"]
    address = reverse("records:record", args=[record.public_id])
    page = browser_of().get(address, {"step": 30}).content.decode()
    assert "filled with" in page
    assert "as it stands" not in page


def test_what_nobody_saw_is_left_open_in_what_is_read_and_kept() -> None:
    club, morag, hamish = glen()
    record = checked(sent(hamish.player, club, as_seen(text()), [morag.player, hamish.player]))
    words = browser_of().get(reverse("records:record-text", args=[record.public_id])).content.decode()
    assert words == as_seen(record.completed)
    document = browser_of().get(reverse("records:record-json", args=[record.public_id])).json()
    assert [0, None] in document["events"]
    page = browser_of().get(reverse("records:record", args=[record.public_id])).content.decode()
    assert "Family: ?, ?" in page


def test_what_is_not_decided_is_nothing_proved_and_seen_by_those_it_concerns() -> None:
    club, morag, hamish = glen()
    joins(scorer := account_of("Eilidh"), club, Role.SCORER)
    joins(member := account_of("Iain"), club)
    record = sent(hamish.player, club, as_seen(text()), [morag.player, hamish.player])
    checked(record, replace(TERMS, search_seconds=0.0))
    assert (record.status, Report.objects.exists()) == (Status.UNDECIDED, False)
    address = reverse("records:record", args=[record.public_id])
    for concerned in (hamish, morag, scorer):
        page = browser_of(concerned).get(address).content.decode()
        assert "Not decided" in page
        assert "a score sheet" in page
    for stranger in (member, None):
        assert browser_of(stranger).get(address).status_code == 404
