"""Pages of tournaments: `tournament` for readers, `manage` for organisers."""
