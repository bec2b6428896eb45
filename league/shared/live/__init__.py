"""Live updates: signed topics, announcements, and the stream that carries them."""
