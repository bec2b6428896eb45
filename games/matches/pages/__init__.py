"""What the pages of matches show, as plain mappings for their templates."""
