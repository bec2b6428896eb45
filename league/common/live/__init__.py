"""Live updates: topics that pages watch, announcements of changes, and the stream of server-sent events.

A message has topic and revision, never content; the page fetches its fragment again. Topics: `hall`, `operator` (site
admins), `game:<slug>`; with a public id `pool:`, `tournament:`, `desk:` (drafts of a tournament, for organisers),
`match:`, `record:`, `player:`, `bot:` (owner), `ladder:`, `contest:`, `report:`, `reports:` (of a club or a player).
"""

from league.common.live.topics import announce, token_for, watch

__all__ = ["announce", "token_for", "watch"]
