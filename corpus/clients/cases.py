"""What the cases of all clients share: random inputs, and who runs the case that is named."""

import sys

import numpy as np

random = np.random.default_rng(7)


def floats(*shape):
    return random.standard_normal(shape, dtype=np.float32)


def run_cases(module, helpers):
    """`--list`, or the name of a case: a function that `module` defines itself and that is none of `helpers`."""
    cases = {
        name: value
        for name, value in module.items()
        if getattr(value, "__module__", "") == module["__name__"] and name not in helpers
    }
    if sys.argv[1:] == ["--list"]:
        print("\n".join(cases))
    else:
        cases[sys.argv[1]]()
