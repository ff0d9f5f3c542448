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
#include "interp/Simt/Machine/TensorProduct.h"
#include "llvm/ADT/STLFunctionalExtras.h"
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
/// another, none more aligned than it asks for.
class SharedPlaces {
public:
  /// Of the next object; one whose size the launch says takes all that is left.
  /// Fails if there is no room.
  llvm::Expected<uint32_t> add(const Object &object);
  std::vector<uint32_t> addresses;

private:
  uint64_t end = 1024;
};
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

/// The two instructions that have descriptors say which they are in bits 46 to
/// 48: tcgen05 has 1 there, wgmma 0 (9.7.15.5.1.2.2).
enum class DescriptorKind : uint8_t { Warpgroup = 0, TensorMemory = 1 };
llvm::Expected<SharedMatrix>
parseSharedMatrix(uint64_t descriptor,
                  DescriptorKind kind = DescriptorKind::TensorMemory);

/// A factor: `lines` rows of A, or columns of B, of `depth` elements.
struct TensorFactor {
  RegisterType type;
  uint32_t lines, depth;
  bool isTransposed;
};
/// Its elements by line, then by k. `read` gives the bytes at an address, at
/// most 16; false: the run is at its end.
bool readFactor(
    const SharedMatrix &at, const TensorFactor &factor,
    llvm::function_ref<bool(uint32_t, llvm::MutableArrayRef<Lane>)> read,
    std::vector<Lane> &elements);

llvm::Expected<TensorProduct> parseTensorProduct(TensorKind kind,
                                                 uint32_t descriptor);

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_TENSORLAYOUT_H
