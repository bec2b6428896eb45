from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('bots', '0003_archives'),
    ]

    operations = [
        migrations.AddField(
            model_name='version',
            name='file_deleted_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.RunSQL(  # the files of deleted accounts
            "UPDATE bots_version SET file_deleted_at = statement_timestamp() WHERE source = '' AND files = '[]'",
            migrations.RunSQL.noop,
        ),
        migrations.AddConstraint(
            model_name='version',
            constraint=models.CheckConstraint(condition=models.Q(('file_deleted_at', None), models.Q(('files', []), ('source', '')), _connector='XOR'), name='version_has_file'),
        ),
    ]
