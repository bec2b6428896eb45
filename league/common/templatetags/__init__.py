"""The design system's tags, for `{% load design %}`."""
