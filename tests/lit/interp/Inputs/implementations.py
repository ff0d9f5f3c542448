"""Runs kernels in f32 as a compiler may: sums in any order, functions as far
off as documented, tensor cores that truncate. No result may leave its
enclosure; how near the nearest comes to an end is printed.

    implementations.py ROOT TILE-RUN TRIALS
"""

import importlib.machinery
import importlib.util
import math
import random
import sys


def load(path):
    loader = importlib.machinery.SourceFileLoader("widths", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("widths", loader))
    loader.exec_module(module)
    return module


widths = load(sys.argv[1] + "/scripts/widths")
single = widths.single


def truncated(x):
    """x in f32, towards zero."""
    nearest = single(x)
    if abs(nearest) <= abs(x):
        return nearest
    return math.copysign(abs(nearest) - widths.unit(nearest, 24, -126), x)


class Implementation:
    """One way to compute; whatever is free leans to one side, or is random."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lean = self.random.choice([-1, 1, None])
        self.order = self.random.choice(["up", "down", "sign", "pairs", "blocks", "any"])

    def function(self, exact):
        lean = self.lean or self.random.choice([-1, 0, 1])
        result = single(exact)
        for _ in range(2 * abs(lean)):
            moved = math.nextafter(result, math.copysign(math.inf, lean))
            step = widths.unit(result, 24, -126)
            result = single(moved + math.copysign(step, lean))
        return result

    def arranged(self, terms):
        if self.order == "up":
            return sorted(terms)
        if self.order == "down":
            return sorted(terms, reverse=True)
        if self.order == "sign":
            return sorted(terms, key=lambda x: (x < 0, abs(x)))
        if self.order == "any":
            terms = list(terms)
            self.random.shuffle(terms)
        return terms

    def sum(self, terms, rounded=single):
        terms = self.arranged(terms)
        if self.order == "pairs":
            while len(terms) > 1:
                terms = [rounded(sum(terms[i : i + 2])) for i in range(0, len(terms), 2)]
            return terms[0]
        if self.order == "blocks":
            terms = [self.fold(terms[i::4], rounded) for i in range(min(4, len(terms)))]
        return self.fold(terms, rounded)

    @staticmethod
    def fold(terms, rounded):
        total = terms[0]
        for term in terms[1:]:
            total = rounded(total + term)
        return total

    def product(self, start, a, b):
        return self.sum([start] + [x * y for x, y in zip(a, b)], truncated)


def softmax_rows(given, way):
    for row in widths.rows(given["X"], 112):
        top = max(row[:100])
        powers = [way.function(math.exp(single(x - top))) for x in row[:100]]
        total = way.sum(powers)
        yield from (("Y", single(power / total)) for power in powers)
        yield from (("Y", -1.0) for _ in row[100:])


def layer_norm_backward(given, way):
    n = 256.0
    kept = []
    for x_row, dy_row in zip(widths.rows(given["X"], 256), widths.rows(given["DY"], 256)):
        mean = single(way.sum(x_row) / n)
        centered = [single(x - mean) for x in x_row]
        variance = single(way.sum([single(c * c) for c in centered]) / n)
        scale = way.function(1 / math.sqrt(single(variance + single(1e-5))))
        hats = [single(c * scale) for c in centered]
        grads = [single(w * dy) for w, dy in zip(given["W"], dy_row)]
        along = single(way.sum([single(h * g) for h, g in zip(hats, grads)]) / n)
        across = single(way.sum(grads) / n)
        for h, g in zip(hats, grads):
            means = single(single(h * along) + across)
            yield "DX", single(single(g - means) * scale)
        kept.append((hats, dy_row))
    for block in widths.rows(kept, 8):
        for j in range(256):
            yield "DW", way.sum([single(dy[j] * hats[j]) for hats, dy in block])
        for j in range(256):
            yield "DB", way.sum([dy[j] for _, dy in block])


def online_attention_f32(given, way):
    keys, values = widths.rows(given["K"], 32), widths.rows(given["V"], 32)
    scale = single(0.255)
    for query in widths.rows(given["Q"], 32):
        most, total, row = single(-1e30), 0.0, [0.0] * 32
        for step in range(0, 256, 16):
            scores = [
                single(way.product(0.0, query, key) * scale) for key in keys[step : step + 16]
            ]
            top = max([most] + scores)
            powers = [way.function(2.0 ** single(score - top)) for score in scores]
            drop = single(most - top)
            factor = way.function(2.0**drop) if drop > -140 else 0.0
            total = single(total * factor + way.sum(powers))
            columns = list(zip(*values[step : step + 16]))
            row = [
                way.product(single(x * factor), powers, column) for x, column in zip(row, columns)
            ]
            most = top
        yield from (("O", single(x / total)) for x in row)


def main():
    tool, trials = sys.argv[2], int(sys.argv[3])
    outside = 0
    for kernel in (softmax_rows, layer_norm_backward, online_attention_f32):
        buffers = widths.run(tool, kernel)
        given = {
            name: [float(x) for x in buffer["elements"]] for name, buffer in buffers.items()
        }
        farthest, different = 0.0, 0
        for trial in range(trials):
            at = {}
            for name, value in kernel(given, Implementation(trial)):
                i = at[name] = at.get(name, -1) + 1
                bounds = buffers[name]["enclosures"][i]
                if not bounds:
                    outside += not math.isclose(value, given[name][i], rel_tol=1e-8)
                    continue
                low, high = float(bounds["lo"]), float(bounds["hi"])
                outside += not low <= value <= high
                different += not math.isclose(value, given[name][i], rel_tol=1e-8)
                farthest = max(farthest, abs(2 * value - low - high) / (high - low))
        print(f"{kernel.__name__}: {different} differ, farthest {farthest:.2f}")
        if different == 0:
            sys.exit("no implementation differs from another")
    print(f"{outside} outside")


main()
