"""Run the command line with ``python -m misibench``."""

from misibench.cli.app import main

if __name__ == "__main__":
    main()
