"""tables.py: whole tables of part 2, every cell put to tile-opt.

The tables are written here from the specification, not derived from tile-opt:
orderings and scopes per operation (2.1, 2.2, 3, 5.7, 5.8), element types per
atomic mode (3.1), accumulators of mmaf and mmai (8.2, 8.3), blocks of
mmaf_scaled (8.4) and the region each terminator may end (7.1).
"""

import itertools
import re
import subprocess
import sys

INTS = ["i1", "i8", "i16", "i32", "i64"]
FLOATS = "f16 bf16 f32 tf32 f64 f8E4M3FN f8E5M2 f8E8M0FNU f4E2M1FN".split()
ORDERINGS = ["weak", "relaxed", "acquire", "release", "acq_rel"]
SCOPES = ["", "tl_blk", "device", "sys"]
VIEW = "partition_view<tile=(4), tensor_view<64xi32, strides=[1]>>"


def rejected(cases):
    """The numbers of the cases with an error, from one run over all of them."""
    lines, case_of_line = [], {}
    for number, (_, values, code) in enumerate(cases):
        start = len(lines)
        lines += ["cuda_tile.module @m {", "entry @k() {"]
        for name, type_ in values.items():
            lines.append(f"%{name} = builtin.unrealized_conversion_cast to !cuda_tile.{type_}")
        lines += [code, "}", "}", "// -----"]
        case_of_line.update(dict.fromkeys(range(start + 1, len(lines) + 1), number))
    run = subprocess.run(
        ["tile-opt", "-", "--split-input-file", "-o", "/dev/null"],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode not in (0, 1):
        raise RuntimeError(f"exit code {run.returncode}: {run.stderr[-2000:]}")
    found = re.findall(r"^[^:\s]+:(\d+):\d+: error: ", run.stderr, re.MULTILINE)
    return {case_of_line[int(line)] for line in found}


def orderings():
    values = {"p": "tile<4xptr<i32>>", "a": "tile<4xi32>", "v": VIEW, "i": "tile<i32>"}
    ptr, tile = values["p"], values["a"]
    forms = {
        "load_ptr_tko": f"%r, %t = load_ptr_tko {{}} %p : {ptr} -> {tile}, token",
        "store_ptr_tko": f"%t = store_ptr_tko {{}} %p, %a : {ptr}, {tile} -> token",
        "load_view_tko": f"%r, %t = load_view_tko {{}} %v[%i] : {VIEW}, tile<i32> -> {tile}, token",
        "store_view_tko": f"%t = store_view_tko {{}} %a, %v[%i] : {tile}, {VIEW}, tile<i32> -> token",
        "atomic_rmw_tko": f"%r, %t = atomic_rmw_tko {{}} %p, add, %a : {ptr}, {tile} -> {tile}, token",
        "atomic_cas_tko": f"%r, %t = atomic_cas_tko {{}} %p, %a, %a : {ptr}, {tile} -> {tile}, token",
        "atomic_red_view_tko": f"%t = atomic_red_view_tko {{}} %v[%i], add, %a : {tile}, {VIEW}, tile<i32> -> token",
    }
    for (op, form), ordering, scope in itertools.product(forms.items(), ORDERINGS, SCOPES):
        if op == "atomic_red_view_tko":
            good = ordering == "relaxed" and scope in ("tl_blk", "device")
        elif op.startswith("atomic"):
            good = ordering != "weak" and scope != ""
        else:
            strongest = "acquire" if op.startswith("load") else "release"
            good = ordering in ("weak", "relaxed", strongest) and (ordering == "weak") == (scope == "")
        yield good, values, form.format(f"{ordering} {scope}")


def modes():
    words = dict.fromkeys("and or xor add max min umax umin".split(), ["i32", "i64"])
    words["addf"] = ["f16", "bf16", "f32", "f64"]
    words["xchg"] = ["i32", "i64", "f32", "f64"]
    for (mode, fits), element in itertools.product(words.items(), INTS + FLOATS):
        view = f"partition_view<tile=(4), tensor_view<64x{element}, strides=[1]>>"
        tile, ptr = f"tile<4x{element}>", f"tile<4xptr<{element}>>"
        values = {"p": ptr, "a": tile, "v": view, "i": "tile<i32>"}
        yield element in fits, values, (
            f"%r, %t = atomic_rmw_tko relaxed device %p, {mode}, %a : {ptr}, {tile} -> {tile}, token"
        )
        yield element in fits and mode != "xchg", values, (
            f"%t = atomic_red_view_tko relaxed device %v[%i], {mode}, %a : {tile}, {view}, tile<i32> -> token"
        )
        if mode == "xchg":
            yield element in fits, values, (
                f"%r, %t = atomic_cas_tko relaxed device %p, %a, %a : {ptr}, {tile} -> {tile}, token"
            )


def matrices():
    accumulators = {
        "f8E4M3FN": ["f16", "f32"],
        "f8E5M2": ["f16", "f32"],
        "f16": ["f16", "f32"],
        "bf16": ["f32"],
        "tf32": ["f32"],
        "f32": ["f32"],
        "f64": ["f64"],
    }
    for element, acc in itertools.product(INTS + FLOATS, INTS + FLOATS):
        types = f"tile<4x4x{element}>", f"tile<4x4x{element}>", f"tile<4x4x{acc}>"
        values, written = dict(zip("abc", types)), ", ".join(types)
        for flag in ("", " fast_acc"):
            yield acc in accumulators.get(element, []), values, (
                f"%d = mmaf %a, %b, %c{flag} : {written}"
            )
        yield (element, acc) == ("i8", "i32"), values, f"%d = mmai %a, %b, %c unsigned signed : {written}"


def scaled():
    for element, scale, block in itertools.product(FLOATS, FLOATS, (1, 8, 16, 32, 64)):
        if element.startswith("f8E") and element != "f8E8M0FNU":
            good = scale == "f8E8M0FNU" and block == 32
        elif element == "f4E2M1FN":
            good = (scale, block) in [("f8E4M3FN", 16), ("f8E8M0FNU", 16), ("f8E8M0FNU", 32)]
        else:
            good = False
        count = 64 // block
        types = (
            f"tile<8x64x{element}>",
            f"tile<64x8x{element}>",
            "tile<8x8xf32>",
            f"tile<8x{count}x{scale}>",
            f"tile<{count}x8x{scale}>",
        )
        values, written = dict(zip("abcst", types)), ", ".join(types)
        yield good, values, f"%d = mmaf_scaled %a, %b, %c, %s, %t : {written}"


# 13.4 additions, 5: (precision, least, greatest exponent); rows, the first that fits.
RANGES = {
    "f4E2M1FN": (2, 0, 2), "f8E4M3FN": (4, -6, 8), "f8E5M2": (3, -14, 15), "f8E8M0FNU": (1, -127, 127),
    "f16": (11, -14, 15), "bf16": (8, -126, 127), "tf32": (11, -126, 127), "f32": (24, -126, 127),
    "f64": (53, -1022, 1023),
}


def conversions():
    modes = "nearest_even zero negative_inf positive_inf nearest_away".split()
    for source, to, mode in itertools.product(FLOATS, FLOATS, modes):
        from_range, to_range = RANGES[source], RANGES[to]
        widens = (to_range[0] >= from_range[0] and to_range[1] <= from_range[1]
                  and to_range[2] >= from_range[2])
        if to == "f8E8M0FNU":
            allowed = ["zero", "positive_inf"]
        elif to.startswith(("f8", "f4")):
            allowed = ["nearest_even"]
        elif widens:
            allowed = modes
        elif (source, to) == ("f64", "f32"):
            allowed = modes[:4]
        elif (source, to) == ("f32", "tf32"):
            allowed = ["nearest_even", "zero", "nearest_away"]
        else:
            allowed = ["nearest_even", "zero"]
        yield source != to and mode in allowed, {"x": f"tile<2x{source}>"}, (
            f"%r = ftof %x rounding<{mode}> : tile<2x{source}> -> tile<2x{to}>"
        )


def terminators():
    """Every terminator at the end of every chain of up to three regions."""
    opens = {
        "if": "if %c {{ {0} }}",
        "for": "for %k{1} in (%i to %i, step %i) : tile<i32> {{ {0} }}",
        "loop": "loop {{ {0} }}",
    }
    values = {"c": "tile<i1>", "i": "tile<i32>"}
    for depth in range(4):
        for chain in itertools.product(opens, repeat=depth):
            for terminator in ("yield", "continue", "break", "return"):
                inner = chain[-1] if chain else "entry"
                nearest = next((r for r in reversed(chain) if r != "if"), "entry")
                # Since 13.4, out of loops (13.4 additions, 4).
                leaves = "for" not in chain
                good = {
                    "yield": inner == "if",
                    "continue": nearest in ("for", "loop"),
                    "break": nearest == "loop",
                    "return": leaves,
                }[terminator]
                code = terminator
                for level, region in reversed(list(enumerate(chain))):
                    code = opens[region].format(code, level)
                yield good, values, code


def main():
    failures = 0
    for table in (orderings, modes, matrices, scaled, conversions, terminators):
        cases = list(table())
        bad = rejected(cases)
        good = sum(case[0] for case in cases)
        print(f"{table.__name__}: {good} to accept, {len(cases) - good} to reject")
        assert 0 < good < len(cases)
        for number, (accept, _, code) in enumerate(cases):
            if accept == (number in bad):
                failures += 1
                print(f"should {'accept' if accept else 'reject'}: {code}")
    print(f"{failures} failures")
    return 1 if failures else 0


sys.exit(main())
