from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0010_in_person'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='evenings_planned',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
    ]
