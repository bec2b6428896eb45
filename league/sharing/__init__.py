"""What of clubs and events is read elsewhere: calendars, standings on other people's pages, and webhooks."""
