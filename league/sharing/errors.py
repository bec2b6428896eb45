"""What sharing refuses."""

from league.shared.errors import Conflict, NotFound, Refusal


class NoSuchCalendar(NotFound):
    """Nobody's calendar is at this address, or not any more."""

    code = "no-such-calendar"


class NoSuchWebhook(NotFound):
    """The club has no such webhook, or not any more."""

    code = "no-such-webhook"


class WrongAddress(Refusal):
    """The operator does not let webhooks go there."""

    code = "wrong-address"


class TooManyWebhooks(Conflict):
    """The club has as many as it may have."""

    code = "too-many-webhooks"


class WebhookIsOff(Conflict):
    """Nothing is sent to a webhook that is switched off."""

    code = "webhook-is-off"
