"""Sends calls with the key, applies timeouts and retries, and turns responses into results."""

from __future__ import annotations

import contextlib
import http.client
import itertools
import json
import random
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

Data = TypeVar("Data")

# Statuses of temporary refusals, by the service or by a proxy.
PASSING = {429, 502, 503, 504}

# Matches keys that end with the service's own word. No other key of an answer has this form.
WORDED_KEY = re.compile(rb'"(?:daysOn|timeOn|listingDateTimeOn)([A-Z]\w*)"\s*:')

# Few enough items of a batch that the slowest plan answers them within the timeout of one request.
ITEMS_AT_ONCE = 25

# Parameters whose lists are separated by semicolons, because place names contain commas.
SEMICOLONS = {"location", "searchDestinations"}


class Range(NamedTuple):
    """A range of numbers, both ends included. None leaves that end open."""

    min: float | None = None
    max: float | None = None


@dataclass(frozen=True)
class Result(Generic[Data]):
    """An answer's data, with the information in the answer's headers."""

    data: Data
    credits_spent: int | None
    credits_left: int | None
    # A text that differs after every change of the catalog.
    data_version: str
    # Identifies the call in the operator's log.
    request_id: str
    # Names of parameters that the service ignored. The warnings give the reasons.
    ignored: tuple[str, ...]
    warnings: list[dict[str, Any]]


class PlatError(Exception):
    """The error of every failed call."""


class RefusalError(PlatError):
    """The service refused a call. `code` says why, and its meaning never changes."""

    def __init__(self, problem: Mapping[str, Any], retry_after_s: float | None) -> None:
        super().__init__(problem["detail"])
        self.code: str = problem["code"]
        self.status: int = problem["status"]
        self.problem = problem
        self.retry_after_s = retry_after_s


class UnreachableError(PlatError):
    """No readable answer arrived."""


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirects, because they would send the key to another address."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Caller:
    """Sends calls to a service. `url` is its address, or one per area: `{"A": "http://…", "B": "http://…"}`."""

    portal_keys: tuple[str, ...] = ()
    portal_parameters: tuple[str, ...] = ()
    portal_texts: tuple[str, ...] = ()
    rows: Mapping[str, str] = {}

    def __init__(
        self,
        url: str | Mapping[str, str],
        key: str,
        *,
        timeout_s: float = 30,
        retries: int = 4,
        handling: str | None = None,
        key_header: str = "x-api-key",
        portal_word: str | None = None,
    ) -> None:
        given = {"A": url} if isinstance(url, str) else dict(url)
        if not given:
            raise PlatError("url is required: the address of the service.")
        self._urls = {area: origin.rstrip("/") for area, origin in given.items()}
        # The address for operations whose area has no address.
        self._url = next(iter(self._urls.values()))
        self._headers = {key_header: key, "accept": "application/json"}
        if handling is not None:
            self._headers["prefer"] = f"handling={handling}"
        self._timeout_s = timeout_s
        self._retries = retries
        self._opener = urllib.request.build_opener(_NoRedirect)
        # A call refused because there were too many calls holds this lock during its retries, so that only one of
        # these calls is retried at a time.
        self._line = threading.Lock()
        self._knows_word = portal_word is not None
        word = portal_word or "Portal"

        def worded(templates: tuple[str, ...]) -> list[tuple[str, str]]:
            pairs = ((_put(one, "Portal"), _put(one, word)) for one in templates)
            return [(own, other) for own, other in pairs if own != other]

        self._names = dict(worded(self.portal_parameters))
        self._texts = worded(self.portal_texts)
        self._keys = {other: own for own, other in worded(self.portal_keys)}

    def every_home(self, **search: Any) -> Iterator[dict[str, Any]]:
        """Yields every result of a search. `/search/plan` splits large searches."""
        for part in self._ask("A", "/search/plan", search).data["parts"]:
            page, last = 1, 1
            while page <= last:
                found = self._call("A", part["path"], f"{part['query']}&page={page}").data
                yield from found["searchResults"]
                page, last = page + 1, found["pagesInfo"]["totalPages"]

    def batch(
        self, path: str, items: Iterable[str | int | Mapping[str, Any]], **parameters: Any
    ) -> Iterator[dict[str, Any]]:
        """Yields the answer or problem of each item, in the order of the items.

        Args:
            path: The operation that answers each item, such as /pro/byzpid.
            items: Ids, URLs or addresses of homes, or the parameters of calls. There may be any number of items.
            parameters: Parameters that all items share.
        """
        shared = {"parameters": parameters} if parameters else {}
        before, left = 0, iter(items)
        while some := list(itertools.islice(left, ITEMS_AT_ONCE)):
            body = json.dumps({"path": path, "items": some, **shared}).encode()
            for line in self._call(None, "/batch", "", "POST", body, may_repeat=True).data["results"]:
                yield {**line, "index": before + line["index"]}
            before += len(some)

    def every_row(self, area: str, path: str, **parameters: Any) -> Iterator[dict[str, Any]]:
        """Yields the rows of a list, page by page."""
        at: dict[str, Any] = {}
        while True:
            data = self._ask(area, path, {**parameters, **at}).data
            rows = data[self.rows[path]]
            yield from rows
            cursor = data.get("nextPageCursor")
            if not rows or ("nextPageCursor" in data and cursor is None):
                return
            at = {"page": at.get("page", parameters.get("page", 1)) + 1} if cursor is None else {"nextPageCursor": cursor}

    def _ask(
        self, area: str | None, path: str, parameters: Mapping[str, Any], method: str = "GET"
    ) -> Result[Any]:
        given = {name: value for name, value in parameters.items() if name != "self" and value is not None}
        for name in [one for one in given if f"{{{one}}}" in path]:
            path = path.replace(f"{{{name}}}", urllib.parse.quote(str(given.pop(name)), safe=""))
        if method != "GET":
            return self._call(area, path, "", method, json.dumps(given).encode() if given else None)
        # The parameters of another call are sent under their own names.
        flat: dict[str, Any] = {}
        for name, value in given.items():
            flat.update(value if isinstance(value, dict) else {name: value})
        pairs = [(self._names.get(name, name), self._worded(_text(name, value))) for name, value in flat.items()]
        return self._call(area, path, urllib.parse.urlencode(pairs))

    def _worded(self, text: str) -> str:
        for own, other in self._texts:
            text = text.replace(own, other)
        return text

    def _call(
        self,
        area: str | None,
        path: str,
        query: str,
        method: str = "GET",
        body: bytes | None = None,
        may_repeat: bool = False,
    ) -> Result[Any]:
        url = f"{self._urls.get(area or '', self._url)}{path}{'?' if query else ''}{query}"
        # A call that creates something is not retried, because a retry might create it twice.
        retries = 0 if method == "POST" and not may_repeat else self._retries
        # Every attempt has the same idempotency key, so that the call is charged once.
        name = {"idempotency-key": str(uuid.uuid4())} if retries > 0 else {}
        typed = {} if body is None else {"content-type": "application/json"}
        request = urllib.request.Request(url, body, {**self._headers, **name, **typed}, method=method)
        with contextlib.ExitStack() as line:
            is_in_line = False
            for attempt in range(retries + 1):
                is_crowd = False
                try:
                    with self._opener.open(request, timeout=self._timeout_s) as response:
                        return self._result(response.read(), response.headers)
                except urllib.error.HTTPError as answer:
                    error, passes, after_s = _refusal(answer)
                    is_crowd = answer.code == 429
                except (OSError, http.client.HTTPException, ValueError) as reason:
                    where = url.partition("?")[0]
                    error, passes, after_s = UnreachableError(f"Cannot reach {where}: {reason}."), True, None
                if not passes or attempt == retries:
                    raise error
                again = time.monotonic() + max(after_s or 0, 2**attempt * (0.5 + random.random()) / 4)
                if is_crowd and not is_in_line:
                    line.enter_context(self._line)
                    is_in_line = True
                time.sleep(max(0.0, again - time.monotonic()))
        raise AssertionError("the last attempt returns or raises")

    def _result(self, body: bytes, headers: Any) -> Result[Any]:
        keys = self._keys
        other = None if self._knows_word else WORDED_KEY.search(body)
        if other is not None and other[1] != b"Portal":
            word = other[1].decode()
            raise PlatError(f"This service has the word {word} in its keys: set portal_word={word!r}.")
        data = json.loads(body, object_hook=(lambda one: {keys.get(k, k): v for k, v in one.items()}) if keys else None)
        ignored = headers.get("x-ignored-parameters", "")
        return Result(
            data=data,
            credits_spent=_number(headers.get("x-credits-cost")),
            credits_left=_number(headers.get("x-credits-remaining")),
            data_version=headers.get("x-data-version", ""),
            request_id=headers.get("x-request-id", ""),
            ignored=tuple(urllib.parse.unquote(name.strip()) for name in ignored.split(",") if name.strip()),
            warnings=data.get("warnings", []),
        )


def _refusal(answer: urllib.error.HTTPError) -> tuple[PlatError, bool, float | None]:
    after_s = _number(answer.headers.get("retry-after"))
    passes = answer.code in PASSING
    try:
        problem = json.loads(answer.read())
        return RefusalError(problem, after_s), passes and problem["code"] != "catalogue.damaged", after_s
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        sentence = f"Cannot read the answer from {answer.url}: it has status {answer.code} and is not from Plat."
        return UnreachableError(sentence), passes, after_s


def _text(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Range):
        return ",".join(f"{end}:{number}" for end, number in value._asdict().items() if number is not None)
    if isinstance(value, (list, tuple)):
        return (";" if name in SEMICOLONS else ",").join(str(one) for one in value)
    return str(value)


def _put(template: str, word: str) -> str:
    return template.replace("{Portal}", word).replace("{portal}", word.lower()).replace("{P}", word[:1])


def _number(text: str | None) -> int | None:
    return int(text) if text is not None and text.isdigit() else None
