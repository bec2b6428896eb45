"""What the pages of play show, as plain mappings for their templates."""
