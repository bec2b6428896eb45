"""One whole turn of each game, drawn for its page of rules; numbers in it are those of the steps beside it.

All words of a drawing are in `words`: its title first, then its labels in the order of reading. They stand in the text
of the page, so that each language has its own.
"""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Final

from league.shared.drawing import cards, highland, kilt

WIDTH: Final = 336

# King's Kilt: before the turn, by slot; the card that advances, the one that fills its slot, and what the pile gives.
PYRAMID: Final = {
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
_RANK_OF_CLAN: Final = {clan: rank for rank, clan in enumerate(cards.NAMES, 1)}


def turn(game: str, words: Sequence[str]) -> str:
    """Return the drawing of a turn of that game, with what it refers to. Raise KeyError for a game without one."""
    return TURNS[game](words)


def _kilt(words: Sequence[str]) -> str:
    title, empty, pile = words
    slots = [f"{row}{number}" for row, count in (("a", 6), ("b", 5), ("c", 4)) for number in range(1, count + 1)]
    drawn = [_slot(slot) for slot in slots if slot != ADVANCE[1]]
    x, y = _at(ADVANCE[1])
    drawn += [
        f'<rect class="turn-target" x="{x}" y="{y}" width="52" height="49" rx="4"/>',
        _word(x + 26, y + 30, ADVANCE[1]),
        _word(x + 26, y - 8, empty),
    ]
    fed_x, fed_y = _at(FILL[0])
    drawn += [_use(f"kilt-{PILE_TOP}", fed_x, fed_y + 84, 52, 49), _word(fed_x + 62, fed_y + 113, pile, "start")]
    arrows = [
        _arrow(_middle(ADVANCE[0], -1), _middle(ADVANCE[1], 53), 1),
        _arrow(_middle(FILL[0], -1), _middle(FILL[1], 53), 2),
        _arrow((fed_x + 26, fed_y + 83), (fed_x + 26, fed_y + 53), 3),
    ]
    return kilt.sheet() + _frame(title, 334, [*drawn, *arrows])


def _slot(slot: str) -> str:
    x, y = _at(slot)
    clan = PYRAMID.get(slot)
    if not clan:
        gap = f'<rect class="turn-gap" x="{x}" y="{y}" width="52" height="49" rx="4"/>'
        return gap + _word(x + 26, y + 30, slot)
    tab = f'<path class="kilt-tab" d="M{x + 2} {y + 2}h20v12a3 3 0 0 1-3 3h-17z"/>'
    return _use(f"kilt-{clan}", x, y, 52, 49) + tab + f'<text class="kilt-slot" x="{x + 12}" y="{y + 14}">{slot}</text>'


def _at(slot: str) -> tuple[int, int]:
    row, number = ord(slot[0]) - ord("a"), int(slot[1]) - 1
    return 2 + 56 * number + 28 * row, 196 - 84 * row


def _middle(slot: str, down: int) -> tuple[int, int]:
    x, y = _at(slot)
    return x + 26, y + down


def _highland(words: Sequence[str]) -> str:
    title, *labels = words
    drawn = [_badge(12, 14, 1), _word(28, 19, labels[0], "start")]
    drawn += [_use(f"token-{colour}", 8 + 56 * at, 32, 36, 36) for at, colour in enumerate(TOKENS)]
    for first, last, label in ((0, 1, labels[1]), (2, 2, labels[2]), (3, 5, labels[3])):
        left, right = 8 + 56 * first, 44 + 56 * last
        drawn += [_line(f"M{left} 74v5H{right}v-5"), _word((left + right) // 2, 97, label)]
    drawn += [_badge(12, 128, 2), _word(28, 133, labels[4], "start"), _estate(8, "cattle"), _estate(96, "castle")]
    drawn += [_use("token-yellow", 200 + 26 * at, 160, 22, 22) for at in range(5)]
    drawn += [_use("token-blue", 200 + 26 * at, 188, 22, 22) for at in range(2)]
    drawn += [_badge(12, 250, 3), _word(28, 255, labels[5], "start")]
    for side, label in ((0, labels[6]), (1, labels[7])):
        drawn.append(_word(4, 306 + 76 * side, label, "start"))
    for at, (mine, with_piper, theirs) in enumerate(COMBATS):
        x = 96 + 84 * at
        drawn += [_combat_card(x, 270, mine), _combat_card(x, 346, theirs)]
        drawn += [_use("token-blue", x + 30, 302, 28, 28)] if with_piper else []
        drawn.append(_word(x + 22, 426, labels[8] if at == 0 else labels[9]))
    return highland.sheet() + _frame(title, 434, drawn)


def _estate(x: int, building: str) -> str:
    """Return an estate of the board without its word, 72 pixels wide."""
    colour, lying = highland.PIECES[building]
    tokens = "".join(_use(f"token-{colour}", left, top, width, width) for left, top, width in lying)
    return (
        f'<svg aria-hidden="true" x="{x}" y="144" width="76" height="76" viewBox="0 0 52 52">'
        f'<rect class="card-paper" x=".75" y=".75" width="50.5" height="50.5" rx="3"/>'
        f'<path class="estate-grass" d="M2 38h48"/>'
        f'<path class="estate-stone" d="{highland.STONE[building]}"/>{tokens}</svg>'
    )


def _combat_card(x: int, y: int, value: int) -> str:
    return (
        f'<rect class="card-paper" x="{x}" y="{y}" width="44" height="60" rx="4"/>'
        f'<path class="combat-sword" d="M{x + 22} {y + 54}v-14m-7 2h14m-7 12"/>'
        f'<text class="combat-value" x="{x + 22}" y="{y + 36}">{value}</text>'
    )


def _lords(words: Sequence[str]) -> str:
    title, recruits, *names, discarded = words
    drawn = [_word(4, 16, recruits, "start")]
    drawn += [_lords_card(2 + 67 * at, 26, card) for at, card in enumerate(RECRUITS)]
    drawn += [_rim(136, 26), _badge(194, 30, 1)]
    for row, (name, army) in enumerate(zip(names, ARMIES, strict=True)):
        y = 134 + 94 * row
        drawn.append(_word(4, y + 44, name, "start"))
        drawn += [_lords_card(92 + 68 * at, y, card) for at, card in enumerate(army)]
    drawn += [_rim(160, 134), _badge(218, 138, 2)]
    drawn += ['<path class="turn-cross" d="M96 232l50 74m0-74l-50 74"/>', _arrow((156, 269), (214, 269), 3)]
    drawn.append(_word(224, 274, discarded, "start"))
    powers: Mapping[str, str] = dict.fromkeys(cards.NAMES, "")
    return cards.sheet(powers) + _frame(title, 412, drawn)


def _lords_card(x: int, y: int, card: tuple[str, int] | None) -> str:
    if card is None:
        return _use("card-back", x, y, 58, 82)
    clan, strength = card
    rank = 8 * (strength - 1) + _RANK_OF_CLAN[clan]
    return (
        f'<svg aria-hidden="true" x="{x}" y="{y}" width="58" height="82" viewBox="0 0 88 124">'
        f'<use href="#card-{clan}" width="88" height="124"/><text class="card-strength" x="31" y="47">{strength}</text>'
        f'<text class="card-rank" x="79" y="69">{rank}</text></svg>'
    )


def _rim(x: int, y: int) -> str:
    return f'<rect class="turn-target" x="{x - 1}" y="{y - 1}" width="60" height="84" rx="5"/>'


def _use(symbol: str, x: int, y: int, width: int, height: int) -> str:
    return f'<use href="#{symbol}" x="{x}" y="{y}" width="{width}" height="{height}"/>'


def _word(x: int, y: int, word: str, anchor: str = "middle") -> str:
    return f'<text class="turn-word" x="{x}" y="{y}" text-anchor="{anchor}">{escape(word)}</text>'


def _line(path: str) -> str:
    return f'<path class="turn-line" d="{path}"/>'


def _badge(x: int, y: int, number: int) -> str:
    return (
        f'<circle class="turn-badge" cx="{x}" cy="{y}" r="11"/>'
        f'<text class="turn-number" x="{x}" y="{y + 5}" text-anchor="middle">{number}</text>'
    )


def _arrow(start: tuple[int, int], end: tuple[int, int], number: int) -> str:
    """Return an arrow with the number of its step in the middle."""
    (x, y), (to_x, to_y) = start, end
    length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
    along_x, along_y = (to_x - x) / length, (to_y - y) / length
    left = (to_x - 9 * along_x + 6 * along_y, to_y - 9 * along_y - 6 * along_x)
    right = (to_x - 9 * along_x - 6 * along_y, to_y - 9 * along_y + 6 * along_x)
    head = f"M{left[0]:.1f} {left[1]:.1f}L{to_x} {to_y} {right[0]:.1f} {right[1]:.1f}"
    path = f"M{x} {y}L{to_x} {to_y}{head}"
    return (
        f'<path class="turn-halo" d="{path}"/><path class="turn-arrow" d="{path}"/>'
        f"{_badge((x + to_x) // 2, (y + to_y) // 2, number)}"
    )


def _frame(title: str, height: int, drawn: Sequence[str]) -> str:
    return (
        f'<svg class="turn" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img"'
        f' aria-label="{escape(title)}"><title>{escape(title)}</title>{"".join(drawn)}</svg>'
    )


TURNS: Final[Mapping[str, Callable[[Sequence[str]], str]]] = {
    "highland-clans": _highland,
    "kings-kilt": _kilt,
    "lords-of-scotland": _lords,
}
