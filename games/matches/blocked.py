"""Why a match waits for a sandbox."""

from games.matches.models import Match
from league.shared.sandboxes import why_programs_wait


def blocked_because(match: Match) -> str:
    """Return why a queued match with uploaded bots cannot begin; empty where nothing keeps it."""
    return why_programs_wait() if match.needs_sandbox and match.status == Match.Status.QUEUED else ""
