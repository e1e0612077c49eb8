"""An endpoint of OpenAI's form on loopback, out of the standard library, that misbehaves as it is told."""

import contextlib
import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Turn = Callable[["Handler"], None]


def chat(text="Hello.", *, finish="stop", refusal=None, usage=None, **more):
    """The body of a chat completion."""
    message = {"role": "assistant", "content": text, "refusal": refusal}
    usage = usage or {"prompt_tokens": 12, "completion_tokens": 3, "total_tokens": 15}
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return {"id": "x", "object": "chat.completion", "model": "m-2026", "choices": [choice], "usage": usage, **more}


def answers(body, *, status=200, headers=None) -> Turn:
    """A turn that answers with a body: bytes as they are, anything else as JSON."""
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()

    def turn(handler):
        handler.send_response(status)
        for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(raw)))
        handler.end_headers()
        handler.wfile.write(raw)

    return turn


def error(status, code="oops", **headers) -> Turn:
    """A turn that fails; the message repeats what it was sent, as some endpoints do."""

    def turn(handler):
        body = {"error": {"message": f"bad: {handler.body.decode()}", "type": "error", "code": code}}
        answers(body, status=status, headers={name.replace("_", "-"): value for name, value in headers.items()})(
            handler
        )

    return turn


def hangs_up(handler):
    """A turn without any reply."""
    handler.close_connection = True


def never_ends(handler):
    """A turn that begins a reply and waits until the test is over."""
    handler.send_response(200)
    handler.send_header("Content-Length", "100")
    handler.end_headers()
    handler.wfile.write(b'{"choices":')
    handler.server.over.wait(30)


def trickles(handler):
    """A turn that sends a byte at a time, so that no single read takes long."""
    handler.send_response(200)
    handler.send_header("Content-Length", "100000")
    handler.end_headers()
    with contextlib.suppress(OSError):
        while not handler.server.over.wait(0.01):
            handler.wfile.write(b" ")


class Handler(BaseHTTPRequestHandler):
    """Takes the turns of its server in order; the last one stays."""

    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.body = self.rfile.read(int(self.headers["Content-Length"]))
        with self.server.lock:
            self.server.requests.append((self.path, dict(self.headers.items()), json.loads(self.body)))
            turn = self.server.turns.pop(0) if len(self.server.turns) > 1 else self.server.turns[0]
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            turn(self)

    def log_message(self, *_arguments):
        """Say nothing."""


class Loopback(ThreadingHTTPServer):
    """The server; `requests` are path, headers and body of each request so far."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.turns = [answers(chat())]
        self.requests = []
        self.over = threading.Event()
        self.lock = threading.Lock()

    @property
    def base_url(self):
        return f"http://127.0.0.1:{self.server_port}/v1"


@contextlib.contextmanager
def loopback() -> Iterator[Loopback]:
    """A server that runs while the block does."""
    with Loopback() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.over.set()
            server.shutdown()
            thread.join()
