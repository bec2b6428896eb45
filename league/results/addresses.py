"""The addresses of results, which rounds name by the hundred: each is worked out once a process."""

from functools import lru_cache

from django.urls import reverse

KEPT = 20_000


@lru_cache(KEPT)
def address_of_result(pool: str, number: int) -> str:
    """Where the history of a result is, by the slug of its pool and its number in it."""
    return reverse("results:result", args=[pool, number])
