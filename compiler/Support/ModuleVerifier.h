//===- ModuleVerifier.h - MLIR's verifier, many times -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Gives the answers of `mlir::verify`, and its errors, for programs that are
// checked again after every pass (a warning may be missing, or come twice):
//
//   - An operation that was accepted once is accepted again without running its
//     verifier, if that sees nothing but name, attributes and types.
//   - Order of definitions and uses is read off single blocks.
//
// Whatever is not decided that way is given to `mlir::verify`.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_MODULEVERIFIER_H
#define TILEFUZZ_COMPILER_SUPPORT_MODULEVERIFIER_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/Allocator.h"

namespace tilefuzz {

/// For programs of one context, which must outlive it.
class ModuleVerifier {
public:
  ModuleVerifier() = default;
  ~ModuleVerifier() { forget(); }
  ModuleVerifier(const ModuleVerifier &) = delete;
  ModuleVerifier &operator=(const ModuleVerifier &) = delete;

  /// As `mlir::verify(root)`.
  mlir::LogicalResult verify(mlir::Operation *root);

  /// How many operations were accepted because equal ones had been.
  uint64_t numRemembered() const { return remembered; }

private:
  /// What is the same for all operations of a name.
  struct Kind {
    bool isRegistered, isIsolated, isLocal;
  };
  /// An accepted operation, without its operands.
  struct Accepted {
    mlir::OperationName name;
    mlir::DictionaryAttr attributes;
    mlir::OpaqueProperties properties;
    llvm::ArrayRef<mlir::Type> operandTypes, resultTypes;
    unsigned hash;
  };
  struct Key {
    mlir::Operation *op;
    unsigned hash;
  };
  struct AcceptedInfo {
    static Accepted *getEmptyKey() {
      return llvm::DenseMapInfo<Accepted *>::getEmptyKey();
    }
    static Accepted *getTombstoneKey() {
      return llvm::DenseMapInfo<Accepted *>::getTombstoneKey();
    }
    static unsigned getHashValue(const Accepted *entry) { return entry->hash; }
    static unsigned getHashValue(const Key &key) { return key.hash; }
    static bool isEqual(const Accepted *a, const Accepted *b) { return a == b; }
    static bool isEqual(const Key &key, const Accepted *entry);
  };

  Kind kindOf(mlir::OperationName name);
  mlir::LogicalResult verifyIsolated(mlir::Operation &op);
  mlir::LogicalResult verifyOperation(mlir::Operation &op, unsigned depth);
  mlir::LogicalResult verifyRegions(mlir::Operation &op, unsigned depth);
  mlir::LogicalResult verifyLocally(mlir::Operation &op, const Kind &kind);
  void accept(const Key &key);
  void forget();
  /// Leaves the answer to `mlir::verify`.
  mlir::LogicalResult giveUp() {
    isUndecided = true;
    return mlir::failure();
  }

  llvm::DenseMap<mlir::OperationName, Kind> kinds;
  llvm::DenseSet<Accepted *, AcceptedInfo> accepted;
  llvm::BumpPtrAllocator storage;
  uint64_t remembered = 0;
  bool isUndecided = false;
  /// A use of the isolated operation at hand may not be dominated.
  bool isOrderUndecided = false;
};

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_MODULEVERIFIER_H
