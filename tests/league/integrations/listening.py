"""A program of a club, on this machine: it takes what comes, or answers as the test says."""

import socket
import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

Answer = int | bytes | Callable[[socket.socket], None]
"""A code, bytes as they are, or whatever is done with the line."""


@dataclass
class Receiver:
    """What came, and what is answered; over TLS with a certificate and its key in one file, under that name."""

    port: int = 0
    name: str = "127.0.0.1"
    certificate: Path | None = None
    answer: Answer = 204
    came: list[tuple[Mapping[str, str], bytes]] = field(default_factory=list)

    @property
    def listed(self) -> str:
        """As the operator lists it."""
        return f"{self.name}:{self.port}"

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"{'https' if self.certificate else 'http'}://{self.listed}/moothill?key=own"


@contextmanager
def listening(receiver: Receiver) -> Iterator[Receiver]:
    """A server on a port of its own for as long as the test needs it."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            receiver.came.append((dict(self.headers), self.rfile.read(int(self.headers["Content-Length"]))))
            self.close_connection = True
            if isinstance(receiver.answer, int):
                self.send_response(receiver.answer)
                self.send_header("Location", "/elsewhere")
                self.end_headers()
            elif isinstance(receiver.answer, bytes):
                self.wfile.write(receiver.answer)
            else:
                with suppress(OSError):
                    receiver.answer(self.connection)

        def log_message(self, *_: Any) -> None:
            """In tests nobody reads it."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        receiver.port = server.server_port
        if receiver.certificate:
            own = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            own.load_cert_chain(receiver.certificate)
            server.socket = own.wrap_socket(server.socket, server_side=True)
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield receiver
        finally:
            server.shutdown()
            thread.join()
