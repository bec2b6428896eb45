"""Remote bots: programs elsewhere that open a stream for questions, and answer by POST.

The protocol is docs/remote-bots.md. `mailbox` keeps the questions in Redis, `stream` writes them to connected bots, and
`remote_player` waits for the answer and keeps the clock.
"""
