"""The base model: an integer key inside, a random public id in URLs."""

import secrets
from typing import TypeVar

from django.db import models
from django.db.models import QuerySet
from django.db.models.functions import Now

from league.common.errors import Refusal

Found = TypeVar("Found", bound=models.Model)

# Without vowels (no words by accident) and without look-alikes, so that it can be read aloud.
_ALPHABET = "23456789bcdfghjkmnpqrstvwxz"
PUBLIC_ID_LENGTH = 12


def new_public_id() -> str:
    """Return a random id for addresses: 12 characters of 27, about 57 bits."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(PUBLIC_ID_LENGTH))


class Row(models.Model):
    """Base model: `id` for joins, `public_id` for URLs, `created_at` by the database's clock."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        abstract = True


def first_or_refuse(rows: QuerySet[Found], refusal: Refusal) -> Found:
    """Return the first of these rows. Raise the refusal where there is none."""
    row = rows.first()
    if row is None:
        raise refusal
    return row
