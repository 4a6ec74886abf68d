"""Printing holds nobody up, whoever reads or does not (the stop path never blocks)."""

from __future__ import annotations

import os
import subprocess
import sys

LINES = 60_000
WORDS = "a line of the log, long enough to fill a pipe soon"
PRINT = f"""
import os, sys, time
from ros_nodes.output_relay import OutputRelay
report = os.fdopen(int(sys.argv[1]), "w")
began = time.monotonic()
with OutputRelay():
    for number in range({LINES}):
        try:
            os.write(2, f"{{number}} {WORDS}\\n".encode())
        except BlockingIOError:
            pass
    report.write(str(time.monotonic() - began))
    report.close()
"""


def _printer(**streams):
    heard, told = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-c", PRINT, str(told)], pass_fds=(told,), **streams
    )
    os.close(told)
    return process, heard


def test_a_reader_that_hangs_holds_nobody_up():
    process, heard = _printer(stderr=subprocess.PIPE)
    with os.fdopen(heard) as report:
        taken = float(report.read())
    assert taken < 5.0
    # Nobody ever read; the process ends all the same.
    assert process.wait(10.0) == 0
    process.stderr.close()


def test_a_reader_that_reads_gets_whole_lines_in_order_up_to_the_end():
    process, heard = _printer(stderr=subprocess.PIPE, text=True)
    _, said = process.communicate(timeout=30.0)
    with os.fdopen(heard):
        pass
    lines = said.splitlines()
    numbers = [int(line.split()[0]) for line in lines]
    assert all(line.endswith(WORDS) for line in lines)
    assert numbers == sorted(numbers)
    assert len(numbers) > LINES / 100
    assert process.returncode == 0


def test_little_is_all_passed_on():
    code = (
        "from ros_nodes.output_relay import OutputRelay\n"
        "import sys\n"
        "with OutputRelay():\n"
        "    print('out'); sys.stderr.write('err')\n"
        "print('after')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("out\nafter\n", "err")


def test_a_reader_that_is_gone_costs_nothing():
    process, heard = _printer(stderr=subprocess.PIPE)
    process.stderr.close()
    with os.fdopen(heard) as report:
        assert float(report.read()) < 5.0
    assert process.wait(10.0) == 0
