//===- TensorProduct.h - A product of matrices in shared memory -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What a product of tensor cores is that reads its factors by descriptors:
// PTX ISA 9.0, 9.7.16.4.2 and 9.7.15.5.2 (wgmma).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_TENSORPRODUCT_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_TENSORPRODUCT_H

#include "interp/Simt/Machine/Instruction.h"

namespace tilefuzz::simt {

/// D (rows × columns) is A times B, and what D was.
struct TensorProduct {
  uint32_t rows = 0, columns = 0;
  /// Of A and B; of D.
  RegisterType first, second, sum;
  bool negatesFirst = false, negatesSecond = false;
  bool isFirstTransposed = false, isSecondTransposed = false;
  bool saturates = false;

  /// Along K, of a row of A and of a column of B: 32 bytes.
  uint32_t depth() const { return 32 / bytesOf(first); }
  /// In memory.
  static uint32_t bytesOf(RegisterType type);
  /// Of a row of D, and of an A in tensor memory, relative to the address.
  uint32_t laneOf(uint32_t row) const {
    return rows == 64 ? row / 16 * 32 + row % 16 : row;
  }
  /// What products have to have in common to follow each other without a wait.
  uint32_t shapeKey() const {
    return rows << 16 | columns << 4 | unsigned(sum.kind == TypeKind::F16);
  }
};

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_TENSORPRODUCT_H
