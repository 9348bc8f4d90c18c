"""The tree of errors, as its docstring draws it."""

from __future__ import annotations

import copy
import inspect
import pickle
import re

import pytest

from holdem_eq import errors
from holdem_eq.errors import CardParseError, HoldemError, RangeParseError, RangeWarning

KINDS = [
    "CardParseError",
    "DuplicateCardError",
    "BoardSizeError",
    "RangeParseError",
    "EmptyRangeError",
    "NoValidDealError",
    "PlayerCountError",
    "IllegalActionError",
    "HandParseError",
    "TableIntegrityError",
]


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_is_a_holdem_error(name: str) -> None:
    kind = getattr(errors, name)
    assert issubclass(kind, HoldemError)
    assert issubclass(kind, ValueError)
    with pytest.raises(HoldemError, match="what is wrong"):
        raise kind("what is wrong")


def test_no_kind_is_another_kind() -> None:
    kinds = [getattr(errors, name) for name in KINDS]
    assert [(a, b) for a in kinds for b in kinds if a is not b and issubclass(a, b)] == []


def test_the_docstring_draws_the_whole_tree() -> None:
    drawn = re.findall(r"[├└]── (\w+)", errors.__doc__ or "")
    defined = [
        name
        for name, kind in vars(errors).items()
        if inspect.isclass(kind) and issubclass(kind, HoldemError) and kind is not HoldemError and name[0] != "_"
    ]
    assert sorted(drawn) == sorted(defined) == sorted(KINDS)


def test_all_names_everything_public() -> None:
    public = {name for name, kind in vars(errors).items() if inspect.isclass(kind) and name[0] != "_"}
    assert public == set(errors.__all__)
    assert list(errors.__all__) == sorted(errors.__all__)


@pytest.mark.parametrize("kind", [CardParseError, RangeParseError])
def test_a_column_is_kept_by_copies_between_processes(kind) -> None:
    for error in (kind("bad", 7), kind("bad")):
        for copied in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
            assert type(copied) is kind
            assert str(copied) == "bad"
            assert copied.column == error.column
    assert kind("bad", 7).column == 7
    assert kind("bad").column is None


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_passes_between_processes(name: str) -> None:
    error = getattr(errors, name)("what is wrong")
    copied = pickle.loads(pickle.dumps(error))
    assert type(copied) is type(error)
    assert str(copied) == "what is wrong"


def test_the_warning_is_no_error() -> None:
    assert issubclass(RangeWarning, UserWarning)
    assert not issubclass(RangeWarning, HoldemError)
