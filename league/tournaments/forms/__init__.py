"""Forms for organisers and scorers."""
