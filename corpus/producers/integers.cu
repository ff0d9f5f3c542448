// Sorting, graphs, strings, hashes and random numbers.
typedef unsigned int u32;
typedef unsigned long long u64;

extern "C" {

__global__ void bitonic_sort(Value *x) {
  __shared__ Value s[256];
  int t = threadIdx.x;
  s[t] = x[blockIdx.x * 256 + t];
  for (int size = 2; size <= 256; size *= 2)
    for (int stride = size / 2; stride; stride /= 2) {
      __syncthreads();
      int other = t ^ stride;
      if (other > t && (s[t] > s[other]) == ((t & size) == 0)) {
        Value kept = s[t];
        s[t] = s[other];
        s[other] = kept;
      }
    }
  __syncthreads();
  x[blockIdx.x * 256 + t] = s[t];
}

// Two sorted halves become one: each thread looks up where its element goes.
__global__ void merge(const int *a, const int *b, int *out, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, first = t < n, value = first ? a[t] : b[t - n];
  const int *other = first ? b : a;
  int low = 0, high = n;
  while (low < high) {
    int middle = (low + high) / 2;
    if (first ? other[middle] < value : other[middle] <= value)
      low = middle + 1;
    else
      high = middle;
  }
  out[(first ? t : t - n) + low] = value;
}

// One pass of a radix sort by four bits, stable; one warp.
__global__ void radix_pass(const u32 *x, u32 *out, int n, int shift) {
  __shared__ u32 at[16];
  if (threadIdx.x < 16)
    at[threadIdx.x] = 0;
  __syncwarp();
  for (int i = threadIdx.x; i < n; i += 32)
    atomicAdd(&at[x[i] >> shift & 15], 1);
  __syncwarp();
  if (threadIdx.x == 0)
    for (int i = 0, sum = 0; i < 16; ++i) {
      int count = at[i];
      at[i] = sum;
      sum += count;
    }
  __syncwarp();
  for (int i = threadIdx.x; i < n; i += 32) {
    u32 digit = x[i] >> shift & 15, same = __match_any_sync(0xffffffffu, digit);
    u32 before = same & ((1u << threadIdx.x) - 1), to = at[digit] + __popc(before);
    __syncwarp();
    if (before == 0)
      at[digit] += __popc(same);
    __syncwarp();
    out[to] = x[i];
  }
}

// Shortest paths over vertex k.
__global__ void floyd_warshall(int *distance, int n, int k) {
  int row = blockIdx.x, column = threadIdx.x;
  int through = distance[row * n + k] + distance[k * n + column];
  if (row != k && column != k && through < distance[row * n + column])
    distance[row * n + column] = through;
}

// Roots of the components of a graph: edges join trees by compare and swap.
__global__ void components(const int *from, const int *to, int *parent, int edges) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= edges)
    return;
  int a = from[i], b = to[i];
  while (true) {
    for (int p; (p = atomicAdd(&parent[a], 0)) != a;)
      a = p;
    for (int p; (p = atomicAdd(&parent[b], 0)) != b;)
      b = p;
    if (a == b)
      return;
    if (a < b) {
      int kept = a;
      a = b;
      b = kept;
    }
    if (atomicCAS(&parent[a], a, b) == a)
      return;
  }
}

// By anti-diagonals; one block, a thread for each character of the first string.
__global__ void edit_distance(const char *a, const char *b, int *out, int n) {
  __shared__ int rows[3][65];
  int t = threadIdx.x + 1;
  if (t == 1)
    rows[0][0] = 0;
  for (int d = 1; d <= 2 * n; ++d) {
    int *now = rows[d % 3], *last = rows[(d + 2) % 3], *older = rows[(d + 1) % 3], j = d - t;
    __syncthreads();
    if (t == 1 && d <= n)
      now[0] = d;
    if (j == 0)
      now[t] = d;
    else if (j > 0 && j <= n) {
      int change = older[t - 1] + (a[t - 1] != b[j - 1]), skip = min(last[t], last[t - 1]) + 1;
      now[t] = min(change, skip);
    }
  }
  __syncthreads();
  if (t == n)
    *out = rows[2 * n % 3][n];
}

__constant__ u32 table[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

// SHA-256 of messages of 32 bytes.
__global__ void sha256(const u32 *messages, u32 *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  u32 w[64], h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}, s[8];
  for (int j = 0; j < 8; ++j) {
    w[j] = __byte_perm(messages[i * 8 + j], 0, 0x0123);
    w[j + 8] = j == 0 ? 0x80000000u : j == 7 ? 256 : 0;
    s[j] = h[j];
  }
  for (int j = 16; j < 64; ++j) {
    u32 a = w[j - 15], b = w[j - 2];
    w[j] = w[j - 16] + w[j - 7] + (__funnelshift_r(a, a, 7) ^ __funnelshift_r(a, a, 18) ^ (a >> 3)) +
           (__funnelshift_r(b, b, 17) ^ __funnelshift_r(b, b, 19) ^ (b >> 10));
  }
  for (int j = 0; j < 64; ++j) {
    u32 e = s[4], a = s[0];
    u32 one = s[7] + (__funnelshift_r(e, e, 6) ^ __funnelshift_r(e, e, 11) ^ __funnelshift_r(e, e, 25)) +
              ((e & s[5]) ^ (~e & s[6])) + table[j] + w[j];
    u32 two = (__funnelshift_r(a, a, 2) ^ __funnelshift_r(a, a, 13) ^ __funnelshift_r(a, a, 22)) +
              ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
    for (int m = 7; m; --m)
      s[m] = s[m - 1];
    s[4] += one;
    s[0] = one + two;
  }
  for (int j = 0; j < 8; ++j)
    out[i * 8 + j] = __byte_perm(h[j] + s[j], 0, 0x0123);
}

// Philox with ten rounds, a counter for each thread.
__global__ void philox(u32 *out, u32 key) {
  u32 i = blockIdx.x * blockDim.x + threadIdx.x, c0 = i, c1 = 0, c2 = 0, c3 = 0, k0 = key, k1 = ~key;
  for (int round = 0; round < 10; ++round) {
    u32 h0 = __umulhi(0xd2511f53, c0), l0 = 0xd2511f53 * c0, h1 = __umulhi(0xcd9e8d57, c2), l1 = 0xcd9e8d57 * c2;
    c0 = h1 ^ c1 ^ k0;
    c1 = l1;
    c2 = h0 ^ c3 ^ k1;
    c3 = l0;
    k0 += 0x9e3779b9;
    k1 += 0xbb67ae85;
  }
  out[i * 4] = c0;
  out[i * 4 + 1] = c1;
  out[i * 4 + 2] = c2;
  out[i * 4 + 3] = c3;
}

// The high half of a product of 64 bits, a remainder, and a count of leading zeros.
__global__ void wide(const u64 *x, const u64 *y, u64 *high, u64 *rest, int *zeros) {
  int i = threadIdx.x;
  high[i] = __umul64hi(x[i], y[i]);
  rest[i] = x[i] % y[i];
  zeros[i] = __clzll(x[i]);
}

// Functions that call themselves, one of them with an array of its own.
__device__ __noinline__ void quicksort(int *x, int low, int high) {
  if (low >= high)
    return;
  int pivot = x[(low + high) / 2], i = low, j = high;
  while (i <= j) {
    while (x[i] < pivot)
      ++i;
    while (x[j] > pivot)
      --j;
    if (i <= j) {
      int swapped = x[i];
      x[i++] = x[j];
      x[j--] = swapped;
    }
  }
  quicksort(x, low, j);
  quicksort(x, i, high);
}

__device__ __noinline__ int paths(int row, int column, const int *outer) {
  int own[2] = {row, column};
  if (row == 0 || column == 0)
    return outer[0] + outer[1] >= row + column;
  return paths(row - 1, column, own) + paths(row, column - 1, own);
}

__global__ void recursion(const int *x, int *sorted, int *counts, int n) {
  int t = threadIdx.x, part[16];
  for (int i = 0; i < 16; ++i)
    part[i] = x[t * 16 + i];
  quicksort(part, 0, 15);
  for (int i = 0; i < 16; ++i)
    sorted[t * 16 + i] = part[i];
  int start[2] = {n, n};
  counts[t] = paths(t % 6, t % 5, start);
}
}
