"""A table link says for which table and for whom it was made."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_round_steps")]

    operations = [
        migrations.AddField(model_name="tablelink", name="entries", field=models.JSONField(default=list)),
        migrations.AddField(
            model_name="tablelink",
            name="table",
            field=models.PositiveSmallIntegerField(default=0),
            preserve_default=False,
        ),
    ]
