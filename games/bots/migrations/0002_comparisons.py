import datetime
import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.datetime
import league.common.models
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('bots', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Comparison',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=league.common.models.new_public_id, editable=False, max_length=12, unique=True)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('attempt', models.PositiveSmallIntegerField(default=0)),
                ('token', models.UUIDField(blank=True, null=True)),
                ('lease_until', models.DateTimeField(blank=True, null=True)),
                ('worker', models.CharField(blank=True, db_default='', default='', max_length=100)),
                ('held_for', models.DurationField(db_default=datetime.timedelta(0), default=datetime.timedelta)),
                ('enqueued_at', models.DateTimeField(blank=True, null=True)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('attempt_log', models.TextField(blank=True)),
                ('opponent', models.SlugField(db_index=False, max_length=40)),
                ('playouts', models.PositiveIntegerField(default=0)),
                ('names', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=160), size=None)),
                ('labels', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=80), size=None)),
                ('game', models.SlugField(db_index=False, max_length=40)),
                ('seats', models.PositiveSmallIntegerField()),
                ('deals', models.PositiveSmallIntegerField()),
                ('seed', models.PositiveIntegerField()),
                ('elo_to_find', models.PositiveSmallIntegerField(default=0)),
                ('results', models.JSONField(default=list)),
                ('status', models.CharField(choices=[('waiting', 'Queued'), ('done', 'Finished'), ('stopped', 'Stopped'), ('limited', 'Ended at the daily limit'), ('dead', 'Failed')], default='waiting', max_length=7)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('version', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='comparisons', to='bots.version')),
            ],
            options={
                'verbose_name': 'comparison',
                'verbose_name_plural': 'comparisons',
                'indexes': [models.Index(fields=['version', '-id'], name='comparison_of_a_version'), models.Index(models.OrderBy(models.F('enqueued_at'), nulls_first=True), condition=models.Q(('status', 'waiting')), name='comparison_queue')],
                'constraints': [models.CheckConstraint(condition=models.Q(('token', None), models.Q(('lease_until__isnull', False), ('status', 'waiting')), _connector='OR'), name='comparison_held_by_lease')],
            },
        ),
    ]
