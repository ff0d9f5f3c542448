// Stencils, transforms, particles, fractals and options. Value is the type that the case says.
extern "C" {

__global__ void heat(const Value *x, Value *y, int n) {
  int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x, at = row * n + column;
  if (row == 0 || row == n - 1 || column == 0 || column == n - 1)
    y[at] = x[at];
  else
    y[at] = x[at] + Value(0.125) * (x[at - 1] + x[at + 1] + x[at - n] + x[at + n] - 4 * x[at]);
}

__global__ void life(const unsigned char *x, unsigned char *y, int n) {
  int row = blockIdx.x, column = threadIdx.x, around = 0;
  for (int i = n - 1; i <= n + 1; ++i)
    for (int j = n - 1; j <= n + 1; ++j)
      if (i != n || j != n)
        around += x[(row + i) % n * n + (column + j) % n];
  y[row * n + column] = around == 3 || (around == 2 && x[row * n + column]);
}

// 64 points of a complex transform in shared memory, by decimation in time; 32 threads.
__global__ void fft(float2 *x) {
  __shared__ float2 s[64];
  int t = threadIdx.x;
  for (int i = t; i < 64; i += 32)
    s[__brev(i) >> 26] = x[blockIdx.x * 64 + i];
  __syncthreads();
  for (int half = 1; half < 64; half *= 2) {
    int at = t / half * half * 2 + t % half;
    float sine, cosine;
    sincosf(-3.14159265358979f * (t % half) / half, &sine, &cosine);
    float2 a = s[at], b = s[at + half];
    float2 turned = {b.x * cosine - b.y * sine, b.x * sine + b.y * cosine};
    s[at] = {a.x + turned.x, a.y + turned.y};
    s[at + half] = {a.x - turned.x, a.y - turned.y};
    __syncthreads();
  }
  for (int i = t; i < 64; i += 32)
    x[blockIdx.x * 64 + i] = s[i];
}

__global__ void n_body(const float4 *bodies, float4 *force, int n) {
  __shared__ float4 tile[32];
  float4 own = bodies[blockIdx.x * 32 + threadIdx.x], sum = {0, 0, 0, 0};
  for (int start = 0; start < n; start += 32) {
    tile[threadIdx.x] = bodies[start + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i) {
      float x = tile[i].x - own.x, y = tile[i].y - own.y, z = tile[i].z - own.z;
      float inverse = rsqrtf(x * x + y * y + z * z + 0.01f), weight = tile[i].w * inverse * inverse * inverse;
      sum.x += x * weight;
      sum.y += y * weight;
      sum.z += z * weight;
    }
    __syncthreads();
  }
  force[blockIdx.x * 32 + threadIdx.x] = sum;
}

__global__ void mandelbrot(int *out, int n, int limit) {
  int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
  Value x0 = Value(3) * column / n - 2, y0 = Value(2) * row / n - 1, x = 0, y = 0;
  int count = 0;
  while (count < limit && x * x + y * y <= 4) {
    Value next = x * x - y * y + x0;
    y = 2 * x * y + y0;
    x = next;
    ++count;
  }
  out[row * n + column] = count;
}

__global__ void black_scholes(const Value *price, const Value *strike, const Value *years, Value *call, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  Value root = sqrt(years[i]), d1 = (log(price[i] / strike[i]) + Value(0.065) * years[i]) / (Value(0.3) * root),
    d2 = d1 - Value(0.3) * root;
  Value n1 = Value(0.5) * erfc(-d1 * Value(0.70710678118654752)), n2 = Value(0.5) * erfc(-d2 * Value(0.70710678118654752));
  call[i] = price[i] * n1 - strike[i] * exp(Value(-0.02) * years[i]) * n2;
}

// What the library's functions become: each is a row of the result.
__global__ void functions(const Value *x, Value *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  Value a = x[i];
  Value results[] = {log(a), rsqrt(a), exp(-a), tanh(a), pow(a, Value(1.7)), cbrt(a), erf(a), atan(a),
    log1p(a), asin(1 / (1 + a)), sinh(a), acosh(1 + a), sin(a), cos(a), fmod(Value(9), a), exp2(a)};
  for (int k = 0; k < 16; ++k)
    out[k * n + i] = results[k];
}
}
