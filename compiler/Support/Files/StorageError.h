//===- StorageError.h - Results cannot be stored ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A database or folder cannot be read or written: a full disk, missing rights,
// damage. Not the fault of the command line, so tools exit with another code.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_FILES_STORAGEERROR_H
#define TILEFUZZ_COMPILER_SUPPORT_FILES_STORAGEERROR_H

#include "llvm/Support/Error.h"
#include <string>

namespace tilefuzz {

class StorageError : public llvm::ErrorInfo<StorageError> {
public:
  static char ID;

  explicit StorageError(std::string message) : message(std::move(message)) {}
  void log(llvm::raw_ostream &os) const override { os << message; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  std::string message;
};

inline llvm::Error storageError(const llvm::Twine &message) {
  return llvm::make_error<StorageError>(message.str());
}
/// `error` with its kind changed.
inline llvm::Error asStorageError(llvm::Error error) {
  return error ? storageError(llvm::toString(std::move(error)))
               : llvm::Error::success();
}

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_FILES_STORAGEERROR_H
