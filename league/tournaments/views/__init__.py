"""Pages of tournaments: `event` for readers, `manage` for organisers."""
