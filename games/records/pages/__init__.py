"""What the pages of records show, as plain mappings for their templates."""
