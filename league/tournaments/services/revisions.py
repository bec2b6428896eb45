"""End of every change of a tournament: a higher revision, updated pages, a line in the log."""

from league.accounts.audit_log import Fact, note
from league.accounts.models import Account
from league.common.live import announce
from league.tournaments.models import Tournament


def changed(event: Tournament) -> None:
    """Increase the revision and have open pages updated. The caller holds the tournament's lock."""
    event.revision += 1
    event.save(update_fields=["revision"])
    announce(event.topic)


def noted(event: Tournament, verb: str, template: str, by: Account | None, /, **facts: Fact) -> None:
    """Log a change of the tournament; `template` is marked by `gettext_noop`."""
    note(verb, template, by=by, club=event.club.public_id, event=event.public_id, facts=facts)
