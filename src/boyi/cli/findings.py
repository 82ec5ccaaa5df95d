"""What a check of a program finds, line by line or as JSON."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Awaitable, Callable
from typing import Any

from boyi.cli.database import one_line
from boyi.cli.heading import settings_of
from boyi.core.game import Game
from boyi.core.message import Message
from boyi.players.spec import Spec
from boyi.programs.conformance import Finding
from boyi.programs.sandbox import protection_of

FAULTS = 1
"""The exit code if something is wrong."""


async def show_findings(
    check: Callable[[Callable[[Finding], object]], Awaitable[object]],
    arguments: Namespace,
    spec: str,
    game: Game,
    more: dict[str, Any],
) -> int:
    """Print what a check finds as it comes; 1 if something is wrong. ``more`` is added to the JSON."""
    say = arguments.language
    found: list[Finding] = []

    def hear(finding: Finding) -> None:
        found.append(finding)
        if not arguments.json:
            mark = "✓" if finding.good else "✗"
            line = Message("{mark} {title}: {text}", mark=mark, title=finding.title, text=finding.text)
            print(one_line(say(line)), flush=True)

    if not arguments.json:
        about = " ".join([say(game.title), *settings_of(game)])
        print(f"{one_line(spec)}: {about}", flush=True)
        if (used := protection_of(Spec.parse(spec))) is not None:
            print(say(Message("Protection: {text}", text=used.text)), flush=True)
    await check(hear)
    faults = sum(not finding.good for finding in found)
    if arguments.json:
        checks = [{"name": one.name, "good": one.good, "text": str(one.text)} for one in found]
        data = {"spec": spec, "game": game.name, "good": not faults, "checks": checks, **more}
        print(json.dumps(data, ensure_ascii=False))
    elif faults:
        failed = Message("{faults} of {count} checks failed.", faults=faults, count=len(found))
        print(say(failed), file=sys.stderr)
    return FAULTS if faults else 0
