"""The tokens, combat cards and estates of Highland Clans."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path
from typing import Final, TypeAlias

from engine.games.highland_clans.component_file import DEFAULT, VARIABLE, read_components

COMPONENTS: Final = read_components(Path(os.environ.get(VARIABLE) or DEFAULT))

Four: TypeAlias = tuple[int, int, int, int]  # how many tokens of each colour, or cards of each value from 1 to 4

COLOURS: Final = ("yellow", "blue", "green", "red")
YELLOW: Final = 0
BLUE: Final = 1
GREEN: Final = 2
RED: Final = 3
NO_TOKENS: Final = (0, 0, 0, 0)

ALL_TOKENS: Final[Four] = (29, 27, 20, 10)
LEFT_OUT: Final[dict[int, Four]] = {3: (8, 4, 0, 0), 4: (4, 2, 0, 0), 5: NO_TOKENS}  # by the number of seats
FIRST_COURT: Final = (4, 2, 0)  # warriors, pipers, monks
FIRST_ESTATES: Final = (2, 1, 0, 0)  # estates, of which one with cattle, none with a castle or an abbey
FIRST_POINTS: Final = {3: 2, 4: 5, 5: 8}

TOKENS_DRAWN: Final = 6
TOKENS_USED: Final = 4  # of those drawn, at most
LEAST_WARRIORS: Final = 3
MOST_ESTATES: Final = 6

HAND: Final = 4  # cards dealt to each seat
VALUES: Final = (1, 2, 3, 4)
HIDDEN: Final = 0  # in place of a card: it lies face-down
COMBATS: Final = 3  # of a raid
DRAWN_RAID_CARDS: Final = 5  # drawn after a raid that no player won, of which two go back
DRAWN_RAID_RETURNED: Final = 2
MOST_EXCHANGED: Final = 3

CARDS: Final[Four] = COMPONENTS.cards  # how many of each value; a stand-in
ESTATES: Final = COMPONENTS.estates  # the number of each tile, ascending; a stand-in
RED_AREA: Final = 30  # of the track: from here on tiles are turned up
TOP: Final = 42  # points that end the game when the stock of estates is used up

NOBODY: Final = -1  # in place of a seat

COMPONENTS_HASH: Final = sha256(
    "\n".join(
        [
            *(f"{count} {colour} tokens" for colour, count in zip(COLOURS, ALL_TOKENS, strict=True)),
            *(f"{count} cards of value {value}" for value, count in zip(VALUES, CARDS, strict=True)),
            *(f"estate {number}" for number in ESTATES),
        ]
    ).encode()
).hexdigest()


def tokens_in_play(seats: int) -> Four:
    """Return the numbers of tokens of each colour in a game, those on the boards included."""
    yellow, blue, green, red = (every - out for every, out in zip(ALL_TOKENS, LEFT_OUT[seats], strict=True))
    return yellow, blue, green, red
