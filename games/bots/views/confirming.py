"""Uploading may need a confirmed mail address: the form says so first, and "Resend" loses nothing that was typed."""

from typing import Any

from django.forms import BaseForm
from django.http import HttpRequest

from games.bots.selectors import needs_confirmed_address
from league.members.mail import say_where_mail_is
from league.members.people import account_of
from league.members.views.account import write_confirmation_again


def wants_mail_again(request: HttpRequest) -> bool:
    """Whether the form was sent by its button "Resend"; then write the mail that confirms the address again."""
    if "resend" not in request.POST:
        return False
    write_confirmation_again(request)
    return True


def as_typed(form: BaseForm) -> dict[str, Any]:
    """What stands in a form that was sent, to fill in another one."""
    return {field.name: field.data for field in form if field.name != "file"}


def about_confirming(request: HttpRequest) -> dict[str, object]:
    """What the template needs to say before the form is filled in."""
    account = account_of(request)
    return {"unconfirmed": needs_confirmed_address(account), "unsent": say_where_mail_is(account)}
