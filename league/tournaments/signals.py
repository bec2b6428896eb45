"""What a tournament announces to whom it does not know."""

from django.dispatch import Signal

# Sent on commit: `pairings_published.send(Round, round_id=...)`. May be sent again for the same round; receivers do
# what is still to do (games.bots makes the matches of a round on the machine).
pairings_published = Signal()
