"""Services that the environment names: whether they answer, said in a sentence instead of a traceback."""

import os

from league.conf.launcher.errors import ServiceFailed

SECONDS = 5


def refuse_silent_services() -> None:
    """Raise ServiceFailed when DATABASE_URL or REDIS_URL names a server that does not answer."""
    if address := os.environ.get("DATABASE_URL"):
        version_of_postgres(address)
    if address := os.environ.get("REDIS_URL"):
        version_of_redis(address)


def version_of_postgres(address: str, named_by: str = "DATABASE_URL") -> str:
    """The version of the PostgreSQL at this address. Raises ServiceFailed, which says what names it."""
    import psycopg

    try:
        with psycopg.connect(as_libpq_spells(address), connect_timeout=SECONDS) as connection:
            return str(connection.info.parameter_status("server_version"))
    except psycopg.Error as refused:
        raise ServiceFailed(f"Cannot connect to the PostgreSQL server in {named_by}: {str(refused).strip()}") from None


def version_of_redis(address: str, named_by: str = "REDIS_URL") -> str:
    """The version of the Redis at this address. Raises ServiceFailed, which says what names it."""
    from redis import Redis, RedisError

    try:
        with Redis.from_url(address, socket_connect_timeout=SECONDS, socket_timeout=SECONDS) as client:
            return str(client.info("server")["redis_version"])
    except (RedisError, ValueError) as refused:
        raise ServiceFailed(f"Cannot connect to the Redis server in {named_by}: {refused}") from None


def as_libpq_spells(address: str) -> str:
    """An address of a database as PostgreSQL's own programs read it; Django's settings also take `psql://` and `pgsql://`."""
    return "postgresql:" + address.partition(":")[2]
