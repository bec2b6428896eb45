"""How much somebody may bring at once. Real records are far below: the longest of the house have 7,000 characters."""

from typing import Final

LONGEST_RECORD: Final = 60_000  # characters
MOST_LINES: Final = 4_000
LONGEST_LINE: Final = 4_000  # characters
LARGEST_FILE: Final = 5 * 1024 * 1024  # bytes, as it is sent
MOST_RECORDS: Final = 60  # in one file
MOST_ENTRIES: Final = 200  # files in a zip
LARGEST_UNPACKED: Final = 20 * 1024 * 1024  # bytes, of a zip
MOST_SQUEEZED: Final = 100  # times smaller than it was; text of records is some ten times

MOST_DRAFTS: Final = 100  # of one person
MOST_WAITING: Final = 60  # of one person, sent and not checked yet

CHECKS_A_MINUTE: Final = 120  # of one person who types
UPLOADS_AN_HOUR: Final = 60  # of one person
