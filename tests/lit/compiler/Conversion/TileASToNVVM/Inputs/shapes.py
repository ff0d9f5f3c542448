"""shapes.py FOLDER: writes one program for each way to move elements between
threads: permutations, slices, scans, views with steps and sparse rows, sizes,
loops that end early, globals."""

import itertools
import os
import sys

folder = sys.argv[1]
os.makedirs(folder)

STORE = """    %v = make_tensor_view %p, shape = [{n}], strides = [1] : tensor_view<{n}xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=({n}), tensor_view<{n}xi32, strides=[1]>>
    %t = store_view_tko weak %r, %w[%zero] : tile<{n}xi32>, partition_view<tile=({n}), tensor_view<{n}xi32, strides=[1]>>, tile<i32> -> token
"""


def write(name, text):
    with open(os.path.join(folder, name + ".mlir"), "w") as file:
        file.write(text)


def public(name, count, body, outside=""):
    """The body computes %r, `count` numbers, from the buffer of 1024 at %x."""
    write(
        name,
        f"""// tilefuzz.launch kernel=@k grid=1,1,1 seed=3
// tilefuzz.buffer x : i32[1024] = iota(1, 1)
// tilefuzz.buffer out : i32[{count}] = fill(-1)
// tilefuzz.args &x &out
cuda_tile.module @m {{
{outside}  entry @k(%x: tile<ptr<i32>>, %p: tile<ptr<i32>>) {{
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
{body}{STORE.format(n=count)}    return
  }}
}}
""",
    )


def tile(shape, element="i32"):
    return "tile<" + "x".join(str(size) for size in shape) + f"x{element}>"


def product(shape):
    count = 1
    for size in shape:
        count *= size
    return count


def numbers(shape):
    count = product(shape)
    return f"""    %n = iota : {tile([count])}
    %s = reshape %n : {tile([count])} -> {tile(shape)}
"""


def flattened(value, shape):
    return f"    %r = reshape {value} : {tile(shape)} -> {tile([product(shape)])}\n"


for shape in ([4, 8, 16], [2, 4, 4, 16]):
    for permutation in itertools.permutations(range(len(shape))):
        turned = [shape[d] for d in permutation]
        public(
            "permute" + "x".join(map(str, shape)) + "-" + "".join(map(str, permutation)),
            product(shape),
            numbers(shape)
            + f"    %a = permute %s {list(permutation)} : {tile(shape)} -> {tile(turned)}\n"
            + flattened("%a", turned),
        )

# More than shared memory holds at once.
public(
    "permute-large",
    16384,
    numbers([128, 128])
    + f"    %a = permute %s [1, 0] : {tile([128, 128])} -> {tile([128, 128])}\n"
    + flattened("%a", [128, 128]),
)

for axis in range(3):
    shape = [4, 8, 16]
    whole = list(shape)
    whole[axis] *= 2
    public(
        f"cat-{axis}",
        product(whole),
        numbers(shape)
        + f"""    %b = muli %s, %s : {tile(shape)}
    %a = cat %s, %b dim = {axis} : {tile(shape)}, {tile(shape)} -> {tile(whole)}
"""
        + flattened("%a", whole),
    )
    part = list(shape)
    part[axis] //= 4
    indices = ["%zero"] * 3
    indices[axis] = "%three"
    public(
        f"extract-{axis}",
        product(part),
        numbers(shape)
        + f"""    %three = constant <i32: 3> : tile<i32>
    %a = extract %s[{", ".join(indices)}] : {tile(shape)} -> {tile(part)}
"""
        + flattened("%a", part),
    )

for shape, axis, reverse in itertools.product(
    ([8, 4, 32], [4], [512], [2, 1024]), range(3), ("true", "false")
):
    if axis >= len(shape):
        continue
    name = "scan" + "x".join(map(str, shape)) + f"-{axis}-{reverse}"
    kind = tile(shape)
    public(
        name,
        product(shape),
        numbers(shape)
        + f"""    %a = scan %s dim={axis} reverse={reverse} identities=[0 : i32] : {kind} -> {kind}
    (%e: tile<i32>, %f: tile<i32>) {{
      %g = addi %e, %f : tile<i32>
      yield %g : tile<i32>
    }}
"""
        + flattened("%a", shape),
    )
    # Where the greatest number so far is, the last of them; the order shows.
    public(
        name + "-pair",
        product(shape),
        numbers(shape)
        + f"""    %five = constant <i32: 5> : {kind}
    %key = remi %s, %five unsigned : {kind}
    %a, %b = scan %key, %s dim={axis} reverse={reverse} identities=[0 : i32, 0 : i32] : {kind}, {kind} -> {kind}, {kind}
    (%e: tile<i32>, %f: tile<i32>, %g: tile<i32>, %h: tile<i32>) {{
      %c = cmpi greater_than_or_equal %e, %f, unsigned : tile<i32> -> tile<i1>
      %k = select %c, %e, %f : tile<i1>, tile<i32>
      %l = select %c, %g, %h : tile<i1>, tile<i32>
      yield %k, %l : tile<i32>, tile<i32>
    }}
    %m = muli %a, %five : {kind}
    %d = addi %b, %m : {kind}
"""
        + flattened("%d", shape),
    )
    # Exclusive prefixes are of nv_tileaa only.
    tensor = kind.replace("tile<", "tensor<")
    count = product(shape)
    write(
        name + "-exclusive",
        f"""// tilefuzz.launch kernel=@k grid=1,1,1 seed=3
// tilefuzz.buffer out : i32[{count}] = fill(-1)
// tilefuzz.args &out
module attributes {{nv_tileaa.compute_capability = 90 : i32}} {{
  gpu.module @m {{
    nv_tileaa.func @k(%p: !nv_tileaa.ptr<i32, 1>) attributes {{cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>}} {{
      %zero = arith.constant 0 : i32
      %count = arith.constant {count} : i32
      %n = nv_tileaa.make_range %zero, %count : i32 -> tensor<{count}xi32>
      %s = nv_tileaa.view %n : tensor<{count}xi32> -> {tensor}
      %a = nv_tileaa.scan %s {{
      ^bb0(%e: i32, %f: i32):
        %g = arith.addi %e, %f : i32
        nv_tileaa.yield %g : i32
      }} {{axis = {axis} : i32, identities = [0 : i32], inclusive = false, reverse = {reverse}}} : ({tensor}) -> {tensor}
      %r = nv_tileaa.view %a : {tensor} -> tensor<{count}xi32>
      %q = nv_tileaa.splat %p : !nv_tileaa.ptr<i32, 1> -> tensor<{count}x!nv_tileaa.ptr<i32, 1>>
      %to = nv_tileaa.addptr %q, %n : tensor<{count}x!nv_tileaa.ptr<i32, 1>>, tensor<{count}xi32>
      %t = nv_tileaa.store %to, %r : (tensor<{count}x!nv_tileaa.ptr<i32, 1>>, tensor<{count}xi32>) -> !nv_tileaa.mem_token
      nv_tileaa.return
    }}
  }}
}}
""",
    )

TENSOR = "tensor_view<20x30xi32, strides=[32,1]>"
MAKE = f"    %m = make_tensor_view %x, shape = [20, 30], strides = [32, 1] : {TENSOR}\n"
for steps, dims in itertools.product(([3, 5], [8, 4], [16, 1]), ([0, 1], [1, 0])):
    kind = f"strided_view<tile=(8x4), traversal_strides={steps}, padding_value = zero, {TENSOR}, dim_map={dims}>".replace(
        ", ", ", "
    )
    public(
        f"steps-{steps[0]}-{steps[1]}-{dims[0]}",
        32,
        MAKE
        + f"""    %k = make_strided_view %m : {kind}
    %a, %u = load_view_tko weak %k[%one, %one] : {kind}, tile<i32> -> tile<8x4xi32>, token
"""
        + flattened("%a", [8, 4]),
    )
for sparse in (0, 1):
    kind = f"gather_scatter_view<tile=(8x4), padding_value = zero, {TENSOR}, sparse_dim={sparse}>"
    rows = [19, 0, 7, 40, 3, -1, 12, 5] if sparse == 0 else [29, 31, 2, 0]
    index = f"tile<{len(rows)}xi32>"
    places = "%rows, %at" if sparse == 0 else "%at, %rows"
    types = f"{index}, tile<i32>" if sparse == 0 else f"tile<i32>, {index}"
    common = (
        MAKE
        + f"""    %rows = constant <i32: {rows}> : {index}
    %at = constant <i32: {28 if sparse == 0 else 17}> : tile<i32>
    %k = make_gather_scatter_view %m : {kind}
"""
    )
    public(
        f"gather-{sparse}",
        32,
        common
        + f"    %a, %u = load_view_tko weak %k[{places}] : {kind}, {types} -> tile<8x4xi32>, token\n"
        + flattened("%a", [8, 4]),
    )
    public(
        f"scatter-{sparse}",
        32,
        common
        + numbers([8, 4])
        + f"    %u = store_view_tko weak %s, %k[{places}] : tile<8x4xi32>, {kind}, {types} -> token\n"
        + flattened("%s", [8, 4]),
    )

public(
    "sizes",
    1,
    MAKE
    + f"""    %k = make_partition_view %m : partition_view<tile=(8x4), {TENSOR}>
    %a:2 = get_tensor_shape %m : {TENSOR} -> tile<i32>
    %b:2 = get_index_space_shape %k : partition_view<tile=(8x4), {TENSOR}> -> tile<i32>
    %c = muli %a#1, %b#0 : tile<i32>
    %d = addi %c, %b#1 : tile<i32>
    %r = reshape %d : tile<i32> -> tile<1xi32>
""",
)
public(
    "loop",
    1,
    """    %most = constant <i32: 8> : tile<i32>
    %a = loop iter_values(%k = %one) : tile<i32> -> tile<i32> {
      %stop = cmpi greater_than_or_equal %k, %most, signed : tile<i32> -> tile<i1>
      if %stop {
        %m = muli %k, %most : tile<i32>
        break %m : tile<i32>
      }
      %next = addi %k, %one : tile<i32>
      continue %next : tile<i32>
    }
    %r = reshape %a : tile<i32> -> tile<1xi32>
""",
)
public(
    "global",
    1,
    """    %g = get_global @table : tile<ptr<i32>>
    %h = offset %g, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %a, %u = load_ptr_tko weak %h : tile<ptr<i32>> -> tile<i32>, token
    %r = reshape %a : tile<i32> -> tile<1xi32>
""",
    "  global @table <i32: [5, 6, 7, 8]> : tile<4xi32>\n",
)
