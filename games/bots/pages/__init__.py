"""What the pages of bots show, as plain mappings for their templates."""
