"""The composition root: settings, addresses, workers. It may import everything.

Nothing is imported here, because `manage.py` reads `league.conf.launcher` before Django is installed.
`celery -A league.conf.celery` names the Celery app; `MoothillConfig` (league.conf.apps) makes it the current one.
"""
