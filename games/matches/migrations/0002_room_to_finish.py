"""Leave room on the pages of seats, so that what a seat came to is written in place and no index is touched."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("matches", "0001_initial")]

    operations = [
        migrations.RunSQL(
            "ALTER TABLE matches_matchseat SET (fillfactor = 70)", "ALTER TABLE matches_matchseat RESET (fillfactor)"
        )
    ]
