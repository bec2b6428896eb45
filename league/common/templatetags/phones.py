"""`{% load phones %}`: a warning beside links and QR codes that lead only to the computer on which they are shown."""

from typing import Any

from django import template
from django.template import RequestContext

from league.common.phone_links import is_loopback, site_for_links

register = template.Library()


@register.inclusion_tag("shared/_loopback.html", takes_context=True)
def loopback_warning(context: RequestContext, *, has_codes: bool = False) -> dict[str, Any]:
    """Warn where links that are handed on begin with a loopback address; elsewhere show nothing.

    `has_codes` on pages that show QR codes elsewhere: here they leave them out (`qr_code`).
    """
    site = site_for_links(context["request"])
    return {"site": site if is_loopback(site) else "", "has_codes": has_codes, "user": context.get("user")}
