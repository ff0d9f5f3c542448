//===- SharedValues.h - What a draft need not make anew ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Addresses, constants and shapes that are made for every access anew are most
// of a program and do nothing: mostly those that are in scope are used again.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_SHAREDVALUES_H
#define TILEFUZZ_FUZZ_GENERATE_SHAREDVALUES_H

#include "fuzz/Generate/ByteSource.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tilefuzz {

class SharedValues {
public:
  /// What the value is: two pointers to what lives as long as the program.
  using Key = std::pair<const void *, const void *>;
  static Key keyOf(mlir::Value value, mlir::Type type) {
    return {value.getAsOpaquePointer(), type.getAsOpaquePointer()};
  }
  static Key keyOf(mlir::Type type, int64_t number) {
    return {type.getAsOpaquePointer(), reinterpret_cast<const void *>(number)};
  }

  /// What `make` gave for the same key before, if that is in scope, but for one
  /// time in `anewOneIn`.
  mlir::Value get(Key key, ByteSource &choices, unsigned anewOneIn,
                  llvm::function_ref<mlir::Value()> make) {
    if (mlir::Value before = known.lookup(key))
      if (!choices.oneIn(anewOneIn))
        return before;
    mlir::Value made = make();
    if (known.try_emplace(key, made).second)
      keys.push_back(key);
    return made;
  }

  /// Values go out of scope in the order in which they came.
  size_t mark() const { return keys.size(); }
  void forgetSince(size_t mark) {
    while (keys.size() > mark)
      known.erase(keys.pop_back_val());
  }

private:
  llvm::SmallDenseMap<Key, mlir::Value, 32> known;
  llvm::SmallVector<Key> keys;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_GENERATE_SHAREDVALUES_H
