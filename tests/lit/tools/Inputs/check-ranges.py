# SPDX-License-Identifier: Apache-2.0
"""Checks the ranges that tile-floats prints against a definition by search.

usage: check-ranges.py FROM TO...

A value is rounded to the nearest of all values of the target that are listed
here by formula, with exact fractions. The ranges must be without gaps and each
end must round to the range's result, so that every source code is covered.
"""
import functools
import json
import subprocess
import sys
from fractions import Fraction

# Exponent bits, fraction bits, bias; "ieee", "nan" (all ones), "none", "scale".
FORMATS = {
    "f16": (5, 10, 15, "ieee"),
    "tf32": (8, 10, 127, "ieee"),
    "f32": (8, 23, 127, "ieee"),
    "f8E4M3FN": (4, 3, 7, "nan"),
    "f8E5M2": (5, 2, 15, "ieee"),
    "f8E8M0FNU": (8, 0, 127, "scale"),
    "f4E2M1FN": (2, 1, 1, "none"),
}


def decode(name, code):
    """A Fraction, "inf", "-inf" or "nan"."""
    if name == "si16":
        return Fraction(code - 65536 if code >= 32768 else code)
    ebits, fbits, bias, special = FORMATS[name]
    if special == "scale":
        return "nan" if code == 255 else Fraction(2) ** (code - bias)
    field = code >> fbits & (1 << ebits) - 1
    fraction = code & (1 << fbits) - 1
    sign = -1 if code >> (ebits + fbits) else 1
    top = field == (1 << ebits) - 1
    if special == "ieee" and top:
        return "nan" if fraction else "inf" if sign > 0 else "-inf"
    if special == "nan" and top and fraction == (1 << fbits) - 1:
        return "nan"
    if field == 0:
        return sign * fraction * Fraction(2) ** (1 - bias - fbits)
    return sign * (fraction + (1 << fbits)) * Fraction(2) ** (field - bias - fbits)


@functools.lru_cache(None)
def targets(name):
    """Magnitudes and their codes, ascending, and one past the largest."""
    special = FORMATS[name][3]
    bits = 8 if special == "scale" else sum(FORMATS[name][:2])
    values = [
        (decode(name, code), code)
        for code in range(1 << bits)
        if not isinstance(decode(name, code), str)
    ]
    # The value that the next code would have.
    if special == "scale":
        beyond = 2 * values[-1][0]
    else:
        beyond = 2 * values[-1][0] - values[-2][0]
    return values, beyond


def expected(name, value, rule, negative_zero):
    """The code that `value` converts to."""
    _, _, _, special = FORMATS[name]
    rounding, _, saturates = rule.partition("+")
    sign = 0 if special == "scale" else 1 << sum(FORMATS[name][:2])
    values, beyond = targets(name)
    largest = values[-1][1]
    infinity = largest + 1
    nan = {"ieee": infinity + (1 << FORMATS[name][1] - 1) if special == "ieee" else 0,
           "nan": 0x7F, "none": largest, "scale": 0xFF}[special]
    if value == "nan":
        return nan
    negative = value == "-inf" or (not isinstance(value, str) and value < 0)
    if special == "scale" and negative:
        return nan
    negative = negative or negative_zero
    prefix = sign if negative else 0
    over = {"ieee": prefix | infinity, "nan": nan, "none": prefix | largest,
            "scale": nan}[special]
    if saturates:
        over = prefix | largest
    if isinstance(value, str):
        return over
    magnitude = abs(value)
    if special == "scale" and magnitude < values[0][0]:
        return 0
    up = {"nearest_even": None, "zero": False, "negative_inf": negative,
          "positive_inf": not negative}[rounding]
    below = [v for v in values if v[0] <= magnitude][-1]
    if below[0] == magnitude:
        return prefix | below[1]
    after = [v for v in values if v[0] > magnitude]
    above = after[0] if after else (beyond, None)
    if up is None:
        doubled = 2 * magnitude - below[0] - above[0]
        # Without a fraction no significand is even: IEEE 754-2019, 4.3.1, then
        # takes the larger.
        odd = special == "scale" or below[1] % 2 == 1
        up = doubled > 0 or (doubled == 0 and odd)
    if not up:
        return prefix | below[1]
    return over if above[1] is None else prefix | above[1]


def order(name, code):
    """Position of a code among all, ascending by value."""
    if name == "si16":
        return (code + 32768) % 65536
    bits = sum(FORMATS[name][:2])
    magnitude = code & (1 << bits) - 1
    return -magnitude - 1 if code >> bits else magnitude


def main():
    source = sys.argv[1]
    for target in sys.argv[2:]:
        text = subprocess.run(
            ["tile-floats", source, target, "--json"],
            check=True, capture_output=True, text=True).stdout
        for rule in json.loads(text)["rules"]:
            ranges = rule["ranges"]
            assert len(ranges) > 10, (target, rule["rule"])
            previous = None
            for row in ranges:
                first, last = (int(row[k]["code"], 16) for k in ("first", "last"))
                if previous is not None:
                    assert order(source, first) == previous + 1, (target, row)
                previous = order(source, last)
                result = int(row["result"]["code"], 16)
                for code in (first, last):
                    value = decode(source, code)
                    zero = value == 0 and order(source, code) < 0
                    zero = zero and source != "si16" and target != "f8E8M0FNU"
                    want = expected(target, value, rule["rule"], zero)
                    assert want == result, (target, rule["rule"], row, hex(want))
            # From the smallest number to the largest.
            ends = [decode(source, int(row["code"], 16))
                    for row in (ranges[0]["first"], ranges[-1]["last"])]
            assert ends in (["-inf", "inf"], [-32768, 32767]), ends
            if "nan" in rule:
                want = expected(target, "nan", rule["rule"], False)
                assert int(rule["nan"]["code"], 16) == want


main()
