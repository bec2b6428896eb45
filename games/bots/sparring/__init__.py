"""Test matches on demand: unrated, on a seed of the author's, seen by nobody else.

A sparring is ordered (`ordering`), its bouts are claimed one after the other and finished by a token (`holding`), by
workers of the queue `bots` (`worker`). One bout of a sparring is in the queue at a time, and checks are in the same
queue: so neither an author's many bouts nor a ladder's many blocks, which are in a queue of their own beside it and
are taken by turns with it, hold up anybody for longer than a match.
"""
