"""Signals of accounts and players.

`place_claimed(sender, account)`: an account became the first site admin; sent inside the same transaction.
"""

from django.dispatch import Signal

place_claimed = Signal()

players_met = Signal()
"""`former`, `standing`: two players are about to become one, or one, given twice, to get an account. Sent in the
transaction, before their rows are locked. A receiver locks the rows of its app that change with them, in the lock order
of the site."""

merge_proposed = Signal()
"""`former`, `standing`: whether two players can become one. A receiver raises `CannotBeMerged`, or returns sentences
that say what the merge would change. It changes nothing."""

players_merging = Signal()
"""`former`, `standing`, `changes`: two players become one; sent in the transaction, both rows locked. A receiver moves
what is of the present to `standing`, and writes into `changes`, under the name of its app, what undoing it needs."""

merge_undoing = Signal()
"""`former`, `standing`, `changes`: a merge is undone; sent in the transaction, both rows locked. A receiver puts back
what `changes` says that it moved, or raises `CannotBeSeparated`."""

player_claimed = Signal()
"""`player`, `claimed`, `account`: somebody said that `claimed` is themselves, and stands as `player` now."""

account_leaving = Signal()
"""`account`, `player` (or None): an account is about to be deleted; sent in the transaction. A receiver deletes what is
personal on its floor, or raises a `Refusal` that says what to do first."""

token_revoked = Signal()
"""`account`: one of its tokens was revoked; sent in the transaction. A receiver ends what the token holds open."""
