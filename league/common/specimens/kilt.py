"""A table of King's Kilt shortly after the King was crowned."""

from typing import Any, Final

from league.common.drawing.kilt import NAMES

BACK: Final[dict[str, Any]] = {}
PYRAMID: Final = (
    "douglas",
    "bruce .",
    "wallace hamilton macbeth",
    "stewart douglas macleod buchanan",
    ("bruce wallace douglas hamilton stewart"),
    "macleod macbeth buchanan bruce wallace stewart",
)  # from the King down; a dot is nobody
LONG_NAME: Final = "Caoimhín Ó Dubhthaigh-MacGillivray of Invernahavon and Ballachulish"


def faces() -> list[dict[str, Any]]:
    """Return a card of every clan."""
    return [{"clan": clan} for clan in NAMES]


def attitudes() -> list[dict[str, Any]]:
    """Return the ways in which a card can lie."""
    return [
        {"clan": "macbeth"},
        {"clan": "macbeth", "slot": "c2"},
        {"clan": "macbeth", "slot": "f1", "crowned": True},
        {"clan": "macbeth", "face_down": True},
        BACK,
    ]


def table() -> dict[str, Any]:
    """Return four seats; Hamish looks, and has just betrayed a Guardian."""
    return {
        "rows": [row(6 - place, clans.split()) for place, clans in enumerate(PYRAMID)],
        "pile": {"count": 7, "top": {"clan": "macbeth"}},
        "spent": [{"clan": "bruce", "count": 1}, {"clan": "wallace", "count": 2}],
        "betrayed": [{"clan": clan, "count": 1} for clan in ("buchanan", "hamilton", "stewart")],
        "seats": seats(),
    }


def row(number: int, clans: list[str]) -> dict[str, Any]:
    """Return a row of the pyramid."""
    return {"number": number, "slots": [slot(f"{'abcdef'[number - 1]}{n}", clan) for n, clan in enumerate(clans, 1)]}


def slot(name: str, clan: str) -> dict[str, Any]:
    """Return a slot of the pyramid and who is in it."""
    card = {"clan": clan, "slot": name, "crowned": name == "f1", "fresh": name == "e1"}
    return {"name": name, "at": f"slot-{name}", "card": None if clan == "." else card}


def cards(clans: str) -> list[dict[str, Any]]:
    """Return the cards of these clans."""
    return [{"clan": clan} for clan in clans.split()]


def family(clans: str) -> list[dict[str, Any]]:
    """Return a Family, a dot for a card that only its owner knows."""
    return [{"cards": [BACK if clan == "." else {"clan": clan}]} for clan in clans.split()]


def seats() -> list[dict[str, Any]]:
    """Return the four seats of the table."""
    return [
        {
            "name": "Morag Urquhart",
            "href": "#",
            "of": "Leith Card Room",
            "passed": True,
            "family": family("hamilton . ."),
            "influence": [{"cards": [BACK] * 3}],
            "influence_size": 3,
        },
        {
            "name": LONG_NAME,
            "href": "#",
            "family": family("bruce buchanan ."),
            "influence": [{"cards": [BACK] * 4}],
            "influence_size": 4,
        },
        {
            "name": "steward",
            "of": "built-in bot",
            "passed": True,
            "family": family(". macleod ."),
            "influence": [],
            "influence_size": 0,
        },
        {
            "name": "Hamish Dalgleish",
            "href": "#",
            "of": "Fort William Tabletop",
            "own": True,
            "to_move": True,
            "family": [
                *family("douglas"),
                {"cards": [{"clan": "wallace", "face_down": True}], "at": "family-wallace"},
                {"cards": [{"clan": "stewart", "face_down": True}], "at": "family-stewart"},
            ],
            "influence": [
                {"cards": cards("douglas"), "at": "influence-douglas"},
                {"cards": cards("hamilton hamilton"), "at": "influence-hamilton"},
            ],
            "influence_size": 3,
            "sum": [("douglas", 6, 3), ("wallace", 4, 1)],
            "points": 4,
        },
    ]
