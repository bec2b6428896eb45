"""Tables of a tournament: one finished, one being played, one waiting."""

from typing import Any, Final

NAMES: Final = (
    "Morag Urquhart",
    "lookout",
    "Hamish Dalgleish",
    "Ealasaid NicDhòmhnaill",
    "Caoimhín Ó Dubhthaigh-MacGillivray of Invernahavon and Ballachulish",
    "steward",
    "Senga Rae",
    "wanderer",
)


def tables() -> list[dict[str, Any]]:
    """Return a finished, a live and a waiting table."""
    return [
        table("Table 1", "done", "finished", [(NAMES[0], 43, 1), (NAMES[5], 36, 2), (NAMES[7], 21, 3)]),
        table("Table 2", "live", "round 4", [(NAMES[1], 28, None), (NAMES[4], 31, None), (NAMES[3], 17, None)]),
        table("Table 3", "waiting", "waits", [(NAMES[2], None, None), (NAMES[6], None, None)]),
    ]


def table(name: str, kind: str, words: str, seats: list[tuple[str, int | None, int | None]]) -> dict[str, Any]:
    """Return one table of a round."""
    return {
        "name": name,
        "href": "#",
        "kind": kind,
        "words": words,
        "seats": [
            {"name": player, "href": "#", "score": score, "place": place, "own": player == NAMES[2]}
            for player, score, place in seats
        ],
    }
