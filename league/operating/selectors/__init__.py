"""Every read for those who run the place."""
