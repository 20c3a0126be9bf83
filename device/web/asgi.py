"""ASGI as the door speaks it, without a library: its types, what a request holds, and how it is answered."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any

from .protocol import RefusedMessageError

Event = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]
App = Callable[[Event, Receive, Send], Awaitable[None]]

LARGEST_BODY = 150_000
"""Bytes that may be posted: a whole settings file as JSON, every sign of it escaped twice."""


@dataclass(frozen=True, slots=True)
class Answer:
    """To a request: its status, and what it tells as JSON."""

    status: int = 200
    fields: Mapping[str, Any] = field(default_factory=dict)
    headers: tuple[tuple[str, str], ...] = ()


def single(headers: Iterable[tuple[bytes, bytes]], name: str) -> str | None:
    """A header's value; None where it is missing, and two different ones are none that anything here accepts."""
    found = {value.decode("latin-1") for each, value in headers if each.lower() == name.encode()}
    return ", ".join(sorted(found)) if found else None


async def read_json(headers: Iterable[tuple[bytes, bytes]], receive: Receive) -> dict[str, Any]:
    """The object that was posted.

    Raises:
        RefusedMessageError: it is no JSON object, too large, or not told to be JSON.
    """
    if single(headers, "content-type") != "application/json":  # what no form of another site can send unasked
        raise RefusedMessageError("no JSON: post with content-type application/json")
    if single(headers, "transfer-encoding") is not None:
        raise RefusedMessageError("a body in pieces is not taken: post it with its content-length")
    body, goes_on = b"", True
    while goes_on:
        event = await receive()
        if event["type"] == "http.disconnect":
            raise RefusedMessageError("it went before it had said all")
        body += event.get("body", b"")
        if len(body) > LARGEST_BODY:
            raise RefusedMessageError(f"more than {LARGEST_BODY} bytes: post less")
        goes_on = event.get("more_body", False)
    try:
        posted = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise RefusedMessageError("no JSON: post an object") from error
    if not isinstance(posted, dict):
        raise RefusedMessageError("no object: post one")
    return posted


async def reply(send: Send, answer: Answer) -> None:
    """Send an answer and be done."""
    body = json.dumps(answer.fields, ensure_ascii=False).encode(errors="replace")
    headers = [("content-type", "application/json"), ("content-length", str(len(body))), *answer.headers]
    coded = [(name.encode(), value.encode("latin-1")) for name, value in headers]
    await send({"type": "http.response.start", "status": answer.status, "headers": coded})
    await send({"type": "http.response.body", "body": body})
