"""A table of Lords of Scotland in the middle of a round, and the record that led there."""

from typing import Any, Final

from league.common.drawing.cards import NAMES

ORDER: Final = ("scott", "makgill", "macdonnell", "wemyss", "fergusson", "forsyth", "cockburn", "cochrane")
BACK: Final[dict[str, Any]] = {}


def card(clan: str, strength: int, **how: Any) -> dict[str, Any]:
    """Return a card as the table's fragment takes it."""
    rank = 97 if clan == "bruce" else 8 * (strength - 1) + ORDER.index(clan) + 1
    return {"clan": clan, "strength": strength, "rank": rank, **how}


def faces() -> list[dict[str, Any]]:
    """Return a card of every clan."""
    return [card(clan, 12 if clan == "bruce" else place) for place, clan in enumerate(NAMES, start=3)]


def attitudes() -> list[dict[str, Any] | None]:
    """Return the ways in which a card can lie."""
    return [
        card("wemyss", 5),
        card("cochrane", 7, activated=True),
        card("scott", 1, activated=True, copies="macdonnell"),
        card("forsyth", 4, face_down=True),
        BACK,
        None,
    ]


def table() -> dict[str, Any]:
    """Return four seats in the third turn of a round."""
    return {
        "supporters": [card("cockburn", 10), card("macdonnell", 9), card("scott", 3), card("wemyss", 6)],
        "recruits": [card("forsyth", 11), card("makgill", 2), card("cochrane", 8, fresh=True), BACK, BACK],
        "pile": 48,
        "discards": {"count": 17, "top": card("fergusson", 5)},
        "seats": seats(),
    }


def seats() -> list[dict[str, Any]]:
    """Return the four seats of the table."""
    return [*_front(), *_back()]


def _front() -> list[dict[str, Any]]:
    """The first two seats."""
    return [
        {
            "name": "Morag Urquhart",
            "href": "#",
            "of": "Leith Card Room",
            "initiative": True,
            "army": [card("cochrane", 7, activated=True), card("makgill", 4), BACK],
            "total": 11,
            "hand": [BACK] * 4,
            "won": [card("wemyss", 12), card("forsyth", 9), card("scott", 4)],
            "points": 25,
        },
        {
            "name": "Hamish Dalgleish",
            "href": "#",
            "of": "Fort William Tabletop",
            "own": True,
            "to_move": True,
            "army": [card("macdonnell", 6), card("macdonnell", 3, face_down=True)],
            "total": 18,
            "doubled": True,
            "hand": [card("bruce", 12), card("scott", 1), card("wemyss", 8), card("cockburn", 2), card("forsyth", 4)],
            "won": [card("cochrane", 11), card("makgill", 10)],
            "points": 21,
        },
    ]


def _back() -> list[dict[str, Any]]:
    """The other two: a long name, and no army."""
    return [
        {
            "name": "Caoimhín Ó Dubhthaigh-MacGillivray of Invernahavon and Ballachulish",
            "href": "#",
            "army": [
                card("scott", 2, activated=True, copies="cochrane"),
                card("fergusson", 9),
                card("wemyss", 10),
                card("cockburn", 11),
            ],
            "total": 32,
            "hand": [BACK],
            "won": [card("fergusson", 12)],
            "points": 12,
        },
        {
            "name": "steward",
            "of": "built-in bot",
            "army": [],
            "total": None,
            "hand": [BACK] * 9,
            "won": [],
            "points": 0,
        },
    ]


def record() -> list[dict[str, Any]]:
    """Return the last lines of the record."""
    lines = [
        ("Round 3", "Morag turns Forsyth 11"),
        ("", "Morag musters Cochrane 7, activated"),
        ("", "Hamish recruits a face-down Recruit"),
        ("", "Caoimhín musters Scott 2, copies Cochrane"),
        ("", "steward recruits MakGill 2"),
        ("", "Morag turns MakGill 2"),
        ("", "Morag musters MakGill 4, not activated, and a card face-down"),
        ("", "Hamish musters a card face-down"),
    ]
    return [
        {"number": 41 + place, "head": head, "text": text, "href": "#", "current": place == 6}
        for place, (head, text) in enumerate(lines)
    ]


def step() -> dict[str, Any]:
    """Return where the stepper stands."""
    return {"number": 47, "of": 112, "first": "#first", "previous": "#46", "next": "#48", "last": "#last"}
