# SPDX-License-Identifier: Apache-2.0
"""A kernel of cuTile Python whose blocks write one place: the race is told with its line. Needs cuda-tile, but no GPU."""

import cuda.tile as ct
import numpy as np
import tilefuzz


@ct.kernel
def total(x, out, tile: ct.Constant[int]):
    part = ct.sum(ct.load(x, (ct.bid(0),), (tile,)))
    before = ct.load(out, (0,), (1,))
    ct.store(out, (0,), before + part)


@ct.kernel
def total_atomic(x, out, tile: ct.Constant[int]):
    part = ct.sum(ct.load(x, (ct.bid(0),), (tile,)))
    ct.atomic_add(out, 0, part)


x = np.arange(64, dtype=np.int32)
out = np.zeros(1, np.int32)
try:
    tilefuzz.launch((4,), total, (x, out, 16))
except tilefuzz.KernelError as error:
    for race in error.result.races:
        print(race)

out[:] = 0
tilefuzz.launch((4,), total_atomic, (x, out, 16), schedule="random:7")
print("with atomic_add:", out[0], "of", x.sum())
