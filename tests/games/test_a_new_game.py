"""A game needs only its folder: no drawing, no page, no line in any other file.

Whin of `tests/example_games` is the example. Tests that run for every game run for it too; these are about what it has
no part for.
"""

from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from engine.core import registry
from engine.core.errors import SheetError
from engine.core.match import play
from engine.core.score_sheets import score_sheet_of
from engine.notation import to_json, to_text
from engine.notation.verification import verify
from games.play.owners import KEY, SessionOwner, hash_of
from tests.games.play.factories import address, begins, played_out

WHIN = registry.game("whin")


def seen(client: Client, where: str) -> str:
    answer = client.get(where)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.django_db
def test_it_is_listed_and_has_a_page_that_programs_can_read_too(client: Client) -> None:
    page = reverse("matches:game", args=["whin"])
    assert f'href="{page}"' in seen(client, reverse("matches:games"))
    assert "For 3 to 4 players." in seen(client, page)
    assert client.get("/api/v1/games/whin/").json()["view_schema"] == WHIN.view_schema()


@pytest.mark.django_db
def test_without_rules_the_page_says_where_to_look_instead(
    client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(registry, "folder", lambda _: tmp_path)
    assert "No rules yet" in seen(client, reverse("matches:rules", args=["whin"]))


@pytest.mark.django_db
def test_somebody_plays_it_in_the_browser_by_words_alone(client: Client, redis_url: str) -> None:
    practice_game = begins(client, "wanderer", "lookout-5", game="whin")
    table = seen(client, address(practice_game))
    assert "Your hand: " in table
    assert 'name="move" value="2.' in table
    played_out(SessionOwner(key_hash=hash_of(client.session[KEY])), practice_game)
    assert "All 2 deals have been played." in seen(client, address(practice_game))


def test_without_a_score_sheet_points_are_enough() -> None:
    assert registry.score_sheet("whin") is None
    with pytest.raises(SheetError, match="Whin has no score sheet of its own; points or places are enough"):
        score_sheet_of("whin")


def test_what_nobody_wrote_down_is_found_by_search_alone() -> None:
    record = play(WHIN, [registry.bot("wanderer")] * 3, secret=b"whin")
    known = len(record.events) - 6
    patterns = [event if at < known else (event[0], None) for at, event in enumerate(record.events)]
    for written in (to_text(record, patterns), to_json(record, patterns)):
        verdict = verify(written, seconds=10)
        assert verdict.record is not None
        assert verdict.searched > verdict.back_filled == 0
        assert verdict.record.outcome == record.outcome
    refused = verify(to_text(record, patterns).replace("Points: ", "Points: 9"), seconds=10)
    assert refused.kind == "refused"
