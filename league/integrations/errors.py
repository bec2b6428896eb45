"""Errors of calendars and webhooks."""

from league.common.errors import Conflict, NotFound, Refusal


class NoSuchCalendar(NotFound):
    """No calendar at this address, or not any more."""

    code = "no-such-calendar"


class NoSuchWebhook(NotFound):
    """No such webhook of the club, or not any more."""

    code = "no-such-webhook"


class WrongAddress(Refusal):
    """The site admin does not allow webhooks to this address."""

    code = "wrong-address"


class TooManyWebhooks(Conflict):
    """The club has the maximum number of webhooks."""

    code = "too-many-webhooks"


class WebhookIsOff(Conflict):
    """The webhook is switched off."""

    code = "webhook-is-off"
