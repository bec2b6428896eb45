"""App configuration."""

from typing import Any

from django.apps import AppConfig
from django.contrib.admin.options import BaseModelAdmin
from django.db.models import CharField, Lookup
from django.forms import ModelChoiceField
from django.forms.models import BaseModelForm
from django.utils.translation import gettext_lazy as _
from django.views.generic.edit import FormMixin
from django.views.generic.list import MultipleObjectMixin

# Django's classes take their type at run time as they do for mypy: `class PoolAdmin(ModelAdmin[Pool])`. This is before
# any app's admin and forms are read.
GENERIC_CLASSES: tuple[Any, ...] = (
    *(BaseModelAdmin, BaseModelForm, CharField, Lookup, ModelChoiceField),
    *(FormMixin, MultipleObjectMixin),
)
for generic in GENERIC_CLASSES:
    if "__class_getitem__" not in vars(generic):
        generic.__class_getitem__ = classmethod(lambda cls, _types: cls)


class CommonConfig(AppConfig):
    """The app `league.common`."""

    name = "league.common"
    label = "common"
    verbose_name = _("Shared")
