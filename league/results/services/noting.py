"""Lines of the audit log about the ledger: corrected, withdrawn, decided. Reasons stand beside the result itself."""

from django.utils.translation import gettext_noop

from league.members.audit_log import Fact, note
from league.members.models import Account
from league.results.models import Result
from league.results.services.cases import Case
from league.results.tables import Table

_EVENT = "tournament:"  # how the topic of a table's page begins, where it is an event's


def note_correction(row: Result, number: int, table: Table | None, by: Account | None) -> None:
    """Note that a row came in place of another, in the logs of the club and of the event.

    `number` is that of the first row, by which pages call the result.
    """
    if row.how == Result.How.WITHDRAWN:
        verb = "result-withdrawn"
        template = gettext_noop("Result %(number)d of %(leaderboard)s was withdrawn.")
    else:
        verb = "result-corrected"
        template = gettext_noop("Result %(number)d of %(leaderboard)s was corrected.")
    club = row.pool.club.public_id if row.pool.club else table.club.public_id if table else ""
    facts: dict[str, Fact] = {"number": number, "leaderboard": row.pool.name}
    note(verb, template, by=by, club=club, event=_event_of(table), facts=facts)


def note_decision(case: Case, by: Account) -> None:
    """Note that an organiser decided a game of which reports were open."""
    report = case.live[0]
    template = gettext_noop("A report of %(player)s was resolved.")
    note(
        "dispute-decided",
        template,
        by=by,
        club=report.club.public_id,
        event=_event_of(case.table),
        facts={"player": report.by},
    )


def _event_of(table: Table | None) -> str:
    return table.topic.removeprefix(_EVENT) if table and table.topic.startswith(_EVENT) else ""
