// Products, transposition and decomposition of matrices, dense and sparse. Value is the type that the case says.
extern "C" {

__global__ void matmul(const Value *a, const Value *b, Value *c, int n) {
  __shared__ Value sa[16][17], sb[16][17];
  int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  Value sum = 0;
  for (int t = 0; t < n; t += 16) {
    sa[threadIdx.y][threadIdx.x] = a[row * n + t + threadIdx.x];
    sb[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + column];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 16; ++i)
      sum += sa[threadIdx.y][i] * sb[i][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

__global__ void transpose(const Value *x, Value *y, int rows, int columns) {
  __shared__ Value tile[32][33];
  int column = blockIdx.x * 32 + threadIdx.x;
  for (int i = threadIdx.y; i < 32; i += 8)
    if (blockIdx.y * 32 + i < rows && column < columns)
      tile[i][threadIdx.x] = x[(blockIdx.y * 32 + i) * columns + column];
  __syncthreads();
  int row = blockIdx.y * 32 + threadIdx.x;
  for (int i = threadIdx.y; i < 32; i += 8)
    if (blockIdx.x * 32 + i < columns && row < rows)
      y[(blockIdx.x * 32 + i) * rows + row] = tile[threadIdx.x][i];
}

__global__ void sparse_times_vector(const int *starts, const int *columns, const Value *values, const Value *x, Value *y, int rows) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows)
    return;
  Value sum = 0;
  for (int i = starts[row] + lane; i < starts[row + 1]; i += 32)
    sum += values[i] * x[columns[i]];
  for (int distance = 16; distance; distance /= 2)
    sum += __shfl_down_sync(0xffffffffu, sum, distance);
  if (lane == 0)
    y[row] = sum;
}

// L of L times its transpose in the lower half, in place; one block, a thread for each row.
__global__ void cholesky(Value *a, int n) {
  int row = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    if (row == k)
      a[k * n + k] = (Value)sqrt((double)a[k * n + k]);
    __syncthreads();
    if (row > k)
      a[row * n + k] /= a[k * n + k];
    __syncthreads();
    if (row > k)
      for (int j = k + 1; j <= row; ++j)
        a[row * n + j] -= a[row * n + k] * a[j * n + k];
    __syncthreads();
  }
}

__global__ void dot_of_bytes(const int *a, const int *b, int *out, int n) {
  int sum = 0;
  for (int i = threadIdx.x; i < n; i += 32)
    sum = __dp4a(a[i], b[i], sum);
  sum = __reduce_add_sync(0xffffffffu, sum);
  if (threadIdx.x == 0)
    *out = sum;
}
}
