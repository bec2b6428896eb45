"""The digest of a file is no secret: an organiser can forge a file with any content. It harms nobody."""

import json
from collections.abc import Callable
from copy import deepcopy
from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client

from league.clubs.models import Club
from league.common.errors import Refusal
from league.tournaments.models import Tournament
from league.tournaments.transfer.exporting import digest_of
from league.tournaments.transfer.importing import import_file
from league.tournaments.transfer.matching import read_file
from league.tournaments.transfer.schema import Fields
from tests.league.tournaments.browser import field_of, text_of
from tests.league.tournaments.factories import Event
from tests.league.tournaments.test_files import file_after_a_round
from tests.league.tournaments.worlds import shared

pytestmark = pytest.mark.django_db

PAGES = ("", "rounds/", "rounds/all/", "rounds/1/", "standings/", "standings/1/", "crosstable/", "preview.png")
DESK = ("", "entries/", "rounds/", "rounds/1/", "results/1/", "log/", "settings/")

LAST = "9999-12-31T23:59:59Z"


@shared
def torn(event: Event) -> Fields:
    """The fields of a tournament file."""
    return file_after_a_round(event)


def put(*path: str | int) -> Callable[..., Callable[[Fields], None]]:
    """Something else at a place of the file."""

    def change(value: Any) -> Callable[[Fields], None]:
        def forge(raw: Fields) -> None:
            at: Any = raw
            for step in path[:-1]:
                at = at[step]
            at[path[-1]] = value

        return forge

    return change


reason = put("rounds", 0, "pairings", 0, "reasons")
UNREADABLE: dict[str, Callable[[Fields], None]] = {
    "a reason that asks for a fact it has not": reason([{"template": "{seat}", "facts": {}}]),
    "a reason that wants all the memory": reason([{"template": "{a:>2000000000}", "facts": {"a": 1}}]),
    "a reason that looks behind its facts": reason([{"template": "{a.real}", "facts": {"a": 1}}]),
    "a reason that turns its facts round": reason([{"template": "{a!r}", "facts": {"a": 1}}]),
    "a reason that is half a pattern": reason([{"template": "{", "facts": {}}]),
    "a reason by number": reason([{"template": "{0}", "facts": {}}]),
    "a reason without a name": reason([{"template": "{}", "facts": {"": 1}}]),
    "a fact with an unprintable name": reason([{"template": "Never.", "facts": {"a\0": 1}}]),
    "a fact as long as a page": reason([{"template": "{a}", "facts": {"a": 10**900}}]),
    "a name of half a letter": put("entries", 0, "name")("\ud800"),
    "an option of half a letter": put("event", "options")({"\ud800": 1}),
    "an ending with an unprintable name": put("event", "endings")({"\0": "tea"}),
    "an end that never was": put("event", "status")("finished"),
    "a beginning that never was": put("event", "started_at")(None),
    "a beginning in another age": put("event", "begins_at")(LAST),
    "a plan of deadlines in another age": put("event", "first_due_at")(LAST),
    "a round due in another age": put("rounds", 0, "due_at")(LAST),
    "a round due in sixty years": put("rounds", 0, "due_at")("2086-01-01T00:00:00Z"),
    "a table due in another age": put("rounds", 0, "pairings", 0, "due_at")(LAST),
    "a round published in another age": put("rounds", 0, "published_at")(LAST),
    "a game played in another age": put("results", 0, "played_at")(LAST),
    "a file of another age": put("written_at")(LAST),
}
UNPLAYABLE: dict[str, Callable[[Fields], None]] = {
    "a name that cannot be read": put("event", "name")("\u200b\u202e"),
    "an ending that is none": put("event", "endings")({"time": "tea"}),
    "a scoring that is none": put("event", "scoring")("tea"),
    "a tie-break that is none": put("event", "tiebreaks")(["tea"]),
    "a tie-break twice": put("event", "tiebreaks")(["wins", "wins"]),
    "a round of a month": put("event", "round_minutes")(32_767),
}
PLAYABLE: dict[str, Callable[[Fields], None]] = {
    "a first day": put("event", "begins_at")("0001-01-01T00:00:00Z"),
    "a first round due in five years": put("rounds", 0, "due_at")(f"{date.today().year + 5}-01-01T00:00:00Z"),
    "the last number of a round": put("rounds", 0, "number")(32_767),
    "a number past the list": put("entries", -1, "joined_round")(32_767),
    "a round that nobody played": put("rounds", 0, "pairings")([]),
    "a state before the rounds": put("event", "status")("draft"),
}


def no_page_fails(browser: Client, event: Tournament) -> None:
    """Every page of the tournament answers without a server error."""
    browser.raise_request_exception = True
    for page in PAGES:
        answer = browser.get(f"/tournaments/{event.public_id}/{event.slug}/{page}")
        assert answer.status_code < 500, page
    for page in DESK:
        assert browser.get(f"/tournaments/{event.public_id}/desk/{page}").status_code < 500, page
    for page in ("/", "/tournaments/", f"/clubs/{event.club.slug}/", f"/api/v1/tournaments/{event.public_id}"):
        assert browser.get(page).status_code < 500, page


def sealed(raw: Fields) -> bytes:
    """The file with its digest, where it has one."""
    try:
        digest = digest_of(raw)
    except UnicodeEncodeError:
        digest = "0"
    return json.dumps(raw | {"digest": digest}).encode()


def test_what_no_page_could_show_is_refused_when_the_file_is_read(torn: Fields) -> None:
    for what, forge in UNREADABLE.items():
        forge(raw := deepcopy(torn))
        assert refused(lambda: read_file(sealed(raw))), what


def test_what_nobody_could_have_typed_is_refused_and_the_event_stays_as_it_was(torn: Fields, club: Club) -> None:
    known = import_file(document=read_file(sealed(torn)), club=club, by=None)
    for what, forge in UNPLAYABLE.items():
        forge(raw := deepcopy(torn))
        held = read_file(sealed(raw))
        assert refused(lambda: import_file(document=held, club=club, by=None)), what  # noqa: B023  (called at once)
    assert (known.name, known.scoring, known.tiebreaks, known.endings) == Tournament.objects.values_list(
        "name", "scoring", "tiebreaks", "endings"
    ).get()


def refused(act: Callable[[], object]) -> bool:
    """Whether it is refused with a sentence."""
    try:
        with transaction.atomic():
            act()
    except Refusal:
        return True
    return False


@pytest.mark.long
@pytest.mark.parametrize("forged", PLAYABLE.values(), ids=PLAYABLE.keys())
def test_forgeries_break_no_page(torn: Fields, club: Club, as_morag: Client, forged: Callable[[Fields], None]) -> None:
    forged(torn)
    bring(as_morag, f"/clubs/{club.slug}/tournaments/from-file/", torn)
    for known in Tournament.objects.all():
        no_page_fails(as_morag, known)


def bring(browser: Client, door: str, raw: Fields) -> str:
    """Look at a file, confirm it where that is offered, and say what the page says."""
    content = sealed(raw)
    looked = browser.post(door, {"file": SimpleUploadedFile("event.moothill.json", content)})
    assert looked.status_code == 200
    page = text_of(looked)
    if 'name="held" value=' not in page:
        return page
    answer = browser.post(door, {"held": field_of(page, "held"), "confirmed": "1"}, follow=True)
    assert answer.status_code < 500
    return answer.content.decode()
