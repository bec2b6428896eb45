"""Logging: one line per event, through structlog, to standard error.

Keys in URLs, such as those of invitations, are replaced.
"""

import logging
import re
from http import HTTPStatus
from typing import Any

import structlog
from django.utils.log import CallbackFilter

from league.common.request_ids import add_request_context

_STEPS: list[Any] = [
    structlog.contextvars.merge_contextvars,
    add_request_context,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]

_KEY = re.compile(
    r"/(?:(t|show|calendars|invitations|join|claim|own|account/confirm|account/address|account/notices/end)|(password-reset)/[^/\s]+)/[^/\s\\\"'<>?#]+"
)


def without_keys(_logger: Any, _name: str, line: str) -> str:
    """Return a finished line, with its traceback, without the keys in URLs."""
    return _KEY.sub(lambda found: f"/{found[1] or found[2]}/(key)", line)


def is_no_tick(record: logging.LogRecord) -> bool:
    """Leave out the lines of Celery beat for each task that it sends, two a second."""
    return not str(record.msg).startswith("Scheduler: Sending due task")


def is_no_outage(record: logging.LogRecord) -> bool:
    """Leave out 503 responses: the outage itself has its own line."""
    return getattr(record, "status_code", None) != HTTPStatus.SERVICE_UNAVAILABLE


def drop_traceback(record: logging.LogRecord) -> bool:
    """Keep the line of a refused request, such as one for an unknown host, and leave its traceback out."""
    record.exc_info = None
    return True


def logging_for(*, debug: bool, form: str = "") -> dict[str, Any]:
    """The dictionary for `logging.config`: everything to standard error, ours from INFO, others from WARNING.

    A line is logfmt, or JSON where `form` is "json"; while something is debugged it is set for reading.
    """
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": _STEPS,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.format_exc_info,
                    _renderer(debug=debug, form=form),
                    without_keys,
                ],
            }
        },
        "filters": {
            "ticks": {"()": CallbackFilter, "callback": is_no_tick},
            "refusals": {"()": CallbackFilter, "callback": is_no_outage},
            "one line": {"()": CallbackFilter, "callback": drop_traceback},
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            "league": {"level": "INFO"},
            "games": {"level": "INFO"},
            # a 404 is no fault of the server, and its address may hold a token
            "django.request": {"level": "ERROR", "filters": ["refusals"]},
            "django.security.DisallowedHost": {"filters": ["one line"]},
            "celery": {"level": "INFO"},
            "celery.beat": {"filters": [] if debug else ["ticks"]},
            "celery.app.trace": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
        },
    }


def _renderer(*, debug: bool, form: str) -> Any:
    if form == "json":
        return structlog.processors.JSONRenderer(ensure_ascii=False)
    return structlog.dev.ConsoleRenderer(colors=False) if debug else structlog.processors.LogfmtRenderer()


def use_structlog() -> None:
    """Send structlog's events through the standard library, so that one formatter writes them all."""
    structlog.configure(
        processors=[*_STEPS, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
