"""Remote bots: programs elsewhere that open a stream for questions, and answer by POST.

The protocol is docs/remote-bots.md. `exchange` keeps the questions in Redis, `stream` writes them to
connected bots, and `seat` waits for the answer and keeps the clock.
"""
