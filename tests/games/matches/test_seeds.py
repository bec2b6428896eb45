"""All randomness of a deal comes from its secret, and no part of it reveals another."""

import hashlib

from games.matches.models import commitment_of
from games.matches.run_match import dealer_secret, luck_of_seats, luck_of_stand_in

SECRET = bytes(range(32))


def test_the_commitment_is_the_hash_that_anybody_can_compute() -> None:
    assert commitment_of(SECRET) == hashlib.sha256(SECRET).hexdigest()


def test_every_rotation_has_the_same_deck_and_its_own_luck() -> None:
    assert dealer_secret(SECRET) == dealer_secret(SECRET)
    assert luck_of_seats(SECRET, 0) != luck_of_seats(SECRET, 1)


def test_no_two_purposes_share_a_key() -> None:
    keys = [SECRET, dealer_secret(SECRET), luck_of_seats(SECRET, 0), luck_of_seats(SECRET, 1)]
    seeds = [luck_of_stand_in(SECRET, rotation, seat) for rotation in range(2) for seat in range(2)]
    assert len({*keys, *(seed.to_bytes(32, "big") for seed in seeds)}) == 8
