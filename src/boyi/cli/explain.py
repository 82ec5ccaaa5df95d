"""``boyi explain thesis``: the thesis's worked example of tree search, number by number."""

from __future__ import annotations

import json
from argparse import Namespace

from boyi.cli.options import add_json
from boyi.cli.parser import Parser
from boyi.textbook.thesis import as_text, worked_example


def add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi explain thesis``."""
    add_json(parser)


def run(arguments: Namespace) -> None:
    """Print the seven simulations, or the table and the whole trace as JSON."""
    example = worked_example()
    print(json.dumps(example.to_data()) if arguments.json else as_text(example, arguments.language))
