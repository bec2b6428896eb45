"""Django's settings. Everything that differs between sites comes from the environment.

`manage.py up` fills the environment for the embedded services; a server names its own. Secrets may be named by file.
"""

import os
import tomllib
from datetime import timedelta
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import environ
from csp.constants import NONE, SELF
from kombu import Queue

from league.conf.celery_schedule import DELIVER_MAIL, SCHEDULE
from league.conf.launcher.environment import with_secrets
from league.conf.logs import logging_for

ROOT = Path(__file__).resolve().parents[2]

VERSION: str = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]

env = environ.Env()
env.ENVIRON = with_secrets(os.environ)

# --- the place ---------------------------------------------------------------------------------------------------
DEBUG = env.bool("MOOTHILL_DEBUG", default=False)
SECRET_KEY = env.str("MOOTHILL_SECRET_KEY")
ALLOWED_HOSTS = env.list("MOOTHILL_ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("MOOTHILL_TRUSTED_ORIGINS", default=[])
SITE_ADDRESS = env.str("MOOTHILL_ADDRESS", default="http://localhost:8000")
BEHIND_TLS = env.bool("MOOTHILL_TLS", default=False)
DEMO = env.bool("MOOTHILL_DEMO", default=False) and not BEHIND_TLS  # anybody may look as the invented people there

ROOT_URLCONF = "league.conf.urls"
ASGI_APPLICATION = "league.conf.asgi.application"

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
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
    "games.bots",
    "games.ladder",
    "games.contests",
    "games.play",
]

# What adds headers stands before what may fail, so that pages of faults have them too. Axes wants to be last.
MIDDLEWARE = [
    "league.operations.middleware.follow_requests",
    "django.middleware.security.SecurityMiddleware",
    "league.common.api.cross_origin.let_other_sites_read",
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
    "league.common.middleware.use_the_members_time_and_language",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "league.accounts.middleware.keep_what_was_sent",
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
                "league.accounts.demo_accounts.demo",
            ],
        },
    }
]

# --- data --------------------------------------------------------------------------------------------------------
DATABASES = {"default": env.db_url("DATABASE_URL")}
DATABASES["default"] |= {
    "CONN_HEALTH_CHECKS": True,
    "OPTIONS": DATABASES["default"].get("OPTIONS", {}) | {"connect_timeout": 3},
}
# Workers and commands keep one connection a process; the web server shares some (league.conf.connections).
DATABASES["default"]["CONN_MAX_AGE"] = 600
WEB_THREADS = env.int("MOOTHILL_THREADS", default=2)  # that answer pages (league.conf.wsgi_bridge)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL")


def broker_address(url: str) -> str:
    """Return the URL for Celery: a Unix socket is `redis+socket://`, its database `virtual_host`."""
    parts = urlsplit(url)
    if parts.scheme != "unix":
        return url
    who = f"{parts.netloc.rpartition('@')[0]}@" if "@" in parts.netloc else ""
    return f"redis+socket://{who}{parts.path}?virtual_host={parse_qs(parts.query).get('db', ['0'])[0]}"


CACHES = {
    "default": {
        "BACKEND": "league.common.cache.ForgivingRedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"serializer": "league.common.cache.Plain"},
    }
}

# --- work (see docs/architecture.md, "From pairing to rating") ------------------------------------------------------
CELERY_BROKER_URL = broker_address(REDIS_URL)
CELERY_TASK_ALWAYS_EAGER = False
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_RESULT_EXPIRES = None  # or the clock would send for Celery's own tidying every night, of what is nowhere
CELERY_TASK_ACKS_LATE = CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_TASKS_PER_CHILD = 200  # then a fresh fork takes its place, which shares more memory
CELERY_TASK_SOFT_TIME_LIMIT = 240
CELERY_TASK_TIME_LIMIT = 270
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 600,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_timeout": 30,
    "socket_keepalive": True,
    "max_retries": 1,  # of one publish; the sweep publishes again what did not go out
    "retry_policy": {"timeout": 3.0},
}
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 1.0
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False  # nobody of ours asks it, and whoever reaches Redis could stop all workers
CELERY_TASK_DEFAULT_QUEUE = "ratings"
QUEUES = ("matches", "records", "ratings", "mail", "bots", "programs", "remote")
CELERY_TASK_QUEUES = [Queue(name, routing_key=name) for name in QUEUES]
CELERY_TASK_ROUTES = {
    "games.matches.run_matches": {"queue": "matches"},  # its sweep must not wait behind the matches
    "games.matches.prune": {"queue": "matches"},  # it plays them
    "games.matches.run_program": {"queue": "programs"},  # of strangers; theirs is a worker of its own
    "games.bots.run_remote": {"queue": "remote"},  # they wait for programs elsewhere, many at a time
    "games.bots.check_version": {"queue": "bots"},
    "games.bots.play_bot_test_match": {"queue": "bots"},
    "games.records.check": {"queue": "records"},
    "league.accounts.*": {"queue": "mail"},
    "league.integrations.deliver": {"queue": "remote"},  # they wait for programs elsewhere as well
    "league.integrations.*": {"queue": "mail"},
    "league.operations.*": {"queue": "mail"},
}
CELERY_BEAT_SCHEDULE = SCHEDULE | ({"deliver mail": DELIVER_MAIL} if env.str("MOOTHILL_MAIL_URL", default="") else {})
CELERY_TIMEZONE = "UTC"

# --- programs of strangers -----------------------------------------------------------------------------------------
PROGRAM_ROLE = env.bool(
    "MOOTHILL_PROGRAM_ROLE", default=False
)  # whether `migrate` gives their worker's role its rights

# --- webhooks ------------------------------------------------------------------------------------------------------
WEBHOOK_HOSTS = env.list("MOOTHILL_WEBHOOK_HOSTS", default=[])  # where clubs may have things told; docs/webhooks.md
WEBHOOK_SECONDS = env.float("MOOTHILL_WEBHOOK_SECONDS", default=10.0)  # for one of their programs to answer

# --- the ladder ----------------------------------------------------------------------------------------------------
LADDER_BLOCKS = env.int("MOOTHILL_LADDER_BLOCKS", default=3)  # begun and not yet played, here and from afar

MATCH_LEASE_SECONDS = env.float("MOOTHILL_MATCH_LEASE", default=30.0)  # a worker silent for so long lost its matches
MATCH_STALE_SECONDS = env.float("MOOTHILL_MATCH_STALE", default=30.0)  # then a queued match is enqueued again
MATCH_ATTEMPTS = env.int("MOOTHILL_MATCH_ATTEMPTS", default=5)  # then a match that loses its workers is given up

RECORDS_DAYS = env.int("MOOTHILL_RECORDS_DAYS", default=0)  # then records of the house's bots are pruned; 0 keeps them

RECORD_LEASE_SECONDS = env.float("MOOTHILL_RECORD_LEASE", default=60.0)  # above what a check may take
RECORD_STALE_SECONDS = env.float("MOOTHILL_RECORD_STALE", default=30.0)  # then a queued record is enqueued again
RECORD_ATTEMPTS = env.int("MOOTHILL_RECORD_ATTEMPTS", default=3)  # then a record that loses its workers is given up
RECORD_SEARCH_SECONDS = env.float("MOOTHILL_RECORD_SEARCH", default=10.0)  # for what a record leaves open

# --- people ------------------------------------------------------------------------------------------------------
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
LOGIN_URL = "members:sign-in"
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

# Every message first lies in the operator's outbox (league.accounts.email_outbox); a mail server gets it from there.
MAIL_SERVER = env.str("MOOTHILL_MAIL_URL", default="")
EMAIL_BACKEND = "league.accounts.email_outbox.OutboxBackend"
MAIL_DELIVERY_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
if MAIL_SERVER:
    server = env.email_url("MOOTHILL_MAIL_URL")
    MAIL_DELIVERY_BACKEND = server.pop("EMAIL_BACKEND")
    vars().update(server, EMAIL_TIMEOUT=10)
# Without a mail server an address proves nothing, so uploading a bot needs none that is confirmed.
UPLOADS_NEED_CONFIRMED_ADDRESS = env.bool("MOOTHILL_UPLOADS_NEED_CONFIRMED_ADDRESS", default=bool(MAIL_SERVER))
DEFAULT_FROM_EMAIL = env.str("MOOTHILL_MAIL_FROM", default="Moothill <noreply@localhost>")

# --- language and time ---------------------------------------------------------------------------------------------
LANGUAGE_CODE = "en-gb"
LANGUAGES = [("en-gb", "English"), ("pt-br", "Português (Brasil)")]  # each as those call it who read it
LOCALE_PATHS = [ROOT / "locale"]
LANGUAGE_COOKIE_NAME = "moothill_language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SECURE = BEHIND_TLS
USE_I18N = USE_TZ = True
TIME_ZONE = "UTC"

# --- files -------------------------------------------------------------------------------------------------------
# `up` and the image collect them. With MOOTHILL_DEBUG they are served from the source.
STATIC_URL = "/static/"
STATIC_ROOT = env.str(
    "MOOTHILL_STATIC", default=str(Path(env.str("MOOTHILL_VAR", default=str(ROOT / "var"))) / "static")
)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
WHITENOISE_ALLOW_ALL_ORIGINS = False

# --- safety ------------------------------------------------------------------------------------------------------
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
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True  # scripts take the mark from a form
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = BEHIND_TLS
SECURE_SSL_REDIRECT = BEHIND_TLS
SECURE_HSTS_SECONDS = 31_536_000 if BEHIND_TLS else 0
if BEHIND_TLS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = env.bool("MOOTHILL_HSTS_SUBDOMAINS", default=False)
if not SECURE_HSTS_INCLUDE_SUBDOMAINS:  # names below this one are somebody else's to speak for, until the operator asks
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000  # a round of 500 tables of two has 3,000; the size bounds the rest
HEADER_SECONDS = env.float("MOOTHILL_HEADER_SECONDS", default=20.0)  # for the head of a request to come
LARGEST_BODY = 6 * 1024 * 1024  # bytes; the largest file that is taken anywhere has 5 MB
BODY_SECONDS = 120.0  # for all of it

CSRF_FAILURE_VIEW = "league.common.error_responses.csrf_failure"

# --- live updates --------------------------------------------------------------------------------------------------
LIVE_MOST_READERS = env.int("MOOTHILL_LIVE_READERS", default=1000)
LIVE_MOST_FROM_ONE = env.int("MOOTHILL_LIVE_READERS_PER_ADDRESS", default=300)  # a large hall has one address
REMOTE_MOST_STREAMS = env.int("MOOTHILL_REMOTE_STREAMS", default=200)
REMOTE_MOST_FROM_ONE = env.int("MOOTHILL_REMOTE_STREAMS_PER_ADDRESS", default=50)

# --- the API -----------------------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "league.accounts.authentication.TokenAuthentication",  # first, so that 401 says how to come in
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["league.common.api.parsers.StrictJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "league.common.api.problems.problem_for",
    "DEFAULT_PAGINATION_CLASS": "league.common.api.pages.PublicCursorPagination",
    "PAGE_SIZE": 50,
    "URL_FORMAT_OVERRIDE": None,  # there is JSON alone
}
SPECTACULAR_SETTINGS = {
    "OAS_VERSION": "3.1.0",
    "TITLE": "Moothill API",
    "VERSION": "1",
    "DESCRIPTION": (
        "Read leaderboards, tournaments, results and bots of Moothill, enter results and upload bots.\n\n"
        "- Every list returns `next`, `previous` and `results`. Follow `next` until it is null.\n"
        "- Games, clubs and pools are named by their slug, everything else by its id.\n"
        "- Times are in UTC, ratings in points. Unknown parameters get 400, what you may not see gets 404."
    ),
    "TAGS": [
        {"name": "index", "description": "Entry point for programs."},
        {"name": "hall", "description": "What runs now and the latest results."},
        {"name": "games", "description": "Games and their options."},
        {"name": "clubs", "description": "Clubs and their players."},
        {"name": "players", "description": "Players, ratings and rating history."},
        {"name": "pools", "description": "Leaderboards: a pool is one leaderboard."},
        {"name": "results", "description": "All results, in the order in which they were entered."},
        {"name": "tournaments", "description": "Entries, rounds, crosstable and standings."},
        {"name": "matches", "description": "Bot matches and their records."},
        {"name": "leagues", "description": "Seasons in divisions."},
        {"name": "contests", "description": "Contests of bots and their finals."},
        {"name": "bots", "description": "Bots that you upload. Only you see them here."},
        {"name": "remote bots", "description": "Bots on your own computer. docs/remote-bots.md has the protocol."},
    ],
    "ENUM_NAME_OVERRIDES": {
        "PlayerKind": "league.accounts.models.Player.Kind",
        "PoolKind": "league.results.models.Pool.Kind",
        "MatchStatus": "games.matches.models.Match.Status",
        "TournamentStatus": "league.tournaments.models.Tournament.Status",
        "Decided": "league.results.models.Result.How",
    },
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "league.common.api.schema.say_what_answers_hold",
        "games.bots.remote.api.add_stream",
        "league.common.api.schema.add_keys",
        "league.common.api.schema.add_problems",
        "league.common.api.schema.name_server",
        "league.conf.api.add_examples",
    ],
    "SCHEMA_PATH_PREFIX": "/api/v1",
}

# --- logs --------------------------------------------------------------------------------------------------------
LOGGING = logging_for(debug=DEBUG, form=env.str("MOOTHILL_LOGS", default=""))  # "json" for programs that read them
LOG_EVERY_REQUEST = env.bool("MOOTHILL_LOG_REQUESTS", default=False)  # else slow ones and faults
SLOW_SECONDS = env.float("MOOTHILL_SLOW", default=1.0)  # after which an answer is a slow one

# --- watching the place (docs/watching.md) -----------------------------------------------------------------------
METRICS_TOKEN = env.str("MOOTHILL_METRICS_TOKEN", default="")  # /metrics is there for whoever bears it
LEAST_FREE = env.int("MOOTHILL_LEAST_FREE", default=64) * 1024**2  # MB; with less nothing is written
VOLUME = env.str("MOOTHILL_VOLUME", default=env.str("MOOTHILL_VAR", default=str(ROOT)))  # a folder where it fills
