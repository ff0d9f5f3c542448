//===- ConvertMemory.cpp - Part B: pointers, tokens, storage ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/CudaTileToTileAA/Accesses.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;

aa::MemScopeAttr tilefuzz::convertScope(MLIRContext *context,
                                        std::optional<ct::MemoryScope> scope) {
  if (!scope)
    return {};
  switch (*scope) {
  case ct::MemoryScope::TileBlock:
    return aa::MemScopeAttr::get(context, aa::MemScope::TileBlock);
  case ct::MemoryScope::Device:
    return aa::MemScopeAttr::get(context, aa::MemScope::Gpu);
  case ct::MemoryScope::System:
    return aa::MemScopeAttr::get(context, aa::MemScope::System);
  }
  llvm_unreachable("unknown scope");
}

static void populatePointers(Populator &to) {
  to.add<ct::OffsetOp>(
      [](ct::OffsetOp op, auto in, Type type, Rewriter rewriter) -> Values {
        return {aa::AddPtrOp::create(rewriter, op.getLoc(), type, in.getPtr(),
                                     in.getOffset())};
      });
  to.add<ct::IntToPtrOp>(
      [](ct::IntToPtrOp op, auto in, Type type, Rewriter rewriter) -> Values {
        return {aa::IntToPtrOp::create(rewriter, op.getLoc(), type,
                                       in.getSource())};
      });
  to.add<ct::PtrToIntOp>(
      [](ct::PtrToIntOp op, auto in, Type type, Rewriter rewriter) -> Values {
        return {aa::PtrToIntOp::create(rewriter, op.getLoc(), type,
                                       in.getSource())};
      });
  // Changes the element size that later offsets are scaled by.
  to.add<ct::PtrToPtrOp>([](ct::PtrToPtrOp op, auto in, Type type,
                            Rewriter rewriter) -> Values {
    return {aa::BitcastOp::create(rewriter, op.getLoc(), type, in.getSource())};
  });
  to.add<ct::AllocaOp>(
      [](ct::AllocaOp op, auto, Type type, Rewriter rewriter) -> Values {
        return {aa::AllocaOp::create(rewriter, op.getLoc(), type,
                                     op.getNumElemAttr(), op.getAlignmentAttr(),
                                     op.getGlobalAttr())};
      });
  to.add<ct::GetGlobalOp>(
      [](ct::GetGlobalOp op, auto, Type type, Rewriter rewriter) -> Values {
        return {aa::GetGlobalOp::create(rewriter, op.getLoc(), type,
                                        op.getNameAttr())};
      });
}

template <typename OpTy> static void addSync(Populator &to, aa::SyncKind kind) {
  to.add<OpTy>([kind](OpTy op, auto in, Type type,
                      Rewriter rewriter) -> Values {
    return {aa::MemSyncOp::create(rewriter, op.getLoc(), type,
                                  aa::SyncKindAttr::get(op.getContext(), kind),
                                  in.getToken())};
  });
}

static void populateTokens(Populator &to, const BugSet &bugs) {
  to.add<ct::MakeTokenOp>(
      [](ct::MakeTokenOp op, auto, Type, Rewriter rewriter) -> Values {
        return {aa::CreateMemTokenOp::create(rewriter, op.getLoc())};
      });
  // Seeded: of several tokens, only the first is kept.
  to.add<ct::JoinTokensOp>(
      [bugs](ct::JoinTokensOp op, auto in, Type, Rewriter rewriter) -> Values {
        ValueRange tokens = in.getTokens();
        // A join of one token is that token; of none, a fresh one.
        if (tokens.empty())
          return {aa::CreateMemTokenOp::create(rewriter, op.getLoc())};
        if (tokens.size() == 1 || bugs.acts(SeededBug::JoinDropsToken))
          return {tokens.front()};
        // Seeded: what comes after the second is forgotten.
        if (tokens.size() > 2 && bugs.acts(SeededBug::JoinForgetsThird))
          tokens = tokens.take_front(2);
        return {aa::JoinMemTokenOp::create(rewriter, op.getLoc(), tokens)};
      });
  addSync<ct::GdcWaitTkoOp>(to, aa::SyncKind::WaitDependency);
  addSync<ct::GdcLaunchDependentsTkoOp>(to, aa::SyncKind::LaunchDependents);
  addSync<ct::MemoryFenceAliasTkoOp>(to, aa::SyncKind::AliasFence);
  to.add<ct::PrintTkoOp>([bugs](ct::PrintTkoOp op, auto in, Type type,
                                Rewriter rewriter) -> Values {
    Value token = in.getToken();
    if (token && bugs.acts(SeededBug::PrintDropsToken))
      token = {};
    return {aa::PrintOp::create(rewriter, op.getLoc(), type, op.getStrAttr(),
                                in.getArgs(), token)};
  });
}

/// Seeded: what other blocks synchronise with becomes relaxed.
static aa::MemSemanticAttr weakenSemantic(aa::MemSemanticAttr semantic) {
  if (semantic.getValue() == aa::MemSemantic::Weak)
    return semantic;
  return aa::MemSemanticAttr::get(semantic.getContext(),
                                  aa::MemSemantic::Relaxed);
}

static void populateAccesses(Populator &to, const BugSet &bugs) {
  auto semanticOf = [bugs](auto op) {
    aa::MemSemanticAttr semantic = convertSemantic(op);
    return bugs.pick(SeededBug::AccessLosesOrdering, semantic,
                     weakenSemantic(semantic));
  };
  auto scopeOf = [bugs](auto op) {
    aa::MemScopeAttr scope = convertScope(op.getContext(), op.getMemoryScope());
    if (!scope)
      return scope;
    return bugs.pick(
        SeededBug::AccessNarrowsScope, scope,
        aa::MemScopeAttr::get(op.getContext(), aa::MemScope::TileBlock));
  };
  to.add<ct::LoadPtrTkoOp>([=](ct::LoadPtrTkoOp op, auto in, Type type,
                               Rewriter rewriter) -> Values {
    Value token = in.getToken(), padding;
    // What no mask leaves out has no padding.
    if (in.getMask())
      padding = in.getPaddingValue();
    if (token && bugs.acts(SeededBug::LoadDropsToken))
      token = {};
    if (padding && bugs.acts(SeededBug::LoadLosesPadding))
      padding = {};
    auto load = aa::LoadOp::create(rewriter, op.getLoc(), type, tokenType(op),
                                   in.getSource(), in.getMask(), padding, token,
                                   semanticOf(op), scopeOf(op), nullptr,
                                   nullptr, convertHints(op));
    return {load.getResult(), load.getResultToken()};
  });
  to.add<ct::StorePtrTkoOp>([=](ct::StorePtrTkoOp op, auto in, Type type,
                                Rewriter rewriter) -> Values {
    Value stored = aa::StoreOp::create(
        rewriter, op.getLoc(), type, in.getDestination(), in.getValue(),
        in.getMask(), in.getToken(), semanticOf(op), scopeOf(op), nullptr,
        nullptr, convertHints(op));
    // Seeded: what follows the store follows what it follows.
    if (in.getToken() && bugs.acts(SeededBug::StorePassesToken))
      return {in.getToken()};
    return {stored};
  });
}

void tilefuzz::populatePartB(const TypeConverter &converter,
                             RewritePatternSet &patterns,
                             const CudaTileToTileAAOptions &options) {
  Populator to{converter, patterns, options.bugs};
  populatePointers(to);
  populateTokens(to, options.bugs);
  populateAccesses(to, options.bugs);
  populateAtomics(to);
  populateViews(to);
  populateModules(converter, patterns, options);
}
