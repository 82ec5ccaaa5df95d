"""What a training of Gomoku learned, as the headers that are compiled into the native module."""

from __future__ import annotations

import re
from pathlib import Path

from boyi.core.errors import BoyiError
from boyi.core.system import system_reason
from boyi.games.gomoku.rules import RULES

NUMBERS_OF_LINE = 24


def header(rule: str, weights: list[int]) -> str:
    """The weights as ``native/gomoku/learned/RULE.hpp`` has them."""
    return _header(f"The weights that `boyi train gomoku --rule {rule}` learned", rule, weights)


def network_header(rule: str, numbers: list[int]) -> str:
    """The network as ``native/gomoku/learned/RULE_network.hpp`` has it."""
    return _header(f"The network that `boyi train gomoku --rule {rule}` learned", f"{rule}_network", numbers)


def policy_header(rule: str, numbers: list[int]) -> str:
    """The policy as ``native/gomoku/learned/RULE_policy.hpp`` has it."""
    return _header(f"The policy that `boyi train gomoku --rule {rule}` learned", f"{rule}_policy", numbers)


def _header(what: str, name: str, numbers: list[int]) -> str:
    lines = [
        "".join(f"{number}," for number in numbers[place : place + NUMBERS_OF_LINE])
        for place in range(0, len(numbers), NUMBERS_OF_LINE)
    ]
    return "\n".join(
        (
            f"// {what} (docs/notebook/gomoku.md).",
            "#pragma once\n\n#include <cstdint>\n\nnamespace boyi {\n",
            f"// clang-format off\ninline constexpr std::int16_t learned_{name}[] = {{",
            *lines,
            "};\n// clang-format on\n\n}  // namespace boyi\n",
        )
    )


def use_trained(folder: Path) -> None:
    """Let the searches of this process use what a run made, or single headers of one.

    A rule without headers of its own uses those of freestyle, as in the package; a header that is not there
    leaves what the package has.
    """
    import boyi._native as native

    parts = (
        ("", native.gomoku_learn, native.gomoku_weights),
        ("_network", native.gomoku_learn_network, native.gomoku_network),
        ("_policy", native.gomoku_learn_policy, native.gomoku_policy),
    )
    found = False
    for rule in RULES:
        for part, learn, present in parts:
            path = next(
                (path for name in (rule, "freestyle") if (path := folder / f"{name}{part}.hpp").exists()),
                None,
            )
            if path is None:
                continue
            numbers = _numbers(path)
            if len(numbers) != len(present(rule)):
                raise BoyiError("{file} is not what boyi train gomoku makes.", file=path)
            learn(rule, numbers)
            found = True
    if not found:
        raise BoyiError(
            "{folder} has no weights: boyi train gomoku --out {folder} makes them.", folder=folder
        )


def _numbers(path: Path) -> list[int]:
    """Those of a header."""
    try:
        text = path.read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise BoyiError("{file} cannot be read: {reason}.", file=path, reason=system_reason(error)) from None
    inside = text.partition("= {")[2].partition("}")[0]
    numbers = [int(number) for number in re.findall(r"-?\d{1,6}", inside)]
    return numbers if all(-(1 << 15) <= number < 1 << 15 for number in numbers) else []
