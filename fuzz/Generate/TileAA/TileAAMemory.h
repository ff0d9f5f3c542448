//===- TileAAMemory.h - Accesses of an nv_tileaa draft ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Every block owns the elements [block * n, (block + 1) * n) of a buffer.
// Arguments that are only read have slack behind, for extra offsets. What is
// written is written at the top level, or in a region that gives the token of
// its last access to what follows.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_TILEAA_TILEAAMEMORY_H
#define TILEFUZZ_FUZZ_GENERATE_TILEAA_TILEAAMEMORY_H

#include "fuzz/Generate/TileAA/TileAADraft.h"

namespace tilefuzz {

/// How an access is ordered against other threads.
struct AccessStrength {
  mlir::nv_tileaa::MemSemantic semantic = mlir::nv_tileaa::MemSemantic::Weak;
  mlir::nv_tileaa::MemScope scope = mlir::nv_tileaa::MemScope::Gpu;

  template <typename Properties>
  void set(Properties &properties, mlir::MLIRContext *context) const {
    using namespace mlir::nv_tileaa;
    if (semantic == MemSemantic::Weak)
      return;
    properties.mem_semantic = MemSemanticAttr::get(context, semantic);
    properties.mem_scope = MemScopeAttr::get(context, scope);
  }
};
/// Weak, relaxed, or `strongest`.
AccessStrength chooseAccessOrder(TileAADraft &draft,
                                 mlir::nv_tileaa::MemSemantic strongest);

/// Of loads and stores.
template <typename Properties>
void chooseAccessPolicy(TileAADraft &draft, Properties &properties) {
  using namespace mlir::nv_tileaa;
  if (!draft.choices.oneIn(12))
    return;
  mlir::MLIRContext *context = draft.builder.getContext();
  if (draft.choices.oneIn(2))
    properties.cache_modifier =
        CacheModifierAttr::get(context, CacheModifier(draft.choices.below(6)));
  if (draft.choices.oneIn(2))
    properties.eviction_policy = EvictionPolicyAttr::get(
        context, EvictionPolicy(draft.choices.below(4)));
  if (draft.choices.oneIn(2))
    properties.optimization_hints = draft.builder.getDictionaryAttr(
        draft.builder.getNamedAttr("latency", draft.i32Attr(3)));
}

/// A view of a buffer, and where this block's part lies in it.
struct TileAAView {
  mlir::Value memref, view;
  llvm::SmallVector<mlir::Value, 3> index;
  /// The tile's type.
  mlir::Type tile;
  bool isSparse = false;
};
TileAAView makeTileAAView(TileAADraft &draft, const TileAABuffer &buffer,
                          bool maySparse);

/// A buffer that blocks read and write, each its part; often one in use.
unsigned writtenBuffer(TileAADraft &draft);

/// Loads this block's part, ordered; the value comes into scope.
mlir::Value loadFrom(TileAADraft &draft, unsigned buffer);
/// Stores a tile of `perBlock` elements, ordered.
void storeTo(TileAADraft &draft, unsigned buffer, mlir::Value value);
/// The plain operations. `mask`, `other` and `token` may be null.
mlir::nv_tileaa::LoadOp makeLoad(TileAADraft &draft, mlir::Value addresses,
                                 mlir::Value mask, mlir::Value other,
                                 mlir::Value token, AccessStrength order = {});
mlir::nv_tileaa::StoreOp makeStore(TileAADraft &draft, mlir::Value addresses,
                                   mlir::Value value, mlir::Value mask,
                                   mlir::Value token,
                                   AccessStrength order = {});
/// A mask of the shape; null: none.
mlir::Value chooseMask(TileAADraft &draft, llvm::ArrayRef<int64_t> shape);
/// What the pointers point to, in their shape.
mlir::Type valueTypeOf(mlir::Value pointers);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_GENERATE_TILEAA_TILEAAMEMORY_H
