import django.db.models.functions.comparison
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0001_initial'),
        ('clubs', '0001_initial'),
        ('matches', '0001_initial'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='block',
            index=models.Index(django.db.models.functions.comparison.Greatest('told_at', 'finished_at'), condition=models.Q(('finished_at__isnull', False), ('is_withheld', False)), name='block_published'),
        ),
        migrations.AddIndex(
            model_name='matchseat',
            index=models.Index(condition=models.Q(('bot', '')), fields=['match'], name='match_seat_of_a_person'),
        ),
    ]
