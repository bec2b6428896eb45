"""Links for other devices: their base URL, whether a phone can open them, and their QR codes."""

from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString

from league.common.safe_html import safe_html

CODES_KEPT = 500  # of some 3 kB; everybody at a table gets the same one again and again


def site_for_links(request: HttpRequest) -> str:
    """Return the base URL of links to share: the site's address, or the request's if the site's is a loopback one."""
    site: str = settings.SITE_ADDRESS
    return (request.build_absolute_uri("/") if is_loopback(site) else site).rstrip("/")


def is_loopback(address: str) -> bool:
    """Whether an address leads only to the computer on which it is opened."""
    host = urlsplit(address).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


@lru_cache(CODES_KEPT)
def qr_code(address: str) -> SafeString:
    """Return the address as a code for cameras: plain SVG, dark on light on every paper.

    A loopback address has none, as no phone could open it.
    """
    import segno  # 3 MB in each process, and workers draw no codes

    if is_loopback(address):
        return safe_html("")
    code = segno.make(address, error="m", micro=False)
    return safe_html(
        code.svg_inline(border=3, omitsize=True, svgclass="code", lineclass=None, dark="#000", light="#fff")
    )
