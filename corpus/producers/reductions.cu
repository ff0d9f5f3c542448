// Sums, scans, histograms and compaction. Value is the type that the case says.
extern "C" {

__global__ void sum(const Value *x, Value *out, int n) {
  __shared__ Value part[128];
  Value own = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    own += x[i];
  part[threadIdx.x] = own;
  __syncthreads();
  for (int width = blockDim.x / 2; width; width /= 2) {
    if (threadIdx.x < width)
      part[threadIdx.x] += part[threadIdx.x + width];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0];
}

__global__ void sum_by_shuffles(const Value *x, Value *out) {
  Value own = x[blockIdx.x * 32 + threadIdx.x];
  for (int distance = 16; distance; distance /= 2)
    own += __shfl_xor_sync(0xffffffffu, own, distance);
  if (threadIdx.x == 0)
    atomicAdd(out, own);
}

// The place of the greatest, the first of several.
__global__ void argmax(const int *x, unsigned long long *best, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicMax(best, ((unsigned long long)(x[i] + 0x80000000u) << 32) | (unsigned)~i);
}

__global__ void scan(Value *x) {
  __shared__ Value s[256];
  int t = threadIdx.x;
  s[t] = x[t];
  for (int d = 1; d < 256; d *= 2) {
    __syncthreads();
    Value left = t >= d ? s[t - d] : Value(0);
    __syncthreads();
    s[t] += left;
  }
  x[t] = s[t];
}

// One pass over blocks: each publishes its own sum, then that of all up to it, and looks back for what is there.
__global__ void scan_with_look_back(const int *x, int *out, unsigned long long *state, unsigned *ticket) {
  __shared__ int s[64];
  __shared__ int before;
  __shared__ unsigned block;
  int t = threadIdx.x;
  if (t == 0)
    block = atomicAdd(ticket, 1);
  __syncthreads();
  s[t] = x[block * 64 + t];
  for (int d = 1; d < 64; d *= 2) {
    __syncthreads();
    int left = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += left;
  }
  __syncthreads();
  if (t == 0) {
    atomicExch(&state[block], (block ? 1ull : 2ull) << 32 | (unsigned)s[63]);
    int sum = 0;
    for (int from = (int)block - 1; from >= 0;) {
      unsigned long long seen = atomicAdd(&state[from], 0ull);
      if (seen >> 32 == 0)
        continue;
      sum += (int)seen;
      if (seen >> 32 == 2)
        break;
      --from;
    }
    before = sum;
    if (block)
      atomicExch(&state[block], 2ull << 32 | (unsigned)(sum + s[63]));
  }
  __syncthreads();
  out[block * 64 + t] = before + s[t];
}

__global__ void histogram(const unsigned char *x, unsigned *bins, int n) {
  __shared__ unsigned own[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    own[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&own[x[i]], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    atomicAdd(&bins[i], own[i]);
}

// What is positive, in its order; one warp.
__global__ void compact(const int *x, int *out, int *count, int n) {
  int kept = 0;
  for (int start = 0; start < n; start += 32) {
    int value = x[start + threadIdx.x];
    unsigned who = __ballot_sync(0xffffffffu, value > 0);
    if (value > 0)
      out[kept + __popc(who & ((1u << threadIdx.x) - 1))] = value;
    kept += __popc(who);
  }
  if (threadIdx.x == 0)
    *count = kept;
}
}
