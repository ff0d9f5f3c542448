"""Computes the kernels of `tile-conform show --json` as some device might, right
or wrong, and writes what it would have left as a file of results. It is no
interpreter of programs: each kernel is written down again here, by name.

    device.py BUNDLE.json MODEL RESULTS.json
"""

import json
import math
import struct
import sys

LEAST_NORMAL = 2.0**-126


def single(x):
    """x in f32, to nearest even."""
    try:
        return struct.unpack("f", struct.pack("f", x))[0]
    except OverflowError:
        return math.copysign(math.inf, x)


def half(x):
    return struct.unpack("e", struct.pack("e", x))[0]


def moved(x, units):
    """An f32 so many numbers away from zero."""
    bits = struct.unpack("i", struct.pack("f", x))[0]
    return struct.unpack("f", struct.pack("i", bits + units))[0]


def quotient(x, y):
    """As IEEE 754 has it, in f64."""
    if y:
        return x / y
    sign = math.copysign(1.0, x) * math.copysign(1.0, y)
    return math.copysign(math.inf, sign) if x else math.nan


class Nearest:
    """Each operation gives the number of f32 that is nearest; sums go from the
    first to the last. (Rounding an f64 once more to f32 is rounding once, for
    the four operations: S. Figueroa, When is double rounding innocuous?, 1995.)
    """

    @staticmethod
    def leaves(x):
        return x

    @staticmethod
    def takes(x):
        return x

    @staticmethod
    def sums_in(x):
        return single(x)

    def subtract(self, x, y):
        return self.leaves(single(self.takes(x) - self.takes(y)))

    def divide(self, x, y):
        return self.leaves(single(quotient(self.takes(x), self.takes(y))))

    def exp(self, x):
        return self.leaves(single(math.exp(self.takes(x))))

    def fast_exp(self, x):
        return self.exp(x)

    def sum(self, terms):
        total = 0.0
        for term in terms:
            total = self.leaves(self.sums_in(self.takes(total) + self.takes(term)))
        return total


class OtherOrder(Nearest):
    """Sums are taken in pairs, from the last to the first."""

    def sum(self, terms):
        terms = list(terms)[::-1]
        while len(terms) > 1:
            terms = [super(OtherOrder, self).sum(terms[i : i + 2]) for i in range(0, len(terms), 2)]
        return terms[0]


class Flush(Nearest):
    """Subnormal numbers are zeros, as operands and as results."""

    @staticmethod
    def leaves(x):
        return math.copysign(0.0, x) if abs(x) < LEAST_NORMAL else x

    takes = leaves


class ApproximateDivision(Nearest):
    """What div.approx does (PTX ISA 9.1, 9.7.3.8): a product with a reciprocal,
    which is zero for divisors above 2^126."""

    def divide(self, x, y):
        if abs(y) > 2.0**126:
            return math.copysign(0.0, x) * math.copysign(1.0, y)
        return single(x * single(quotient(1.0, y)))


class HalfSums(Nearest):
    """Sums are kept in f16."""

    @staticmethod
    def sums_in(x):
        return half(x)


class ExpAtBound(Nearest):
    """As far off as CUDA documents: 2 units, and 2 + floor(1.173 |x|) of the
    approximation (interp/Semantics/BoundedFunctions.def)."""

    def exp(self, x):
        return moved(single(math.exp(x)), 2)

    def fast_exp(self, x):
        return moved(single(math.exp(x)), 2 + math.floor(1.173 * abs(x)))


class FastExp(Nearest):
    """A power of two of the rounded product, which is what the approximation
    may be, for either."""

    def exp(self, x):
        return single(2.0 ** single(x * single(math.log2(math.e))))

    fast_exp = exp


class ExpBeyond(Nearest):
    """Three times as far off as documented, and a little."""

    def exp(self, x):
        return moved(single(math.exp(x)), 7)

    def fast_exp(self, x):
        return moved(single(math.exp(x)), 3 * (2 + math.floor(1.173 * abs(x))) + 1)


MODELS = {
    "nearest": Nearest,
    "other-order": OtherOrder,
    "flush": Flush,
    "approximate-division": ApproximateDivision,
    "half-sums": HalfSums,
    "exp-at-bound": ExpAtBound,
    "fast-exp": FastExp,
    "exp-beyond": ExpBeyond,
}

# ---------------------------------------------------------------------------
# The kernels
# ---------------------------------------------------------------------------


def rows(values, length):
    return [values[i : i + length] for i in range(0, len(values), length)]


def row_sums(buffers, way):
    buffers["y"] = [way.sum(row) for row in rows(buffers["x"], 128)]


def decay(buffers, way):
    result = []
    for row in rows(buffers["x"], 128):
        top = max(row)
        powers = [way.exp(way.subtract(x, top)) for x in row]
        total = way.sum(powers)
        result += [way.divide(power, total) for power in powers]
    buffers["y"] = result


def product(buffers, way):
    columns = list(zip(*rows(buffers["b"], 16)))
    buffers["c"] = [
        way.sum(x * y for x, y in zip(row, column))
        for row in rows(buffers["a"], 64)
        for column in columns
    ]


def divide(buffers, way):
    buffers["z"] = [way.divide(x, y) for x, y in zip(buffers["x"], buffers["y"])]


def divide_full(buffers, way):
    buffers["z"] = [way.divide(x, y) for x, y in zip(buffers["x"], buffers["y"])]


def exp_full(buffers, way):
    buffers["z"] = [way.exp(x) for x in buffers["x"]]


def exp_approx(buffers, way):
    buffers["z"] = [way.fast_exp(x) for x in buffers["x"]]


KERNELS = {
    kernel.__name__: kernel
    for kernel in (row_sums, decay, product, divide, divide_full, exp_full, exp_approx)
}
LETTERS = {"f32": "f", "f16": "e"}


def execute(case, way):
    layouts = {
        buffer["name"]: f"<{len(buffer['input']) // 2 // struct.calcsize(LETTERS[buffer['type']])}"
        + LETTERS[buffer["type"]]
        for buffer in case["buffers"]
    }
    buffers = {
        buffer["name"]: list(struct.unpack(layouts[buffer["name"]], bytes.fromhex(buffer["input"])))
        for buffer in case["buffers"]
    }
    KERNELS[case["kernel"]](buffers, way)
    after = [struct.pack(layouts[name], *values).hex() for name, values in buffers.items()]
    return {"name": case["name"], "status": "completed", "buffers": after}


def main():
    bundle_path, model, results_path = sys.argv[1:]
    with open(bundle_path) as file:
        bundle = json.load(file)
    header = {
        "format": "tilefuzz-conformance-results",
        "version": 2,
        "bundle": bundle["bundle"],
        "device": "a model: " + model,
        "compute_capability": "9.0",
        "driver_version": 0,
    }
    way = MODELS[model]()
    with open(results_path, "w") as file:
        for line in [header] + [execute(case, way) for case in bundle["cases"]]:
            file.write(json.dumps(line) + "\n")


main()
