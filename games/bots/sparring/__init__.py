"""Test matches on demand: unrated, on a seed of the author's, seen by nobody else.

A sparring is ordered (`ordering`), its bouts are claimed one after the other and finished by a token (`holding`), by
workers of the queue `bots` (`worker`). One bout of a sparring is in the queue at a time, by turns
with the ladders' matches, which are in a queue of their own: so neither an author's many bouts nor a ladder's many
blocks hold up each other for longer than a match. Checks come before both.
"""
