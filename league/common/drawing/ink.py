"""What drawings are painted with: attributes in the colours of the page (`base.css`, `games.css`)."""

from typing import Final

PAPER: Final = 'fill="var(--card-paper)" stroke="var(--card-edge)" stroke-width="1.5"'
CLOTH: Final = 'fill="var(--card-cloth)" stroke="var(--bone)" stroke-width="2"'
WEAVE: Final = 'fill="none" stroke="var(--card-weave)" stroke-width="1.5"'
BOSS: Final = 'fill="var(--card-cloth)"'
MOUND: Final = 'fill="var(--card-mound)"'
SIGN: Final = 'fill="none" stroke="var(--card-ink)" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"'
GAP: Final = 'fill="none" stroke="var(--rule)" stroke-width="2" stroke-dasharray="5 5"'
GRASS: Final = 'stroke="var(--card-soft)"'
SWORD: Final = 'fill="none" stroke="var(--card-soft)" stroke-width="2"'
STONE: Final = 'fill="var(--estate-stone)"'
PIN: Final = 'stroke="var(--peat)" stroke-width="1.5"'
RULE: Final = 'fill="none" stroke="var(--rule)"'
LINE: Final = 'fill="none" stroke="var(--loch)" stroke-width="2" stroke-linejoin="round"'

# Words
STRENGTH: Final = 'font-family="var(--display)" font-size="54" font-weight="500" letter-spacing="-.04em"'
VALUE: Final = 'font-family="var(--display)" font-size="34" font-weight="500" text-anchor="middle"'
RANK: Final = 'font-size="var(--rank, 17px)" text-anchor="end" fill="var(--card-soft)"'
SLOT: Final = 'font-size="13" text-anchor="middle" fill="var(--card-soft)"'
SMALL: Final = 'font-size="var(--text-fine)"'
INK: Final = 'fill="var(--card-ink)"'

TRACK: Final = {
    "free": 'fill="var(--bone-raised)"',
    "red": 'fill="var(--token-red)"',
    "square": 'fill="var(--peat)" opacity=".32"',
    "edge": 'fill="none" stroke="var(--peat)"',
}
"""The counting track of Highland Clans: its paper, the red area, every second square, the edge."""
