"""System checks of `manage.py check --deploy` for uploaded bots."""

from typing import Any

from django.core.checks import CheckMessage, register
from django.core.checks import Warning as CheckWarning

from engine.sandbox.faults import NoSandbox
from engine.sandbox.tiers import working_tier


@register("sandbox", deploy=True)
def programs_can_be_shut_in(**_: Any) -> list[CheckMessage]:
    """Test the sandboxes by attack, as a worker does at its start; warn if none works.

    Runs as the present user; `manage.py doctor` tests the user that root lends to uploaded bots.
    """
    try:
        working_tier()
    except NoSandbox as none:
        return [
            CheckWarning(
                " ".join(("No sandbox holds on this machine, so it runs no programs of strangers.", *none.reasons)),
                hint="Install bubblewrap, or let the worker of the queues bots and programs run on another machine.",
                id="bots.W001",
            )
        ]
    return []
