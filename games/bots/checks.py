"""What operators are told by `manage.py check --deploy` on a machine that is to run programs of strangers."""

from typing import Any

from django.core.checks import CheckMessage, register
from django.core.checks import Warning as CheckWarning

from engine.sandbox.faults import NoSandbox
from engine.sandbox.tiers import holding


@register("sandbox", deploy=True)
def programs_can_be_shut_in(**_: Any) -> list[CheckMessage]:
    """Try the sandboxes by attack, as a worker does when it starts; where none holds, say why.

    Tried in the account that asks: in the one that root lends programs of strangers `manage.py doctor` tries them.
    """
    try:
        holding()
    except NoSandbox as none:
        return [
            CheckWarning(
                " ".join(("No sandbox holds on this machine, so it runs no programs of strangers.", *none.reasons)),
                hint="Install bubblewrap, or let the worker of the queues bots and programs run on another machine.",
                id="bots.W001",
            )
        ]
    return []
