"""refusals.py FOLDER: why two agents do not run a loop. Each reason is shown by a
program of products.py with a change, and by none without."""

import os
import subprocess
import sys

from products import eight, product

FAILED = "remark: Failed to specialize loop: "
SMALL = (64, 16, 16)
SUM = "    %sum = for"
LOADED = "tile<64x16xf16>, token\n"
STORED = "partition_view<tile=(64x16), tensor_view<640x16xf32, strides=[16,1]>>, tile<i32> -> token\n"
PADDED = "padding_value = zero, tensor_view<?x?xf16"


def small(**options):
    return product(SMALL, **options)


def changed(*changes, text=None):
    text = text or small()
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def in_a_loop():
    """The loop is inside another."""
    before, after = small().split(SUM)
    return changed(
        ("iter_values(%acc = %init)", "iter_values(%acc = %o)"),
        ("    %w =", "    continue %in : tile<64x16xf32>\n    }\n    %w ="),
        text=before
        + "    %sum = for %j in (%left to %step, step %step) : tile<i32> iter_values(%o = %init)"
        + " -> (tile<64x16xf32>) {\n    %in = for"
        + after,
    )


def with_two_loops():
    head, tail = small().split(SUM)
    body, rest = tail.split("    %w =")
    again = (SUM + body).replace("%acc = %init", "%acc = %sum").replace("%sum = for", "%more = for")
    return head + SUM + body + again + "    %w =" + rest.replace("tko weak %sum", "tko weak %more")


# The reason, the program, and what is compiled with.
REFUSED = [
    ("the target has neither wgmma nor tcgen05", small(), "--target=sm_80"),
    ("the target has neither wgmma nor tcgen05", small(), "--target=sm_100"),
    (
        "tcgen05 of the target has no products of integers",
        product((64, 32, 32), type="i8", signs="signed signed"),
        "--target=sm_103a",
    ),
    ("no tcgen05 has the types of its product", product(SMALL, type="f32"), "--target=sm_100a"),
    ("no tcgen05 has the shape of its product", product((32, 16, 16)), "--target=sm_100a"),
    (
        "elements of a factor are not one behind the other along K",
        product(SMALL, type="tf32"),
        "--target=sm_100a",
    ),
    ("its kernel has such a loop already", with_two_loops()),
    ("its sums are too few for two agents", eight(small())),
    ("its sums are too few for two agents", eight(product((128, 16, 16))), "--target=sm_100a"),
    ("it is inside another region", in_a_loop()),
    (
        "its kernel has neither four nor eight warps",
        changed((") {\n    %first", ") optimization_hints=<sm_90 = {num_worker_warps_per_cta = 16}> {\n    %first")),
    ),
    (
        "no wgmma has the shape of its product",
        small().replace(") {\n    %first", ") optimization_hints=<sm_90 = {num_cta_in_cga = 2}> {\n    %first"),
    ),
    (
        "a factor has too few lines for its cluster",
        product((512, 32, 16)).replace(") {\n    %first", ") optimization_hints=<sm_90 = {num_cta_in_cga = 4}> {\n    %first"),
    ),
    (
        "it carries something else than one tile of sums",
        changed(
            (SUM + " %i", "    %sum, %count = for %i"),
            ("(%acc = %init) -> (tile<64x16xf32>)", "(%acc = %init, %n0 = %left) -> (tile<64x16xf32>, tile<i32>)"),
            ("continue %next : tile<64x16xf32>", "%n1 = subi %n0, %i : tile<i32>\n continue %next, %n1 : tile<64x16xf32>, tile<i32>"),
            ("%vc[%bx, %left]", "%vc[%bx, %count]"),
        ),
    ),
    (
        "what it carries is not the sums of one product",
        changed(
            ("continue %next", "%twice = addf %next, %init : tile<64x16xf32>\n      continue %twice"),
        ),
    ),
    ("no wgmma has the types of its product", product(SMALL, type="f32")),
    (
        "elements of a factor are not one behind the other along K",
        product((64, 16, 32), type="i8", signs="signed signed"),
    ),
    ("no wgmma has the shape of its product", product((32, 16, 16))),
    ("no wgmma has the shape of its product", product((64, 8, 16))),
    (
        "two stages of its factors take 328736 bytes of shared memory beside 15360 for exchanges; a block has 232448",
        product((64, 256, 256)),
    ),
    (
        "no dimension of a factor is known to have stride 1",
        changed(("strides = [%lineA, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>", "strides = [%lineA, 2] : tile<i32> -> tensor_view<?x?xf16, strides=[?,2]>"),
                ("%ta : partition_view<tile=(64x16), " + PADDED + ", strides=[?,1]>>", "%ta : partition_view<tile=(64x16), " + PADDED + ", strides=[?,2]>>"),
                ("%va[%row, %i] : partition_view<tile=(64x16), " + PADDED + ", strides=[?,1]>>", "%va[%row, %i] : partition_view<tile=(64x16), " + PADDED + ", strides=[?,2]>>")),
    ),
    (
        "a factor is padded with something else than zero",
        changed(("tile=(64x16), padding_value = zero", "tile=(64x16), padding_value = nan")),
    ),
    (
        "a load of a factor is atomic",
        changed(("%x, %t = load_view_tko weak", "%x, %t = load_view_tko relaxed device")),
    ),
    (
        "a factor is not a tile that the loop loads",
        changed((LOADED, LOADED + "      %z = addf %x, %x : tile<64x16xf16>\n"), ("mmaf %x", "mmaf %z")),
    ),
    (
        "its sums are used within it",
        changed(("      %next", '      print_tko "%f", %acc : tile<64x16xf32> -> token\n      %next')),
    ),
    (
        "a load of a factor is ordered after something",
        changed(
            (SUM, "    %s = store_view_tko weak %init, %vc[%bx, %left] : tile<64x16xf32>, " + STORED + SUM),
            ("%va[%row, %i] :", "%va[%row, %i] token = %s :"),
        ),
    ),
    (
        "something is ordered after a load of a factor",
        changed(
            ("      %y, %u = load_view_tko weak %vb[%i, %column] :", "      %y, %u = load_view_tko weak %vb[%i, %column] token = %t :"),
        ),
    ),
    (
        "where a factor lies depends on what the loop computes",
        changed(
            ("      %x, %t =", "      %ones = iota : tile<1xi32>\n      %other = reshape %ones : tile<1xi32> -> tile<i32>\n      %x, %t ="),
            ("%va[%row, %i]", "%va[%other, %i]"),
        ),
    ),
    (
        "it does something else than a product: 'nv_tileaa.print'",
        changed((LOADED, LOADED + '      print_tko "%i", %i : tile<i32> -> token\n')),
    ),
]

folder = sys.argv[1]
for index, (reason, text, *options) in enumerate([("", small()), *REFUSED]):
    path = os.path.join(folder, f"{index}.mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    remarks = subprocess.run(
        [
            "tile-compile",
            path,
            "--pipeline-strategy=specialized",
            "--stop-after=tileas-specialized-pipeline",
            *options,
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=True,
    ).stderr.decode()
    reasons = [line.split(FAILED)[1] for line in remarks.split("\n") if FAILED in line]
    assert reasons == ([reason] if reason else []), (index, reason, reasons, remarks)
print(len(REFUSED), "refused")
