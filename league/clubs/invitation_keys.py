"""The key of an invitation as a mail carries it: signed, so that its reader is known to read the invited address.

The link that organisers copy carries the key alone. Whoever opens that one proves nothing about the address.
"""

from typing import Final, NamedTuple

from django.core import signing

from league.members.mail import are_addresses_proven

SIGNER: Final = signing.Signer(salt="moothill.invitation-by-mail")


class OpenedKey(NamedTuple):
    """The key in a link, and whether the link came by mail."""

    key: str
    by_mail: bool


def key_in_mail(key: str) -> str:
    """The key as the mail to the invited address carries it."""
    return SIGNER.sign(key)


def read_key(written: str) -> OpenedKey:
    """Read the key of a link. Where no mail leaves the site, no link proves an address."""
    try:
        return OpenedKey(SIGNER.unsign(written), are_addresses_proven())
    except signing.BadSignature:
        return OpenedKey(written, by_mail=False)
