//===- SyncedFile.cpp - Files that a power loss leaves --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/Files/SyncedFile.h"
#include "compiler/Support/Files/StorageError.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/Path.h"
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

using namespace tilefuzz;

static llvm::Error systemError(const llvm::Twine &what) {
  int code = errno;
  return storageError(what + ": " + llvm::sys::StrError(code));
}

llvm::Error tilefuzz::writeSynced(llvm::StringRef path,
                                  llvm::StringRef content) {
  int fd = ::open(path.str().c_str(), O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC,
                  0644);
  if (fd < 0)
    return systemError("cannot write '" + path + "'");
  while (!content.empty()) {
    ssize_t written = ::write(fd, content.data(), content.size());
    if (written < 0) {
      if (errno == EINTR)
        continue;
      llvm::Error error = systemError("cannot write '" + path + "'");
      ::close(fd);
      return error;
    }
    content = content.drop_front(written);
  }
  llvm::Error error = llvm::Error::success();
  if (::fsync(fd) != 0)
    error = llvm::joinErrors(std::move(error),
                             systemError("cannot sync '" + path + "'"));
  ::close(fd);
  return error;
}

void tilefuzz::syncDirectory(llvm::StringRef path) {
  int fd = ::open(path.str().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0)
    return;
  ::fsync(fd);
  ::close(fd);
}

/// Of a name without a folder, the one that the process is in.
static llvm::StringRef folderOf(llvm::StringRef file) {
  llvm::StringRef folder = llvm::sys::path::parent_path(file);
  return folder.empty() ? "." : folder;
}

llvm::Error tilefuzz::renameSynced(llvm::StringRef from, llvm::StringRef to) {
  if (::rename(from.str().c_str(), to.str().c_str()) != 0)
    return systemError("cannot rename '" + from + "'");
  // The new name first: between the two it has both.
  syncDirectory(folderOf(to));
  if (folderOf(from) != folderOf(to))
    syncDirectory(folderOf(from));
  return llvm::Error::success();
}

llvm::Error tilefuzz::replaceSynced(llvm::StringRef path,
                                    llvm::StringRef content) {
  llvm::SmallString<128> temporary(llvm::sys::path::parent_path(path));
  llvm::sys::path::append(temporary, "." + llvm::sys::path::filename(path) +
                                         "." + llvm::Twine(::getpid()) +
                                         ".tmp");
  llvm::Error error = writeSynced(temporary, content);
  if (!error)
    error = renameSynced(temporary, path);
  if (error)
    ::unlink(temporary.c_str());
  return error;
}
