// Products of matrices by the instructions for them, one warp each: C[16][8] = A[16][K] and B[8][K] transposed.
typedef unsigned int u32;

static __device__ u32 pair(const unsigned short *p) { return *(const u32 *)p; }

extern "C" {

#define HALVES(NAME, KIND)                                                                                            \
  __global__ void NAME(const unsigned short *a, const unsigned short *b, float *c, int k) {                           \
    int group = threadIdx.x / 4, lane = threadIdx.x % 4;                                                              \
    float d[4] = {0, 0, 0, 0};                                                                                        \
    for (int i = 0; i < k; i += 16) {                                                                                 \
      const unsigned short *row = a + group * k + i + lane * 2, *column = b + group * k + i + lane * 2;               \
      asm volatile("mma.sync.aligned.m16n8k16.row.col.f32." KIND "." KIND                                             \
                   ".f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"                                       \
                   : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                                                   \
                   : "r"(pair(row)), "r"(pair(row + 8 * k)), "r"(pair(row + 8)), "r"(pair(row + 8 * k + 8)),          \
                     "r"(pair(column)), "r"(pair(column + 8)));                                                       \
    }                                                                                                                 \
    for (int i = 0; i < 4; ++i)                                                                                       \
      c[(group + i / 2 * 8) * 8 + lane * 2 + i % 2] = d[i];                                                           \
  }
HALVES(mma_f16, "f16")
HALVES(mma_bf16, "bf16")

__global__ void mma_tf32(const u32 *a, const u32 *b, float *c, int k) {
  int group = threadIdx.x / 4, lane = threadIdx.x % 4;
  float d[4] = {0, 0, 0, 0};
  for (int i = 0; i < k; i += 8) {
    const u32 *row = a + group * k + i + lane, *column = b + group * k + i + lane;
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                 "{%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(row[0]), "r"(row[8 * k]), "r"(row[4]), "r"(row[8 * k + 4]), "r"(column[0]), "r"(column[4]));
  }
  for (int i = 0; i < 4; ++i)
    c[(group + i / 2 * 8) * 8 + lane * 2 + i % 2] = d[i];
}

__global__ void mma_s8(const signed char *a, const signed char *b, int *c, int k) {
  int group = threadIdx.x / 4, lane = threadIdx.x % 4;
  int d[4] = {0, 0, 0, 0};
  for (int i = 0; i < k; i += 32) {
    const u32 *row = (const u32 *)(a + group * k + i) + lane, *below = (const u32 *)(a + (group + 8) * k + i) + lane;
    const u32 *column = (const u32 *)(b + group * k + i) + lane;
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                 "{%0,%1,%2,%3};"
                 : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
                 : "r"(row[0]), "r"(below[0]), "r"(row[4]), "r"(below[4]), "r"(column[0]), "r"(column[4]));
  }
  for (int i = 0; i < 4; ++i)
    c[(group + i / 2 * 8) * 8 + lane * 2 + i % 2] = d[i];
}

// D[16][16] = A[16][16] B[16][16], through the fragments of wmma, whose layout nobody may know.
__global__ void wmma_f16(const unsigned short *a, const unsigned short *b, float *d) {
  asm volatile("{\n"
               ".reg .b32 a<8>, b<8>;\n"
               ".reg .f32 c<8>;\n"
               "wmma.load.a.sync.aligned.row.m16n16k16.f16 {a0,a1,a2,a3,a4,a5,a6,a7}, [%0], 16;\n"
               "wmma.load.b.sync.aligned.row.m16n16k16.f16 {b0,b1,b2,b3,b4,b5,b6,b7}, [%1], 16;\n"
               "mov.f32 c0, 0f00000000; mov.f32 c1, c0; mov.f32 c2, c0; mov.f32 c3, c0;\n"
               "mov.f32 c4, c0; mov.f32 c5, c0; mov.f32 c6, c0; mov.f32 c7, c0;\n"
               "wmma.mma.sync.aligned.row.row.m16n16k16.f32.f32 {c0,c1,c2,c3,c4,c5,c6,c7}, {a0,a1,a2,a3,a4,a5,a6,a7},"
               " {b0,b1,b2,b3,b4,b5,b6,b7}, {c0,c1,c2,c3,c4,c5,c6,c7};\n"
               "wmma.store.d.sync.aligned.row.m16n16k16.f32 [%2], {c0,c1,c2,c3,c4,c5,c6,c7}, 16;\n"
               "}" ::"l"(a), "l"(b), "l"(d) : "memory");
}

// The same as mma_f16 with k = 16; A comes into shared memory asynchronously, and from there by ldmatrix.
__global__ void mma_ldmatrix(const unsigned short *a, const unsigned short *b, float *c) {
  __shared__ __align__(16) unsigned short tile[16][16];
  int group = threadIdx.x / 4, lane = threadIdx.x % 4;
  u32 to = (u32)__cvta_generic_to_shared(&tile[threadIdx.x / 2][threadIdx.x % 2 * 8]);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(a + threadIdx.x * 8) : "memory");
  asm volatile("cp.async.commit_group;\ncp.async.wait_group 0;" ::: "memory");
  __syncthreads();
  u32 from = (u32)__cvta_generic_to_shared(&tile[threadIdx.x % 16][threadIdx.x / 16 * 8]), f[4];
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(f[0]), "=r"(f[1]), "=r"(f[2]), "=r"(f[3])
               : "r"(from)
               : "memory");
  float d[4] = {0, 0, 0, 0};
  const unsigned short *column = b + group * 16 + lane * 2;
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(f[0]), "r"(f[1]), "r"(f[2]), "r"(f[3]), "r"(pair(column)), "r"(pair(column + 8)));
  for (int i = 0; i < 4; ++i)
    c[(group + i / 2 * 8) * 8 + lane * 2 + i % 2] = d[i];
}
}
