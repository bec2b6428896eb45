"""Changes to calendars, embeds and webhooks."""
