"""The program: ``gradus`` and ``python -m gradus``."""

import signal
import sys

from . import _native


def main() -> int:
    """Runs the program with the arguments of this process and returns its exit code."""
    # The program handles signals itself where it needs to; elsewhere they end it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.main(["gradus", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
