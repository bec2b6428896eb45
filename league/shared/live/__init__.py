"""Live updates: what a page watches, announcements that it changed, and the stream that carries them.

A message says only topic and revision; the page fetches its fragment anew (docs/house.md, "Topics of live updates").
"""

from league.shared.live.announcements import announce
from league.shared.live.watching import token_for, watch

__all__ = ["announce", "token_for", "watch"]
