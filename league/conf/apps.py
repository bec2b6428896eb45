"""The composition root as an app: it makes Celery's app current in every process that starts Django."""

from django.apps import AppConfig
from django.contrib.staticfiles.apps import StaticFilesConfig as DjangoStaticFilesConfig


class StaticFilesConfig(DjangoStaticFilesConfig):
    """Leave out Redoc, a second reader of the API's schema: packing its files at each start took long."""

    ignore_patterns = [*DjangoStaticFilesConfig.ignore_patterns, "redoc"]


class MoothillConfig(AppConfig):
    """Set up logs and Celery before the other apps are ready."""

    default = True
    name = "league.conf"
    label = "conf"

    def ready(self) -> None:
        """Send structlog's events to the standard library, and bind shared tasks to the Celery app."""
        from league.conf.celery import app
        from league.conf.logs import use_structlog

        use_structlog()
        app.set_default()
