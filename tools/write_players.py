"""Bring the list of players in docs/players.md up to date: ``python -m tools.write_players``."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from boyi.cli.players import all_kinds, as_markdown

DOCUMENT = Path(__file__).parents[1] / "docs" / "players.md"
BETWEEN = re.compile(r"(?<=<!-- boyi players --markdown -->\n).*?(?=<!-- end -->)", re.DOTALL)


def main() -> None:
    """Write the list between its two marks."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    listed = as_markdown(all_kinds()) + "\n"
    DOCUMENT.write_text(BETWEEN.sub(lambda _: listed, DOCUMENT.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
