"""Runs a module as a program that ends when its standard input does.

The tests end their servers themselves; this is for the test that is killed and
cannot. usage: watched.py MODULE [ARGUMENT ...]
"""

import os
import runpy
import sys
import threading


def leave_with_the_tests():
    sys.stdin.buffer.read()
    os._exit(0)


threading.Thread(target=leave_with_the_tests, daemon=True).start()
sys.argv = sys.argv[1:]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
