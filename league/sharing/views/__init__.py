"""The doors of what is read elsewhere."""
