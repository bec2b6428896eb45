"""Delete ratings by Weng-Lin and maximum likelihood, whose intervals changed. A task calculates them again."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def drop_folds(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Delete the folds of both systems with all that hangs on them."""
    folds = apps.get_model("ratings", "Fold").objects.filter(system__in=["weng-lin", "maximum-likelihood"])
    keys = list(folds.values_list("pk", flat=True))
    for cache in ("Checkpoint", "Rating", "RatingStep"):
        apps.get_model("ratings", cache).objects.filter(fold__in=keys).delete()
    folds.delete()


class Migration(migrations.Migration):
    dependencies = [("ratings", "0004_model_uncertainty")]
    operations = [migrations.RunPython(drop_folds, migrations.RunPython.noop, elidable=True)]
