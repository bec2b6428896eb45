from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0001_initial'),
        ('clubs', '0001_initial'),
        ('records', '0001_initial'),
        ('results', '0001_initial'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='submittedrecord',
            index=models.Index(condition=models.Q(('status', 'verified')), fields=['checked_at'], name='record_published'),
        ),
    ]
