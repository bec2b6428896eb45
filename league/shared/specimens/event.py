"""A tournament of eight in its last round: rounds, crosstable and standings."""

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

# Points of the row against the column in a match of two legs; -1 is being played, -2 not yet.
CROSS: Final = (
    (None, 1, 2, 1.5, 2, 1, 2, 2),
    (1, None, 1, 2, 1, 2, -1, 2),
    (0, 1, None, 2, 1, 2, 2, 2),
    (0.5, 0, 0, None, 2, 1, 2, 1.5),
    (0, 1, 1, 0, None, 1, 2, -2),
    (1, 0, 0, 1, 1, None, 1, 2),
    (0, -1, 0, 0, 0, 1, None, 2),
    (0, 0, 0, 0.5, -2, 0, 0, None),
)

TIEBREAKS: Final = (
    {"short": "SB", "words": "Sonneborn-Berger"},
    {"short": "Wins", "words": "Matches won"},
    {"short": "Str.", "words": "Strength of Supporters won"},
)


def crosstable() -> dict[str, Any]:
    """Return the crosstable of the sample tournament."""
    rows = []
    for place, (name, results) in enumerate(zip(NAMES, CROSS, strict=True), start=1):
        rows.append(
            {
                "place": place,
                "name": name,
                "href": "#",
                "own": place == 3,
                "points": half(points_of(results)),
                "tiebreaks": [half(40.5 - 4 * place)],
                "cells": [cell(result) for result in results],
            }
        )
    return {"rows": rows, "tiebreaks": TIEBREAKS[:1]}


def cell(result: float | None) -> dict[str, str]:
    """Return one square."""
    if result is None:
        return {"kind": "self", "text": ""}
    if result < 0:
        return {"kind": "live", "text": "…", "href": "#"} if result == -1 else {"kind": "none", "text": ""}
    return {"kind": "won" if result > 1 else "lost" if result < 1 else "drawn", "text": half(result), "href": "#"}


def standings() -> dict[str, Any]:
    """Return the standings that go with the crosstable."""
    rows = [
        row
        | {
            "of": "house bot" if row["name"].islower() else "",
            "played": 13 - (row["place"] in (2, 7)),
            "cut": row["place"] == 4,
        }
        for row in crosstable()["rows"]
    ]
    rows = [
        row | {"tiebreaks": [half(40.5 - 4 * row["place"]), 7 - row["place"] // 2, 180 - 9 * row["place"]]}
        for row in rows
    ]
    return {"rows": rows, "tiebreaks": TIEBREAKS}


def rounds() -> list[dict[str, Any]]:
    """Return a finished, a running and a coming round."""
    return [
        {
            "name": "Round 3",
            "kind": "live",
            "words": "2 of 3 tables finished",
            "tables": tables(),
            "byes": ["Senga Rae"],
        },
        {"name": "Round 4", "kind": "waiting", "words": "drawn when round 3 is closed", "tables": [], "byes": []},
    ]


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


def points_of(results: tuple[float | None, ...]) -> float:
    """Return the sum of what was decided."""
    return sum(result for result in results if result is not None and result > 0)


def half(points: float) -> str:
    """Write points with a half as bulletins do: 5½."""
    whole, rest = divmod(points, 1)
    return f"{whole:.0f}½" if rest and whole else "½" if rest else f"{whole:.0f}"
