"""Samples of disk use."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class DaySize(models.Model):
    """The size of the database on one day (UTC), in bytes, to estimate how long the disk lasts."""

    day = models.DateField(primary_key=True)
    database = models.PositiveBigIntegerField()
    free = models.PositiveBigIntegerField()  # of the volume that `MOOTHILL_VOLUME` names
    groups = models.JSONField(default=dict)  # bytes of the tables of each app, by its label

    class Meta:
        verbose_name = _("daily database size")
        verbose_name_plural = _("daily database sizes")
        ordering = ("day",)

    def __str__(self) -> str:
        return str(self.day)
