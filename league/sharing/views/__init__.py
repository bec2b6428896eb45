"""Pages of calendars, embeds and webhooks."""
