"""A remote bot for Moothill, in one file, with nothing but Python's standard library.

    MOOTHILL_TOKEN=mh_... python3 remote.py https://moothill.example BOT_ID

Without arguments it plays over standard input and output, for a test at home:

    moothill-engine play kings-kilt --seats "cmd:python3 remote.py,wanderer"

Write your own `choose`. The token needs the permission `bots:play`. The remote bot guide explains the protocol.
"""

import json
import os
import random
import sys
import time
import urllib.error
import urllib.request

SILENCE = 20  # seconds; the site writes at least every five, so a longer silence means a broken stream
LONGEST_PAUSE = 30  # seconds between two attempts to connect
ROUNDS = 5  # attempts to send one answer
HOPELESS = (401, 403, 404, 409)  # another attempt does not help


def choose(view, legal, milliseconds):
    """Return the index of one of the `legal` moves. `milliseconds` are left for the whole match."""
    return random.randrange(len(legal))


class Remote:
    def __init__(self, site, bot, token, choose=choose):
        self.address = f"{site.rstrip('/')}/api/v1/remote-bots/{bot}/"
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self.choose = choose
        self.answers = {}  # by the id of the question: a repeated question gets the same answer

    def run(self):
        """Play until the site refuses the bot, then exit with status 1."""
        pause = 1
        while True:
            try:
                self.follow()
                pause = 1
            except urllib.error.HTTPError as refusal:
                print(reason_of(refusal), file=sys.stderr)
                if refusal.code in HOPELESS:
                    raise SystemExit(1) from None
            except (OSError, ValueError) as error:  # the connection broke
                print(f"{error}; connecting again", file=sys.stderr)
            time.sleep(pause * random.uniform(0.5, 1))
            pause = min(2 * pause, LONGEST_PAUSE)

    def follow(self):
        """Open the stream, and do what its lines say until it ends."""
        asked = urllib.request.Request(self.address + "stream", headers=self.headers)
        with urllib.request.urlopen(asked, timeout=SILENCE) as stream:
            for line in stream:
                if line.strip():
                    self.hear(json.loads(line))

    def hear(self, line):
        kind = line["type"]
        if kind == "ping":
            self.post({"id": line["id"]})
        elif kind == "move":
            if line["id"] not in self.answers:
                self.answers = {line["id"]: self.choose(line["view"], line["legal"], line["milliseconds"])}
            self.post({"id": line["id"], "move": self.answers[line["id"]]})
        elif kind == "hello":
            print("connected; waiting for matches", flush=True)
        elif kind == "start":
            print(f"match {line['match']}: {line['game']}, seat {line['seat'] + 1} of {line['seats']}", flush=True)
        elif kind == "end":
            print(f"match {line['match']}: {line['fault'] or 'finished'}", flush=True)
        elif kind == "bye" and line["code"] == "replaced":
            print(line["reason"], file=sys.stderr)
            raise SystemExit(1)  # two programs for one bot would end each other's streams for ever
        # Ignore lines of other types: later versions may add some.

    def post(self, answer):
        asked = urllib.request.Request(self.address + "moves/", json.dumps(answer).encode(), self.headers)
        for attempt in range(ROUNDS):
            try:
                with urllib.request.urlopen(asked, timeout=SILENCE):
                    return
            except urllib.error.HTTPError as refusal:
                if refusal.code < 500:  # too late or illegal: sending it again does not help
                    print(reason_of(refusal), file=sys.stderr)
                    return
            except OSError as error:
                print(f"{error}; answering again", file=sys.stderr)
            time.sleep(0.2 * 2**attempt)


def reason_of(refusal):
    """Return the status and the site's reason in one line."""
    try:
        reason = json.loads(refusal.read())["detail"]
    except (ValueError, KeyError, TypeError):  # the answer is no JSON of the site: perhaps a wrong address
        reason = refusal.reason
    return f"{refusal.code} {reason} ({refusal.url})"


def play_locally():
    for line in map(json.loads, sys.stdin):
        if line["type"] == "move":
            move = choose(line["view"], line["legal"], line["milliseconds"])
            print(json.dumps({"id": line["id"], "move": move}), flush=True)


if __name__ == "__main__":
    if len(sys.argv) == 1:
        play_locally()
        raise SystemExit
    if len(sys.argv) != 3 or "MOOTHILL_TOKEN" not in os.environ:
        sys.exit("Usage: MOOTHILL_TOKEN=mh_... python3 remote.py SITE BOT_ID")
    Remote(sys.argv[1], sys.argv[2], os.environ["MOOTHILL_TOKEN"]).run()
