"""Lets Django's classes take their type at run time as they do for mypy: `class PoolAdmin(ModelAdmin[Pool])`."""

from typing import Any

from django.contrib.admin.options import BaseModelAdmin
from django.db.models import CharField, Lookup
from django.forms import ModelChoiceField
from django.forms.models import BaseModelForm
from django.views.generic.edit import FormMixin
from django.views.generic.list import MultipleObjectMixin


def take_types() -> None:
    """Teach the classes that Django left without it."""
    parts: tuple[Any, ...] = (
        *(BaseModelAdmin, BaseModelForm, CharField, Lookup, ModelChoiceField),
        *(FormMixin, MultipleObjectMixin),
    )
    for part in parts:
        if "__class_getitem__" not in vars(part):
            part.__class_getitem__ = classmethod(_itself)


def _itself(part: type, _types: Any) -> type:
    return part
