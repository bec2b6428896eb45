"""Every question about what is read elsewhere."""
