from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('ladder', '0005_program_turn'),
    ]

    operations = [
        migrations.AlterField(
            model_name='rung',
            name='program_turn',
            field=models.PositiveBigIntegerField(db_default=0, default=0),
        ),
    ]
