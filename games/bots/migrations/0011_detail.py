from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("bots", "0010_recheck")]

    operations = [
        migrations.AddField("bout", "detail", models.CharField(blank=True, db_default="", default="", max_length=200)),
    ]
