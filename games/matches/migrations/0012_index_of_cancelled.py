from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("matches", "0011_cancelled")]

    operations = [
        migrations.AddIndex(
            model_name="match",
            index=models.Index(fields=["id"], name="match_cancelled", condition=Q(status="cancelled")),
        ),
    ]
