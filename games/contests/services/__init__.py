"""Changes to contests."""
