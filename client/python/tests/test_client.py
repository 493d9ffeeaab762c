"""Tests the client against a fake service, and its types against real answers (PLAT_TEST_ANSWERS)."""

import json
import os
import threading
import types
import typing
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer
from unittest import mock

from plat_client import Plat, PlatError, Range, RefusalError, UnreachableError, generated

HEADERS = {"x-credits-cost": "1", "x-credits-remaining": "99", "x-data-version": "v1", "x-request-id": "r1"}


class Answering:
    """A fake service that returns the given answers in turn and records the requests."""

    def __init__(self, *answers: tuple[int, dict[str, str], object]) -> None:
        self.sent: list[tuple[str, dict[str, str]]] = []
        left = list(answers)
        sent = self.sent

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                sent.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
                status, headers, body = left.pop(0) if len(left) > 1 else left[0]
                self.send_response(status)
                for name, value in {**HEADERS, **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body if isinstance(body, bytes) else json.dumps(body).encode())

            def log_message(self, *_: object) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self) -> "Answering":
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()


class Calls(unittest.TestCase):
    def test_values_are_written_as_the_service_reads_them(self) -> None:
        with Answering((200, {"x-ignored-parameters": "a, %C3%A9"}, {"searchResults": []})) as service:
            result = Plat(service.url, "k").search_by_address(
                location=["Austin, TX", "Reno, NV"],
                listingStatus="For_Sale",
                listPriceRange=Range(max=5),
                homeType=["Houses", "Townhomes"],
                haveGarage=True,
                page=2,
            )
        self.assertEqual(
            service.sent[0][0],
            "/search/byaddress?location=Austin%2C+TX%3BReno%2C+NV&listingStatus=For_Sale&page=2"
            "&listPriceRange=max%3A5&homeType=Houses%2CTownhomes&haveGarage=true",
        )
        self.assertEqual(service.sent[0][1]["x-api-key"], "k")
        self.assertEqual((result.credits_spent, result.credits_left, result.ignored), (1, 99, ("a", "é")))

    @mock.patch("plat_client.core.time", **{"monotonic.return_value": 0.0})
    def test_what_passes_is_sent_again_under_one_name_and_not_before_its_time(self, time: mock.Mock) -> None:
        busy = (503, {"retry-after": "7"}, {"code": "server.busy", "status": 503, "detail": "Busy."})
        with Answering(busy, busy, (200, {}, {"results": []})) as service:
            Plat(service.url, "k").autocomplete(query="x")
            names = {headers["idempotency-key"] for _, headers in service.sent}
        self.assertEqual((len(service.sent), len(names)), (3, 1))
        self.assertEqual([call.args for call in time.sleep.call_args_list], [(7,), (7,)])

    def test_a_refusal_has_its_code_and_is_not_sent_again(self) -> None:
        refusal = {"code": "home.unknown", "status": 404, "detail": "404: none."}
        with Answering((404, {}, refusal)) as service, self.assertRaises(RefusalError) as raised:
            Plat(service.url, "k").by_zpid(zpid=7)
        self.assertEqual((raised.exception.code, raised.exception.status, len(service.sent)), ("home.unknown", 404, 1))

    def test_a_redirect_is_not_followed_and_another_answer_is_not_taken_for_one(self) -> None:
        for answer in ((302, {"location": "/elsewhere"}, {}), (200, {}, b"<html>")):
            with Answering(answer) as service, self.assertRaises(UnreachableError):
                Plat(service.url, "k", retries=0).my_ping()
            self.assertEqual(len(service.sent), 1)

    def test_a_service_with_other_words_keeps_the_names_of_the_types(self) -> None:
        body = {"homelyURL": "u", "propertyDetails": {"daysOnHomely": 3, "mortgageHHLRates": {}}}
        with Answering((200, {}, body)) as service:
            plat = Plat(service.url, "k", portal_word="Homely", key_header="x-homes-key")
            data = plat.pro_by_zpid(zpid=7).data
            plat.search_by_address(
                location="X",
                listingStatus="For_Rent",
                daysOnPortal="7_days",
                otherAmenities="Accepts Portal Applications",
            )
        self.assertEqual(data, {"portalURL": "u", "propertyDetails": {"daysOnPortal": 3, "mortgagePHLRates": {}}})
        self.assertIn("daysOnHomely=7_days", service.sent[1][0])
        self.assertIn("Accepts+Homely+Applications", service.sent[1][0])
        self.assertEqual(service.sent[0][1]["x-homes-key"], "k")

    def test_another_word_for_the_portal_is_an_error_unless_it_is_given(self) -> None:
        with Answering((200, {}, {"daysOnHearth": 3})) as service:
            with self.assertRaisesRegex(PlatError, "set portal_word='Hearth'"):
                Plat(service.url, "k").by_zpid(zpid=7)
            data = Plat(service.url, "k", portal_word="Hearth").by_zpid(zpid=7).data
        self.assertEqual(data, {"daysOnPortal": 3})


class Types(unittest.TestCase):
    def test_every_type_can_be_read_and_holds_the_real_answers(self) -> None:
        path = os.environ.get("PLAT_TEST_ANSWERS")
        hints = {name: one for name, one in vars(generated).items() if typing.is_typeddict(one)}
        for one in hints.values():
            typing.get_type_hints(one, include_extras=True)
        if path is None:
            self.skipTest("PLAT_TEST_ANSWERS names no file of answers by method")
        with open(path, encoding="utf-8") as file:
            answers = json.load(file)
        self.assertGreater(len(answers), 30)
        for method, given in answers.items():
            declared = typing.get_type_hints(getattr(Plat, method))["return"].__args__[0]
            for answer in given:
                check(answer, declared, method)


def check(value: object, hint: object, where: str) -> None:
    """Fails if a value does not have its declared type, lacks a key or has an undeclared key."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if hint is typing.Any:
        return
    if origin in (typing.Union, types.UnionType):
        problems = []
        for one in args:
            try:
                return check(value, one, where)
            except AssertionError as problem:
                problems.append(str(problem))
        raise AssertionError("; ".join(problems))
    if typing.is_typeddict(hint):
        assert isinstance(value, dict), f"{where}: {value!r} is no object"
        hints = typing.get_type_hints(hint)
        for name in hint.__required_keys__ - value.keys():
            raise AssertionError(f"{where} lacks {name}")
        for name, one in value.items():
            assert name in hints, f"{where} has {name}"
            check(one, hints[name], f"{where}.{name}")
    elif origin is list:
        assert isinstance(value, list), f"{where}: {value!r} is no list"
        for one in value:
            check(one, args[0], f"{where}[]")
    elif origin is dict:
        assert isinstance(value, dict), f"{where}: {value!r} is no object"
        for one in value.values():
            check(one, args[1], f"{where}{{}}")
    elif origin is typing.Literal:
        assert value in args, f"{where}: {value!r} is none of {args}"
    elif hint is float:
        assert isinstance(value, (int, float)) and not isinstance(value, bool), f"{where}: {value!r} is no number"
    else:
        assert isinstance(value, hint) and (hint is bool or not isinstance(value, bool)), f"{where}: {value!r} is no {hint}"


if __name__ == "__main__":
    unittest.main()
