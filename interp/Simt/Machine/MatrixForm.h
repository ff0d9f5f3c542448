//===- MatrixForm.h - Matrices of a warp ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What an instruction of a whole warp on matrices says beside its operands, and
// which element each register of each lane holds (PTX ISA 9.0, 9.7.14). No
// machine is needed for it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_MATRIXFORM_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_MATRIXFORM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace tilefuzz::simt {

enum class MatrixOperation : uint8_t {
  /// ldmatrix: from shared memory, `a` the mask, `b` the address of a line.
  Load,
  /// stmatrix: `c` and those behind it are stored.
  Store,
  /// movmatrix of `b`.
  Transpose,
};

/// Of loads, stores and transpositions.
struct MatrixForm {
  MatrixOperation operation{};
  /// Of each of `count` matrices.
  uint8_t rows = 8, columns = 8, count = 1;
  /// Lines in memory are columns.
  bool isTransposed = false;
  /// Of an element in memory; in a register it has 16 or 8.
  uint8_t bits = 16;

  uint32_t containerBits() const { return bits == 16 ? 16 : 8; }
  /// Elements of a register.
  uint32_t perRegister() const { return 32 / containerBits(); }
  /// Registers of a lane.
  uint32_t registers() const {
    return count * rows * columns / perRegister() / 32;
  }
  /// Of one matrix; each is 16 bytes, and one lane has its address.
  uint32_t lines() const { return isTransposed ? columns : rows; }
};
inline constexpr uint32_t matrixLineBytes = 16;

/// An element in memory.
struct MatrixPlace {
  /// Of all lines of all matrices: the lane that has its address.
  uint32_t line;
  /// In its line.
  uint32_t index;
};
/// Where element `element` of register `number` of a lane lies.
MatrixPlace elementPlace(const MatrixForm &form, uint32_t lane, uint32_t number,
                         uint32_t element);

/// `ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16`, by its parts, as PTX and
/// intrinsics of LLVM name them.
std::optional<MatrixForm>
parseMatrixForm(llvm::ArrayRef<llvm::StringRef> parts);

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_MATRIXFORM_H
