"""Django's settings. Everything that differs between sites comes from the environment (docs/operating.md).

`manage.py up` fills the environment for the embedded services; a server names its own. Secrets may be named by file.
"""

import os
import re
import tomllib
from datetime import timedelta
from pathlib import Path

import environ
from csp.constants import NONE, SELF
from kombu import Queue

from league.common.kombu_transport import broker_address
from league.conf.celery_schedule import DELIVER_MAIL, SCHEDULE
from league.conf.launcher import environment
from league.conf.logs import logging_for
from league.conf.openapi import OPENAPI

ROOT = Path(__file__).resolve().parents[2]

env = environ.Env()
env.ENVIRON = environment.with_secrets(os.environ)

# --- Moothill's own settings -------------------------------------------------------------------------------------
VERSION: str = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
SITE_ADDRESS = env.str("MOOTHILL_ADDRESS", default="http://localhost:8000")
BEHIND_TLS = env.bool("MOOTHILL_TLS", default=False)
DEMO = env.bool("MOOTHILL_DEMO", default=False) and not BEHIND_TLS  # visitors may sign in as the demo accounts
REDIS_URL = env.str("REDIS_URL")
VAR = env.str("MOOTHILL_VAR", default=str(ROOT / "var"))  # the folder of the site's data
MAIL_SERVER = env.str("MOOTHILL_MAIL_URL", default="")  # "": messages stay in the outbox
# Without a mail server nobody can confirm an address, so uploading a bot does not need a confirmed one.
UPLOADS_NEED_CONFIRMED_ADDRESS = env.bool("MOOTHILL_UPLOADS_NEED_CONFIRMED_ADDRESS", default=bool(MAIL_SERVER))

# Web server
WEB_THREADS = env.int("MOOTHILL_THREADS", default=environment.WEB_THREADS)  # of each web process
HEADER_SECONDS = env.float("MOOTHILL_HEADER_SECONDS", default=20.0)  # until a connection without a request is closed
LARGEST_BODY = 6 * 1024 * 1024  # bytes of a request; the largest file that most forms take has 5 MB
BODY_SECONDS = 120.0  # until a request whose body is incomplete is refused
UPLOAD_PATHS = re.compile(r"/bots/(new|[0-9a-z]{12}/upload)/|/api/v1/bots/([0-9a-z]{12}/versions/)?")
LARGEST_UPLOAD = 33 * 1024 * 1024  # bytes of a request there; a zip of a bot has 32 MB
UPLOAD_SECONDS = 300.0  # likewise
DOWNLOAD_PATHS = re.compile(r"/bots/[0-9a-z]{12}/versions/[0-9]+/bot\.(?:py|zip)")  # the file of a bot, up to 32 MB
DOWNLOAD_SECONDS = 300.0  # until the connection of a client that reads it slowly is closed

# Open connections, of each web process and of each address. A large hall shares one address.
LIVE_MOST_READERS = env.int("MOOTHILL_LIVE_READERS", default=1000)
LIVE_MOST_FROM_ONE = env.int("MOOTHILL_LIVE_READERS_PER_ADDRESS", default=300)
REMOTE_BANK_SECONDS = 60.0  # that a remote bot may think in a match
REMOTE_AWAY_SECONDS = 60.0  # that a remote bot may be away in a match while a question waits
REMOTE_ABSENT_SECONDS = 5.0  # the same, in a contest of which it missed many matches
REMOTE_MOST_STREAMS = env.int("MOOTHILL_REMOTE_STREAMS", default=200)
REMOTE_MOST_FROM_ONE = env.int("MOOTHILL_REMOTE_STREAMS_PER_ADDRESS", default=50)

# Matches
MATCH_LEASE_SECONDS = env.float("MOOTHILL_MATCH_LEASE", default=30.0)  # a lease without a sign of its worker ends
MATCH_STALE_SECONDS = env.float("MOOTHILL_MATCH_STALE", default=30.0)  # a job that waits is published again
MATCH_ATTEMPTS = env.int("MOOTHILL_MATCH_ATTEMPTS", default=5)  # a job that lost so many workers has failed
LADDER_DEALS = env.int("MOOTHILL_LADDER_DEALS", default=3)  # ladder deals in progress; as many with remote bots
RECORDS_DAYS = env.int("MOOTHILL_RECORDS_DAYS", default=0)  # age at which records of built-in bots go; 0: never
PROGRAM_ROLE = env.bool("MOOTHILL_PROGRAM_ROLE", default=False)  # `migrate` sets the rights of the bot worker's role

# Uploaded records
RECORD_LEASE_SECONDS = env.float("MOOTHILL_RECORD_LEASE", default=60.0)  # more than a check takes
RECORD_STALE_SECONDS = env.float("MOOTHILL_RECORD_STALE", default=30.0)
RECORD_ATTEMPTS = env.int("MOOTHILL_RECORD_ATTEMPTS", default=3)
RECORD_SEARCH_SECONDS = env.float("MOOTHILL_RECORD_SEARCH", default=10.0)  # longest search for unknown cards

# Webhooks
WEBHOOK_HOSTS = env.list("MOOTHILL_WEBHOOK_HOSTS", default=[])  # the hosts that clubs may name; docs/webhooks.md
WEBHOOK_SECONDS = env.float("MOOTHILL_WEBHOOK_SECONDS", default=10.0)  # until a request to one of them has failed

# Monitoring, see docs/watching.md
METRICS_TOKEN = env.str("MOOTHILL_METRICS_TOKEN", default="")  # bearer token of /metrics; "": no metrics
LEAST_FREE = env.int("MOOTHILL_LEAST_FREE", default=64) * 1024**2  # bytes on the disk; below it nothing is written
VOLUME = env.str("MOOTHILL_VOLUME", default=VAR)  # a folder on that disk
SLOW_SECONDS = env.float("MOOTHILL_SLOW", default=1.0)  # responses that take longer are logged
LOG_EVERY_REQUEST = env.bool("MOOTHILL_LOG_REQUESTS", default=False)  # else only slow responses and errors

# --- Django ------------------------------------------------------------------------------------------------------
DEBUG = env.bool("MOOTHILL_DEBUG", default=False)
SECRET_KEY = env.str("MOOTHILL_SECRET_KEY")
ALLOWED_HOSTS = env.list("MOOTHILL_ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("MOOTHILL_TRUSTED_ORIGINS", default=[])

ROOT_URLCONF = "league.conf.urls"
ASGI_APPLICATION = "league.conf.asgi.application"

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "league.conf.apps.StaticFilesConfig",
    "django.contrib.humanize",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "axes",
    "csp",
    "league.conf",
    "league.common",
    "league.accounts",
    "league.clubs",
    "league.operations",
    "league.results",
    "league.ratings",
    "league.tournaments",
    "league.integrations",
    "league.seasons",
    "games.matches",
    "games.records",
    "games.reviews",
    "games.bots",
    "games.ladder",
    "games.contests",
    "games.play",
]

# Middleware that adds headers comes before what may fail, so that error pages have the headers too. Axes must be last.
MIDDLEWARE = [
    "league.operations.middleware.follow_requests",
    "django.middleware.security.SecurityMiddleware",
    "league.common.middleware.allow_cross_origin_reads",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "league.common.middleware.refuse_bodies",
    "league.common.middleware.refuse_to_write_without_space",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "league.accounts.middleware.note_visits",
    "league.clubs.middleware.show_what_links_show",
    "league.common.middleware.activate_account_preferences",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "league.accounts.middleware.keep_unsent_form",
    "league.common.middleware.answer_faults",
    "axes.middleware.AxesMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "league.common.context.page",
                "league.accounts.context_processors.demo",
            ],
        },
    }
]

# --- database and cache ------------------------------------------------------------------------------------------
DATABASES = {"default": env.db_url("DATABASE_URL")}
DATABASES["default"] |= {
    "CONN_MAX_AGE": 600,  # seconds; workers and commands keep one connection each, web processes share a pool
    "CONN_HEALTH_CHECKS": True,
    "OPTIONS": DATABASES["default"].get("OPTIONS", {}) | {"connect_timeout": 3},
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHES = {
    "default": {
        "BACKEND": "league.common.cache.ForgivingRedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"serializer": "league.common.cache.PlainSerializer"},
    }
}

# --- Celery (docs/architecture.md, "Bot match to leaderboard") ---------------------------------------------------
CELERY_BROKER_URL = broker_address(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 600,  # seconds until an unacknowledged message is delivered again; above the time limits
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_timeout": 30,
    "socket_keepalive": True,
    "max_retries": 1,  # of a publish: a sweep publishes again what was lost
    "retry_policy": {"timeout": 3.0},
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # workers wait for Redis for as long as it is away
CELERY_TASK_PUBLISH_RETRY = False  # a page does not wait for Redis
CELERY_TASK_IGNORE_RESULT = True
CELERY_RESULT_EXPIRES = None  # no results are stored; otherwise beat would schedule a cleanup of them every night
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_SOFT_TIME_LIMIT = 240  # seconds
CELERY_TASK_TIME_LIMIT = 270
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_TASKS_PER_CHILD = 200  # a new fork shares more memory with its parent than an old one
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 1.0  # seconds
CELERY_WORKER_HIJACK_ROOT_LOGGER = False  # LOGGING below holds for workers too
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False  # unused, and anyone with access to Redis could stop all workers by it
QUEUES = environment.QUEUES
CELERY_TASK_QUEUES = [Queue(name, routing_key=name) for name in QUEUES]
CELERY_TASK_DEFAULT_QUEUE = "ratings"
CELERY_TASK_ROUTES = {
    "games.matches.run_matches": {"queue": "matches"},  # not "games.matches.*": the sweep must not wait behind matches
    "games.matches.prune": {"queue": "matches"},  # it plays matches again
    "games.matches.run_program": {"queue": "programs"},  # uploaded bots: a worker without the site's rights
    "games.bots.run_remote": {"queue": "remote"},  # many tasks at once, which wait for remote bots
    "games.bots.run_mixed": {"queue": "mixed"},  # both: it waits for remote bots without the site's rights
    "games.bots.check_version": {"queue": "bots"},
    "games.bots.play_bot_test_match": {"queue": "bots"},
    "games.bots.play_comparison": {"queue": "bots"},
    "games.records.check": {"queue": "records"},
    "games.reviews.review": {"queue": "reviews"},
    "league.accounts.*": {"queue": "mail"},
    "league.integrations.deliver": {"queue": "remote"},  # these wait for the servers of webhooks
    "league.integrations.*": {"queue": "mail"},
    "league.operations.*": {"queue": "mail"},
}
CELERY_BEAT_SCHEDULE = SCHEDULE | ({"deliver mail": DELIVER_MAIL} if MAIL_SERVER else {})

# --- accounts ----------------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.Account"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "league.accounts.backends.ByPassword",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
    )
]
LOGIN_URL = "accounts:sign-in"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "/"
AXES_FAILURE_LIMIT = "league.accounts.rate_limits.failure_limit"
AXES_CLIENT_IP_CALLABLE = "league.accounts.rate_limits.counted_address"
AXES_COOLOFF_TIME = timedelta(minutes=10)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_USERNAME_FORM_FIELD = "username"
AXES_RESET_ON_SUCCESS = True
AXES_SENSITIVE_PARAMETERS = ["username", "ip_address", "email", "old_password", "new_password1", "new_password2"]
AXES_VERBOSE = False
AXES_LOCKOUT_TEMPLATE = "members/locked_out.html"
AXES_HTTP_RESPONSE_CODE = 429

# --- mail --------------------------------------------------------------------------------------------------------
# Django writes each message into the outbox (league.accounts.email_outbox); a task sends it from there to MAIL_SERVER.
EMAIL_BACKEND = "league.accounts.email_outbox.OutboxBackend"
MAIL_DELIVERY_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
if MAIL_SERVER:
    _mail = env.email_url("MOOTHILL_MAIL_URL")
    MAIL_DELIVERY_BACKEND = _mail.pop("EMAIL_BACKEND")
    globals().update({name: value for name, value in _mail.items() if name.startswith("EMAIL_")})  # EMAIL_HOST, …
    EMAIL_TIMEOUT = 10  # seconds
DEFAULT_FROM_EMAIL = env.str("MOOTHILL_MAIL_FROM", default="Moothill <noreply@localhost>")

# --- language and time -------------------------------------------------------------------------------------------
LANGUAGE_CODE = "en-gb"
LANGUAGES = [("en-gb", "English"), ("pt-br", "Português (Brasil)")]  # each by its own name
LOCALE_PATHS = [ROOT / "locale"]
LANGUAGE_COOKIE_NAME = "moothill_language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600  # seconds
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SECURE = BEHIND_TLS
TIME_ZONE = "UTC"

# --- static files ------------------------------------------------------------------------------------------------
# `up` and the Docker image collect them. With MOOTHILL_DEBUG they are served from the source.
STATIC_URL = "/static/"
STATIC_ROOT = env.str("MOOTHILL_STATIC", default=f"{VAR}/static")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
WHITENOISE_ALLOW_ALL_ORIGINS = False

# --- security ----------------------------------------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "manifest-src": [SELF],
    }
}
CSRF_COOKIE_HTTPONLY = True  # scripts read the token from a form
CSRF_COOKIE_SECURE = BEHIND_TLS
CSRF_FAILURE_VIEW = "league.common.error_responses.csrf_failure"
SESSION_COOKIE_SECURE = BEHIND_TLS
SECURE_SSL_REDIRECT = BEHIND_TLS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if BEHIND_TLS else 0
if BEHIND_TLS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = env.bool("MOOTHILL_HSTS_SUBDOMAINS", default=False)
if not SECURE_HSTS_INCLUDE_SUBDOMAINS:  # others may serve subdomains without TLS, so only the operator can choose it
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024  # bytes
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000  # the results of a round of 500 tables for two have 3,000

# --- API ---------------------------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "league.accounts.authentication.TokenAuthentication",  # first: it gives the `WWW-Authenticate` of a 401
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    # Visitors read; services check what members may do.
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_PARSER_CLASSES": ["league.common.api.parsers.StrictJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "league.common.api.problems.problem_for",
    "DEFAULT_PAGINATION_CLASS": "league.common.api.pages.PublicCursorPagination",
    "PAGE_SIZE": 50,
    "URL_FORMAT_OVERRIDE": None,  # no `?format=`: JSON is the only format
}
SPECTACULAR_SETTINGS = OPENAPI

# --- logs --------------------------------------------------------------------------------------------------------
LOGGING = logging_for(debug=DEBUG, form=env.str("MOOTHILL_LOGS", default=""))  # "json" or text
