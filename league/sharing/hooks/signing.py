"""How a receiver knows that a delivery is of this place: a secret for each webhook, which lies in no table."""

import hmac
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Final

from django.utils.crypto import salted_hmac

from league.sharing.models import Webhook

SALT: Final = "moothill.webhooks"


def secret_of(webhook: Webhook) -> str:
    """The secret, made of the key of the place and the webhook's salt: another salt is another secret."""
    made = salted_hmac(SALT, f"{webhook.public_id}:{webhook.salt}", algorithm="sha256").digest()
    return "mhwh_" + urlsafe_b64encode(made).decode().rstrip("=")


def signature_of(secret: str, timestamp: int, body: bytes) -> str:
    """What stands in the header `Moothill-Signature`."""
    return "v1=" + hmac.new(secret.encode(), f"{timestamp}.".encode() + body, sha256).hexdigest()
