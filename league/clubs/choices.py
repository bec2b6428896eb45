"""Choices of people in forms, namesakes told apart."""

from collections.abc import Mapping

from django.db.models import QuerySet
from django.forms import BaseForm

from league.clubs.models import Club
from league.clubs.naming import told_apart
from league.members.models import Player
from league.shared.forms import offer_rows


def offer_people(
    form: BaseForm, field: str, people: QuerySet[Player], club: Club, beside: Mapping[int, str] | None = None
) -> None:
    """Offer these people under names that differ from one another, and from those of people `beside` them.

    One query for the names.
    """
    offer_rows(form, field, people)
    own = dict(people.values_list("pk", "name"))
    names = own | told_apart({**(beside or {}), **own}, club)
    form.fields[field].label_from_instance = lambda player: names.get(player.pk, player.name)  # type: ignore[attr-defined]  # `offer_rows` takes no other
