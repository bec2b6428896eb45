from django.db import migrations


def keep_what_was_chosen(apps, _schema_editor):
    """Whoever wanted no morning mails wants none of the kind that they are now."""
    choices = apps.get_model('members', 'NoticeChoice').objects
    accounts = apps.get_model('ladder', 'NoMorningMail').objects.values_list('account', flat=True)
    made = [choices.model(account_id=pk, kind='morning', is_wanted=False) for pk in accounts]
    choices.bulk_create(made, ignore_conflicts=True)


class Migration(migrations.Migration):

    dependencies = [
        ('ladder', '0003_morning'),
        ('members', '0004_notices'),
    ]

    operations = [
        migrations.RunPython(keep_what_was_chosen, migrations.RunPython.noop),
        migrations.DeleteModel(
            name='NoMorningMail',
        ),
    ]
