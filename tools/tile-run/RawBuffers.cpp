//===- RawBuffers.cpp - Buffers of a run as files -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "RawBuffers.h"
#include "compiler/Support/Files/WholeFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace tilefuzz;

static llvm::StringRef bytesOf(const BufferImage &buffer) {
  return llvm::StringRef(reinterpret_cast<const char *>(buffer.bytes.data()),
                         buffer.bytes.size());
}

llvm::Error tilefuzz::writeRaw(const Outcome &outcome, llvm::StringRef folder) {
  if (std::error_code code = llvm::sys::fs::create_directories(folder))
    return llvm::createStringError(code, folder + ": error: " + code.message());
  for (const BufferImage &buffer : outcome.buffers) {
    llvm::SmallString<128> path(folder);
    llvm::sys::path::append(path, buffer.name + ".bin");
    if (llvm::Error error = writeWholeFile(path, bytesOf(buffer)))
      return error;
  }
  return llvm::Error::success();
}
