from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0013_words_of_pages"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="evening",
            options={"ordering": ("number",), "verbose_name": "club night", "verbose_name_plural": "club nights"},
        ),
        migrations.AlterField(
            model_name="round",
            name="status",
            field=models.CharField(choices=[("draft", "Draft"), ("published", "Published"), ("closed", "Finished")], default="draft", max_length=9),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="pace",
            field=models.CharField(choices=[("round", "one round at a time"), ("all", "all rounds at the start"), ("desk", "when the organiser publishes")], default="round", max_length=5),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="status",
            field=models.CharField(choices=[("draft", "Draft"), ("registration", "Open"), ("check-in", "Open"), ("running", "Running"), ("finished", "Finished"), ("cancelled", "Cancelled")], default="draft", max_length=12),
        ),
    ]
