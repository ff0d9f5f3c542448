"""reproducer.py OUT: writes bytecode that no release of tileiras accepts."""

import sys

import cuda.tile as ct
import cuda.tile.compilation as compilation


@ct.kernel
def thirds(x, out, T: ct.Constant[int]):
    ct.store(out, (0,), ct.load(x, (0,), (T,)) // 3)


array = compilation.ArrayConstraint(
    ct.uint32,
    1,
    index_dtype=ct.int32,
    stride_lower_bound_incl=0,
    alias_groups=(),
    may_alias_internally=False,
    stride_constant=[1],
)
signature = compilation.KernelSignature([array, array, 16], compilation.CallingConvention.cutile_python_v2(), "thirds")
compilation.export_kernel(
    thirds, [signature], sys.argv[1], gpu_code="sm_100", output_format="tileir_bytecode", bytecode_version="13.1"
)
