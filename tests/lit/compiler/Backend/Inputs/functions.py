"""Programs of every function that libdevice has, of one type; one more of functions of half precision.

usage: functions.py FOLDER
"""

import pathlib
import sys

UNARY = ["exp", "exp2", "log", "log2", "sin", "cos", "tan", "sinh", "cosh", "rsqrt", "tanh"]
BINARY = ["pow", "atan2"]
# By the operand's buffer: ordinary numbers, large ones, special ones.
OPERANDS = ["uniform(-9, 9)", "uniform(0, 100000)", "special()"]


def program(element, values):
    functions = [f"{name} %x : tile<128x{element}>" for name in UNARY]
    functions += [f"{name} %x, %y : tile<128x{element}>" for name in BINARY]
    if element == "f32":
        functions += [f"{name} %x rounding<approx> : tile<128xf32>" for name in ("exp", "tanh")]
    lines = [
        "// tilefuzz.launch kernel=@functions grid=1,1,1 seed=5",
        f"// tilefuzz.buffer x : {element}[128] = {values}",
        f"// tilefuzz.buffer y : {element}[128] = uniform(-3, 3)",
        f"// tilefuzz.buffer out : {element}[{128 * len(functions)}] = fill(0)",
        "// tilefuzz.args &x &y &out",
        "cuda_tile.module @kernels {",
        f"  entry @functions(%px: tile<ptr<{element}>>, %py: tile<ptr<{element}>>, %pout: tile<ptr<{element}>>) {{",
    ]

    def view(name, pointer, count):
        return [
            f"    %t{name} = make_tensor_view {pointer}, shape = [{count}], strides = [1] : "
            f"tensor_view<{count}x{element}, strides=[1]>",
            f"    %v{name} = make_partition_view %t{name} : "
            f"partition_view<tile=(128), tensor_view<{count}x{element}, strides=[1]>>",
        ]

    lines += view("x", "%px", 128) + view("y", "%py", 128) + view("out", "%pout", 128 * len(functions))
    lines.append("    %c0 = constant <i32: 0> : tile<i32>")
    for name in ("x", "y"):
        lines.append(
            f"    %{name}, %k{name} = load_view_tko weak %v{name}[%c0] : "
            f"partition_view<tile=(128), tensor_view<128x{element}, strides=[1]>>, tile<i32> -> tile<128x{element}>, token"
        )
    for i, function in enumerate(functions):
        lines.append(f"    %r{i} = {function}")
        lines.append(f"    %i{i} = constant <i32: {i}> : tile<i32>")
        lines.append(
            f"    %s{i} = store_view_tko weak %r{i}, %vout[%i{i}] : tile<128x{element}>, "
            f"partition_view<tile=(128), tensor_view<{128 * len(functions)}x{element}, strides=[1]>>, tile<i32> -> token"
        )
    return "\n".join([*lines, "    return", "  }", "}", ""])


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for element in ("f32", "f64", "f16"):
        for i, values in enumerate(OPERANDS):
            (folder / f"{element}-{i}.mlir").write_text(program(element, values), encoding="utf-8")


if __name__ == "__main__":
    main()
