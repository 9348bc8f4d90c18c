"""Memory does not grow with the number of deals."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest.importorskip("resource")

MEGABYTES = 20
PROGRAM = """
import resource
import holdem_eq as he
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 if {mac} else 1024)
def play(size):
    {call}
play(0)
before = peak()
play(1)
print(peak() - before)
"""
CALLS = {
    "ten seats sampled": "he.equity(*['random'] * 10, method='monte_carlo', samples=(10**5, 10**7)[size], seed=1)",
    "three ranges on a flop": "he.equity(*['random'] * 3, board=('Ks7d2c9h', 'Ks7d2c')[size])",
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_hundred_times_the_deals_take_no_more_memory(call: str) -> None:
    program = PROGRAM.format(call=call, mac=sys.platform == "darwin")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < MEGABYTES
