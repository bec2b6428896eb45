"""Forms of webhooks."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.integrations.webhook_requests import LONGEST


class WebhookForm(forms.Form):
    """The address of a webhook."""

    address = forms.CharField(
        label=_("Address"),
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off", "spellcheck": "false"}),
        help_text=_("An https:// address on one of the allowed hosts."),
    )
