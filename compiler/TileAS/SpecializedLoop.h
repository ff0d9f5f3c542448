//===- SpecializedLoop.h - Loops that two agents run ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A loop of a matrix product whose factors one agent brings, a copy of a box at
// a time, and another multiplies with wgmma or tcgen05 (facts, 5.0, tier 2).
// The loop stays as it is and is marked; here is what makes it one, and where
// its factors lie in a stage of the ring.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_TILEAS_SPECIALIZEDLOOP_H
#define TILEFUZZ_COMPILER_TILEAS_SPECIALIZEDLOOP_H

#include "compiler/TileAS/TileASOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"
#include <string>

namespace mlir::nv_tileas {

/// Of the loop: how many stages its ring has.
inline constexpr llvm::StringLiteral specializedStagesAttr =
    "nv_tileas.specialized_stages";
/// Of the loop: "tcgen05" if its products are made in tensor memory; without it
/// a warpgroup makes them.
inline constexpr llvm::StringLiteral specializedUnitAttr =
    "nv_tileas.specialized_unit";
/// Of the loop: its ring is in shared memory that the launch gives.
inline constexpr llvm::StringLiteral specializedDynamicAttr =
    "nv_tileas.specialized_dynamic_memory";
/// Of every target with wgmma or tcgen05: what a block may have if its launch
/// asks for it.
inline constexpr int64_t mostSharedBytes = 227 << 10;
/// What multiplies.
enum class ProductUnit : uint8_t {
  /// wgmma: sums are in the registers of four warps.
  Warpgroup,
  /// tcgen05: one thread issues products, sums are in tensor memory.
  TensorMemory
};
/// "wgmma", "tcgen05".
llvm::StringRef stringify(ProductUnit unit);
/// What the loop is marked with.
ProductUnit getProductUnit(scf::ForOp loop);
/// Of one agent that computes: a warpgroup.
inline constexpr int64_t agentWarps = 4;
/// Where a ring begins, and each part of a stage: what a swizzle of 128 bytes
/// repeats after.
inline constexpr int64_t stageAlignment = 1024;

/// One factor in a stage: boxes one behind the other, each of lines of at most
/// 128 bytes along the dimension that memory has innermost.
struct StagedFactor {
  TiledLoadOp load;
  /// The matrix in memory, and its tiles.
  Value matrix;
  TiledViewType view;
  /// What PTX calls its elements.
  llvm::StringRef type;
  int64_t elementBytes = 0;
  /// Along M or N, and along K.
  int64_t outer = 0, depth = 0;
  /// Elements of a row lie one behind the other along K.
  bool isByK = false;
  /// The tile axis with stride 1.
  unsigned innerAxis = 0;

  /// Elements along both dimensions of a box.
  int64_t lineLength() const {
    return std::min<int64_t>(inner(), 128 / elementBytes);
  }
  int64_t lines() const { return isByK ? outer : depth; }
  int64_t lineBytes() const { return elementBytes * lineLength(); }
  int64_t boxes() const { return inner() / lineLength(); }
  int64_t boxBytes() const { return lines() * lineBytes(); }
  int64_t bytes() const { return boxes() * boxBytes(); }
  int64_t inner() const { return isByK ? depth : outer; }
};

struct SpecializedLoop {
  scf::ForOp loop;
  ProductUnit unit = ProductUnit::Warpgroup;
  DotOp dot;
  StagedFactor lhs, rhs;
  /// Of the cluster that executes a block: each has its share of the rows,
  /// which is what the left factor is here, and sends a part of the right
  /// factor's lines to all.
  int64_t numCtas = 1;
  /// That compute in a CTA: each of two has half of its sums.
  int64_t numAgents = 1;
  /// What the other agent computes again: outside of the loop, and in it.
  llvm::SetVector<Operation *> outside, inside;

  /// Bytes of each factor that a product multiplies along K.
  static constexpr int64_t stepBytes = 32;
  int64_t numSteps() const { return lhs.depth * lhs.elementBytes / stepBytes; }
  int64_t stageBytes() const { return lhs.bytes() + rhs.bytes(); }
  /// Of the right factor, in each box, that one CTA brings.
  int64_t sharedLines() const { return rhs.lines() / numCtas; }
  bool isInTensorMemory() const { return unit == ProductUnit::TensorMemory; }
  /// Rows of the sums of one product, and how many of those the tile has.
  int64_t blockRows() const {
    return isInTensorMemory() && lhs.outer >= 128 ? 128 : 64;
  }
  int64_t numBlocks() const { return lhs.outer / blockRows(); }
  int64_t computeWarps() const { return numAgents * agentWarps; }
  /// Columns of tensor memory for all sums, as alloc takes them: a power of two
  /// from 32 on.
  int64_t tensorColumns() const {
    return std::max<int64_t>(32, numBlocks() * rhs.outer);
  }
  /// Full and empty of each stage, 8 bytes each; with tensor memory one for
  /// when it has the first sums, one for when it has the last; of a cluster two
  /// for who computes; and with tensor memory a word for its address.
  int64_t meetingPlace(int64_t stages) const {
    return 16 * stages + (isInTensorMemory() ? 16 : 0);
  }
  int64_t barrierBytes(int64_t stages) const {
    return meetingPlace(stages) + (numCtas > 1 ? 16 : 0) +
           (isInTensorMemory() ? 8 : 0);
  }
  /// All of it in shared memory.
  int64_t ringBytes(int64_t stages) const {
    return stages * stageBytes() + stageAlignment + barrierBytes(stages);
  }
};

/// What the loop is, or, if agents with that unit cannot run it, why.
FailureOr<SpecializedLoop>
analyzeSpecializedLoop(scf::ForOp loop, ProductUnit unit, std::string &why);

} // namespace mlir::nv_tileas

#endif // TILEFUZZ_COMPILER_TILEAS_SPECIALIZEDLOOP_H
