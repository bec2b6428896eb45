from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("matches", "0013_turns")]

    operations = [
        migrations.AddField(
            "seatreport", "detail", models.CharField(blank=True, db_default="", default="", max_length=200)
        ),
    ]
