//===- TileAAAtomicRewrites.cpp - Updates that change nothing -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Off by default (facts, 8.10): even a relaxed update that writes what it read
// is more than a load. It reads the newest value, takes its place in the
// modification order, and continues a release sequence.
//
//===----------------------------------------------------------------------===//

#include "compiler/TileAA/TileAARewrites.h"

using namespace mlir;
using namespace mlir::nv_tileaa;
using tilefuzz::PatternRow;
using tilefuzz::SeededBug;

namespace {
/// What is taken for an update that changes nothing.
enum class Identity {
  /// Of integers, relaxed.
  Least,
  /// As the seed states it: whatever it orders.
  AnyOrder,
  /// Equal numbers for equal bits.
  ByNumber,
  /// +0.0 for the neutral element of a float sum, which is -0.0.
  PlusZero,
  /// 0 for the least integer of a signed maximum.
  ZeroMax,
  /// All ones for the greatest integer of a signed minimum.
  OnesMin,
};
} // namespace

/// A load with as much of the update's order as a load can have, and with its
/// scope; what is masked off, by the mask or as beyond a memref, gives `other`.
template <typename OpTy>
static void replaceByLoad(OpTy op, Value other, PatternRewriter &rewriter) {
  MemSemantic semantic = op.getMemSemantic();
  if (semantic == MemSemantic::AcqRel)
    semantic = MemSemantic::Acquire;
  else if (semantic == MemSemantic::Release)
    semantic = MemSemantic::Relaxed;
  rewriter.replaceOpWithNewOp<LoadOp>(
      op, op.getResult().getType(), op.getResultToken().getType(),
      op.getAddresses(), op.getIndices(), op.getMask(),
      op.getMask() || !op.getIndices().empty() ? other : Value(), op.getToken(),
      MemSemanticAttr::get(op.getContext(), semantic), op.getMemScopeAttr(),
      CacheModifierAttr(), EvictionPolicyAttr(), DictionaryAttr(),
      op.getInBoundsAttr());
}

namespace {

template <Identity variant> struct CASOfSame : OpRewritePattern<AtomicCASOp> {
  using OpRewritePattern<AtomicCASOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(AtomicCASOp op,
                                PatternRewriter &rewriter) const override {
    DenseElementsAttr compare = constantTile(op.getCompare());
    DenseElementsAttr value = constantTile(op.getValue());
    if (!compare || !value || !areEqual(compare, value))
      return failure();
    if (variant == Identity::AnyOrder
            ? op.getMemSemantic() == MemSemantic::Weak
            : op.getMemSemantic() != MemSemantic::Relaxed)
      return failure();
    // A masked-off element gives what it would have compared with.
    replaceByLoad(op, op.getCompare(), rewriter);
    return success();
  }
  static bool areEqual(DenseElementsAttr a, DenseElementsAttr b) {
    if (variant == Identity::ByNumber && isa<FloatType>(a.getElementType()))
      return llvm::equal(a.getValues<APFloat>(), b.getValues<APFloat>(),
                         [](const APFloat &x, const APFloat &y) {
                           return x.compare(y) == APFloat::cmpEqual;
                         });
    return elementBits(a) == elementBits(b);
  }
};

template <Identity variant>
struct RMWOfIdentity : OpRewritePattern<AtomicRMWOp> {
  using OpRewritePattern<AtomicRMWOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(AtomicRMWOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<APInt> bits = uniformBits(constantTile(op.getValue()));
    if (!bits || !isIdentity(op.getRmwMode(), *bits))
      return failure();
    if (variant == Identity::AnyOrder
            ? op.getMemSemantic() == MemSemantic::Weak
            : op.getMemSemantic() != MemSemantic::Relaxed)
      return failure();
    replaceByLoad(op, Value(), rewriter);
    return success();
  }
  static bool isIdentity(RmwMode mode, const APInt &bits) {
    switch (mode) {
    case RmwMode::Add:
    case RmwMode::Or:
    case RmwMode::XOr:
      return bits.isZero();
    case RmwMode::And:
      return bits.isAllOnes();
    case RmwMode::AddF:
      return variant == Identity::PlusZero && bits.isZero();
    case RmwMode::Max:
      return variant == Identity::ZeroMax && bits.isZero();
    case RmwMode::Min:
      return variant == Identity::OnesMin && bits.isAllOnes();
    default:
      return false;
    }
  }
};

} // namespace

static constexpr PatternRow rows[] = {
    {"tileaa-atomic-cas-same",
     "atomic_cas p, c, c -> load p; constants of equal bits, relaxed, scope "
     "and token kept (reads an older value than the update does)",
     populate<CASOfSame<Identity::Least>>, std::nullopt,
     /*offByDefault=*/true},
    {"tileaa-atomic-cas-same", "drops what a release orders",
     populate<CASOfSame<Identity::AnyOrder>>, SeededBug::AtomicCASLosesRelease},
    {"tileaa-atomic-cas-same", "compares floats as numbers",
     populate<CASOfSame<Identity::ByNumber>>, SeededBug::AtomicCASByNumber},
    {"tileaa-atomic-rmw-identity",
     "atomic_rmw of the neutral element -> load; add, or, xor: 0, and: all "
     "ones; integers, relaxed, scope and token kept (reads an older value than "
     "the update does)",
     populate<RMWOfIdentity<Identity::Least>>, std::nullopt,
     /*offByDefault=*/true},
    {"tileaa-atomic-rmw-identity", "drops what a release orders",
     populate<RMWOfIdentity<Identity::AnyOrder>>,
     SeededBug::AtomicRMWLosesRelease},
    {"tileaa-atomic-rmw-identity", "takes +0.0 for the neutral float",
     populate<RMWOfIdentity<Identity::PlusZero>>, SeededBug::AtomicAddPlusZero},
    {"tileaa-atomic-rmw-identity", "takes 0 for the least signed number",
     populate<RMWOfIdentity<Identity::ZeroMax>>, SeededBug::AtomicMaxZero},
    {"tileaa-atomic-rmw-identity",
     "takes all ones for the greatest signed number",
     populate<RMWOfIdentity<Identity::OnesMin>>, SeededBug::AtomicMinOnes},
};
llvm::ArrayRef<PatternRow> nv_tileaa::getAtomicRows() { return rows; }
