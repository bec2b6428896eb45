"""One whole turn of each game for its rules page, made of the pieces of the game."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from league.common.drawing.pieces import (
    arrow,
    badge,
    combat_card,
    cross,
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

# King's Kilt: before the turn, by slot; the card that advances, the one that fills its slot, and what the pile gives.
TURN_PYRAMID: Final = {
    "a1": "bruce", "a2": "douglas", "a3": "macleod", "a4": "stewart", "a5": "wallace", "a6": "hamilton",
    "b1": "buchanan", "b2": "macbeth", "b4": "douglas",
}  # fmt: skip
ADVANCE: Final = ("b2", "c1")
FILL: Final = ("a3", "b2")
PILE_TOP: Final = "wallace"

# Highland Clans: what is drawn, in the order of its use; Morag's card and piper, Hamish's card, of each combat.
TOKENS: Final = ("blue", "blue", "yellow", "green", "green", "red")
COMBATS: Final = ((4, False, 3), (2, False, 2), (1, True, 2))

# Lords of Scotland: clan and strength; face-down Followers and Recruits have none.
RECRUITS: Final = (("makgill", 10), ("forsyth", 3), ("macdonnell", 8), None, None)
ARMIES: Final = (
    (("scott", 6), ("wemyss", 4)),
    (("cochrane", 9),),
    (("fergusson", 5), None),
)


def turn(game: str, words: Sequence[str]) -> str:
    """Return the drawing of a turn of that game, for a page with its sheet. Raise KeyError for a game without one."""
    return TURNS[game](words)


def _kilt_turn(words: Sequence[str]) -> str:
    title, empty, pile = words
    slots = [f"{row}{number}" for row, count in (("a", 6), ("b", 5), ("c", 4)) for number in range(1, count + 1)]
    drawn = [kilt_card(*_at(slot), TURN_PYRAMID.get(slot, ""), slot) for slot in slots if slot != ADVANCE[1]]
    x, y = _at(ADVANCE[1])
    drawn += [
        f'<rect class="turn-target" x="{x}" y="{y}" width="52" height="49" rx="4"/>',
        word(x + 26, y + 30, ADVANCE[1]),
        word(x + 26, y - 8, empty),
    ]
    fed_x, fed_y = _at(FILL[0])
    drawn += [use(f"kilt-{PILE_TOP}", fed_x, fed_y + 84, 52, 49), word(fed_x + 62, fed_y + 113, pile, "start")]
    arrows = [
        arrow(_middle(ADVANCE[0], -1), _middle(ADVANCE[1], 53), 1),
        arrow(_middle(FILL[0], -1), _middle(FILL[1], 53), 2),
        arrow((fed_x + 26, fed_y + 83), (fed_x + 26, fed_y + 53), 3),
    ]
    return frame(title, WIDTH, 334, [*drawn, *arrows])


def _at(slot: str) -> tuple[int, int]:
    row, number = ord(slot[0]) - ord("a"), int(slot[1]) - 1
    return 2 + 56 * number + 28 * row, 196 - 84 * row


def _middle(slot: str, down: int) -> tuple[int, int]:
    x, y = _at(slot)
    return x + 26, y + down


def _clans_turn(words: Sequence[str]) -> str:
    title, *labels = words
    drawn = [badge(12, 14, 1), word(28, 19, labels[0], "start")]
    drawn += [use(f"token-{colour}", 8 + 56 * at, 32, 36, 36) for at, colour in enumerate(TOKENS)]
    for first, last, label in ((0, 1, labels[1]), (2, 2, labels[2]), (3, 5, labels[3])):
        left, right = 8 + 56 * first, 44 + 56 * last
        drawn += [line(f"M{left} 74v5H{right}v-5"), word((left + right) // 2, 97, label)]
    drawn += [badge(12, 128, 2), word(28, 133, labels[4], "start"), estate(8, 144, "cattle"), estate(96, 144, "castle")]
    drawn += [use("token-yellow", 200 + 26 * at, 160, 22, 22) for at in range(5)]
    drawn += [use("token-blue", 200 + 26 * at, 188, 22, 22) for at in range(2)]
    drawn += [badge(12, 250, 3), word(28, 255, labels[5], "start")]
    for side, label in ((0, labels[6]), (1, labels[7])):
        drawn.append(word(4, 306 + 76 * side, label, "start"))
    for at, (mine, with_piper, theirs) in enumerate(COMBATS):
        x = 96 + 84 * at
        drawn += [combat_card(x, 270, mine), combat_card(x, 346, theirs)]
        drawn += [use("token-blue", x + 30, 302, 28, 28)] if with_piper else []
        drawn.append(word(x + 22, 426, labels[8] if at == 0 else labels[9]))
    return frame(title, WIDTH, 434, drawn)


def _lords_turn(words: Sequence[str]) -> str:
    title, recruits, *names, discarded = words
    drawn = [word(4, 16, recruits, "start")]
    drawn += [lords_card(2 + 67 * at, 26, card) for at, card in enumerate(RECRUITS)]
    drawn += [rim(136, 26, 58, 82), badge(194, 30, 1)]
    for row, (name, army) in enumerate(zip(names, ARMIES, strict=True)):
        y = 134 + 94 * row
        drawn.append(word(4, y + 44, name, "start"))
        drawn += [lords_card(92 + 68 * at, y, card) for at, card in enumerate(army)]
    drawn += [rim(160, 134, 58, 82), badge(218, 138, 2)]
    drawn += [cross(96, 232, 50, 74), arrow((156, 269), (214, 269), 3)]
    drawn.append(word(224, 274, discarded, "start"))
    return frame(title, WIDTH, 412, drawn)


TURNS: Final[Mapping[str, Callable[[Sequence[str]], str]]] = {
    "highland-clans": _clans_turn,
    "kings-kilt": _kilt_turn,
    "lords-of-scotland": _lords_turn,
}
