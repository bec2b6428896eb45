"""An event remembers about how many players it was planned for."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0004_table_link_of_whom")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="expected",
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="expected players"),
        ),
    ]
