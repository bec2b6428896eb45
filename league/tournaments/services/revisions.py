"""End of every change of a tournament: a higher revision, updated pages, a line in the log."""

from league.accounts.audit_log import Fact, note
from league.accounts.models import Account
from league.common.live import announce
from league.tournaments.models import Tournament


def bump_revision(tournament: Tournament) -> None:
    """Increase the revision and have open pages updated. The caller holds the tournament's lock."""
    tournament.revision += 1
    tournament.save(update_fields=["revision"])
    announce(tournament.topic)


def log_change(tournament: Tournament, verb: str, template: str, by: Account | None, /, **facts: Fact) -> None:
    """Log a change of the tournament; `template` is marked by `gettext_noop`."""
    note(verb, template, by=by, club=tournament.club.public_id, event=tournament.public_id, facts=facts)
