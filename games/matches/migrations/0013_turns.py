from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("matches", "0012_index_of_cancelled")]

    operations = [
        migrations.AddField("match", "ordered_by", models.BigIntegerField(blank=True, null=True)),
        migrations.AddField("match", "turn", models.BigIntegerField(db_default=0, default=0)),
        migrations.AddIndex(
            "match",
            models.Index(
                fields=["is_remote", "needs_sandbox", "turn", "id"], name="match_turns", condition=Q(status="queued")
            ),
        ),
    ]
