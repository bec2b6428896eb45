"""Signals of tournaments."""

from django.dispatch import Signal

# Sent on commit: `pairings_published.send(Round, round_id=...)`. May be sent again for the same round; receivers do
# only what is left to do (games.bots creates the matches of a round).
pairings_published = Signal()

# Sent on commit: `pairings_withdrawn.send(Round, round_id=...)`, for a round of a tournament that is over before all
# its games are played. May be sent again; receivers stop unplayed matches and call `games_withdrawn`.
pairings_withdrawn = Signal()

# `round_published.send(Round, tournament=..., number=...)`, in the transaction that publishes a round; once each
# time. Receivers may write rows, and lock only their own.
round_published = Signal()

# `tournament_finished.send(Tournament, tournament=...)`, in the transaction that finishes one; again if it ran again.
tournament_finished = Signal()
