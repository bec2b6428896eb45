"""What every change of an event ends with: its revision grows, open pages hear of it, the log has a line."""

from league.members.audit_log import Fact, note
from league.members.models import Account
from league.shared.live import announce
from league.tournaments.models import Tournament


def changed(event: Tournament) -> None:
    """Let every page that shows the event come up to date. The caller holds its lock."""
    event.revision += 1
    event.save(update_fields=["revision"])
    announce(event.topic)


def noted(event: Tournament, verb: str, template: str, by: Account | None, /, **facts: Fact) -> None:
    """Write a line about the event into the audit log; `template` is marked by `gettext_noop`."""
    note(verb, template, by=by, club=event.club.public_id, event=event.public_id, facts=facts)
