"""Errors of calendars and webhooks."""

from league.common.errors import Conflict, NotFound, Refusal


class NoSuchCalendar(NotFound):
    """No calendar at this address, or not any more."""


class NoSuchWebhook(NotFound):
    """No such webhook of the club, or not any more."""


class WrongAddress(Refusal):
    """The site admin does not allow webhooks to this address."""


class TooManyWebhooks(Conflict):
    """The club has the maximum number of webhooks."""


class WebhookIsOff(Conflict):
    """The webhook is switched off."""
