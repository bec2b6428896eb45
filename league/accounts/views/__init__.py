"""Pages of accounts: sign up, sign in, settings, links."""
