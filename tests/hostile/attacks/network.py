"""Network: on this machine alone, where somebody listens and must hear nothing."""

from tests.hostile.attack import BOTH, Attack, refused

_DENIED = "refused: PermissionError"

ATTACKS: tuple[Attack, ...] = (
    refused("connects", "return socket.create_connection(('127.0.0.1', @PORT@))", says=_DENIED, tiers=BOTH),
    refused("sends a datagram",
            "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', @DATAGRAMS@))",
            says=_DENIED, tiers=BOTH),
    refused("connects by a newer address",
            "return socket.socket(socket.AF_INET6).connect(('::1', @PORT@))", says=_DENIED),
    refused("connects by a name without a file", "return socket.socket(socket.AF_UNIX).connect('\\0@ABSTRACT@')",
            says=_DENIED, tiers=BOTH),
    refused("connects by a file", "return socket.socket(socket.AF_UNIX).connect('@FOLDER@/socket')", says=_DENIED),
    refused("listens", "return socket.create_server(('127.0.0.1', 0))", says=_DENIED),
    refused("asks a name server", "return socket.getaddrinfo('localhost', 80)"),
    refused("fetches a page", "import urllib.request\nreturn urllib.request.urlopen('http://127.0.0.1:@PORT@/')"),
    refused("talks to the kernel", "return socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)", says=_DENIED),
    refused("writes packets", "return socket.socket(socket.AF_PACKET, socket.SOCK_RAW)", says=_DENIED),
    refused("writes raw", "return socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)", says=_DENIED),
    refused("talks to the machine below", "return socket.socket(40, socket.SOCK_STREAM)", says=_DENIED),
    refused("two ends of its own", "return socket.socketpair()", says=_DENIED),
    refused("hears of adapters", "return socket.if_nameindex()", says=_DENIED),
    refused("takes its pipes for sockets", "return socket.socket(fileno=0).send(b'x')"),
)  # fmt: skip
