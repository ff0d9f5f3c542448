//===- PtxRows.cpp - What PTX instructions become -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PtxTest runs every row with each of its types.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Ptx/PtxDecoder.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;

static constexpr PtxTypeRow typeRows[] = {
    {"u16", {TypeKind::Unsigned, 16}}, {"u32", {TypeKind::Unsigned, 32}},
    {"u64", {TypeKind::Unsigned, 64}}, {"s16", {TypeKind::Signed, 16}},
    {"s32", {TypeKind::Signed, 32}},   {"s64", {TypeKind::Signed, 64}},
    {"b16", {TypeKind::Bits, 16}},     {"b32", {TypeKind::Bits, 32}},
    {"b64", {TypeKind::Bits, 64}},     {"f32", {TypeKind::F32, 32}},
    {"f64", {TypeKind::F64, 64}},      {"f16", {TypeKind::F16, 16}},
    {"bf16", {TypeKind::BF16, 16}},    {"u8", {TypeKind::Unsigned, 8}},
    {"s8", {TypeKind::Signed, 8}},     {"b8", {TypeKind::Bits, 8}},
    {"pred", {TypeKind::Bits, 1}},     {"b128", {TypeKind::Bits, 128}},
};
llvm::ArrayRef<PtxTypeRow> simt::getPtxTypeRows() { return typeRows; }

static constexpr auto sc = MemoryOrder::SequentiallyConsistent,
                      acqRel = MemoryOrder::AcquireRelease,
                      relaxed = MemoryOrder::Relaxed,
                      acquire = MemoryOrder::Acquire,
                      release = MemoryOrder::Release;

static constexpr PtxRow rows[] = {
    // PTX ISA, 9.7.13: synchronisation.
    {"bar.warp.sync", Opcode::WarpBarrier, 1},
    {"barrier.cluster.arrive", Opcode::ClusterArrive, 0, release},
    {"barrier.cluster.arrive.aligned", Opcode::ClusterArrive, 0, release},
    {"barrier.cluster.arrive.release", Opcode::ClusterArrive, 0, release},
    {"barrier.cluster.arrive.release.aligned", Opcode::ClusterArrive, 0,
     release},
    {"barrier.cluster.arrive.relaxed", Opcode::ClusterArrive, 0, relaxed},
    {"barrier.cluster.arrive.relaxed.aligned", Opcode::ClusterArrive, 0,
     relaxed},
    {"barrier.cluster.wait", Opcode::ClusterWait, 0, acquire},
    {"barrier.cluster.wait.aligned", Opcode::ClusterWait, 0, acquire},
    {"barrier.cluster.wait.acquire", Opcode::ClusterWait, 0, acquire},
    {"barrier.cluster.wait.acquire.aligned", Opcode::ClusterWait, 0, acquire},
    {"fence.acq_rel.cta", Opcode::Fence, 0, acqRel, Scope::Cta},
    {"fence.acq_rel.cluster", Opcode::Fence, 0, acqRel, Scope::Cluster},
    {"fence.acq_rel.gpu", Opcode::Fence, 0, acqRel, Scope::Gpu},
    {"fence.acq_rel.sys", Opcode::Fence, 0, acqRel, Scope::System},
    {"fence.acquire.cta", Opcode::Fence, 0, acquire, Scope::Cta},
    {"fence.acquire.cluster", Opcode::Fence, 0, acquire, Scope::Cluster},
    {"fence.acquire.gpu", Opcode::Fence, 0, acquire, Scope::Gpu},
    {"fence.acquire.sys", Opcode::Fence, 0, acquire, Scope::System},
    {"fence.release.cta", Opcode::Fence, 0, release, Scope::Cta},
    {"fence.release.cluster", Opcode::Fence, 0, release, Scope::Cluster},
    {"fence.release.gpu", Opcode::Fence, 0, release, Scope::Gpu},
    {"fence.release.sys", Opcode::Fence, 0, release, Scope::System},
    {"fence.sc.cta", Opcode::Fence, 0, sc, Scope::Cta},
    {"fence.sc.cluster", Opcode::Fence, 0, sc, Scope::Cluster},
    {"fence.sc.gpu", Opcode::Fence, 0, sc, Scope::Gpu},
    {"fence.sc.sys", Opcode::Fence, 0, sc, Scope::System},
    // PTX ISA, 9.7.13.4: what an init of an mbarrier needs in a cluster.
    {"fence.mbarrier_init.release.cluster", Opcode::Fence, 0, release,
     Scope::Cluster},
    // Between the proxies, of all memory or of shared memory.
    {"fence.proxy.async", Opcode::ProxyFence, 0},
    {"fence.proxy.async.global", Opcode::ProxyFence, 0},
    {"fence.proxy.async.shared::cta", Opcode::ProxyFence, 0},
    {"fence.proxy.async.shared::cluster", Opcode::ProxyFence, 0},
    {"membar.cta", Opcode::Fence, 0, sc, Scope::Cta},
    {"membar.gl", Opcode::Fence, 0, sc, Scope::Gpu},
    {"membar.sys", Opcode::Fence, 0, sc, Scope::System},
};
llvm::ArrayRef<PtxRow> simt::getPtxRows() { return rows; }
