"""Programs of one form that get larger: time and memory of the compiler must not explode.

Each form doubles. Processor time is taken, which others on the machine hardly change, and the most memory of a process. A
form explodes where twice as much takes more than FACTOR times as long, or as much memory, twice in a row (or once, if it is
then out of time), and it is no longer little. Some growth is in the nature of things: a tile of twice the side has four times
the elements.
"""

FACTOR, SECONDS, MEBIBYTES = 5.0, 4.0, 2048.0

HEAD = """cuda_tile.module @series {
  entry @main(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %i = iota : tile<128xi32>
    %a1 = reshape %a : tile<ptr<f32>> -> tile<1xptr<f32>>
    %a2 = broadcast %a1 : tile<1xptr<f32>> -> tile<128xptr<f32>>
    %p = offset %a2, %i : tile<128xptr<f32>>, tile<128xi32> -> tile<128xptr<f32>>
    %b1 = reshape %b : tile<ptr<f32>> -> tile<1xptr<f32>>
    %b2 = broadcast %b1 : tile<1xptr<f32>> -> tile<128xptr<f32>>
    %q = offset %b2, %i : tile<128xptr<f32>>, tile<128xi32> -> tile<128xptr<f32>>
    %v0, %t0 = load_ptr_tko weak %p : tile<128xptr<f32>> -> tile<128xf32>, token
"""
FLOATS = "tile<128xf32>"


def closed(lines, value):
    store = f"    %end = store_ptr_tko weak %q, {value} : tile<128xptr<f32>>, tile<128xf32> -> token\n"
    return HEAD + "".join(f"    {line}\n" for line in lines) + store + "    return\n  }\n}\n"


def chain(count):
    """Arithmetic, one result after the other."""
    lines = [f"%v{k + 1} = fma %v{k}, %v0, %v{k} : {FLOATS}" for k in range(count)]
    return closed(lines, f"%v{count}")


def accesses(count):
    """Loads and stores in turn, each behind the one before."""
    lines = []
    for k in range(count):
        lines.append(
            f"%s{k} = store_ptr_tko weak %p, %v{k} token=%t{k} : tile<128xptr<f32>>, tile<128xf32> -> token"
        )
        lines.append(
            f"%v{k + 1}, %t{k + 1} = load_ptr_tko weak %p token=%s{k} : tile<128xptr<f32>> -> tile<128xf32>, token"
        )
    return closed(lines, f"%v{count}")


def loops(count):
    """Loops, one behind the other."""
    lines = []
    for k in range(count):
        lines.append(
            f"%v{k + 1} = for %i{k} in (%zero to %n, step %one) : tile<i32> iter_values(%x{k} = %v{k}) -> ({FLOATS}) {{"
        )
        lines.append(f"  %y{k} = addf %x{k}, %v0 : {FLOATS}")
        lines += [f"  continue %y{k} : {FLOATS}", "}"]
    return closed(lines, f"%v{count}")


def nest(count):
    """Loops in loops."""
    lines = []
    for k in range(count):
        start = "%v0" if k == 0 else f"%x{k - 1}"
        lines.append(
            f"%r{k} = for %i{k} in (%zero to %n, step %one) : tile<i32> iter_values(%x{k} = {start}) -> ({FLOATS}) {{"
        )
    lines.append(f"%inner = addf %x{count - 1}, %v0 : {FLOATS}")
    for k in reversed(range(count)):
        value = "%inner" if k == count - 1 else f"%r{k + 1}"
        lines += [f"continue {value} : {FLOATS}", "}"]
    return closed(lines, "%r0")


def branches(count):
    """Conditions on the elements' sum, one behind the other."""
    lines = []
    for k in range(count):
        lines += [
            f"%c{k} = cmpi less_than %n, %zero, signed : tile<i32> -> tile<i1>",
            f"%v{k + 1} = if %c{k} -> ({FLOATS}) {{",
            f"  %y{k} = addf %v{k}, %v0 : {FLOATS}",
            f"  yield %y{k} : {FLOATS}",
            "} else {",
            f"  %z{k} = mulf %v{k}, %v0 : {FLOATS}",
            f"  yield %z{k} : {FLOATS}",
            "}",
        ]
    return closed(lines, f"%v{count}")


def reductions(count):
    """Sums of a tile, each of which is added to it."""
    lines = []
    for k in range(count):
        lines += [
            f"%r{k} = reduce %v{k} dim=0 identities=[0.0 : f32] : {FLOATS} -> tile<f32>"
            f" (%e{k}: tile<f32>, %f{k}: tile<f32>) {{",
            f"  %g{k} = addf %e{k}, %f{k} : tile<f32>",
            f"  yield %g{k} : tile<f32>",
            "}",
            f"%o{k} = reshape %r{k} : tile<f32> -> tile<1xf32>",
            f"%w{k} = broadcast %o{k} : tile<1xf32> -> {FLOATS}",
            f"%v{k + 1} = addf %v{k}, %w{k} : {FLOATS}",
        ]
    return closed(lines, f"%v{count}")


def product(side):
    """A loop around one matrix product, of tiles of this side."""
    a, c = f"tensor_view<{side}x{side}xf16, strides=[{side},1]>", f"tensor_view<{side}x{side}xf32, strides=[{side},1]>"
    views = [(a, "f16", "%a"), (a, "f16", "%b"), (c, "f32", "%c")]
    lines = [
        "cuda_tile.module @series {",
        "  entry @main(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %n: tile<i32>) {",
        "    %zero = constant <i32: 0> : tile<i32>",
        "    %one = constant <i32: 1> : tile<i32>",
        f"    %init = constant <f32: 0.0> : tile<{side}x{side}xf32>",
    ]
    for view, _, name in views:
        lines.append(f"    {name}v = make_tensor_view {name}, shape = [{side}, {side}], strides = [{side}, 1] : {view}")
        lines.append(f"    {name}p = make_partition_view {name}v : partition_view<tile=({side}x{side}), {view}>")
    tile = f"tile<{side}x{side}xf16>"
    lines.append(
        "    %sum = for %k in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %init)"
        f" -> (tile<{side}x{side}xf32>) {{"
    )
    for name, index in (("%a", "%zero, %k"), ("%b", "%k, %zero")):
        lines.append(
            f"      {name}x, {name}t = load_view_tko weak {name}p[{index}] :"
            f" partition_view<tile=({side}x{side}), {a}>, tile<i32> -> {tile}, token"
        )
    lines += [
        f"      %next = mmaf %ax, %bx, %acc : {tile}, {tile}, tile<{side}x{side}xf32>",
        f"      continue %next : tile<{side}x{side}xf32>",
        "    }",
        f"    %t = store_view_tko weak %sum, %cp[%zero, %zero] : tile<{side}x{side}xf32>,"
        f" partition_view<tile=({side}x{side}), {c}>, tile<i32> -> token",
        "    return",
        "  }",
        "}",
    ]
    return "\n".join(lines) + "\n"


# Of each form the least and the greatest size.
FORMS = {
    "chain": (chain, 64, 1024),
    "accesses": (accesses, 8, 128),
    "loops": (loops, 4, 64),
    "nest": (nest, 1, 16),
    "branches": (branches, 8, 128),
    "reductions": (reductions, 4, 64),
    "product": (product, 16, 256),
}


def explosion(points):
    """Of points (size, seconds or None for too long, MiB), where it explodes; None: nowhere."""
    for column, little, unit in ((1, SECONDS, "s"), (2, MEBIBYTES, "MiB")):
        steep = 0
        for before, after in zip(points, points[1:]):
            # How much memory what was ended would have taken, nobody knows.
            if after[1] is None:
                isLong = column == 1 and (steep or before[1] < SECONDS)
                return f"{before[0]}: {before[1]:.1f} s, {after[0]}: too long" if isLong else None
            steep = steep + 1 if after[column] > FACTOR * before[column] else 0
            if steep >= 2 and after[column] > little:
                return f"{before[0]}: {before[column]:.1f} {unit}, {after[0]}: {after[column]:.1f} {unit}"
    return None


def ask(ours, tool, report, target, level, scale):
    for name, (make, least, greatest) in FORMS.items():
        points, answer, text, size = [], None, "", least
        while size <= max(least, greatest // scale):
            text = make(size)
            bytecode = ours.encode(text)
            if bytecode is None:
                report.skip(f"series: {name} is not valid")
                break
            answer = tool.compile(bytecode, target, level)
            if answer.code not in (0, None):
                report.answer("series", f"series: {answer.verdict}", False, f"{name} of {size}", answer, text)
                break
            points.append((size, None if answer.code is None else answer.seconds, answer.mebibytes))
            if answer.code is None:
                break
            size *= 2
        words = ", ".join(
            f"{size}: {'too long' if seconds is None else f'{seconds:.1f} s'} {mebibytes:.0f} MiB"
            for size, seconds, mebibytes in points
        )
        print(f"{tool.name}: {target}-O{level}: {name}: {words}", flush=True)
        where = explosion(points)
        if points:
            verdict = "series: explodes" if where else "series: grows"
            report.answer("series", verdict, not where, f"{target}-O{level}: {name}: {where}", answer, text)
