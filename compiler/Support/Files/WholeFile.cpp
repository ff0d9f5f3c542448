//===- WholeFile.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/Files/WholeFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace tilefuzz;

char StorageError::ID;

bool tilefuzz::isWrittenThrough(llvm::StringRef path) {
  llvm::sys::fs::file_status status;
  return !llvm::sys::fs::status(path, status) &&
         llvm::sys::fs::is_other(status);
}

static std::error_code write(llvm::StringRef path, llvm::StringRef content) {
  std::error_code code;
  llvm::raw_fd_ostream os(path, code);
  if (code)
    return code;
  os << content;
  os.close();
  code = os.error();
  // Or it ends the process.
  os.clear_error();
  return code;
}

static std::error_code writeAside(llvm::StringRef path,
                                  llvm::StringRef content) {
  llvm::SmallString<128> temporary(llvm::sys::path::parent_path(path));
  llvm::sys::path::append(temporary, "." + llvm::sys::path::filename(path) +
                                         "." + llvm::Twine(::getpid()) +
                                         ".tmp");
  std::error_code code = write(temporary, content);
  if (!code)
    code = llvm::sys::fs::rename(temporary, path);
  if (code)
    llvm::sys::fs::remove(temporary);
  return code;
}

llvm::Error tilefuzz::writeWholeFile(llvm::StringRef path,
                                     llvm::StringRef content) {
  if (path == "-") {
    llvm::outs() << content;
    return llvm::Error::success();
  }
  llvm::SmallString<128> target(path);
  bool isLink = llvm::sys::fs::is_symlink_file(path);
  // A link to nothing has no content to keep.
  bool isThrough = isWrittenThrough(path) ||
                   (isLink && llvm::sys::fs::real_path(path, target));
  std::error_code code =
      isThrough ? write(path, content) : writeAside(target, content);
  if (!code)
    return llvm::Error::success();
  return storageError(path + ": error: " + code.message());
}
