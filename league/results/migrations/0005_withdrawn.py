"""Withdrawn results are few, and found at once: a tournament that was finished may have to run again."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("results", "0004_reports")]

    operations = [
        migrations.AddIndex(
            model_name="result",
            index=models.Index(fields=["subject"], name="result_withdrawn", condition=Q(how="withdrawn")),
        ),
    ]
