//===- WholeFile.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/WholeFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace tilefuzz;

llvm::Error tilefuzz::writeWholeFile(llvm::StringRef path,
                                     llvm::StringRef content) {
  llvm::SmallString<128> temporary(llvm::sys::path::parent_path(path));
  llvm::sys::path::append(temporary, "." + llvm::sys::path::filename(path) +
                                         "." + llvm::Twine(::getpid()) +
                                         ".tmp");
  std::error_code code;
  llvm::raw_fd_ostream os(temporary, code);
  if (!code) {
    os << content;
    os.close();
    code = os.error();
    // Or it ends the process.
    os.clear_error();
  }
  if (!code)
    code = llvm::sys::fs::rename(temporary, path);
  if (!code)
    return llvm::Error::success();
  llvm::sys::fs::remove(temporary);
  return storageError(path + ": error: " + code.message());
}
