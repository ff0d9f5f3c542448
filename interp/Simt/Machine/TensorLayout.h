//===- TensorLayout.h - Where parts of matrices are -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Which cell of tensor memory, and which byte of shared memory, an instruction
// of tcgen05 means: PTX ISA 9.0, 9.7.16.2.3 (shapes of loads, stores and
// copies), 9.7.16.3 (strides), 9.7.16.4 (descriptors), 9.7.16.10.5 (layouts D
// and F of results). No machine is needed for it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_TENSORLAYOUT_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_TENSORLAYOUT_H

#include "interp/Simt/Machine/Kernel.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace tilefuzz::simt {

/// A word of what an instruction moves, relative to its address.
struct TensorPlace {
  uint32_t lane = 0, word = 0;
  /// In the second half of 16x32bx2.
  bool isSecond = false;
};

llvm::StringRef spellingOf(TensorShape shape);
/// Registers of each thread for one repetition.
unsigned registersOf(TensorShape shape);
/// Of tensor memory; the others are 16.
unsigned lanesOf(TensorShape shape);
/// Where register `index` of the thread with this number in its warp lies.
TensorPlace fragmentPlace(TensorShape shape, uint32_t thread, uint32_t index);

llvm::StringRef spellingOf(TensorCopy copy);
struct CopyExtent {
  uint32_t rows, words;
};
CopyExtent extentOf(TensorCopy copy);
/// The lanes that get row `row`, relative to the address.
llvm::SmallVector<uint32_t, 4> lanesOfRow(TensorCopy copy, uint32_t row);

/// A matrix in shared memory: 9.7.16.4.1. All of it in bytes.
struct SharedMatrix {
  /// Of 18 bits: how an address in shared memory is written there.
  uint32_t start = 0, leading = 0, stride = 0;
  /// How many bytes lie together: 16 (not swizzled), 32, 64 or 128.
  uint32_t swizzle = 16;

  /// Of byte `byte` of line `line`. Where the matrix is stored by K, a line is
  /// a row, of which all bytes belong to some k; otherwise a line is a k.
  uint32_t addressOf(uint32_t line, uint32_t byte, bool isByK) const;
};

/// Where objects in shared memory begin, as descriptors have it: one behind
/// another, none more aligned than it asks for. Fails if they have no room.
llvm::Expected<std::vector<uint32_t>>
placeShared(llvm::ArrayRef<Object> objects);

/// Why a descriptor names nothing. Whoever writes such a program breaks a rule;
/// what is only not executed here has a text.
struct DescriptorError : llvm::ErrorInfo<DescriptorError> {
  explicit DescriptorError(std::string unsupported = "")
      : unsupported(std::move(unsupported)) {}
  void log(llvm::raw_ostream &os) const override { os << unsupported; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }
  std::string unsupported;
  static char ID;
};

llvm::Expected<SharedMatrix> parseSharedMatrix(uint64_t descriptor);

/// A product: 9.7.16.4.2. D (rows × columns) is A times B, and what D was.
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

llvm::Expected<TensorProduct> parseTensorProduct(TensorKind kind,
                                                 uint32_t descriptor);

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_TENSORLAYOUT_H
