"""The address of Celery's message broker."""

from urllib.parse import parse_qs, urlsplit


def broker_address(url: str) -> str:
    """Return the URL for Celery: a Unix socket is `redis+socket://`, its database `virtual_host`."""
    parts = urlsplit(url)
    if parts.scheme != "unix":
        return url
    user = f"{parts.netloc.rpartition('@')[0]}@" if "@" in parts.netloc else ""
    return f"redis+socket://{user}{parts.path}?virtual_host={parse_qs(parts.query).get('db', ['0'])[0]}"
