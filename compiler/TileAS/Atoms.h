//===- Atoms.h - Products that tensor cores do ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// One row for each instruction of a warp that `nv_tileas.dot` may name. All are
// m16n8 with 32 bytes along K, so that they share one layout of fragments (PTX
// ISA 9.0, "Matrix fragments for mma.m16n8k16" and its like).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_TILEAS_ATOMS_H
#define TILEFUZZ_COMPILER_TILEAS_ATOMS_H

#include "compiler/TileAS/TileASOps.h"

namespace mlir::nv_tileas {

struct MmaAtom {
  static constexpr int64_t rows = 16, columns = 8, depthBytes = 32;

  /// What the attribute says.
  llvm::StringLiteral name;
  /// The instruction's shape and types; of integers, $a and $b are signs.
  llvm::StringLiteral instruction;
  /// Along K.
  int64_t depth;
  /// Whether factors and sums have such elements.
  bool (*takes)(Type factor, Type sum);
  /// The least that has it, in the oldest PTX that names the target.
  int64_t capability;
};

llvm::ArrayRef<MmaAtom> getMmaAtoms();
const MmaAtom *findMmaAtom(llvm::StringRef name);
/// The atom of a product without scales on a target; null: there is none.
const MmaAtom *chooseMmaAtom(Type lhs, Type rhs, Type acc, int64_t capability);
/// Whether the atom's rows, columns and depth divide a product's.
bool fitsMmaAtom(const MmaAtom &atom, llvm::ArrayRef<int64_t> lhs,
                 llvm::ArrayRef<int64_t> rhs);

/// Where atoms leave the sums: four registers of a lane for each 16 x 8, all
/// 16 x 8 of one warp in a rectangle as near to a square as may be.
LinearLayoutAttr getFragmentLayout(MLIRContext *context,
                                   llvm::ArrayRef<int64_t> shape,
                                   int64_t numWarps);

} // namespace mlir::nv_tileas

#endif // TILEFUZZ_COMPILER_TILEAS_ATOMS_H
