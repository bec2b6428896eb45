"""How large a contest may be."""

from datetime import timedelta
from typing import Final

MOST_AT_ONCE: Final = 5  # contests of a club that are not over
MOST_BLOCKS: Final = 200
MOST_ENTRIES: Final = 100
LONGEST_PACE: Final = 24 * 60  # minutes between two deals that are told
LONGEST_NAME: Final = 80
LONGEST_WORDS: Final = 2_000
FURTHEST: Final = timedelta(days=366)  # until submissions close
