"""Any endpoint of OpenAI's chat completions: a hosted one, a gateway, or a server on this machine.

The client library builds the request; the retries, the waiting and the reading of the reply are
ours, so that a failure is always a value and no test has to sleep. Foreign errors end here.
Each completion opens and closes its own connections, so that a model can be used from any event loop.
"""

import asyncio
import json
import os
import random
import re
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

import httpx2
import openai

from claimgauge._version import __version__
from claimgauge.language import Completion, Failed, FailureKind, Prompt, Spent
from claimgauge.models.endpoint import Endpoint, key_of
from claimgauge.models.replied import completion_of
from claimgauge.models.transport import BoundedTransport, TooLarge
from claimgauge.models.waiting import asked_wait, wait_before

NO_KEY = "none"  # the library wants one; the transport sends the real one
_WORD = re.compile(r"[A-Za-z0-9_.-]{1,40}")
_AGAIN = frozenset({408, 409, 425, 429})


class _Fault(NamedTuple):
    """A try that came to nothing: whether another may help, and the wait that the endpoint asks for."""

    kind: FailureKind
    message: str
    again: bool = False
    asked: float = 0.0


class OpenAICompatible:
    """A language model behind an endpoint of OpenAI's form.

    `environ`, `random`, `sleep` and `clock` are arguments so that all of it can be tried without
    chance and waiting. Raises ModelError where the environment variable of the key holds none.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        *,
        environ: Mapping[str, str] = os.environ,
        random: Callable[[], float] = random.random,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._endpoint = endpoint
        self._key = key_of(endpoint, environ)
        self._tls = httpx2.create_ssl_context(trust_env=False)
        self._random = random
        self._sleep = sleep
        self._clock = clock

    @property
    def id(self) -> str:
        """The name of the model, as configured."""
        return self._endpoint.model

    async def complete(self, prompt: Prompt) -> Completion:
        """The completion, after as many tries as the settings allow."""
        start = self._clock()
        async with self._client() as client:
            reply, tries = await self._tried(client, _body(self._endpoint, prompt))
        spent = Spent(seconds=self._clock() - start, tries=tries)
        if isinstance(reply, _Fault):
            return Failed(kind=reply.kind, message=reply.message, spent=spent)
        return completion_of(reply, spent)

    async def _tried(self, client: openai.AsyncOpenAI, body: dict[str, Any]) -> tuple[bytes | _Fault, int]:
        """The reply to the last try, and how many there were."""
        tries = 0
        while True:
            reply = await self._try(client, body)
            tries += 1
            if not (isinstance(reply, _Fault) and await self._waited(reply, tries)):
                return reply, tries

    async def _waited(self, fault: _Fault, tried: int) -> bool:
        """Wait for the next try; False where there is none, or where the wait asked for is too long."""
        settings = self._endpoint
        if not fault.again or tried > settings.retries or fault.asked > settings.longest_wait:
            return False
        wait = wait_before(
            tried, fault.asked, first=settings.first_wait, longest=settings.longest_wait, random=self._random
        )
        await self._sleep(wait)
        return True

    def _client(self) -> openai.AsyncOpenAI:
        settings = self._endpoint
        transport = BoundedTransport(
            key=self._key,
            most_bytes=settings.most_bytes,
            proxy=settings.proxy,
            user_agent=f"claimgauge/{__version__}",
            tls=self._tls,
        )
        http = httpx2.AsyncClient(
            transport=transport, follow_redirects=False, trust_env=False, timeout=settings.timeout
        )
        return openai.AsyncOpenAI(api_key=NO_KEY, base_url=settings.base_url, max_retries=0, http_client=http)

    async def _try(self, client: openai.AsyncOpenAI, body: dict[str, Any]) -> bytes | _Fault:
        """The bytes of a good reply, or what was in the way: here foreign errors become ours."""
        settings = self._endpoint
        try:
            async with asyncio.timeout(settings.timeout):
                reply = await client.chat.completions.with_raw_response.create(**body)
                return bytes(reply.content)
        except (TimeoutError, openai.APITimeoutError):
            return _Fault("timeout", f"no whole reply within {settings.timeout:g} s; allow more time", again=True)
        except TooLarge:
            return _Fault(
                "malformed", f"the reply is longer than {settings.most_bytes} bytes; is this the right address?"
            )
        except openai.APIStatusError as error:
            return self._status_fault(error)
        except openai.APIConnectionError as error:
            cause = type(error.__cause__ or error).__name__
            return _Fault(
                "unavailable", f"no connection ({cause}); is the address right, and the server up?", again=True
            )
        except (openai.OpenAIError, httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError) as error:
            return _Fault("malformed", f"the exchange with the endpoint failed ({type(error).__name__})")

    def _status_fault(self, error: openai.APIStatusError) -> _Fault:
        """What a status other than 200 means. The endpoint's own message is not repeated: it may quote the prompt."""
        status, code = error.status_code, error.code or ""
        what = f"HTTP {status} ({code})" if _WORD.fullmatch(code) else f"HTTP {status}"
        asked = asked_wait(error.response.headers)
        wait = f"; it asks to wait {asked:g} s, the longest wait is {self._endpoint.longest_wait:g} s" * (
            asked > self._endpoint.longest_wait
        )
        if status == 429:
            return _Fault(
                "rate_limited", f"{what}: too many requests{wait or '; ask fewer at once'}", again=True, asked=asked
            )
        if status in _AGAIN or status >= 500:
            return _Fault(
                "unavailable", f"{what}: the endpoint is not ready{wait or '; try later'}", again=True, asked=asked
            )
        return _Fault("rejected", f"{what}: {_advice(status, self._endpoint)}")


def _advice(status: int, endpoint: Endpoint) -> str:
    if status in (401, 403):
        key = f"the key in {endpoint.key_variable}" if endpoint.key_variable else "key_variable, which names no key"
        return f"not allowed; check {key}"
    if status == 404:
        return f"not found; check base_url, and whether the endpoint has the model {endpoint.model!r}"
    if status < 400:
        return "a redirection, which is not followed; give the address it leads to as base_url"
    return "the request was turned down; where the endpoint knows no JSON Schema, set structured to 'none'"


def _body(endpoint: Endpoint, prompt: Prompt) -> dict[str, Any]:
    body: dict[str, Any] = {
        "model": endpoint.model,
        "messages": [{"role": each.role, "content": each.text} for each in prompt.messages],
        "temperature": prompt.temperature,
        endpoint.tokens_key: prompt.max_tokens,
    }
    if prompt.seed is not None:
        body["seed"] = prompt.seed
    if prompt.schema is not None and endpoint.structured == "json_schema":
        schema = {"name": "reply", "strict": True, "schema": json.loads(prompt.schema)}
        body["response_format"] = {"type": "json_schema", "json_schema": schema}
    if prompt.schema is not None and endpoint.structured == "llguidance":
        schema = json.loads(prompt.schema) | {"x-guidance": {"whitespace_flexible": False}}
        body["extra_body"] = {"grammar": f"%llguidance {{}}\nstart: %json {json.dumps(schema)}"}
    return body
