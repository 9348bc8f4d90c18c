"""The face of the package: its names, and what importing and using them costs."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

import holdem_eq as he

NAMES = ["Category", "EquityResult", "HandRank", "Range", "equity", "evaluate", "evaluate_many"]
HEAVY = ["numba", "llvmlite", "pandas", "pyarrow", "dask", "matplotlib", "IPython", "scipy"]


def loaded_after(code: str) -> set[str]:
    """Run code in a fresh process that takes warnings for errors -> top-level modules it loaded."""
    program = f"{code}\nimport json, sys\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize("name", NAMES)
def test_the_names_people_call(name: str) -> None:
    assert name in he.__all__
    assert name in dir(he)
    assert getattr(he, name).__doc__
    assert getattr(he, name) is getattr(he, name)


def test_all_lists_what_there_is() -> None:
    assert [name for name in he.__all__ if not hasattr(he, name)] == []
    assert len(set(he.__all__)) == len(he.__all__)
    namespace: dict[str, object] = {}
    exec("from holdem_eq import *", namespace)
    assert set(he.__all__) <= namespace.keys()


def test_the_tree_of_errors_is_at_hand() -> None:
    assert he.HoldemError is he.errors.HoldemError
    for name in he.errors.__all__:
        assert getattr(he, name) is getattr(he.errors, name)


def test_a_name_that_is_none() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        he.nonsense  # noqa: B018
    with pytest.raises(ImportError, match="nonsense"):
        exec("from holdem_eq import nonsense")


def test_the_version_is_that_of_the_package() -> None:
    assert he.__version__ == metadata.version("holdem-eq")


def test_the_package_says_that_it_is_typed() -> None:
    assert Path(he.__file__).with_name("py.typed").is_file()


def test_importing_loads_nothing_heavy() -> None:
    assert loaded_after("import holdem_eq").isdisjoint(HEAVY)


@pytest.mark.parametrize(
    "code",
    [
        "import holdem_eq as he; he.equity('AA', 'KK')",
        "import holdem_eq as he; he.equity('QQ+,AKs:0.5', 'random').equity",
        "import holdem_eq as he; he.Range('22+,A2s+').percent; str(he.Range('15%'))",
        "import holdem_eq as he; str(he.evaluate('AsKsQsJsTs2c2d'))",
        "import holdem_eq as he; dir(he); he.HoldemError",
    ],
)
def test_what_needs_no_numba_loads_none(code: str) -> None:
    assert loaded_after(code).isdisjoint(HEAVY)


def test_a_table_equity_with_frames_loads_no_numba() -> None:
    loaded = loaded_after("import holdem_eq as he; he.equity('AA', 'KK').by_combo(0)")
    assert loaded.isdisjoint({"numba", "llvmlite"})
    assert "pandas" in loaded


def test_kernels_are_the_part_that_loads_numba() -> None:
    assert "numba" in loaded_after("import holdem_eq as he; he.equity('AA', 'KK', board='Ks7d2c')")


def test_a_rank_function_for_the_users_own_kernels() -> None:
    numba = pytest.importorskip("numba")

    rank7 = he.kernels.rank7
    assert callable(rank7)
    assert numba.extending.is_jitted(rank7)


@pytest.mark.parametrize("name", ["cards", "errors", "kernels"])
def test_modules_are_at_hand(name: str) -> None:
    loaded_after(f"import holdem_eq as he; he.{name}.__doc__")
