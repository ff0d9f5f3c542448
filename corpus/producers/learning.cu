// Softmax, norms, attention, activations, convolution and k-means. Value is the type that the case says.
extern "C" {

__global__ void softmax(const Value *x, Value *y, int n) {
  __shared__ Value part[64];
  const Value *row = x + blockIdx.x * n;
  int t = threadIdx.x;
  Value most = row[t % n];
  for (int i = t; i < n; i += 64)
    most = row[i] > most ? row[i] : most;
  part[t] = most;
  __syncthreads();
  for (int width = 32; width; width /= 2) {
    if (t < width && part[t + width] > part[t])
      part[t] = part[t + width];
    __syncthreads();
  }
  most = part[0];
  __syncthreads();
  Value sum = 0;
  for (int i = t; i < n; i += 64)
    sum += exp(row[i] - most);
  part[t] = sum;
  __syncthreads();
  for (int width = 32; width; width /= 2) {
    if (t < width)
      part[t] += part[t + width];
    __syncthreads();
  }
  for (int i = t; i < n; i += 64)
    y[blockIdx.x * n + i] = exp(row[i] - most) / part[0];
}

__global__ void layer_norm(const Value *x, const Value *scale, const Value *shift, Value *y, int n) {
  const Value *row = x + blockIdx.x * n;
  Value sum = 0, squares = 0;
  for (int i = threadIdx.x; i < n; i += 32)
    sum += row[i];
  for (int d = 16; d; d /= 2)
    sum += __shfl_xor_sync(0xffffffffu, sum, d);
  Value mean = sum / n;
  for (int i = threadIdx.x; i < n; i += 32)
    squares += (row[i] - mean) * (row[i] - mean);
  for (int d = 16; d; d /= 2)
    squares += __shfl_xor_sync(0xffffffffu, squares, d);
  Value factor = Value(1) / sqrt(squares / n + Value(1e-5));
  for (int i = threadIdx.x; i < n; i += 32)
    y[blockIdx.x * n + i] = (row[i] - mean) * factor * scale[i] + shift[i];
}

// A query for each thread; the sum of weights is kept up to date as the maximum grows.
__global__ void attention(const Value *q, const Value *k, const Value *v, Value *out, int length) {
  const int width = 16;
  __shared__ Value keys[32][width], values[32][width];
  int row = blockIdx.x * 32 + threadIdx.x;
  Value own[width], sum[width], most = Value(-1e30), total = 0;
  for (int i = 0; i < width; ++i) {
    own[i] = q[row * width + i] * Value(0.25);
    sum[i] = 0;
  }
  for (int start = 0; start < length; start += 32) {
    for (int i = 0; i < width; ++i) {
      keys[threadIdx.x][i] = k[(start + threadIdx.x) * width + i];
      values[threadIdx.x][i] = v[(start + threadIdx.x) * width + i];
    }
    __syncthreads();
    for (int j = 0; j < 32; ++j) {
      Value score = 0;
      for (int i = 0; i < width; ++i)
        score += own[i] * keys[j][i];
      Value now = score > most ? score : most, keep = exp(most - now), weight = exp(score - now);
      total = total * keep + weight;
      for (int i = 0; i < width; ++i)
        sum[i] = sum[i] * keep + weight * values[j][i];
      most = now;
    }
    __syncthreads();
  }
  for (int i = 0; i < width; ++i)
    out[row * width + i] = sum[i] / total;
}

__global__ void gelu(Value *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = Value(0.5) * x[i] * (Value(1) + erf(x[i] * Value(0.70710678118654752)));
}

__constant__ float filter[9] = {1, 2, 1, 0, 0, 0, -1, -2, -1};

__global__ void convolution(const Value *x, Value *y, int n) {
  int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  Value sum = 0;
  for (int i = -1; i <= 1; ++i)
    for (int j = -1; j <= 1; ++j)
      if (row + i >= 0 && row + i < n && column + j >= 0 && column + j < n)
        sum += Value(filter[(i + 1) * 3 + j + 1]) * x[(row + i) * n + column + j];
  y[row * n + column] = sum;
}

// One step: the nearest of four centres in the plane, sums and counts of each.
__global__ void k_means(const float2 *points, const float2 *centres, float *sums, int *counts, int *nearest) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float2 p = points[i];
  float least = 1e30f;
  int best = 0;
  for (int c = 0; c < 4; ++c) {
    float dx = p.x - centres[c].x, dy = p.y - centres[c].y;
    if (dx * dx + dy * dy < least) {
      least = dx * dx + dy * dy;
      best = c;
    }
  }
  nearest[i] = best;
  atomicAdd(&sums[best * 2], p.x);
  atomicAdd(&sums[best * 2 + 1], p.y);
  atomicAdd(&counts[best], 1);
}
}
