"""A table of Highland Clans in the middle of a raid."""

from typing import Any, Final

from league.common.drawing.highland import NAMES

LONG_NAME: Final = "Caoimhín Ó Dubhthaigh-MacGillivray of Invernahavon and Ballachulish"
COLOURS: Final = ("yellow", "blue", "green", "red")


def table() -> dict[str, Any]:
    """Return five seats; Hamish looks, who is raided by Morag."""
    seated = seats()
    return {
        "facts": [("Round", 4), ("Turn", "3 of 5")],
        "sack": {"count": 41, "tokens": heaps((16, 11, 10, 4), "")},
        "stock": {"count": 17, "shown": [38, 35]},
        "deck": 23,
        "returned": 12,
        "raid": raid(),
        "standing": seated,
        "seats": seated,
    }


def heaps(counts: tuple[int, ...], place: str) -> list[dict[str, Any]]:
    """Return tokens by colour."""
    return [
        {"colour": colour, "count": count, "at": f"{place}-{colour}"}
        for colour, count in zip(COLOURS, counts, strict=False)
    ]


def raid() -> dict[str, Any]:
    """Return a raid in its second combat, which the defender is about to answer."""
    return {
        "attacker": {"name": "Morag Urquhart", "clan": "campbell"},
        "defender": {"name": "Hamish Dalgleish", "clan": "mackenzie"},
        "combats": [
            {"attack": {"value": 3, "pipers": 1}, "defence": {"value": 2, "pipers": 1}, "won": "attack"},
            {"attack": {"value": 0, "pipers": 0}, "defence": {"value": None, "at": "combat"}, "won": ""},
            {},
        ],
    }


def seats() -> list[dict[str, Any]]:
    """Return the five seats of the table, from Hamish on."""
    cards = [{"value": value, "at": f"hand-{n}"} for n, value in enumerate((1, 2, 2, 4, 4), 1)]
    hamish = seat(5, "Hamish Dalgleish", "mackenzie", (5, 3, 0), "cattle . .", 19, hand_size=5, own=True, to_move=True)
    land = "cattle abbey cattle cattle abbey castle"
    return [
        hamish | {"hand": cards},
        seat(1, "Morag Urquhart", "campbell", (6, 2, 1), "cattle castle . abbey", 28, hand_size=4),
        seat(2, LONG_NAME, "macdonald", (4, 5, 0), "castle castle", 31, hand_size=4, following=True),
        seat(3, "steward", "macgregor", (3, 1, 4), land, 33, hand_size=3, begins=True),
        seat(4, "wanderer", "macleod", (4, 0, 2), ". .", 8, hand_size=4),
    ]


def pieces() -> dict[str, Any]:
    """Return one of each piece: tokens, estates, coats of arms, values of cards with a back."""
    return {
        "colours": COLOURS,
        "buildings": ("cattle", "castle", "abbey", ""),
        "clans": tuple(NAMES),
        "values": (1, 2, 3, 4, 0),
    }


def seat(
    number: int, name: str, clan: str, court: tuple[int, ...], land: str, points: int, **how: Any
) -> dict[str, Any]:
    """Return one clan board; `land` names the building on each estate, with a dot for none."""
    estates: list[dict[str, Any] | None] = [
        {"building": "" if building == "." else building, "at": f"estate-{number}-{place}"}
        for place, building in enumerate(land.split(), 1)
    ]
    return {
        "name": name,
        "href": "#",
        "number": number,
        "clan": clan,
        "at": f"arms-{number}",
        "court": heaps(court, f"court-{number}"),
        "estates": estates + [None] * (6 - len(estates)),
        "points": points,
        **how,
    }
