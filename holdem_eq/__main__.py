"""``python -m holdem_eq`` is the command line."""

from holdem_eq.cli import main

raise SystemExit(main())
