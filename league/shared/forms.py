"""What forms share: a service's refusal lands on the form that caused it."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.forms import BaseForm

from league.shared.errors import NotAllowed, NotFound, Refusal, Unavailable


@contextmanager
def faults_on(form: BaseForm) -> Iterator[None]:
    """Show what a service refuses beside the field at fault; the block is left, the page is drawn again.

    What no other entry could mend (not found, not allowed, unavailable) goes on to the refusal page.
    """
    try:
        yield
    except (NotFound, NotAllowed, Unavailable):
        raise
    except Refusal as refusal:
        form.add_error(refusal.field if refusal.field in form.fields else None, refusal.message)
