"""``python -m boyi`` is ``boyi``."""

import sys

from boyi.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
