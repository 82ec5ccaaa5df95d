"""What others write stays text; nothing is asked of other hosts; the page is small.

How quick it is, benchmarks/page.py measures.
"""

from __future__ import annotations

import gzip
import re
import urllib.request
from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.visitor import Visitor
from tests.patience import PATIENCE

Visit = Callable[..., Visitor]
EVIL = "<img src=x onerror=alert(1)>"
LARGEST = 150_000
"""Bytes of the whole page, packed."""


def test_scripts_in_names_chat_and_comments_stay_text(visit: Visit) -> None:
    anna = visit(None, name=EVIL)
    boris = visit(None, name='"><script>alert(2)</script>')
    made = anna.server.new("gomoku", [{"kind": "human", "name": EVIL}, {"kind": "friend"}])
    anna.go(f"/play/{made['id']}#{made['tokens']['owner']}")
    boris.go(f"/play/{made['id']}#{made['tokens']['seats'][1]}")
    anna.sees('"><script>alert(2)</script> wants to join.')
    anna.press("Accept")
    assert anna.my_turn()
    expect(boris.page.get_by_role("group", name="Black")).to_contain_text(EVIL)
    for visitor in (anna, boris):
        visitor.tab("Chat")
    boris.page.get_by_label("Write a message").fill("<svg onload=alert(3)> javascript:alert(4)")
    boris.press("Send")
    expect(anna.page.get_by_role("tabpanel")).to_contain_text("<svg onload=alert(3)> javascript:alert(4)")
    anna.go("/library")
    anna.sees(EVIL)
    # And in a file: names, event, comment.
    anna.go("/review")
    text = f"(;GM[4]SZ[15]PB[{EVIL}]EV[{EVIL}];B[hh]C[{EVIL}<script>alert(5)</script>])"
    anna.page.get_by_label("Pasted text").fill(text)
    anna.press("Open")
    anna.page.wait_for_url("**/review/*")
    expect(anna.page.locator(".moves")).to_contain_text(EVIL)
    for visitor in (anna, boris):
        assert visitor.page.locator("main img[src=x], main script, main svg[onload]").count() == 0
        assert not [problem for problem in visitor.problems if "alert" in problem]


def test_the_page_is_small(visit: Visit) -> None:
    visitor = visit(None)
    served: set[str] = set()
    visitor.page.on("response", lambda answer: served.add(answer.url))
    visitor.go("/")
    visitor.play_now()
    assert visitor.my_turn()
    files = [url for url in served if "/api/" not in url]
    assert len(files) >= 3
    sizes = {}
    for url in files:
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
            sizes[url] = len(gzip.compress(answer.read(), 6, mtime=0))
    assert sum(sizes.values()) < LARGEST, sizes
    # Nothing of it is fetched later than that: the bundle is one script and one style sheet.
    assert all(re.search(r"\.(js|css|svg)(\?v=\w+)?$|/$|/play/\w+", url) for url in files), files


def test_a_wrong_address_says_so(visit: Visit) -> None:
    visitor = visit("/nowhere/at/all")
    visitor.sees("There is nothing at this address")
    visitor.expected = ["404", "WebSocket"]
    tries: list[object] = []
    visitor.page.on("websocket", lambda socket: tries.append(socket))
    visitor.page.clock.install()
    visitor.go("/play/nosuchgame")
    visitor.sees("This game cannot be opened")
    visitor.page.clock.run_for(60_000)
    assert len(tries) == 1
