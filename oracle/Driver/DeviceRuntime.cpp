//===- DeviceRuntime.cpp - What libcudadevrt.a is linked as ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Driver/Linking.h"
#include "llvm/ADT/StringRef.h"

using namespace tilefuzz;

/// A barrier of all CTAs of a cooperative launch: each adds to one number,
/// whose highest bit changes with the last one, whatever order they come in.
static constexpr char text[] = R"(.version 7.0
.target sm_70
.address_size 64

.global .align 4 .u32 cudadevrt_arrived = 0;

.visible .func (.param .b64 result) cudaCGGetIntrinsicHandle(.param .b32 scope)
{
  .reg .b32 %scope;
  .reg .b64 %handle;
  .reg .pred %isGrid;
  ld.param.b32 %scope, [scope];
  setp.eq.s32 %isGrid, %scope, 1;
  selp.b64 %handle, 1, 0, %isGrid;
  st.param.b64 [result], %handle;
  ret;
}

.visible .func (.param .b32 result) cudaCGSynchronizeGrid(.param .b64 handle, .param .b32 flags)
{
  .reg .b64 %handle;
  .reg .b32 %r<8>;
  .reg .pred %p<3>;
  ld.param.b64 %handle, [handle];
  setp.ne.u64 %p0, %handle, 1;
  mov.b32 %r0, 1;
  @%p0 bra $end;
  barrier.sync 0;
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %tid.y;
  or.b32 %r1, %r1, %r2;
  mov.u32 %r2, %tid.z;
  or.b32 %r1, %r1, %r2;
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra $others;
  mov.u32 %r1, %nctaid.x;
  mov.u32 %r2, %nctaid.y;
  mul.lo.u32 %r1, %r1, %r2;
  mov.u32 %r2, %nctaid.z;
  mul.lo.u32 %r1, %r1, %r2;
  mov.u32 %r2, 0x80000001;
  sub.u32 %r2, %r2, %r1;
  mov.u32 %r3, %ctaid.x;
  mov.u32 %r4, %ctaid.y;
  or.b32 %r3, %r3, %r4;
  mov.u32 %r4, %ctaid.z;
  or.b32 %r3, %r3, %r4;
  setp.eq.u32 %p2, %r3, 0;
  selp.b32 %r2, %r2, 1, %p2;
  atom.acq_rel.gpu.global.add.u32 %r5, [cudadevrt_arrived], %r2;
$spin:
  ld.acquire.gpu.global.u32 %r6, [cudadevrt_arrived];
  xor.b32 %r7, %r5, %r6;
  setp.ge.s32 %p2, %r7, 0;
  @%p2 bra $spin;
$others:
  barrier.sync 0;
  mov.b32 %r0, 0;
$end:
  st.param.b32 [result], %r0;
  ret;
}

.visible .func (.param .b32 result) cudaCGSynchronize(.param .b64 handle, .param .b32 flags)
{
  .reg .b64 %handle;
  .reg .b32 %r<2>;
  ld.param.b64 %handle, [handle];
  ld.param.b32 %r0, [flags];
  .param .b64 grid;
  .param .b32 how;
  .param .b32 status;
  st.param.b64 [grid], %handle;
  st.param.b32 [how], %r0;
  call.uni (status), cudaCGSynchronizeGrid, (grid, how);
  ld.param.b32 %r1, [status];
  st.param.b32 [result], %r1;
  ret;
}

.visible .func (.param .b32 result) cudaCGGetSize(.param .b64 threads, .param .b64 grids, .param .b64 handle)
{
  .reg .b64 %rd<2>;
  .reg .b32 %r<3>;
  .reg .pred %p<2>;
  ld.param.b64 %rd0, [threads];
  ld.param.b64 %rd1, [grids];
  setp.eq.u64 %p0, %rd0, 0;
  @%p0 bra $grids;
  mov.u32 %r0, %nctaid.x;
  mov.u32 %r1, %nctaid.y;
  mul.lo.u32 %r0, %r0, %r1;
  mov.u32 %r1, %nctaid.z;
  mul.lo.u32 %r0, %r0, %r1;
  mov.u32 %r1, %ntid.x;
  mul.lo.u32 %r0, %r0, %r1;
  mov.u32 %r1, %ntid.y;
  mul.lo.u32 %r0, %r0, %r1;
  mov.u32 %r1, %ntid.z;
  mul.lo.u32 %r0, %r0, %r1;
  st.u32 [%rd0], %r0;
$grids:
  setp.eq.u64 %p1, %rd1, 0;
  @%p1 bra $end;
  mov.u32 %r2, 1;
  st.u32 [%rd1], %r2;
$end:
  mov.u32 %r2, 0;
  st.param.b32 [result], %r2;
  ret;
}

.visible .func (.param .b32 result) cudaCGGetRank(.param .b64 threads, .param .b64 grids, .param .b64 handle)
{
  .reg .b64 %rd<2>;
  .reg .b32 %r<4>;
  .reg .pred %p<2>;
  ld.param.b64 %rd0, [threads];
  ld.param.b64 %rd1, [grids];
  setp.eq.u64 %p0, %rd0, 0;
  @%p0 bra $grids;
  mov.u32 %r0, %ctaid.z;
  mov.u32 %r1, %nctaid.y;
  mov.u32 %r2, %ctaid.y;
  mad.lo.u32 %r0, %r0, %r1, %r2;
  mov.u32 %r1, %nctaid.x;
  mov.u32 %r2, %ctaid.x;
  mad.lo.u32 %r0, %r0, %r1, %r2;
  mov.u32 %r1, %ntid.z;
  mov.u32 %r2, %tid.z;
  mad.lo.u32 %r0, %r0, %r1, %r2;
  mov.u32 %r1, %ntid.y;
  mov.u32 %r2, %tid.y;
  mad.lo.u32 %r0, %r0, %r1, %r2;
  mov.u32 %r1, %ntid.x;
  mov.u32 %r2, %tid.x;
  mad.lo.u32 %r0, %r0, %r1, %r2;
  st.u32 [%rd0], %r0;
$grids:
  setp.eq.u64 %p1, %rd1, 0;
  @%p1 bra $end;
  mov.u32 %r3, 0;
  st.u32 [%rd1], %r3;
$end:
  mov.u32 %r3, 0;
  st.param.b32 [result], %r3;
  ret;
}
)";

llvm::StringRef driver::getDeviceRuntime() { return text; }
