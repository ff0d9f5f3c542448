//===- MatrixProduct.h - Products of matrices of a warp ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What mma and wmma say beside their operands, and which element of a matrix
// each lane holds (PTX ISA 9.0, 9.7.14.4 and .5). No machine is needed for it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_MATRIXPRODUCT_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_MATRIXPRODUCT_H

#include "interp/Simt/Machine/Instruction.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace tilefuzz::simt {

/// Of D = A B + C.
enum class MatrixRole : uint8_t { A, B, C, D };

enum class FragmentLayout : uint8_t {
  /// mma but the next: four lanes share rows of A, columns of B and rows of C.
  Groups,
  /// mma.m8n8k4 of f16: four products, of four lanes and the sixteen on each.
  Quads,
  /// wmma: nobody's business but the machine's.
  Opaque
};

/// How elements that are bits become a number.
enum class BitProduct : uint8_t { None, Xor, And };

/// What may follow in A's metadata (PTX ISA 9.0, 9.7.14.6.1).
enum class MatrixSparsity : uint8_t {
  /// Registers have all of A.
  None,
  /// mma.sp: half of A is zero and in no register. Of two indices of a chunk,
  /// any may come first.
  AnyOrder,
  /// mma.sp::ordered_metadata: the smaller one comes first.
  Ordered
};

/// Of what is stored of a sparse row: in each chunk of `chunk` elements,
/// `stored` are, in runs of `run` neighbours that one index is for.
struct SparseChunk {
  uint32_t chunk, stored, run;
  /// Of an index.
  uint32_t bits;
};

/// Where an index of A's metadata lies.
struct MetadataPlace {
  uint32_t lane, bit;
};

/// The part of a matrix that one lane holds.
struct MatrixFragment {
  RegisterType type;
  uint32_t rows = 0, columns = 0;
  /// Of an element in a register, and where it begins.
  uint32_t containerBits = 0, shift = 0;
  uint32_t elements = 0;
  uint32_t registerBits = 0;

  uint32_t perRegister() const { return registerBits / containerBits; }
  uint32_t registers() const { return elements / perRegister(); }
};

struct FragmentPlace {
  uint32_t product = 0, row = 0, column = 0;
  /// A copy of what another lane has, too.
  bool isCopy = false;
};

struct MatrixProduct {
  /// A is m × k, B is k × n.
  uint32_t m = 0, n = 0, k = 0;
  /// By role.
  std::array<RegisterType, 4> types;
  FragmentLayout layout = FragmentLayout::Groups;
  bool isFirstByColumn = false, isSecondByColumn = true;
  /// Elements of 4 and 6 bits have bytes of their own.
  bool isPadded = false;
  bool saturates = false;
  BitProduct bits = BitProduct::None;
  RoundingMode rounding = RoundingMode::NearestEven;
  /// LLVM: the two halves of a register are lanes of their own.
  bool hasHalvesApart = false;
  MatrixSparsity sparsity = MatrixSparsity::None;
  /// Which lanes of four have the metadata.
  uint32_t selector = 0;
  /// Blocks along k, which each have a factor in every row of A and column of
  /// B (9.7.14.3); 0: there are no factors.
  uint32_t scales = 0;
  RegisterType scaleType;

  RegisterType typeOf(MatrixRole role) const { return types[unsigned(role)]; }
  uint32_t products() const { return layout == FragmentLayout::Quads ? 4 : 1; }
  bool isSparse() const { return sparsity != MatrixSparsity::None; }
  /// Elements of a row of A that registers hold.
  uint32_t storedDepth() const { return isSparse() ? k / 2 : k; }
  MatrixFragment fragmentOf(MatrixRole role) const;
  /// Where element `i` of a lane belongs.
  FragmentPlace placeOf(MatrixRole role, uint32_t lane, uint32_t i) const;
  SparseChunk sparseChunk() const;
  /// How many selectors there are: 4, 2 or 1.
  uint32_t selectors() const;
  /// Of index `index` of a row of A.
  MetadataPlace metadataPlace(uint32_t row, uint32_t index) const;
  /// The lane that has the factors of a row of A or a column of B, where
  /// `part` of each group of four lanes is asked for.
  uint32_t scaleLane(MatrixRole role, uint32_t line, uint32_t part) const;
};

/// wmma.load and wmma.store of one matrix.
struct MatrixAccess {
  MatrixProduct shape;
  MatrixRole role{};
  bool isByColumn = false;
  /// Between lines, in elements, where no operand says it.
  uint32_t usualStride() const;
};

/// `f16`, `tf32`, `e4m3`, `b1`...
std::optional<RegisterType> parseMatrixType(llvm::StringRef part);
/// `m16n8k16`.
bool parseMatrixShape(llvm::StringRef part, uint32_t &m, uint32_t &n,
                      uint32_t &k);

/// `mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32` and its like, by its
/// parts, as PTX and intrinsics of LLVM name them; none: it is not executed.
std::optional<MatrixProduct>
parseMatrixProduct(llvm::ArrayRef<llvm::StringRef> parts);
std::optional<MatrixAccess>
parseMatrixAccess(llvm::ArrayRef<llvm::StringRef> parts);

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_MATRIXPRODUCT_H
