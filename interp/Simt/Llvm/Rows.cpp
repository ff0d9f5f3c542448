//===- Rows.cpp - What LLVM's opcodes and intrinsics become ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// RowsTest runs every row.
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/FloatFunctions.h"
#include "interp/Simt/Llvm/FunctionDecoder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using Decoder = FunctionDecoder;
using LI = llvm::Instruction;
namespace Intrinsic = llvm::Intrinsic;

static constexpr TypeKind isBits = TypeKind::Bits,
                          isUnsigned = TypeKind::Unsigned,
                          isSigned = TypeKind::Signed;

static constexpr OpcodeRow opcodeRows[] = {
    // Control.
    {LI::PHI, &Decoder::ignore},
    {LI::Ret, &Decoder::leave, Opcode::Exit},
    {LI::Unreachable, &Decoder::plain, Opcode::Unreachable},
    {LI::Br, &Decoder::branch, Opcode::Branch},
    {LI::Switch, &Decoder::choice, Opcode::Switch},
    {LI::Call, &Decoder::call},
    // Arithmetic.
    {LI::Add, &Decoder::plain, Opcode::Add},
    {LI::Sub, &Decoder::plain, Opcode::Sub},
    {LI::Mul, &Decoder::plain, Opcode::Mul},
    {LI::UDiv, &Decoder::plain, Opcode::Div, isUnsigned},
    {LI::SDiv, &Decoder::plain, Opcode::Div, isSigned},
    {LI::URem, &Decoder::plain, Opcode::Rem, isUnsigned},
    {LI::SRem, &Decoder::plain, Opcode::Rem, isSigned},
    {LI::Shl, &Decoder::plain, Opcode::Shl},
    {LI::LShr, &Decoder::plain, Opcode::Shr, isUnsigned},
    {LI::AShr, &Decoder::plain, Opcode::Shr, isSigned},
    {LI::And, &Decoder::plain, Opcode::And},
    {LI::Or, &Decoder::plain, Opcode::Or},
    {LI::Xor, &Decoder::plain, Opcode::Xor},
    {LI::FAdd, &Decoder::plain, Opcode::Add},
    {LI::FSub, &Decoder::plain, Opcode::Sub},
    {LI::FMul, &Decoder::plain, Opcode::Mul},
    {LI::FDiv, &Decoder::plain, Opcode::Div},
    {LI::FRem, &Decoder::plain, Opcode::Rem},
    {LI::FNeg, &Decoder::plain, Opcode::Neg},
    // Comparison and conversion.
    {LI::ICmp, &Decoder::comparison, Opcode::Compare},
    {LI::FCmp, &Decoder::comparison, Opcode::Compare},
    {LI::Trunc, &Decoder::conversion, Opcode::ConvertInteger},
    {LI::ZExt, &Decoder::conversion, Opcode::ConvertInteger, isUnsigned},
    {LI::SExt, &Decoder::conversion, Opcode::ConvertInteger, isSigned},
    {LI::FPTrunc, &Decoder::conversion, Opcode::ConvertFloat},
    {LI::FPExt, &Decoder::conversion, Opcode::ConvertFloat},
    {LI::FPToUI, &Decoder::conversion, Opcode::FloatToInteger, isUnsigned},
    {LI::FPToSI, &Decoder::conversion, Opcode::FloatToInteger, isSigned},
    {LI::UIToFP, &Decoder::conversion, Opcode::IntegerToFloat, isUnsigned},
    {LI::SIToFP, &Decoder::conversion, Opcode::IntegerToFloat, isSigned},
    {LI::BitCast, &Decoder::reinterpretation, Opcode::Move},
    {LI::AddrSpaceCast, &Decoder::spaceCast, Opcode::ConvertSpace},
    {LI::IntToPtr, &Decoder::pointerAsInteger},
    {LI::PtrToInt, &Decoder::pointerAsInteger},
    // Data movement.
    {LI::Select, &Decoder::selection, Opcode::Select},
    {LI::Freeze, &Decoder::plain, Opcode::Freeze},
    {LI::ExtractElement, &Decoder::extractElement, Opcode::Move},
    {LI::InsertElement, &Decoder::insertElement, Opcode::Move},
    {LI::ShuffleVector, &Decoder::shuffle, Opcode::Move},
    {LI::ExtractValue, &Decoder::extractValue, Opcode::Move},
    {LI::InsertValue, &Decoder::insertValue, Opcode::Move},
    // Memory.
    {LI::GetElementPtr, &Decoder::address, Opcode::Address},
    {LI::Alloca, &Decoder::localObject, Opcode::LocalObject},
    {LI::Load, &Decoder::load, Opcode::Load},
    {LI::Store, &Decoder::store, Opcode::Store},
    {LI::AtomicRMW, &Decoder::atomic, Opcode::Atomic},
    {LI::Fence, &Decoder::fence, Opcode::Fence},
};
llvm::ArrayRef<OpcodeRow> simt::getOpcodeRows() { return opcodeRows; }

static constexpr Modifier none = Modifier::None, sat = Modifier::Saturate,
                          ftz = Modifier::FlushSubnormals,
                          nans = Modifier::PropagateNaN,
                          whole = Modifier::ToIntegral;

static constexpr IntrinsicRow intrinsicRows[] = {
    {Intrinsic::assume, &Decoder::plain, Opcode::Assume},
    {Intrinsic::trap, &Decoder::plain, Opcode::Trap},
    // Placeholders.
    {Intrinsic::expect, &Decoder::forwarded, Opcode::Move},
    {Intrinsic::expect_with_probability, &Decoder::forwarded, Opcode::Move},
    {Intrinsic::ssa_copy, &Decoder::forwarded, Opcode::Move},
    {Intrinsic::annotation, &Decoder::forwarded, Opcode::Move},
    {Intrinsic::ptr_annotation, &Decoder::forwarded, Opcode::Move},
    {Intrinsic::launder_invariant_group, &Decoder::forwarded, Opcode::Move},
    {Intrinsic::strip_invariant_group, &Decoder::forwarded, Opcode::Move},
    // Blocks of bytes.
    {Intrinsic::stacksave, &Decoder::plain, Opcode::StackSave},
    {Intrinsic::stackrestore, &Decoder::plain, Opcode::StackRestore},
    {Intrinsic::memcpy, &Decoder::copyBytes, Opcode::CopyBytes},
    {Intrinsic::memmove, &Decoder::copyBytes, Opcode::CopyBytes},
    {Intrinsic::memset, &Decoder::fillBytes, Opcode::FillBytes},
    {Intrinsic::nvvm_barrier_cta_arrive_aligned_count, &Decoder::ctaBarrier,
     Opcode::Barrier},
    {Intrinsic::nvvm_barrier_cta_arrive_count, &Decoder::ctaBarrier,
     Opcode::Barrier},
    {Intrinsic::nvvm_barrier_cta_red_and_aligned_all, &Decoder::ctaBarrier,
     Opcode::Barrier},
    {Intrinsic::nvvm_barrier_cta_red_and_aligned_count, &Decoder::ctaBarrier,
     Opcode::Barrier},
    {Intrinsic::nvvm_barrier_cta_red_and_all, &Decoder::ctaBarrier,
     Opcode::Barrier},
    {Intrinsic::nvvm_barrier_cta_red_and_count, &Decoder::ctaBarrier,
     Opcode::Barrier},
    {Intrinsic::nvvm_barrier_cta_red_or_aligned_all, &Decoder::ctaBarrier,
     Opcode::Barrier},
    {Intrinsic::nvvm_barrier_cta_red_or_aligned_count, &Decoder::ctaBarrier,
     Opcode::Barrier},
    {Intrinsic::nvvm_barrier_cta_red_or_all, &Decoder::ctaBarrier,
     Opcode::Barrier},
    {Intrinsic::nvvm_barrier_cta_red_or_count, &Decoder::ctaBarrier,
     Opcode::Barrier},
    {Intrinsic::nvvm_barrier_cta_red_popc_aligned_all, &Decoder::ctaBarrier,
     Opcode::Barrier},
    {Intrinsic::nvvm_barrier_cta_red_popc_aligned_count, &Decoder::ctaBarrier,
     Opcode::Barrier},
    {Intrinsic::nvvm_barrier_cta_red_popc_all, &Decoder::ctaBarrier,
     Opcode::Barrier},
    {Intrinsic::nvvm_barrier_cta_red_popc_count, &Decoder::ctaBarrier,
     Opcode::Barrier},
    {Intrinsic::nvvm_barrier_cta_sync_aligned_all, &Decoder::ctaBarrier,
     Opcode::Barrier},
    {Intrinsic::nvvm_barrier_cta_sync_aligned_count, &Decoder::ctaBarrier,
     Opcode::Barrier},
    {Intrinsic::nvvm_barrier_cta_sync_all, &Decoder::ctaBarrier,
     Opcode::Barrier},
    {Intrinsic::nvvm_barrier_cta_sync_count, &Decoder::ctaBarrier,
     Opcode::Barrier},
    {Intrinsic::nvvm_bar_warp_sync, &Decoder::plain, Opcode::WarpBarrier},
    {Intrinsic::nvvm_fence_proxy_async, &Decoder::plain, Opcode::ProxyFence},
    {Intrinsic::nvvm_fence_proxy_async_shared_cta, &Decoder::plain,
     Opcode::ProxyFence},
    {Intrinsic::nvvm_fence_proxy_async_shared_cluster, &Decoder::plain,
     Opcode::ProxyFence},
    {Intrinsic::nvvm_barrier_cluster_arrive, &Decoder::clusterBarrier,
     Opcode::ClusterArrive},
    {Intrinsic::nvvm_barrier_cluster_arrive_aligned, &Decoder::clusterBarrier,
     Opcode::ClusterArrive},
    {Intrinsic::nvvm_barrier_cluster_arrive_relaxed, &Decoder::clusterBarrier,
     Opcode::ClusterArrive},
    {Intrinsic::nvvm_barrier_cluster_arrive_relaxed_aligned,
     &Decoder::clusterBarrier, Opcode::ClusterArrive},
    {Intrinsic::nvvm_barrier_cluster_wait, &Decoder::clusterBarrier,
     Opcode::ClusterWait},
    {Intrinsic::nvvm_barrier_cluster_wait_aligned, &Decoder::clusterBarrier,
     Opcode::ClusterWait},
    // Addresses of other CTAs.
    {Intrinsic::nvvm_mapa, &Decoder::plain, Opcode::MapToRank},
    {Intrinsic::nvvm_mapa_shared_cluster, &Decoder::plain, Opcode::MapToRank},
    {Intrinsic::nvvm_getctarank, &Decoder::plain, Opcode::RankOfObject},
    {Intrinsic::nvvm_getctarank_shared_cluster, &Decoder::plain,
     Opcode::RankOfObject},
    {Intrinsic::nvvm_isspacep_const, &Decoder::spaceQuery, Opcode::IsInSpace},
    {Intrinsic::nvvm_isspacep_global, &Decoder::spaceQuery, Opcode::IsInSpace},
    {Intrinsic::nvvm_isspacep_local, &Decoder::spaceQuery, Opcode::IsInSpace},
    {Intrinsic::nvvm_isspacep_shared, &Decoder::spaceQuery, Opcode::IsInSpace},
    {Intrinsic::nvvm_isspacep_shared_cluster, &Decoder::spaceQuery,
     Opcode::IsInSpace},
    // Asynchronous copies.
    {Intrinsic::nvvm_cp_async_ca_shared_global_4, &Decoder::asyncCopy,
     Opcode::AsyncCopy},
    {Intrinsic::nvvm_cp_async_ca_shared_global_4_s, &Decoder::asyncCopy,
     Opcode::AsyncCopy},
    {Intrinsic::nvvm_cp_async_ca_shared_global_8, &Decoder::asyncCopy,
     Opcode::AsyncCopy},
    {Intrinsic::nvvm_cp_async_ca_shared_global_8_s, &Decoder::asyncCopy,
     Opcode::AsyncCopy},
    {Intrinsic::nvvm_cp_async_ca_shared_global_16, &Decoder::asyncCopy,
     Opcode::AsyncCopy},
    {Intrinsic::nvvm_cp_async_ca_shared_global_16_s, &Decoder::asyncCopy,
     Opcode::AsyncCopy},
    {Intrinsic::nvvm_cp_async_cg_shared_global_16, &Decoder::asyncCopy,
     Opcode::AsyncCopy},
    {Intrinsic::nvvm_cp_async_cg_shared_global_16_s, &Decoder::asyncCopy,
     Opcode::AsyncCopy},
    {Intrinsic::nvvm_cp_async_commit_group, &Decoder::plain,
     Opcode::AsyncCommit},
    {Intrinsic::nvvm_cp_async_wait_group, &Decoder::asyncWait,
     Opcode::AsyncWait},
    {Intrinsic::nvvm_cp_async_wait_all, &Decoder::asyncWait, Opcode::AsyncWait},
    {Intrinsic::nvvm_cp_async_mbarrier_arrive, &Decoder::asyncArrive,
     Opcode::AsyncArrive},
    {Intrinsic::nvvm_cp_async_mbarrier_arrive_shared, &Decoder::asyncArrive,
     Opcode::AsyncArrive},
    {Intrinsic::nvvm_cp_async_mbarrier_arrive_noinc, &Decoder::asyncArrive,
     Opcode::AsyncArrive},
    {Intrinsic::nvvm_cp_async_mbarrier_arrive_noinc_shared,
     &Decoder::asyncArrive, Opcode::AsyncArrive},
    {Intrinsic::nvvm_mbarrier_pending_count, &Decoder::pendingCount,
     Opcode::And},
    // Integers.
    {Intrinsic::umin, &Decoder::plain, Opcode::Min, isUnsigned},
    {Intrinsic::umax, &Decoder::plain, Opcode::Max, isUnsigned},
    {Intrinsic::smin, &Decoder::plain, Opcode::Min, isSigned},
    {Intrinsic::smax, &Decoder::plain, Opcode::Max, isSigned},
    {Intrinsic::uadd_sat, &Decoder::plain, Opcode::Add, isUnsigned, sat},
    {Intrinsic::usub_sat, &Decoder::plain, Opcode::Sub, isUnsigned, sat},
    {Intrinsic::sadd_sat, &Decoder::plain, Opcode::Add, isSigned, sat},
    {Intrinsic::ssub_sat, &Decoder::plain, Opcode::Sub, isSigned, sat},
    {Intrinsic::abs, &Decoder::absolute, Opcode::Abs, isSigned},
    {Intrinsic::ctpop, &Decoder::plain, Opcode::PopCount},
    {Intrinsic::ctlz, &Decoder::countZeros, Opcode::LeadingZeros},
    {Intrinsic::cttz, &Decoder::countZeros, Opcode::LeadingZeros},
    {Intrinsic::bitreverse, &Decoder::plain, Opcode::ReverseBits},
    {Intrinsic::bswap, &Decoder::plain, Opcode::SwapBytes},
    {Intrinsic::nvvm_mulhi_s, &Decoder::plain, Opcode::MulHigh, isSigned},
    {Intrinsic::nvvm_mulhi_us, &Decoder::plain, Opcode::MulHigh, isUnsigned},
    {Intrinsic::nvvm_mulhi_i, &Decoder::plain, Opcode::MulHigh, isSigned},
    {Intrinsic::nvvm_mulhi_ui, &Decoder::plain, Opcode::MulHigh, isUnsigned},
    {Intrinsic::nvvm_mulhi_ll, &Decoder::plain, Opcode::MulHigh, isSigned},
    {Intrinsic::nvvm_mulhi_ull, &Decoder::plain, Opcode::MulHigh, isUnsigned},
    {Intrinsic::fshl, &Decoder::plain, Opcode::FunnelLeft},
    {Intrinsic::fshr, &Decoder::plain, Opcode::FunnelRight},
    // Floats.
    {Intrinsic::fma, &Decoder::plain, Opcode::Fma},
    {Intrinsic::minnum, &Decoder::plain, Opcode::Min},
    {Intrinsic::minimumnum, &Decoder::plain, Opcode::Min},
    {Intrinsic::maxnum, &Decoder::plain, Opcode::Max},
    {Intrinsic::maximumnum, &Decoder::plain, Opcode::Max},
    {Intrinsic::minimum, &Decoder::plain, Opcode::Min, isBits, nans},
    {Intrinsic::maximum, &Decoder::plain, Opcode::Max, isBits, nans},
    {Intrinsic::fabs, &Decoder::plain, Opcode::Abs},
    {Intrinsic::sqrt, &Decoder::plain, Opcode::SquareRoot},
    {Intrinsic::is_fpclass, &Decoder::classification, Opcode::Classify},
    {Intrinsic::copysign, &Decoder::plain, Opcode::CopySign},
    {Intrinsic::ceil, &Decoder::plain, Opcode::ConvertFloat, isBits, whole,
     RoundingMode::PositiveInf},
    {Intrinsic::floor, &Decoder::plain, Opcode::ConvertFloat, isBits, whole,
     RoundingMode::NegativeInf},
    {Intrinsic::trunc, &Decoder::plain, Opcode::ConvertFloat, isBits, whole,
     RoundingMode::Zero},
    {Intrinsic::roundeven, &Decoder::plain, Opcode::ConvertFloat, isBits,
     whole},
#define ROUNDED(NAME, OPCODE, SUFFIX, MODE)                                    \
  {Intrinsic::nvvm_##NAME##_##SUFFIX##_f,                                      \
   &Decoder::plain,                                                            \
   OPCODE,                                                                     \
   isBits,                                                                     \
   none,                                                                       \
   MODE},                                                                      \
      {Intrinsic::nvvm_##NAME##_##SUFFIX##_ftz_f,                              \
       &Decoder::plain,                                                        \
       OPCODE,                                                                 \
       isBits,                                                                 \
       ftz,                                                                    \
       MODE},                                                                  \
      {Intrinsic::nvvm_##NAME##_##SUFFIX##_d,                                  \
       &Decoder::plain,                                                        \
       OPCODE,                                                                 \
       isBits,                                                                 \
       none,                                                                   \
       MODE},
#define EACH_MODE(NAME, OPCODE)                                                \
  ROUNDED(NAME, OPCODE, rn, RoundingMode::NearestEven)                         \
  ROUNDED(NAME, OPCODE, rz, RoundingMode::Zero)                                \
  ROUNDED(NAME, OPCODE, rm, RoundingMode::NegativeInf)                         \
  ROUNDED(NAME, OPCODE, rp, RoundingMode::PositiveInf)
    EACH_MODE(add, Opcode::Add) EACH_MODE(mul, Opcode::Mul)
        EACH_MODE(fma, Opcode::Fma) EACH_MODE(div, Opcode::Div)
            EACH_MODE(sqrt, Opcode::SquareRoot)
#undef EACH_MODE
#undef ROUNDED
#define APPROXIMATE(INTRINSIC, MODIFIERS, FUNCTION)                            \
  {Intrinsic::nvvm_##INTRINSIC,                                                \
   &Decoder::plain,                                                            \
   Opcode::Approximate,                                                        \
   isBits,                                                                     \
   MODIFIERS,                                                                  \
   RoundingMode::NearestEven,                                                  \
   SpecialRegister::ThreadX,                                                   \
   semantics::BoundedFunction::FUNCTION},
    // clang-format off
    APPROXIMATE(div_approx_f, none, DivApprox)
    APPROXIMATE(div_approx_ftz_f, ftz, DivApprox)
    APPROXIMATE(div_full, none, DivFull)
    APPROXIMATE(div_full_ftz, ftz, DivFull)
    APPROXIMATE(rcp_approx_ftz_f, ftz, RcpApprox)
    APPROXIMATE(rcp_approx_ftz_d, ftz, RcpOfUpperWord)
    APPROXIMATE(rsqrt_approx_d, none, Rsqrt)
    APPROXIMATE(rsqrt_approx_ftz_d, ftz, RsqrtOfUpperWord)
    APPROXIMATE(rsqrt_approx_f, none, Rsqrt)
    APPROXIMATE(rsqrt_approx_ftz_f, ftz, Rsqrt)
    APPROXIMATE(sqrt_approx_f, none, SqrtApprox)
    APPROXIMATE(sqrt_approx_ftz_f, ftz, SqrtApprox)
    APPROXIMATE(sin_approx_f, none, SinApprox)
    APPROXIMATE(sin_approx_ftz_f, ftz, SinApprox)
    APPROXIMATE(cos_approx_f, none, CosApprox)
    APPROXIMATE(cos_approx_ftz_f, ftz, CosApprox)
    APPROXIMATE(lg2_approx_f, none, Log2Approx)
    APPROXIMATE(lg2_approx_ftz_f, ftz, Log2Approx)
// clang-format on
#undef APPROXIMATE
#define AS_PTX(INTRINSIC, TEXT)                                                \
  {Intrinsic::INTRINSIC,                                                       \
   &Decoder::asPtx,                                                            \
   Opcode::Refuse,                                                             \
   isBits,                                                                     \
   none,                                                                       \
   RoundingMode::NearestEven,                                                  \
   SpecialRegister::ThreadX,                                                   \
   semantics::BoundedFunction(),                                               \
   TEXT},
    // clang-format off
    AS_PTX(nvvm_f2i_rn, "cvt.rni.s32.f32 $0, $1;")
    AS_PTX(nvvm_f2i_rn_ftz, "cvt.rni.ftz.s32.f32 $0, $1;")
    AS_PTX(nvvm_f2i_rz, "cvt.rzi.s32.f32 $0, $1;")
    AS_PTX(nvvm_f2i_rz_ftz, "cvt.rzi.ftz.s32.f32 $0, $1;")
    AS_PTX(nvvm_f2i_rm, "cvt.rmi.s32.f32 $0, $1;")
    AS_PTX(nvvm_f2i_rm_ftz, "cvt.rmi.ftz.s32.f32 $0, $1;")
    AS_PTX(nvvm_f2i_rp, "cvt.rpi.s32.f32 $0, $1;")
    AS_PTX(nvvm_f2i_rp_ftz, "cvt.rpi.ftz.s32.f32 $0, $1;")
    AS_PTX(nvvm_f2ui_rn, "cvt.rni.u32.f32 $0, $1;")
    AS_PTX(nvvm_f2ui_rn_ftz, "cvt.rni.ftz.u32.f32 $0, $1;")
    AS_PTX(nvvm_f2ui_rz, "cvt.rzi.u32.f32 $0, $1;")
    AS_PTX(nvvm_f2ui_rz_ftz, "cvt.rzi.ftz.u32.f32 $0, $1;")
    AS_PTX(nvvm_f2ui_rm, "cvt.rmi.u32.f32 $0, $1;")
    AS_PTX(nvvm_f2ui_rm_ftz, "cvt.rmi.ftz.u32.f32 $0, $1;")
    AS_PTX(nvvm_f2ui_rp, "cvt.rpi.u32.f32 $0, $1;")
    AS_PTX(nvvm_f2ui_rp_ftz, "cvt.rpi.ftz.u32.f32 $0, $1;")
    AS_PTX(nvvm_f2ll_rn, "cvt.rni.s64.f32 $0, $1;")
    AS_PTX(nvvm_f2ll_rn_ftz, "cvt.rni.ftz.s64.f32 $0, $1;")
    AS_PTX(nvvm_f2ll_rz, "cvt.rzi.s64.f32 $0, $1;")
    AS_PTX(nvvm_f2ll_rz_ftz, "cvt.rzi.ftz.s64.f32 $0, $1;")
    AS_PTX(nvvm_f2ll_rm, "cvt.rmi.s64.f32 $0, $1;")
    AS_PTX(nvvm_f2ll_rm_ftz, "cvt.rmi.ftz.s64.f32 $0, $1;")
    AS_PTX(nvvm_f2ll_rp, "cvt.rpi.s64.f32 $0, $1;")
    AS_PTX(nvvm_f2ll_rp_ftz, "cvt.rpi.ftz.s64.f32 $0, $1;")
    AS_PTX(nvvm_f2ull_rn, "cvt.rni.u64.f32 $0, $1;")
    AS_PTX(nvvm_f2ull_rn_ftz, "cvt.rni.ftz.u64.f32 $0, $1;")
    AS_PTX(nvvm_f2ull_rz, "cvt.rzi.u64.f32 $0, $1;")
    AS_PTX(nvvm_f2ull_rz_ftz, "cvt.rzi.ftz.u64.f32 $0, $1;")
    AS_PTX(nvvm_f2ull_rm, "cvt.rmi.u64.f32 $0, $1;")
    AS_PTX(nvvm_f2ull_rm_ftz, "cvt.rmi.ftz.u64.f32 $0, $1;")
    AS_PTX(nvvm_f2ull_rp, "cvt.rpi.u64.f32 $0, $1;")
    AS_PTX(nvvm_f2ull_rp_ftz, "cvt.rpi.ftz.u64.f32 $0, $1;")
    AS_PTX(nvvm_d2i_rn, "cvt.rni.s32.f64 $0, $1;")
    AS_PTX(nvvm_d2i_rz, "cvt.rzi.s32.f64 $0, $1;")
    AS_PTX(nvvm_d2i_rm, "cvt.rmi.s32.f64 $0, $1;")
    AS_PTX(nvvm_d2i_rp, "cvt.rpi.s32.f64 $0, $1;")
    AS_PTX(nvvm_d2ui_rn, "cvt.rni.u32.f64 $0, $1;")
    AS_PTX(nvvm_d2ui_rz, "cvt.rzi.u32.f64 $0, $1;")
    AS_PTX(nvvm_d2ui_rm, "cvt.rmi.u32.f64 $0, $1;")
    AS_PTX(nvvm_d2ui_rp, "cvt.rpi.u32.f64 $0, $1;")
    AS_PTX(nvvm_d2ll_rn, "cvt.rni.s64.f64 $0, $1;")
    AS_PTX(nvvm_d2ll_rz, "cvt.rzi.s64.f64 $0, $1;")
    AS_PTX(nvvm_d2ll_rm, "cvt.rmi.s64.f64 $0, $1;")
    AS_PTX(nvvm_d2ll_rp, "cvt.rpi.s64.f64 $0, $1;")
    AS_PTX(nvvm_d2ull_rn, "cvt.rni.u64.f64 $0, $1;")
    AS_PTX(nvvm_d2ull_rz, "cvt.rzi.u64.f64 $0, $1;")
    AS_PTX(nvvm_d2ull_rm, "cvt.rmi.u64.f64 $0, $1;")
    AS_PTX(nvvm_d2ull_rp, "cvt.rpi.u64.f64 $0, $1;")
    AS_PTX(nvvm_i2f_rn, "cvt.rn.f32.s32 $0, $1;")
    AS_PTX(nvvm_i2f_rz, "cvt.rz.f32.s32 $0, $1;")
    AS_PTX(nvvm_i2f_rm, "cvt.rm.f32.s32 $0, $1;")
    AS_PTX(nvvm_i2f_rp, "cvt.rp.f32.s32 $0, $1;")
    AS_PTX(nvvm_i2d_rn, "cvt.rn.f64.s32 $0, $1;")
    AS_PTX(nvvm_i2d_rz, "cvt.rz.f64.s32 $0, $1;")
    AS_PTX(nvvm_i2d_rm, "cvt.rm.f64.s32 $0, $1;")
    AS_PTX(nvvm_i2d_rp, "cvt.rp.f64.s32 $0, $1;")
    AS_PTX(nvvm_ui2f_rn, "cvt.rn.f32.u32 $0, $1;")
    AS_PTX(nvvm_ui2f_rz, "cvt.rz.f32.u32 $0, $1;")
    AS_PTX(nvvm_ui2f_rm, "cvt.rm.f32.u32 $0, $1;")
    AS_PTX(nvvm_ui2f_rp, "cvt.rp.f32.u32 $0, $1;")
    AS_PTX(nvvm_ui2d_rn, "cvt.rn.f64.u32 $0, $1;")
    AS_PTX(nvvm_ui2d_rz, "cvt.rz.f64.u32 $0, $1;")
    AS_PTX(nvvm_ui2d_rm, "cvt.rm.f64.u32 $0, $1;")
    AS_PTX(nvvm_ui2d_rp, "cvt.rp.f64.u32 $0, $1;")
    AS_PTX(nvvm_ll2f_rn, "cvt.rn.f32.s64 $0, $1;")
    AS_PTX(nvvm_ll2f_rz, "cvt.rz.f32.s64 $0, $1;")
    AS_PTX(nvvm_ll2f_rm, "cvt.rm.f32.s64 $0, $1;")
    AS_PTX(nvvm_ll2f_rp, "cvt.rp.f32.s64 $0, $1;")
    AS_PTX(nvvm_ll2d_rn, "cvt.rn.f64.s64 $0, $1;")
    AS_PTX(nvvm_ll2d_rz, "cvt.rz.f64.s64 $0, $1;")
    AS_PTX(nvvm_ll2d_rm, "cvt.rm.f64.s64 $0, $1;")
    AS_PTX(nvvm_ll2d_rp, "cvt.rp.f64.s64 $0, $1;")
    AS_PTX(nvvm_ull2f_rn, "cvt.rn.f32.u64 $0, $1;")
    AS_PTX(nvvm_ull2f_rz, "cvt.rz.f32.u64 $0, $1;")
    AS_PTX(nvvm_ull2f_rm, "cvt.rm.f32.u64 $0, $1;")
    AS_PTX(nvvm_ull2f_rp, "cvt.rp.f32.u64 $0, $1;")
    AS_PTX(nvvm_ull2d_rn, "cvt.rn.f64.u64 $0, $1;")
    AS_PTX(nvvm_ull2d_rz, "cvt.rz.f64.u64 $0, $1;")
    AS_PTX(nvvm_ull2d_rm, "cvt.rm.f64.u64 $0, $1;")
    AS_PTX(nvvm_ull2d_rp, "cvt.rp.f64.u64 $0, $1;")
    AS_PTX(nvvm_d2f_rn, "cvt.rn.f32.f64 $0, $1;")
    AS_PTX(nvvm_d2f_rn_ftz, "cvt.rn.ftz.f32.f64 $0, $1;")
    AS_PTX(nvvm_d2f_rz, "cvt.rz.f32.f64 $0, $1;")
    AS_PTX(nvvm_d2f_rz_ftz, "cvt.rz.ftz.f32.f64 $0, $1;")
    AS_PTX(nvvm_d2f_rm, "cvt.rm.f32.f64 $0, $1;")
    AS_PTX(nvvm_d2f_rm_ftz, "cvt.rm.ftz.f32.f64 $0, $1;")
    AS_PTX(nvvm_d2f_rp, "cvt.rp.f32.f64 $0, $1;")
    AS_PTX(nvvm_d2f_rp_ftz, "cvt.rp.ftz.f32.f64 $0, $1;")
    AS_PTX(nvvm_f2h_rn, "cvt.rn.f16.f32 $0, $1;")
    AS_PTX(nvvm_f2h_rn_ftz, "cvt.rn.ftz.f16.f32 $0, $1;")
    AS_PTX(nvvm_lohi_i2d, "mov.b64 $0, {$1, $2};")
    AS_PTX(nvvm_d2i_lo, "{ .reg .b32 high; mov.b64 {$0, high}, $1; }")
    AS_PTX(nvvm_d2i_hi, "{ .reg .b32 low; mov.b64 {low, $0}, $1; }")
    AS_PTX(nvvm_trunc_f, "cvt.rzi.f32.f32 $0, $1;")
    AS_PTX(nvvm_trunc_ftz_f, "cvt.rzi.ftz.f32.f32 $0, $1;")
    AS_PTX(nvvm_trunc_d, "cvt.rzi.f64.f64 $0, $1;")
    AS_PTX(nvvm_floor_f, "cvt.rmi.f32.f32 $0, $1;")
    AS_PTX(nvvm_floor_ftz_f, "cvt.rmi.ftz.f32.f32 $0, $1;")
    AS_PTX(nvvm_floor_d, "cvt.rmi.f64.f64 $0, $1;")
    AS_PTX(nvvm_ceil_f, "cvt.rpi.f32.f32 $0, $1;")
    AS_PTX(nvvm_ceil_ftz_f, "cvt.rpi.ftz.f32.f32 $0, $1;")
    AS_PTX(nvvm_ceil_d, "cvt.rpi.f64.f64 $0, $1;")
    AS_PTX(nvvm_round_f, "cvt.rni.f32.f32 $0, $1;")
    AS_PTX(nvvm_round_ftz_f, "cvt.rni.ftz.f32.f32 $0, $1;")
    AS_PTX(nvvm_round_d, "cvt.rni.f64.f64 $0, $1;")
    AS_PTX(nvvm_saturate_f, "cvt.sat.f32.f32 $0, $1;")
    AS_PTX(nvvm_saturate_ftz_f, "cvt.sat.ftz.f32.f32 $0, $1;")
    AS_PTX(nvvm_saturate_d, "cvt.sat.f64.f64 $0, $1;")
    AS_PTX(nvvm_rcp_rn_f, "rcp.rn.f32 $0, $1;")
    AS_PTX(nvvm_rcp_rn_ftz_f, "rcp.rn.ftz.f32 $0, $1;")
    AS_PTX(nvvm_rcp_rn_d, "rcp.rn.f64 $0, $1;")
    AS_PTX(nvvm_rcp_rz_f, "rcp.rz.f32 $0, $1;")
    AS_PTX(nvvm_rcp_rz_ftz_f, "rcp.rz.ftz.f32 $0, $1;")
    AS_PTX(nvvm_rcp_rz_d, "rcp.rz.f64 $0, $1;")
    AS_PTX(nvvm_rcp_rm_f, "rcp.rm.f32 $0, $1;")
    AS_PTX(nvvm_rcp_rm_ftz_f, "rcp.rm.ftz.f32 $0, $1;")
    AS_PTX(nvvm_rcp_rm_d, "rcp.rm.f64 $0, $1;")
    AS_PTX(nvvm_rcp_rp_f, "rcp.rp.f32 $0, $1;")
    AS_PTX(nvvm_rcp_rp_ftz_f, "rcp.rp.ftz.f32 $0, $1;")
    AS_PTX(nvvm_rcp_rp_d, "rcp.rp.f64 $0, $1;")
    AS_PTX(nvvm_fmin_f, "min.f32 $0, $1, $2;")
    AS_PTX(nvvm_fmin_ftz_f, "min.ftz.f32 $0, $1, $2;")
    AS_PTX(nvvm_fmin_d, "min.f64 $0, $1, $2;")
    AS_PTX(nvvm_fmin_nan_f, "min.NaN.f32 $0, $1, $2;")
    AS_PTX(nvvm_fmin_ftz_nan_f, "min.ftz.NaN.f32 $0, $1, $2;")
    AS_PTX(nvvm_fmax_f, "max.f32 $0, $1, $2;")
    AS_PTX(nvvm_fmax_ftz_f, "max.ftz.f32 $0, $1, $2;")
    AS_PTX(nvvm_fmax_d, "max.f64 $0, $1, $2;")
    AS_PTX(nvvm_fmax_nan_f, "max.NaN.f32 $0, $1, $2;")
    AS_PTX(nvvm_fmax_ftz_nan_f, "max.ftz.NaN.f32 $0, $1, $2;")
    AS_PTX(nvvm_fabs, "abs.TYPE $0, $1;")
    AS_PTX(nvvm_fabs_ftz, "abs.ftz.TYPE $0, $1;")
    AS_PTX(nvvm_ex2_approx, "ex2.approx.TYPE $0, $1;")
    AS_PTX(nvvm_ex2_approx_ftz, "ex2.approx.ftz.TYPE $0, $1;")
    AS_PTX(nvvm_sad_i, "sad.s32 $0, $1, $2, $3;")
    AS_PTX(nvvm_sad_ui, "sad.u32 $0, $1, $2, $3;")
    AS_PTX(nvvm_prmt, "prmt.b32 $0, $1, $2, $3;")
    AS_PTX(nvvm_mul24_i, "mul24.lo.s32 $0, $1, $2;")
    AS_PTX(nvvm_mul24_ui, "mul24.lo.u32 $0, $1, $2;")
    AS_PTX(tanh, "tanh.approx.TYPE $0, $1;")
// clang-format on
#undef AS_PTX
#define SIMT_SPECIAL(NAME, PTX, INTRINSIC)                                     \
  {Intrinsic::nvvm_read_ptx_sreg_##INTRINSIC,                                  \
   &Decoder::plain,                                                            \
   Opcode::ReadSpecial,                                                        \
   isBits,                                                                     \
   none,                                                                       \
   RoundingMode::NearestEven,                                                  \
   SpecialRegister::NAME},
#include "interp/Simt/Machine/SpecialRegisters.def"
};
llvm::ArrayRef<IntrinsicRow> simt::getIntrinsicRows() { return intrinsicRows; }
