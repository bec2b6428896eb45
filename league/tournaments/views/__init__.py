"""Pages of tournaments: `event` for readers, `desk` for organisers."""
