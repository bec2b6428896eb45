"""How much somebody may upload."""

from typing import Final

from engine.sandbox.limits import LONGEST_SOURCE

SHORTEST_NAME: Final = 3
LONGEST_NAME: Final = 40
MOST_BOTS: Final = 10  # of one account, the retired ones not among them
MOST_UPLOADS: Final = 20  # of one account within a day
LARGEST_SOURCE: Final = LONGEST_SOURCE
