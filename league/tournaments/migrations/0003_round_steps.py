import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0002_drawing_evening_forbiddenpair_presence_requestedbye_and_more"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="drawing",
            name="attempts",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="round",
            name="drawn_from",
            field=models.JSONField(blank=True, db_default={}, default=dict),
        ),
        migrations.AddField(
            model_name="round",
            name="revision",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.CreateModel(
            name="RoundStep",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("revision", models.PositiveIntegerField()),
                ("template", models.CharField(max_length=200)),
                ("facts", models.JSONField(blank=True, default=dict)),
                ("why", models.CharField(blank=True, max_length=200)),
                ("before", models.JSONField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="steps", to="tournaments.round"
                    ),
                ),
            ],
            options={
                "verbose_name": "change of a round",
                "verbose_name_plural": "changes of rounds",
                "ordering": ("revision",),
                "constraints": [
                    models.UniqueConstraint(fields=("round", "revision"), name="round_step_once_a_revision")
                ],
            },
        ),
    ]
