from django.db import migrations, models

# A rung counts the blocks begun with its program: the one before these was the last of another.
SINCE_THEN = """
WITH sat AS (
    SELECT block.ladder_id, player, block.turn,
        row_number() OVER (PARTITION BY block.ladder_id, player ORDER BY block.turn DESC) AS place
    FROM ladder_ladderblock AS block, unnest(block.players) AS player
)
UPDATE ladder_rung AS rung SET program_turn = sat.turn
FROM sat WHERE sat.ladder_id = rung.ladder_id AND sat.player = rung.player_id AND sat.place = rung.blocks + 1
"""


class Migration(migrations.Migration):

    dependencies = [
        ('ladder', '0004_morning_is_a_notice'),
    ]

    operations = [
        migrations.AddField(
            model_name='rung',
            name='program_turn',
            field=models.PositiveBigIntegerField(default=0),
        ),
        migrations.RunSQL(SINCE_THEN, migrations.RunSQL.noop),
    ]
