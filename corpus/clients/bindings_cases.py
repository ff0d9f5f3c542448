"""CUDA C++ through NVRTC to PTX, loaded and launched by cuda.bindings, against NumPy. Run by scripts/real-clients, a case
in a process."""

import ctypes

import numpy as np
from cases import floats, random, run_cases
from cuda.bindings import driver, nvrtc


def check(result):
    status, *values = result
    if int(status):
        if isinstance(status, driver.CUresult):
            raise RuntimeError(f"CUDA Error {int(status)}, {status.name}")
        raise RuntimeError(str(status))
    return values[0] if len(values) == 1 else values


def start():
    check(driver.cuInit(0))
    device = check(driver.cuDeviceGet(0))
    context = check(driver.cuDevicePrimaryCtxRetain(device))
    check(driver.cuCtxSetCurrent(context))


def compile_kernel(source, name):
    program = check(nvrtc.nvrtcCreateProgram(source.encode(), b"case.cu", 0, [], []))
    options = [b"--gpu-architecture=compute_90", b"-lineinfo"]
    status = nvrtc.nvrtcCompileProgram(program, len(options), options)[0]
    if int(status):
        log = b" " * check(nvrtc.nvrtcGetProgramLogSize(program))
        nvrtc.nvrtcGetProgramLog(program, log)
        raise RuntimeError(log.decode())
    ptx = b" " * check(nvrtc.nvrtcGetPTXSize(program))
    check(nvrtc.nvrtcGetPTX(program, ptx))
    library = check(driver.cuModuleLoadData(np.char.array(ptx)))
    return check(driver.cuModuleGetFunction(library, name.encode()))


def run(source, arrays, scalars=(), grid=(1, 1, 1), block=(128, 1, 1), shared=0, cooperative=False):
    """Runs kernel `k` on copies of the arrays; gives what they are then."""
    start()
    kernel = compile_kernel(source, "k")
    pointers = []
    for array in arrays:
        pointer = check(driver.cuMemAlloc(array.nbytes))
        check(driver.cuMemcpyHtoD(pointer, array.ctypes.data, array.nbytes))
        pointers.append(pointer)
    values = tuple(int(p) for p in pointers) + tuple(value for value, _ in scalars)
    types = tuple(ctypes.c_void_p for _ in pointers) + tuple(kind for _, kind in scalars)
    if cooperative:
        check(driver.cuLaunchCooperativeKernel(kernel, *grid, *block, shared, 0, (values, types)))
    else:
        check(driver.cuLaunchKernel(kernel, *grid, *block, shared, 0, (values, types), 0))
    check(driver.cuCtxSynchronize())
    results = []
    for array, pointer in zip(arrays, pointers):
        after = np.empty_like(array)
        check(driver.cuMemcpyDtoH(after.ctypes.data, pointer, after.nbytes))
        check(driver.cuMemFree(pointer))
        results.append(after)
    return results


def saxpy():
    x, y = floats(1000), floats(1000)
    source = """extern "C" __global__ void k(const float *x, float *y, float a, int n) {
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i < n) y[i] = a * x[i] + y[i];
    }"""
    _, got = run(source, [x, y], [(2.0, ctypes.c_float), (1000, ctypes.c_int)], grid=(8, 1, 1))
    np.testing.assert_allclose(got, 2 * x + y, rtol=1e-6, atol=1e-6)


def tiled_matmul():
    a, b = floats(32, 32), floats(32, 32)
    source = """extern "C" __global__ void k(const float *a, const float *b, float *c) {
      __shared__ float sa[16][16], sb[16][16];
      int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
      float sum = 0;
      for (int t = 0; t < 32; t += 16) {
        sa[threadIdx.y][threadIdx.x] = a[row * 32 + t + threadIdx.x];
        sb[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * 32 + column];
        __syncthreads();
        for (int i = 0; i < 16; ++i) sum += sa[threadIdx.y][i] * sb[i][threadIdx.x];
        __syncthreads();
      }
      c[row * 32 + column] = sum;
    }"""
    *_, got = run(source, [a, b, np.zeros((32, 32), np.float32)], grid=(2, 2, 1), block=(16, 16, 1))
    np.testing.assert_allclose(got, a @ b, rtol=1e-4, atol=1e-4)


def warp_reduction():
    x = floats(256)
    source = """extern "C" __global__ void k(const float *x, float *out) {
      extern __shared__ float parts[];
      float v = x[threadIdx.x];
      for (int d = 16; d; d /= 2) v += __shfl_down_sync(~0u, v, d);
      if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = v;
      __syncthreads();
      if (threadIdx.x == 0) { float s = 0; for (int i = 0; i < 8; ++i) s += parts[i]; *out = s; }
    }"""
    _, got = run(source, [x, np.zeros(1, np.float32)], block=(256, 1, 1), shared=32)
    np.testing.assert_allclose(got[0], x.sum(), rtol=1e-4, atol=1e-4)


def histogram():
    x = random.integers(0, 16, 1000, dtype=np.int32)
    source = """extern "C" __global__ void k(const int *x, int *bins, int n) {
      for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[x[i]], 1);
    }"""
    _, got = run(source, [x, np.zeros(16, np.int32)], [(1000, ctypes.c_int)], grid=(2, 1, 1))
    assert (got == np.bincount(x, minlength=16)).all()


def scan():
    x = random.integers(0, 100, 128, dtype=np.int32)
    source = """extern "C" __global__ void k(int *x) {
      __shared__ int s[128];
      int t = threadIdx.x;
      s[t] = x[t];
      for (int d = 1; d < 128; d *= 2) {
        __syncthreads();
        int v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
      }
      x[t] = s[t];
    }"""
    (got,) = run(source, [x])
    assert (got == np.cumsum(x)).all()


def bitonic_sort():
    x = random.integers(-1000, 1000, 128, dtype=np.int32)
    source = """extern "C" __global__ void k(int *x) {
      __shared__ int s[128];
      int t = threadIdx.x;
      s[t] = x[t];
      __syncthreads();
      for (int n = 2; n <= 128; n *= 2)
        for (int d = n / 2; d; d /= 2) {
          int other = t ^ d;
          if (other > t && ((t & n) == 0) == (s[t] > s[other])) { int v = s[t]; s[t] = s[other]; s[other] = v; }
          __syncthreads();
        }
      x[t] = s[t];
    }"""
    (got,) = run(source, [x])
    assert (got == np.sort(x)).all()


def stencil():
    x = floats(34, 34)
    source = """extern "C" __global__ void k(const float *x, float *y) {
      int i = threadIdx.y + 1, j = threadIdx.x + 1;
      y[i * 34 + j] = 0.25f * (x[(i - 1) * 34 + j] + x[(i + 1) * 34 + j] + x[i * 34 + j - 1] + x[i * 34 + j + 1]);
    }"""
    _, got = run(source, [x, np.zeros_like(x)], block=(32, 32, 1))
    wanted = 0.25 * (x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:])
    np.testing.assert_allclose(got[1:-1, 1:-1], wanted, rtol=1e-5, atol=1e-6)


def structure_by_value():
    source = """struct Many { int values[9]; double factor; };
    extern "C" __global__ void k(double *out, Many many) { out[threadIdx.x] = many.values[2] * many.factor; }"""

    class Many(ctypes.Structure):
        _fields_ = [("values", ctypes.c_int * 9), ("factor", ctypes.c_double)]

    start()
    kernel = compile_kernel(source, "k")
    out = np.zeros(4)
    pointer = check(driver.cuMemAlloc(out.nbytes))
    many, address = Many((ctypes.c_int * 9)(*range(9)), 1.5), ctypes.c_uint64(int(pointer))
    table = (ctypes.c_void_p * 2)(ctypes.addressof(address), ctypes.addressof(many))
    check(driver.cuLaunchKernel(kernel, 1, 1, 1, 4, 1, 1, 0, 0, ctypes.addressof(table), 0))
    check(driver.cuMemcpyDtoH(out.ctypes.data, pointer, out.nbytes))
    assert (out == 3).all()


def device_variable():
    source = """__device__ int counter = 5;
    extern "C" __global__ void k(int *out) { out[threadIdx.x] = atomicAdd(&counter, 1); }"""
    (got,) = run(source, [np.zeros(64, np.int32)], block=(64, 1, 1))
    assert (np.sort(got) == np.arange(5, 69)).all()


def doubles():
    x = random.standard_normal(128)
    source = 'extern "C" __global__ void k(double *x) { x[threadIdx.x] = sqrt(fabs(x[threadIdx.x])) / 3; }'
    (got,) = run(source, [x])
    np.testing.assert_allclose(got, np.sqrt(np.abs(x)) / 3, rtol=1e-14)


def exponential():
    x = floats(128)
    source = 'extern "C" __global__ void k(float *x) { x[threadIdx.x] = expf(x[threadIdx.x]) + rsqrtf(4.0f); }'
    (got,) = run(source, [x])
    np.testing.assert_allclose(got, np.exp(x) + 0.5, rtol=1e-5)


def fast_sine():
    x = floats(128)
    (got,) = run('extern "C" __global__ void k(float *x) { x[threadIdx.x] = __sinf(x[threadIdx.x]); }', [x])
    np.testing.assert_allclose(got, np.sin(x), atol=1e-5)


def print_from_kernel():
    source = 'extern "C" __global__ void k(int *x) { printf("%d\\n", *x); }'
    run(source, [np.zeros(1, np.int32)], block=(1, 1, 1))


if __name__ == "__main__":
    run_cases(globals(), ("check", "start", "compile_kernel", "run"))
