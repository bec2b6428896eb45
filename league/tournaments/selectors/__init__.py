"""Every read about tournaments."""
