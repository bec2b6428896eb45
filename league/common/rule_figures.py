"""Figures beside the rules of each game, drawn from its pieces, by the anchor of the section.

The page includes the sheet of the game. The text beside a figure describes it; its title repeats it for screen readers.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from league.common.drawing import kilt
from league.common.drawing.pieces import (
    arrow,
    badge,
    combat_card,
    counting_track,
    estate,
    frame,
    kilt_card,
    line,
    lords_card,
    rim,
    use,
    word,
)

WIDTH: Final = 336
_NAMED: Final = "turn figure named"  # large enough for the names of powers
POWERS: Final = ("scott", "makgill", "wemyss", "fergusson", "forsyth", "cockburn", "cochrane", "macdonnell", "bruce")


def figures_of(game: str, anchor: str) -> list[str]:
    """Return the drawings beside that part of the rules of a game."""
    return [draw() for draw in FIGURES.get((game, anchor), ())]


def _figure(title: str, height: int, drawn: Sequence[str], kind: str = "turn figure") -> str:
    return frame(title, WIDTH, height, drawn, kind)


def table_of(game: str) -> str:
    """Return the table of a game laid out, for its page; an empty text for a game without a drawing."""
    return TABLES[game]() if game in TABLES else ""


def _lords_anatomy() -> str:
    drawn = [lords_card(8, 8, ("wemyss", 7), 150)]
    for x, y, label in (
        (112, 54, _("strength")),
        (154, 112, pgettext("of a card", "rank")),
        (148, 156, _("power")),
        (142, 201, _("clan")),
    ):
        drawn += [line(f"M196 {y}H{x}"), word(202, y + 5, label, "start")]
    return _figure(_("A card of Lords of Scotland: strength, rank, power and clan"), 228, drawn, _NAMED)


def _lords_table() -> str:
    recruits = (("forsyth", 3), ("makgill", 10), None, None, None)
    drawn = [badge(12, 14, 1), word(30, 19, _("Supporters"), "start")]
    drawn += [
        lords_card(2 + 52 * at, 32, card, 48) for at, card in enumerate((("cockburn", 9), ("scott", 8), ("wemyss", 2)))
    ]
    drawn += [badge(12, 128, 2), word(30, 133, _("Recruits"), "start"), word(334, 133, _("draw pile"), "end")]
    drawn += [lords_card(2 + 52 * at, 146, card, 48) for at, card in enumerate(recruits)]
    drawn += [lords_card(280 + 3 * at, 146 - 2 * at, None, 48) for at in range(3)]
    drawn += [badge(12, 242, 3), word(30, 247, _("Followers in your army"), "start")]
    drawn += [lords_card(2 + 52 * at, 260, card, 48) for at, card in enumerate((("scott", 6), ("wemyss", 4), None))]
    return _figure(_("The table of Lords of Scotland: Supporters, Recruits and draw pile, an army"), 332, drawn)


def _lords_strength() -> str:
    armies = (
        ((("scott", 4), ("scott", 7)), "2 \N{MULTIPLICATION SIGN} (4 + 7) = 22"),
        ((("scott", 3), ("scott", 4), ("makgill", 7)), "3 + 4 + 7 = 14"),
    )
    drawn = [
        part
        for row, (army, total) in enumerate(armies)
        for part in (
            *(lords_card(2 + 62 * at, 4 + 92 * row, card) for at, card in enumerate(army)),
            word(196, 52 + 92 * row, total, "start"),
        )
    ]
    return _figure(_("Scott 4 and Scott 7 are worth 22; Scott 3, Scott 4 and MakGill 7 are worth 14"), 182, drawn)


def _lords_blocked() -> str:
    others = (("fergusson", 5), ("wemyss", 3), ("cochrane", 9))
    drawn = []
    for row, (heading, blockers) in enumerate(((_("2 or 3 players"), (0, 1)), (_("4 or 5 players"), (1,)))):
        y = 126 * row
        drawn += [word(2, y + 16, heading, "start"), lords_card(2, y + 26, ("wemyss", 7))]
        drawn += [lords_card(112 + 66 * at, y + 26, card) for at, card in enumerate(others)]
        drawn += [rim(112 + 66 * at, y + 26, 58, 82) for at in blockers]
        drawn.append(arrow((108, y + 67), (68, y + 67)))
    drawn.append(word(112, 260, _("blocks"), "start"))
    drawn.append(rim(172, 248, 14, 14))
    title = _(
        "A Wemyss of 7 is mustered. With 2 or 3 players Fergusson 5 and Wemyss 3 block its power, with 4 or 5 players "
        "only Wemyss 3."
    )
    return _figure(title, 272, drawn)


def _lords_powers() -> str:
    drawn = [
        lords_card(2 + 112 * (at % 3), 2 + 156 * (at // 3), (clan, 12 if clan == "bruce" else at + 2), 106)
        for at, clan in enumerate(POWERS)
    ]
    return _figure(_("A card of each clan with the sign and the name of its power"), 470, drawn, _NAMED)


def _kilt_hands() -> str:
    drawn = [word(2, 16, _("Family"), "start"), word(2, 104, _("Influence"), "start")]
    drawn += [kilt_card(2 + 58 * at, 26, clan) for at, clan in enumerate(("bruce", "stewart", "wallace"))]
    influence = ("macleod", "macleod", "hamilton", "douglas", "stewart")
    drawn += [kilt_card(2 + 58 * at, 114, clan) for at, clan in enumerate(influence)]
    return _figure(_("A Family of three clans, and five Influence cards"), 168, drawn)


def _kilt_pyramid() -> str:
    clans = iter([*kilt.NAMES] * 3)
    drawn = [
        kilt_card(2 + 56 * number + 28 * row, 268 - 53 * row, next(clans), slot=f"{name}{number + 1}", crowned=row == 5)
        for row, name in enumerate("abcdef")
        for number in range(6 - row)
    ]
    ranks = ((_("King"), 3), (_("Guardians"), 2), (_("Noblemen"), 1))
    drawn += [word(2, 30 + 53 * at, f"{rank}: {points}", "start") for at, (rank, points) in enumerate(ranks)]
    return _figure(_("The pyramid: six rows, a to f. The King scores 3, a Guardian 2, a Nobleman 1."), 322, drawn)


def _kilt_scores() -> str:
    top = (("bruce",), ("bruce", "stewart"), ("stewart", "douglas", "douglas"))
    drawn = [
        kilt_card(84 + (at - len(row) / 2) * 56, 2 + 53 * number, clan, crowned=number == 0)
        for number, row in enumerate(top)
        for at, clan in enumerate(row)
    ]
    for at, (clan, score) in enumerate((("bruce", "3 + 2 = 5"), ("stewart", "2 + 1 = 3"), ("wallace", "0"))):
        drawn += [kilt_card(196, 2 + 53 * at, clan), word(258, 32 + 53 * at, score, "start")]
    drawn += [line("M196 168H334"), word(258, 190, "5 + 3 + 0 = 8", "start")]
    return _figure(_("Bruce scores 3 and 2, Stewart 2 and 1, Wallace nothing: 8 points"), 198, drawn)


def _clans_pieces() -> str:
    tokens = (("yellow", _("warrior")), ("blue", _("piper")), ("green", _("monk")))
    drawn = [word(2, 16, _("in your court"), "start"), word(2, 118, _("on an estate"), "start")]
    for at, (colour, label) in enumerate(tokens):
        drawn += [use(f"token-{colour}", 34 + 112 * at, 28, 40, 40), word(54 + 112 * at, 88, label)]
    for at, (building, label) in enumerate(
        (
            ("cattle", pgettext("estate", "cattle")),
            ("castle", pgettext("estate", "castle")),
            ("abbey", pgettext("estate", "abbey")),
        )
    ):
        drawn += [estate(10 + 112 * at, 130, building, 88), word(54 + 112 * at, 236, label)]
    return _figure(_("Warrior, piper and monk in a court; cattle, a castle and an abbey on estates"), 244, drawn)


def _clans_start() -> str:
    drawn = [
        word(2, 16, _("your court"), "start"),
        word(2, 84, _("your estates"), "start"),
        word(180, 84, _("your cards"), "start"),
    ]
    drawn += [use("token-yellow", 2 + 34 * at, 26, 30, 30) for at in range(4)]
    drawn += [use("token-blue", 150 + 34 * at, 26, 30, 30) for at in range(2)]
    drawn += [estate(2, 96, "cattle"), estate(86, 96, "")]
    drawn += [combat_card(182 + 36 * at, 104, value) for at, value in enumerate((1, 2, 2, 4))]
    return _figure(_("At the start: four warriors, two pipers, cattle on one of two estates, four cards"), 178, drawn)


def _clans_table() -> str:
    drawn = [badge(12, 14, 1), word(30, 19, _("Victory points"), "start"), *counting_track(34)]
    drawn += [badge(12, 124, 2), word(30, 129, _("Sack"), "start")]
    drawn += [badge(180, 124, 3), word(198, 129, _("Estates"), "start")]
    drawn += [
        use(f"token-{colour}", 2 + 36 * at, 142, 30, 30) for at, colour in enumerate(("yellow", "blue", "green", "red"))
    ]
    drawn += [estate(180 + 6 * at, 142 - 3 * at, "", 56) for at in range(3)]
    drawn += [badge(12, 220, 4), word(30, 225, _("your court"), "start")]
    drawn += [use("token-yellow", 2 + 34 * at, 238, 30, 30) for at in range(4)]
    drawn += [use("token-blue", 150 + 34 * at, 238, 30, 30) for at in range(2)]
    drawn += [use("token-green", 230, 238, 30, 30)]
    drawn += [badge(12, 294, 5), word(30, 299, _("your estates"), "start")]
    drawn += [estate(2 + 70 * at, 312, building, 64) for at, building in enumerate(("cattle", "castle", ""))]
    drawn += [badge(226, 294, 6), word(244, 299, _("your cards"), "start")]
    drawn += [combat_card(216 + 25 * at, 314, value) for at, value in enumerate((1, 2, 2, 4))]
    return _figure(
        _("The table of Highland Clans: counting track, sack and estates; a court, its estates and cards"), 380, drawn
    )


def _clans_actions() -> str:
    rows = (("red", 1, "cattle"), ("blue", 2, "castle"), ("green", 3, "abbey"))
    drawn = []
    for row, (colour, count, building) in enumerate(rows):
        y = 4 + 70 * row
        drawn += [use(f"token-{colour}", 70 - 36 * at, y + 14, 32, 32) for at in range(count)]
        drawn += [arrow((116, y + 30), (156, y + 30)), estate(170, y, building, 62)]
    drawn += [use("token-yellow", 70, 228, 32, 32), arrow((116, 244), (156, 244))]
    drawn += [use("token-yellow", 170, 228, 32, 32), combat_card(214, 214, 0)]
    return _figure(
        _("One red token becomes cattle, two blue a castle, three green an abbey, a yellow one a warrior and a card"),
        280,
        drawn,
    )


def _clans_raid() -> str:
    combats = ((3, False, 4), (2, True, 2), (4, False, 3))
    drawn = [word(2, 44, _("you"), "start"), word(2, 122, _("defender"), "start")]
    for at, (mine, has_piper, theirs) in enumerate(combats):
        x = 96 + 84 * at
        drawn += [combat_card(x, 8, mine), combat_card(x, 86, theirs)]
        drawn += [use("token-blue", x + 32, 42, 28, 28)] if has_piper else []
        drawn.append(word(x + 22, 168, f"{mine + has_piper} : {theirs}"))
        drawn.append(rim(x, 8 if mine + has_piper > theirs else 86, 44, 60))
    return _figure(
        _("You lose the first combat, 3 to 4, and win the others, 3 to 2 and 4 to 3: you win the raid"), 176, drawn
    )


TABLES: Final[Mapping[str, Callable[[], str]]] = {
    "lords-of-scotland": _lords_table,
    "kings-kilt": _kilt_pyramid,
    "highland-clans": _clans_table,
}
FIGURES: Final[Mapping[tuple[str, str], Sequence[Callable[[], str]]]] = {
    ("lords-of-scotland", "the-cards"): (_lords_anatomy,),
    ("lords-of-scotland", "a-round"): (_lords_table, _lords_strength),
    ("lords-of-scotland", "when-a-power-works"): (_lords_blocked,),
    ("lords-of-scotland", "the-powers"): (_lords_powers,),
    ("kings-kilt", "the-cards"): (_kilt_hands,),
    ("kings-kilt", "the-pyramid"): (_kilt_pyramid,),
    ("kings-kilt", "the-king-and-the-end"): (_kilt_scores,),
    ("highland-clans", "what-there-is"): (_clans_table, _clans_pieces),
    ("highland-clans", "set-up"): (_clans_start,),
    ("highland-clans", "your-turn"): (_clans_actions,),
    ("highland-clans", "a-raid"): (_clans_raid,),
}
