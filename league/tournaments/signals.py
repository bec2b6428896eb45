"""What a tournament announces to whom it does not know."""

from django.dispatch import Signal

# Sent on commit: `pairings_published.send(Round, round_id=...)`. May be sent again for the same round; receivers do
# what is still to do (games.bots makes the matches of a round on the machine).
pairings_published = Signal()

# Sent on commit: `pairings_withdrawn.send(Round, round_id=...)`, for a round of an event that is over before all its
# games are played. May be sent again; receivers stop what is still to be played and call `games_withdrawn`.
pairings_withdrawn = Signal()

# `round_published.send(Round, tournament=..., number=...)`, in the transaction that puts a round on the board; once a
# time. A receiver writes down that it happened, and takes no locks but on rows of its own.
round_published = Signal()

# `event_finished.send(Tournament, tournament=...)`, in the transaction that finishes an event; again if it ran again.
event_finished = Signal()
