import re

from django.db import migrations, models

FAULTS = re.compile(r'(?:It failed in|Falhou em) (\d+) ')
OWNER = ('Its owner paused it.', 'O dono o pausou.')


def keep_codes(apps, _schema_editor):
    """What was kept as a sentence, in the language of that day, becomes a code."""
    for name in ('UploadedBot', 'RemoteBot'):
        bots = apps.get_model('bots', name).objects
        bots.filter(paused_for__in=OWNER).update(paused_for='owner')
        for bot in bots.filter(paused_for__regex=FAULTS.pattern):
            bots.filter(pk=bot.pk).update(paused_for='faults', paused_after=int(FAULTS.match(bot.paused_for)[1]))


def tell_in_sentences(apps, _schema_editor):
    """The way back: in English."""
    sentence = 'It failed in {} matches, one after the other. Find out why, mend it, and resume it.'
    for name in ('UploadedBot', 'RemoteBot'):
        bots = apps.get_model('bots', name).objects
        bots.filter(paused_for='owner').update(paused_for=OWNER[0])
        for bot in bots.filter(paused_for='faults'):
            bots.filter(pk=bot.pk).update(paused_for=sentence.format(bot.paused_after))


class Migration(migrations.Migration):

    dependencies = [
        ('bots', '0008_held_for'),
    ]

    operations = [
        migrations.AlterField(
            model_name='uploadedbot',
            name='paused_because',
            field=models.CharField(blank=True, db_column='paused_because', max_length=400),
        ),
        migrations.RenameField(
            model_name='uploadedbot',
            old_name='paused_because',
            new_name='paused_for',
        ),
        migrations.AddField(
            model_name='uploadedbot',
            name='paused_after',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='uploadedbot',
            name='paused_game',
            field=models.SlugField(blank=True, db_default='', db_index=False, default=''),
        ),
        migrations.AddField(
            model_name='uploadedbot',
            name='paused_seats',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AlterField(
            model_name='remotebot',
            name='paused_because',
            field=models.CharField(blank=True, db_column='paused_because', max_length=400),
        ),
        migrations.RenameField(
            model_name='remotebot',
            old_name='paused_because',
            new_name='paused_for',
        ),
        migrations.AddField(
            model_name='remotebot',
            name='paused_after',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='remotebot',
            name='paused_game',
            field=models.SlugField(blank=True, db_default='', db_index=False, default=''),
        ),
        migrations.AddField(
            model_name='remotebot',
            name='paused_seats',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.RunPython(keep_codes, tell_in_sentences),
    ]
