"""products.py FOLDER TARGET [assemble]: products of matrices that two agents run, in loops of
0 to 9 iterations: block b of a launch of ten runs b of them. All values are integers that
every order of sums gives exactly, so that the outcomes are equal bit for bit. With
`assemble`, what a run without has left in FOLDER is compiled and assembled."""

import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

# Where a program stores its sums.
RESULT = re.compile(r"tensor_view<(\d+)x(\d+)x(\w+), strides=\[(\d+),1\]>")


def eight(text):
    """A kernel of eight warps."""
    hint = "optimization_hints=<sm_90 = {num_worker_warps_per_cta = 8}, sm_100 = {num_worker_warps_per_cta = 8}>"
    return text.replace(") {\n    %first", ") " + hint + " {\n    %first")


def ending(text, rows, columns):
    """The result ends there."""
    text = RESULT.sub(rf"tensor_view<{rows}x{columns}x\3, strides=[\4,1]>", text)
    return re.sub(r"(make_tensor_view %c, shape = )\[\d+, \d+\]", rf"\1[{rows}, {columns}]", text)


def turned(text):
    """The result is stored by columns."""
    rows = RESULT.search(text)[1]
    text = RESULT.sub(rf"tensor_view<\1x\2x\3, strides=[1,{rows}]>", text)
    return re.sub(r"(make_tensor_view %c, .*strides = )\[\d+, 1\]", rf"\1[1, {rows}]", text)


def narrowed(text):
    """The result is of f16."""
    text = RESULT.sub(r"tensor_view<\1x\2xf16, strides=[\4,1]>", text)
    tile = re.search(r"weak %sum, %vc\[%bx, %left\] : tile<(\d+x\d+)xf32>", text)[1]
    text = text.replace("    %w =", f"    %half = ftof %sum : tile<{tile}xf32> -> tile<{tile}xf16>\n    %w =")
    text = text.replace(f"weak %sum, %vc[%bx, %left] : tile<{tile}xf32>", f"weak %half, %vc[%bx, %left] : tile<{tile}xf16>")
    return text.replace("buffer c : f32", "buffer c : f16").replace("%c: tile<ptr<f32>>", "%c: tile<ptr<f16>>")


def read_again(text):
    """What is stored is read, doubled, and stored again."""
    view = re.search(r"partition_view<tile=\(\d+x\d+\), tensor_view<\d+x\d+xf32[^>]*>>", text)[0]
    tile = "tile<" + re.search(r"tile=\((\d+x\d+)\)", view)[1] + "xf32>"
    return text.replace(
        "    return\n",
        f"    %again, %t1 = load_view_tko weak %vc[%bx, %left] token = %w : {view}, tile<i32> -> {tile}, token\n"
        f"    %double = addf %again, %again : {tile}\n"
        f"    %w1 = store_view_tko weak %double, %vc[%bx, %left] token = %t1 : {tile}, {view}, tile<i32> -> token\n"
        "    return\n",
    )


def with_line(text, length):
    """Only the run knows how long lines of the result are."""
    rows, columns = (int(part) for part in RESULT.search(text).group(1, 2))
    text = RESULT.sub(r"tensor_view<\1x\2x\3, strides=[?,1]>", text)
    text = re.sub(r"(make_tensor_view %c, .*strides = )\[\d+, 1\] :", r"\1[%lineC, 1] : tile<i32> ->", text)
    text = re.sub(r"(buffer c : f32)\[\d+\]", rf"\1[{rows * length}]", text)
    text = text.replace("args &c\n", f"args &c {length}\n")
    return text.replace("%c: tile<ptr<f32>>)", "%c: tile<ptr<f32>>, %lineC: tile<i32>)")


# Enough different values that a line, column or step in another's place shows.
VALUES = "list(3, -1, 4, 1, -5, 9, 2, -6, 5, 3, -5, 8, -9, 7, 9, -3, 2, 3, -8)"
OTHERS = "list(2, 7, -1, 8, -2, 8, 1, 8, -2, 8, 4, 5, -9, 0, 4, 5, 2, 3, 5, -3, 6, 0, -2)"
BLOCKS = 10
# Before PTX.
STAGES = ("tileas-specialized-pipeline", "convert-tileas-to-nvvm", "optimize-llvm")

PROGRAM = """\
// tilefuzz.launch kernel=@product grid={blocks},1,1 seed=1
// tilefuzz.buffer a : {type}[{sizeA}] = {values}
// tilefuzz.buffer b : {type}[{sizeB}] = {others}
// tilefuzz.buffer c : {sum}[{sizeC}] = fill(7)
// tilefuzz.args &a{at} &b {m} {n} {k} {lineA} {lineB}
// tilefuzz.args &c
cuda_tile.module @m {{
  entry @product(%a: tile<ptr<{type}>>, %b: tile<ptr<{type}>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lineA: tile<i32>, %lineB: tile<i32>, %c: tile<ptr<{sum}>>) {{
    %first = constant <i32: {first}> : tile<i32>
    %step = constant <i32: {step}> : tile<i32>
    %left = constant <i32: 0> : tile<i32>
    %column = constant <i32: {column}> : tile<i32>
    %row = constant <i32: {row}> : tile<i32>
    %init = constant <{sum}: {one}> : tile<{M}x{N}x{sum}>
    %ta = make_tensor_view %a, shape = [%m, %k], strides = [{stridesA}] : tile<i32> -> tensor_view<?x?x{type}, strides=[{typeA}]>
    %tb = make_tensor_view %b, shape = [%k, %n], strides = [{stridesB}] : tile<i32> -> tensor_view<?x?x{type}, strides=[{typeB}]>
    %tc = make_tensor_view %c, shape = [{rowsC}, {N}], strides = [{N}, 1] : tensor_view<{rowsC}x{N}x{sum}, strides=[{N},1]>
    %va = make_partition_view %ta : partition_view<tile=({M}x{K}), padding_value = zero, tensor_view<?x?x{type}, strides=[{typeA}]>>
    %vb = make_partition_view %tb : partition_view<tile=({K}x{N}), padding_value = zero, tensor_view<?x?x{type}, strides=[{typeB}]>>
    %vc = make_partition_view %tc : partition_view<tile=({M}x{N}), tensor_view<{rowsC}x{N}x{sum}, strides=[{N},1]>>
    %bx, %by, %bz = get_tile_block_id : tile<i32>
    %trips = muli %bx, %step : tile<i32>
    %end = addi %trips, %first : tile<i32>
    %sum = for %i in (%first to %end, step %step) : tile<i32> iter_values(%acc = %init) -> (tile<{M}x{N}x{sum}>) {{
      %x, %t = load_view_tko weak %va[%row, %i] : partition_view<tile=({M}x{K}), padding_value = zero, tensor_view<?x?x{type}, strides=[{typeA}]>>, tile<i32> -> tile<{M}x{K}x{type}>, token
      %y, %u = load_view_tko weak %vb[%i, %column] : partition_view<tile=({K}x{N}), padding_value = zero, tensor_view<?x?x{type}, strides=[{typeB}]>>, tile<i32> -> tile<{K}x{N}x{type}>, token
      %next = {multiply} : tile<{M}x{K}x{type}>, tile<{K}x{N}x{type}>, tile<{M}x{N}x{sum}>
      continue %next : tile<{M}x{N}x{sum}>
    }}
    %w = store_view_tko weak %sum, %vc[%bx, %left] : tile<{M}x{N}x{sum}>, partition_view<tile=({M}x{N}), tensor_view<{rowsC}x{N}x{sum}, strides=[{N},1]>>, tile<i32> -> token
    return
  }}
}}
"""


def product(shape, type="f16", turnedA=False, turnedB=False, sizes=None, first=0, step=1, at="", row=0, column=0, odd=0, signs=None):
    """A tile of `shape` for each block; matrices are stored by columns where they are
    turned, and end where `sizes` says, in lines of `odd` elements more."""
    M, N, K = shape
    m, n, k = sizes or ((row + 1) * M, (column + 1) * N, (first + step * (BLOCKS - 1)) * K)

    def lines(rows, columns, turned):
        length = ((rows if turned else columns) + 15) // 16 * 16 + odd
        return length, length * (columns if turned else rows) + 8

    lineA, sizeA = lines(m, k, turnedA)
    lineB, sizeB = lines(k, n, turnedB)
    sum, one = ("i32", "1") if signs else ("f32", "1.0")
    multiply = f"mmai %x, %y, %acc {signs}" if signs else "mmaf %x, %y, %acc"
    return PROGRAM.format(
        blocks=BLOCKS, values=VALUES, others=OTHERS, rowsC=BLOCKS * M, sizeC=BLOCKS * M * N,
        stridesA="1, %lineA" if turnedA else "%lineA, 1", typeA="1,?" if turnedA else "?,1",
        stridesB="1, %lineB" if turnedB else "%lineB, 1", typeB="1,?" if turnedB else "?,1",
        **{name: value for name, value in locals().items() if name != "lines"},
    )


# With the shapes of lines and boxes that a stage may have, both ways round.
PRODUCTS = {
    # Lines of 32 bytes.
    "small": product((64, 16, 16)),
    "small-turned": product((64, 16, 16), turnedA=True, turnedB=True),
    # Of 64 and of 128, two boxes, two blocks of rows.
    "wide": product((64, 128, 32), type="bf16"),
    "tall": product((128, 32, 16), turnedA=True, turnedB=True),
    "deep": product((64, 32, 64), type="bf16", turnedB=True),
    # Matrices end in the last tiles.
    "edges": product((64, 32, 32), sizes=(50, 27, 276)),
    "edges-turned": product((64, 32, 32), turnedA=True, turnedB=True, sizes=(50, 27, 276)),
    # Other loops, and other tiles than the first.
    "steps": product((64, 16, 16), first=2, step=3, row=1, column=2),
    # Bytes are one behind the other along K.
    "bytes": product((64, 16, 32), type="i8", signs="signed unsigned", turnedB=True, sizes=(50, 16, 304)),
    "quarters": product((64, 16, 64), type="f8E5M2", turnedB=True),
    "words": product((64, 16, 16), type="tf32", turnedB=True),
}
# Of tcgen05 alone: products of 128 rows, one and two of them, and bytes that are stored the
# other way round.
TENSOR_PRODUCTS = {
    "two-blocks": product((256, 32, 16), turnedB=True),
    "two-blocks-turned": product((256, 16, 32), type="bf16", turnedA=True),
    "square": product((128, 128, 16), sizes=(100, 90, 140)),
    "bytes-turned": product((128, 32, 32), type="i8", signs="unsigned signed", turnedA=True),
    "quarters-turned": product((64, 32, 32), type="f8E4M3FN", turnedA=True),
}
# Maps cannot say where these are: lines or the first one do not begin at multiples of
# 16 bytes. One agent runs the loop.
ALONE = {
    "odd-lines": product((64, 16, 16), odd=4),
    "odd-start": product((64, 16, 16), at="+8"),
}


# Two agents compute, each half of the rows or, in tensor memory, of the columns.
HALVES = {
    "halves": eight(product((128, 32, 16))),
    "halves-turned": eight(product((256, 16, 32), type="bf16", turnedA=True, turnedB=True)),
    "halves-edges": eight(product((128, 32, 32), sizes=(100, 27, 276))),
    "halves-of-bytes": eight(product((128, 32, 32), type="i8", signs="signed unsigned", turnedB=True)),
}
TENSOR_HALVES = {
    "halves-of-columns": eight(product((64, 32, 16))),
    "halves-of-square": eight(product((128, 64, 16), turnedB=True)),
}
# Copies store the results. They end in the last tiles, are stored the other way round or in
# another type, have lines of two boxes or some that no map describes; a load follows a store.
STORED = {
    "stored": product((64, 16, 16)),
    "stored-clipped": ending(product((64, 32, 16)), 600, 28),
    "stored-turned": turned(product((64, 32, 16))),
    "stored-halves": narrowed(product((64, 128, 32), type="bf16")),
    "stored-by-two": eight(product((128, 32, 16))),
    "stored-and-read": read_again(product((64, 32, 16))),
    "stored-odd": with_line(product((64, 32, 16)), 33),
    "stored-even": with_line(product((64, 32, 16)), 36),
}


def run(path, *options):
    process = subprocess.run(
        ["tile-run", path, "--json", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        check=True,
    )
    # Otherwise a remark says that the loop stays as it is.
    assert not process.stderr, (path, process.stderr)
    outcome = json.loads(process.stdout)
    assert outcome["status"] == "completed" and not outcome["races"], (path, outcome)
    return [buffer["elements"] for buffer in outcome["buffers"]]


def check(name, text, folder):
    path = os.path.join(folder, name + ".mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    expected = run(path)
    sums = expected[-1]
    tile = len(sums) // BLOCKS
    # Each iteration adds something.
    blocks = {str(sums[i * tile : (i + 1) * tile]) for i in range(BLOCKS)}
    assert len(blocks) == BLOCKS or name == "stored-turned", (name, len(blocks))
    # Tier 0 does what the source does, too; once is enough.
    agents = ["--pipeline-strategy=specialized", "--target=" + TARGET]
    if name in STORED:
        agents.append("--enable-pattern=tileas-bulk-stores")
    runs = [["--at=emit-ptx", *agents]]
    if name == "small":
        runs.append(["--at=emit-ptx", "--target=" + TARGET])
    if name in ("small-turned", "stored-halves"):
        runs += [[f"--at={stage}", *agents] for stage in STAGES]
    for options in runs:
        actual = run(path, *options)
        assert actual == expected, (name, options)
    return 1


def assemble(name, folder):
    """ptxas has nothing to say."""
    path = os.path.join(folder, name + ".mlir")
    process = subprocess.run(
        ["tile-compile", path, "--pipeline-strategy=specialized", "--target=" + TARGET, "--emit=cubin", "-o", path + ".cubin"]
        + (["--enable-pattern=tileas-bulk-stores"] if name in STORED else []),
        stderr=subprocess.PIPE,
        check=True,
    )
    assert b"warning" not in process.stderr, (name, process.stderr)
    return 1


if __name__ == "__main__":
    TARGET = sys.argv[2]
    everything = {**PRODUCTS, **ALONE, **HALVES, **STORED}
    if TARGET != "sm_90a":
        everything.update({**TENSOR_PRODUCTS, **TENSOR_HALVES})
    if sys.argv[3:] == ["assemble"]:
        # With each form of the instructions.
        names = ["small", "small-turned", "wide", "bytes", "quarters", "words", "halves", "stored-halves", "stored-turned"]
        if TARGET != "sm_90a":
            names += TENSOR_PRODUCTS
        print(sum(assemble(name, sys.argv[1]) for name in names), "assembled")
        sys.exit()
    with ThreadPoolExecutor(2) as pool:
        done = sum(pool.map(lambda name: check(name, everything[name], sys.argv[1]), everything))
    print(done, "equal")
