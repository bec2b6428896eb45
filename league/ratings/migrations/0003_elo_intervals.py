"""Drop what was folded by Elo, whose states now also hold the spread of the pool; the sweep folds every pool again."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def drop_elo(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Delete the folds of Elo with all that hangs on them."""
    folds = apps.get_model("ratings", "Fold").objects.filter(system="elo")
    keys = list(folds.values_list("pk", flat=True))
    for cache in ("Checkpoint", "Rating", "RatingStep"):
        apps.get_model("ratings", cache).objects.filter(fold__in=keys).delete()
    folds.delete()


class Migration(migrations.Migration):
    dependencies = [("ratings", "0002_systems")]
    operations = [migrations.RunPython(drop_elo, migrations.RunPython.noop, elidable=True)]
