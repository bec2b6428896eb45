"""What the templates of `league.results` may use."""
