"""Reviews of finished games: chances of winning and lost chances, computed by workers on request."""
