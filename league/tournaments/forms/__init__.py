"""What organisers and scorers fill in."""
