"""Several rating systems a pool. What was folded is dropped; the sweep has every pool folded anew."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("members", "0001_initial"),
        ("results", "0002_append_only"),
        ("ratings", "0001_initial"),
    ]

    operations = [
        migrations.DeleteModel("RatingStep"),
        migrations.DeleteModel("Rating"),
        migrations.DeleteModel("Checkpoint"),
        migrations.DeleteModel("Fold"),
        migrations.CreateModel(
            name="Fold",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "pool",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="folds",
                        to="results.pool",
                    ),
                ),
                ("system", models.SlugField(max_length=40)),
                ("generation", models.PositiveIntegerField(default=1)),
                ("seen_number", models.PositiveBigIntegerField(default=0)),
                ("folded_number", models.PositiveBigIntegerField(default=0)),
                ("folded_count", models.PositiveBigIntegerField(default=0)),
                ("last_played_at", models.DateTimeField(null=True)),
                ("last_number", models.PositiveBigIntegerField(default=0)),
                ("state", models.BinaryField(default=b"")),
                ("merges", models.JSONField(default=dict)),
                ("revision", models.PositiveBigIntegerField(default=0)),
                ("folded_at", models.DateTimeField(null=True)),
            ],
            options={
                "verbose_name": "fold",
                "verbose_name_plural": "folds",
                "constraints": [models.UniqueConstraint(fields=("pool", "system"), name="fold_once_a_system")],
            },
        ),
        migrations.CreateModel(
            name="Checkpoint",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "fold_id", "count", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("count", models.PositiveBigIntegerField()),
                ("played_at", models.DateTimeField()),
                ("number", models.PositiveBigIntegerField()),
                ("state", models.BinaryField()),
                (
                    "fold",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="checkpoints",
                        to="ratings.fold",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "fold_id",
                        "generation",
                        "player_id",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("generation", models.PositiveIntegerField()),
                ("value", models.IntegerField()),
                ("uncertainty", models.IntegerField()),
                ("is_provisional", models.BooleanField()),
                ("games", models.PositiveIntegerField()),
                ("wins", models.PositiveIntegerField()),
                ("change", models.IntegerField()),
                ("form", models.CharField(max_length=10)),
                ("last_played_at", models.DateTimeField()),
                (
                    "by_seat",
                    django.contrib.postgres.fields.ArrayField(base_field=models.PositiveIntegerField(), size=None),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="ratings", to="members.player"
                    ),
                ),
                (
                    "fold",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
                        to="ratings.fold",
                    ),
                ),
            ],
            options={
                "verbose_name": "rating",
                "verbose_name_plural": "ratings",
            },
        ),
        migrations.CreateModel(
            name="RatingStep",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "fold_id", "player_id", "ordinal", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("ordinal", models.PositiveIntegerField()),
                ("before", models.IntegerField()),
                ("after", models.IntegerField()),
                ("uncertainty", models.IntegerField()),
                ("games", models.PositiveIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="members.player",
                    ),
                ),
                (
                    "fold",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="steps",
                        to="ratings.fold",
                    ),
                ),
                (
                    "result",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rating_steps",
                        to="results.result",
                    ),
                ),
            ],
        ),
    ]
