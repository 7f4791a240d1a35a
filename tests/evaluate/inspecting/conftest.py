"""An OpenAI-compatible server on loopback that can be made to fail in every usual way."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

Failures = Mapping[str, float]


@dataclass
class ChatServer:
    """Answers each prompt with the text that ``answers`` has for it.

    Failures are drawn by hash of the prompt, so that every run meets the same ones, and strike
    at the first try of a question only, unless ``always``.
    """

    answers: Mapping[str, str]
    failures: Failures = field(default_factory=dict)
    delay_s: float = 0.0
    always: bool = False
    model: str = "test-vlm"
    requests: Counter[str] = field(default_factory=Counter)
    served: Counter[str] = field(default_factory=Counter)
    struck: Counter[str] = field(default_factory=Counter)
    images: dict[str, int] = field(default_factory=dict)
    messages: dict[str, Any] = field(default_factory=dict)
    in_flight: int = 0
    most_in_flight: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)
    port: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def fault(self, prompt: str, tries: int) -> str:
        """Give the failure of a try: "429", "500", "cut", "endless" or none."""
        if tries > 1 and not self.always:
            return ""
        place = int.from_bytes(hashlib.sha256(prompt.encode()).digest()[:4], "big") / 2**32
        for name, share in self.failures.items():
            if place < share:
                return name
            place -= share
        return ""


def _handler(server: ChatServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *args: object) -> None:
            pass

        def do_GET(self) -> None:
            self._send(200, {"object": "list", "data": [{"id": server.model}]})

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            parts = body["messages"][-1]["content"]
            prompt = next(p["text"] for p in reversed(parts) if p["type"] == "text")
            with server.lock:
                server.requests[prompt] += 1
                tries = server.requests[prompt]
                server.in_flight += 1
                server.most_in_flight = max(server.most_in_flight, server.in_flight)
                server.images[prompt] = sum(
                    part["type"] == "image_url"
                    for message in body["messages"]
                    if isinstance(message["content"], list)
                    for part in message["content"]
                )
                server.messages[prompt] = body["messages"]
            try:
                time.sleep(server.delay_s)
                self._answer(prompt, server.fault(prompt, tries))
            except OSError:
                # a client that gave up
                self.close_connection = True
            finally:
                with server.lock:
                    server.in_flight -= 1

        def _answer(self, prompt: str, fault: str) -> None:
            if fault:
                with server.lock:
                    server.struck[fault] += 1
            if fault in ("429", "500"):
                self._send(int(fault), {"error": {"message": f"injected {fault}"}})
                return
            reply = json.dumps(
                {
                    "id": "x", "object": "chat.completion", "created": 0, "model": server.model,
                    "choices": [{"index": 0, "finish_reason": "stop", "message": {
                        "role": "assistant", "content": server.answers[prompt]}}],
                    "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
                }
            ).encode()  # fmt: skip
            if fault == "cut":
                self._head(len(reply))
                self.wfile.write(reply[: len(reply) // 2])
                self.close_connection = True
            elif fault == "endless":
                self._head(1_000_000)
                for _ in range(300):
                    self.wfile.write(b" ")
                    self.wfile.flush()
                    time.sleep(0.1)
                self.close_connection = True
            else:
                with server.lock:
                    server.served[prompt] += 1
                self._head(len(reply))
                self.wfile.write(reply)

        def _head(self, length: int) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(length))
            self.end_headers()

        def _send(self, status: int, value: object) -> None:
            content = json.dumps(value).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

    return Handler


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request: object, client_address: object) -> None:
        # clients that are killed leave broken pipes behind
        pass


@pytest.fixture(scope="session")
def serving() -> Callable[..., Any]:
    """Run a ``ChatServer`` for the length of a ``with`` block."""

    @contextmanager
    def serve(answers: Mapping[str, str], **how: Any) -> Iterator[ChatServer]:
        chat = ChatServer(answers, **how)
        with _Server(("127.0.0.1", 0), _handler(chat)) as server:
            chat.port = server.server_address[1]
            thread = threading.Thread(target=server.serve_forever, daemon=True)
            thread.start()
            try:
                yield chat
            finally:
                server.shutdown()
                thread.join()

    return serve
