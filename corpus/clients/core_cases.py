"""CUDA C++ through NVRTC to PTX, loaded, linked and launched by cuda.core, against NumPy. Run by scripts/real-clients, a
case in a process."""

import tempfile

import numpy as np
import driver_linker  # noqa: F401
from cases import floats, random, run_cases
from cuda.bindings import driver
from cuda.core import (
    Device,
    EventOptions,
    LaunchConfig,
    Linker,
    LinkerOptions,
    ObjectCode,
    Program,
    ProgramOptions,
    launch,
)


def start():
    device = Device()
    device.set_current()
    return device, device.create_stream()


def compile_ptx(source, **options):
    return Program(source, "c++", ProgramOptions(arch="sm_90", **options)).compile("ptx")


def copy(buffer, array, to_device):
    address = int(buffer.handle)
    copied = (
        driver.cuMemcpyHtoD(address, array.ctypes.data, array.nbytes)
        if to_device
        else driver.cuMemcpyDtoH(array.ctypes.data, address, array.nbytes)
    )
    assert int(copied[0]) == 0, copied[0]


def run(kernel, arrays, scalars=(), device=None, **config):
    """Runs the kernel on copies of the arrays; gives what they are then."""
    device, stream = device or start()
    buffers = [device.allocate(array.nbytes, stream=stream) for array in arrays]
    for buffer, array in zip(buffers, arrays):
        copy(buffer, array, True)
    launch(stream, LaunchConfig(**config), kernel, *buffers, *scalars)
    stream.sync()
    results = [np.empty_like(array) for array in arrays]
    for buffer, array in zip(buffers, results):
        copy(buffer, array, False)
    return results


def saxpy():
    device = start()
    x, y = floats(1000), floats(1000)
    code = compile_ptx("""extern "C" __global__ void k(const float *x, float *y, float a, int n) {
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i < n) y[i] = a * x[i] + y[i];
    }""")
    _, got = run(code.get_kernel("k"), [x, y], [np.float32(2), np.int32(1000)], device, grid=8, block=128)
    np.testing.assert_allclose(got, 2 * x + y, rtol=1e-6, atol=1e-6)


def templates():
    device = start()
    source = "template <typename T> __global__ void twice(T *x) { x[threadIdx.x] += x[threadIdx.x]; }"
    program = Program(source, "c++", ProgramOptions(arch="sm_90"))
    code = program.compile("ptx", name_expressions=("twice<int>", "twice<double>"))
    for kind in (np.int32, np.float64):
        x = np.arange(64, dtype=kind)
        name = "twice<int>" if kind is np.int32 else "twice<double>"
        (got,) = run(code.get_kernel(name), [x], device=device, grid=1, block=64)
        assert (got == 2 * x).all()


def linked():
    """Two programs, of which one calls the other, and both have a function of their own of the same name."""
    device = start()
    library = compile_ptx(
        """static __device__ __noinline__ int mine(int x) { return x * 3; }
    __device__ int offsets[4] = {10, 20, 30, 40};
    __device__ __noinline__ int change(int x) { return mine(x) + offsets[x % 4]; }""",
        relocatable_device_code=True,
    )
    user = compile_ptx(
        """extern __device__ int change(int);
    static __device__ __noinline__ int mine(int x) { return x * 5; }
    extern "C" __global__ void k(int *x) { x[threadIdx.x] = change(x[threadIdx.x]) + mine(x[threadIdx.x]); }""",
        relocatable_device_code=True,
    )
    linker = Linker(user, library, options=LinkerOptions(arch="sm_90"))
    code = linker.link("cubin")
    x = random.integers(0, 1000, 64, dtype=np.int32)
    (got,) = run(code.get_kernel("k"), [x], device=device, grid=1, block=64)
    assert (got == 3 * x + 10 * (x % 4 + 1) + 5 * x).all()


def clusters():
    """Each CTA adds what the others of its cluster have in shared memory."""
    device = start()
    code = compile_ptx("""extern "C" __global__ void k(int *x) {
      __shared__ int mine;
      unsigned count, sum = 0;
      asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(count));
      if (threadIdx.x == 0) mine = x[blockIdx.x];
      asm volatile("barrier.cluster.arrive.release;\\nbarrier.cluster.wait.acquire;" ::: "memory");
      unsigned here = __cvta_generic_to_shared(&mine), there, value;
      for (unsigned i = 0; i < count; ++i) {
        asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(here), "r"(i));
        asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value) : "r"(there) : "memory");
        sum += value;
      }
      asm volatile("barrier.cluster.arrive.release;\\nbarrier.cluster.wait.acquire;" ::: "memory");
      if (threadIdx.x == 0) x[blockIdx.x] = sum;
    }""")
    x = random.integers(0, 1000, 24, dtype=np.int32)
    (got,) = run(code.get_kernel("k"), [x], device=device, grid=6, cluster=4, block=32)
    assert (got == np.repeat(x.reshape(6, 4).sum(1), 4)).all()


def cooperative():
    """CTAs that wait for each other, twice."""
    device = start()
    code = compile_ptx("""extern "C" __global__ void k(int *x, volatile int *arrived) {
      for (int round = 1; round < 3; ++round) {
        int other = x[(blockIdx.x + 1) % gridDim.x];
        __threadfence();
        atomicAdd((int *)arrived, 1);
        while (*arrived < (2 * round - 1) * gridDim.x) {}
        __threadfence();
        x[blockIdx.x] += other;
        __threadfence();
        atomicAdd((int *)arrived, 1);
        while (*arrived < 2 * round * gridDim.x) {}
        __threadfence();
      }
    }""")
    x = random.integers(0, 1000, 8, dtype=np.int32)
    arrived = np.zeros(1, np.int32)
    got, _ = run(code.get_kernel("k"), [x, arrived], device=device, grid=8, block=1, is_cooperative=True)
    once = x + np.roll(x, -1)
    assert (got == once + np.roll(once, -1)).all()


def dynamic_shared():
    device = start()
    code = compile_ptx("""extern "C" __global__ void k(int *x) {
      extern __shared__ int s[];
      s[threadIdx.x] = x[threadIdx.x];
      __syncthreads();
      x[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
    }""")
    x = random.integers(0, 1000, 256, dtype=np.int32)
    (got,) = run(code.get_kernel("k"), [x], device=device, grid=1, block=256, shmem_size=1024)
    assert (got == x[::-1]).all()


def from_file():
    device = start()
    code = compile_ptx('extern "C" __global__ void k(int *x) { x[threadIdx.x] = __popc(x[threadIdx.x]); }')
    with tempfile.NamedTemporaryFile(suffix=".ptx") as file:
        file.write(bytes(code.code))
        file.flush()
        loaded = ObjectCode.from_ptx(file.name)
        x = random.integers(0, 1 << 31, 64, dtype=np.int32)
        (got,) = run(loaded.get_kernel("k"), [x], device=device, grid=1, block=64)
    assert (got == [bin(int(v)).count("1") for v in x]).all()


def events():
    device, stream = start()
    code = compile_ptx('extern "C" __global__ void k(int *x) { *x = 7; }')
    buffer = device.allocate(4, stream=stream)
    timing = EventOptions(timing_enabled=True) if "timing_enabled" in dir(EventOptions()) else EventOptions(enable_timing=True)
    first = stream.record(options=timing)
    launch(stream, LaunchConfig(grid=1, block=1), code.get_kernel("k"), buffer)
    last = stream.record(options=timing)
    last.sync()
    assert last.is_done and last - first >= 0
    got = np.zeros(1, np.int32)
    copy(buffer, got, False)
    assert got[0] == 7


def copies_between_buffers():
    device, stream = start()
    x = floats(500)
    first, second = (device.allocate(x.nbytes, stream=stream) for _ in range(2))
    copy(first, x, True)
    first.copy_to(second, stream=stream)
    stream.sync()
    got = np.empty_like(x)
    copy(second, got, False)
    assert (got == x).all()


def attributes():
    device, _ = start()
    code = compile_ptx("""extern "C" __global__ void __launch_bounds__(96) k(int *x) {
      __shared__ int s[64];
      s[threadIdx.x % 64] = *x;
      __syncthreads();
      x[threadIdx.x] = s[threadIdx.x % 64 ^ 1];
    }""")
    kernel = code.get_kernel("k")
    assert "simulated" in device.name
    assert kernel.attributes.max_threads_per_block == 96
    assert kernel.attributes.shared_size_bytes == 256
    assert kernel.occupancy.max_active_blocks_per_multiprocessor(96, 0) == 21


def wrong_ptx():
    """What is no PTX is refused, by a status and not by a crash."""
    device = start()
    code = ObjectCode.from_ptx(b".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() { add.s32 %r1, %r1, 1; }\0")
    try:
        run(code.get_kernel("k"), [np.zeros(1)], device=device, grid=1, block=1)
    except Exception as error:  # pylint: disable=broad-except
        assert "INVALID_PTX" in str(error), error
    else:
        raise AssertionError("it was taken")


def fault():
    """A write out of bounds comes back at the wait."""
    device = start()
    code = compile_ptx('extern "C" __global__ void k(int *x) { x[1 << 28] = 1; }')
    try:
        run(code.get_kernel("k"), [np.zeros(1)], device=device, grid=1, block=1)
    except Exception as error:  # pylint: disable=broad-except
        assert "ILLEGAL_ADDRESS" in str(error), error
    else:
        raise AssertionError("nothing happened")


if __name__ == "__main__":
    run_cases(globals(), ("start", "compile_ptx", "copy", "run"))
