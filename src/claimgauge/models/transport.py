"""The way out and back: which headers leave, and how much may come in.

The client library adds headers about the machine and from environment variables of its own. Only
those on a short list leave. What comes back is read up to a bound, whatever its status.
"""

import ssl
from collections.abc import AsyncIterator
from typing import Final

import httpx2

SENT: Final = frozenset({"host", "accept", "connection", "content-length", "content-type", "transfer-encoding"})


class TooLarge(Exception):  # noqa: N818  # a signal between two modules, mapped at the seam
    """The reply is longer than the bound."""


class BoundedTransport(httpx2.AsyncBaseTransport):
    """Sends only the headers of `SENT`, a plain user agent and the key; reads at most `most_bytes`."""

    def __init__(self, *, key: str, most_bytes: int, proxy: str, user_agent: str, tls: ssl.SSLContext) -> None:
        self._within = httpx2.AsyncHTTPTransport(verify=tls, trust_env=False, proxy=proxy or None)
        self._most_bytes = most_bytes
        self._own = {"user-agent": user_agent, "accept-encoding": "identity"}
        if key:
            self._own["authorization"] = f"Bearer {key}"

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """One request out, one response back. Raises TooLarge while it is read."""
        kept = {name: value for name, value in request.headers.items() if name.lower() in SENT}
        bare = httpx2.Request(
            request.method, request.url, headers=kept | self._own, stream=request.stream, extensions=request.extensions
        )
        response = await self._within.handle_async_request(bare)
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        response.stream = _Bounded(response.stream, self._most_bytes)
        return response

    async def aclose(self) -> None:
        """Close the connections."""
        await self._within.aclose()


class _Bounded(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream, most_bytes: int) -> None:
        self._stream = stream
        self._left = most_bytes

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._stream:
            self._left -= len(chunk)
            if self._left < 0:
                raise TooLarge
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()
