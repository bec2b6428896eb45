"""Receives webhooks of Moothill: needs MOOTHILL_SECRET, listens on PORT (9000)."""

import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

SECRET = os.environ["MOOTHILL_SECRET"].encode()
seen = set()  # keep it in a file if it has to outlive the program


class Receiver(BaseHTTPRequestHandler):
    """Accepts deliveries that are signed and younger than five minutes."""

    def do_POST(self):
        """Print each event once."""
        body = self.rfile.read(min(int(self.headers["Content-Length"]), 100_000))
        stamp = self.headers["Moothill-Timestamp"]
        right = "v1=" + hmac.new(SECRET, stamp.encode() + b"." + body, "sha256").hexdigest()
        signed = hmac.compare_digest(right, self.headers["Moothill-Signature"])
        is_ours = signed and abs(time.time() - int(stamp)) < 300
        self.send_response(204 if is_ours else 403)
        self.end_headers()
        message = json.loads(body) if is_ours else {}
        if is_ours and message["delivery"] not in seen:
            seen.add(message["delivery"])
            print(message["event"], message["club"]["name"], flush=True)


HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Receiver).serve_forever()
