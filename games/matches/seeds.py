"""All luck of a block comes from its secret: one key a purpose, by HMAC, so that none tells anything of another."""

import hashlib
import hmac


def commitment_of(secret: bytes) -> str:
    """What is published before the first card: whoever holds the secret later can check that it is the same."""
    return hashlib.sha256(secret).hexdigest()


def dealer_secret(secret: bytes) -> bytes:
    """The secret of the dealer; every rotation of the block has the same deck."""
    return _derived(secret, "dealer")


def luck_of_seats(secret: bytes, rotation: int) -> bytes:
    """What the bots' own luck in one rotation comes from; the engine derives a seat's from it."""
    return _derived(secret, f"luck/{rotation}")


def luck_of_stand_in(secret: bytes, rotation: int, seat: int) -> int:
    """The seed of the house's stand-in at one seat of one rotation."""
    return int.from_bytes(_derived(secret, f"stand-in/{rotation}/{seat}"), "big")


def luck_of_decision(secret: bytes, seat: int, event: int) -> int:
    """The seed of one decision of a bot whose match is played in many sessions: that of the event's number, from 1."""
    return int.from_bytes(_derived(secret, f"decision/{seat}/{event}"), "big")


def _derived(secret: bytes, purpose: str) -> bytes:
    return hmac.digest(secret, f"moothill/1/{purpose}".encode(), "sha256")
