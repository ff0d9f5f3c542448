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
using T = PtxTypes;

static constexpr PtxTypeRow typeRows[] = {
    {"u16", T::U16, {TypeKind::Unsigned, 16}},
    {"u32", T::U32, {TypeKind::Unsigned, 32}},
    {"u64", T::U64, {TypeKind::Unsigned, 64}},
    {"s16", T::S16, {TypeKind::Signed, 16}},
    {"s32", T::S32, {TypeKind::Signed, 32}},
    {"s64", T::S64, {TypeKind::Signed, 64}},
    {"b16", T::B16, {TypeKind::Bits, 16}},
    {"b32", T::B32, {TypeKind::Bits, 32}},
    {"b64", T::B64, {TypeKind::Bits, 64}},
    {"f32", T::F32, {TypeKind::F32, 32}},
    {"f64", T::F64, {TypeKind::F64, 64}},
    {"f16", T::F16, {TypeKind::F16, 16}},
    {"bf16", T::BF16, {TypeKind::BF16, 16}},
    {"u8", T::U8, {TypeKind::Unsigned, 8}},
    {"s8", T::S8, {TypeKind::Signed, 8}},
    {"b8", T::B8, {TypeKind::Bits, 8}},
    {"pred", T::Predicate, {TypeKind::Bits, 1}},
};
llvm::ArrayRef<PtxTypeRow> simt::getPtxTypeRows() { return typeRows; }

static constexpr T signedTypes = T::S16 | T::S32 | T::S64,
                   integers = T::U16 | T::U32 | T::U64 | signedTypes,
                   bits = T::B16 | T::B32 | T::B64, floats = T::F32 | T::F64,
                   halves = T::F16 | T::BF16;
static constexpr Modifier none = Modifier::None, sat = Modifier::Saturate,
                          ftz = Modifier::FlushSubnormals,
                          nan = Modifier::PropagateNaN,
                          clamp = Modifier::ClampAmount;
static constexpr auto sc = MemoryOrder::SequentiallyConsistent,
                      acqRel = MemoryOrder::AcquireRelease;

static constexpr PtxRow rows[] = {
    // PTX ISA, 9.7.1: integers.
    {"add", integers, Opcode::Add, 2, sat},
    {"sub", integers, Opcode::Sub, 2, sat},
    {"mul.lo", integers, Opcode::Mul, 2},
    {"mul.hi", integers, Opcode::MulHigh, 2},
    {"mad.lo", integers, Opcode::Fma, 3},
    {"min", integers, Opcode::Min, 2},
    {"max", integers, Opcode::Max, 2},
    {"div", integers, Opcode::Div, 2, none, false,
     Modifier::UnspecifiedQuotient},
    {"rem", integers, Opcode::Rem, 2, none, false,
     Modifier::UnspecifiedQuotient},
    {"neg", signedTypes, Opcode::Neg, 1},
    {"abs", signedTypes, Opcode::Abs, 1},
    {"brev", T::B32 | T::B64, Opcode::ReverseBits, 1},
    // 9.7.3: floats.
    {"add", floats, Opcode::Add, 2, ftz, /*isRounded=*/true},
    {"sub", floats, Opcode::Sub, 2, ftz, /*isRounded=*/true},
    {"mul", floats, Opcode::Mul, 2, ftz, /*isRounded=*/true},
    {"div", floats, Opcode::Div, 2, ftz, /*isRounded=*/true},
    {"fma", floats, Opcode::Fma, 3, ftz, /*isRounded=*/true},
    {"min", T::F32, Opcode::Min, 2, ftz | nan},
    {"max", T::F32, Opcode::Max, 2, ftz | nan},
    {"min", T::F64, Opcode::Min, 2},
    {"max", T::F64, Opcode::Max, 2},
    {"neg", floats, Opcode::Neg, 1},
    {"abs", floats, Opcode::Abs, 1},
    // 9.7.4: floats of half the width.
    {"add", halves, Opcode::Add, 2, none, /*isRounded=*/true},
    {"sub", halves, Opcode::Sub, 2, none, /*isRounded=*/true},
    {"mul", halves, Opcode::Mul, 2, none, /*isRounded=*/true},
    {"fma", halves, Opcode::Fma, 3, none, /*isRounded=*/true},
    {"min", halves, Opcode::Min, 2, nan},
    {"max", halves, Opcode::Max, 2, nan},
    {"neg", halves, Opcode::Neg, 1},
    {"abs", halves, Opcode::Abs, 1},
    // 9.7.6: comparison and selection.
    {"setp", integers | bits | floats | halves, Opcode::Compare, 2},
    {"selp", integers | bits | floats, Opcode::Select, 3},
    // 9.7.8: logic and shifts.
    {"and", bits | T::Predicate, Opcode::And, 2},
    {"or", bits | T::Predicate, Opcode::Or, 2},
    {"xor", bits | T::Predicate, Opcode::Xor, 2},
    {"shl", bits, Opcode::Shl, 2, none, false, clamp},
    {"shr", integers | bits, Opcode::Shr, 2, none, false, clamp},
    // 9.7.13: synchronisation.
    {"bar.sync", T::None, Opcode::Barrier, 1},
    {"barrier.sync.aligned", T::None, Opcode::Barrier, 1},
    {"bar.warp.sync", T::None, Opcode::WarpBarrier, 1},
    {"fence.acq_rel.cta", T::None, Opcode::Fence, 0, none, false, none, acqRel,
     Scope::Cta},
    {"fence.acq_rel.cluster", T::None, Opcode::Fence, 0, none, false, none,
     acqRel, Scope::Cluster},
    {"fence.acq_rel.gpu", T::None, Opcode::Fence, 0, none, false, none, acqRel,
     Scope::Gpu},
    {"fence.acq_rel.sys", T::None, Opcode::Fence, 0, none, false, none, acqRel,
     Scope::System},
    {"fence.sc.cta", T::None, Opcode::Fence, 0, none, false, none, sc,
     Scope::Cta},
    {"fence.sc.cluster", T::None, Opcode::Fence, 0, none, false, none, sc,
     Scope::Cluster},
    {"fence.sc.gpu", T::None, Opcode::Fence, 0, none, false, none, sc,
     Scope::Gpu},
    {"fence.sc.sys", T::None, Opcode::Fence, 0, none, false, none, sc,
     Scope::System},
    {"membar.cta", T::None, Opcode::Fence, 0, none, false, none, sc,
     Scope::Cta},
    {"membar.gl", T::None, Opcode::Fence, 0, none, false, none, sc, Scope::Gpu},
    {"membar.sys", T::None, Opcode::Fence, 0, none, false, none, sc,
     Scope::System},
};
llvm::ArrayRef<PtxRow> simt::getPtxRows() { return rows; }
