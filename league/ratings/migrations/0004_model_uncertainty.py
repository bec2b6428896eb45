"""A model uncertainty beside the interval of Weng-Lin. Its folds are dropped; the sweep folds every pool again."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def drop_weng_lin(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Delete the folds of Weng-Lin with all that hangs on them."""
    folds = apps.get_model("ratings", "Fold").objects.filter(system="weng-lin")
    keys = list(folds.values_list("pk", flat=True))
    for cache in ("Checkpoint", "Rating", "RatingStep"):
        apps.get_model("ratings", cache).objects.filter(fold__in=keys).delete()
    folds.delete()


class Migration(migrations.Migration):
    dependencies = [("ratings", "0003_elo_intervals")]
    operations = [
        migrations.AddField("rating", "model_uncertainty", models.IntegerField(db_default=0)),
        migrations.AddField("ratingstep", "model_uncertainty", models.IntegerField(db_default=0)),
        migrations.RunPython(drop_weng_lin, migrations.RunPython.noop, elidable=True),
    ]
