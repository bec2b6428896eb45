"""The composition root as an app: it makes Celery's app current in every process that starts Django."""

from django.apps import AppConfig


class MoothillConfig(AppConfig):
    """Imports the Celery app once Django is ready, so that tasks find their broker."""

    name = "league.conf"
    label = "conf"

    def ready(self) -> None:
        """Bind shared tasks to the house's Celery app."""
        from league.conf.celery import app

        app.set_default()
