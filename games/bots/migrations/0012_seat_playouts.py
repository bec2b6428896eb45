from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("bots", "0011_detail")]

    operations = [
        migrations.AddField(
            "sparring", "seat_playouts", ArrayField(models.PositiveIntegerField(), db_default=[], default=list)
        ),
    ]
