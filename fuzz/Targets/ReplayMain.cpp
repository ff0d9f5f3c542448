//===- ReplayMain.cpp - The comparison target without an engine -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Runs the entry point of libFuzzer and AFL++ on files: what an engine kept,
// or a test.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Targets/ProgramFuzzing.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

int main(int argc, char **argv) {
  for (int i = 1; i < argc; ++i) {
    auto buffer = llvm::MemoryBuffer::getFile(argv[i]);
    if (!buffer) {
      llvm::errs() << argv[i] << ": error: " << buffer.getError().message()
                   << '\n';
      return 1;
    }
    tilefuzz::compareProgramText((*buffer)->getBuffer());
  }
  return 0;
}
