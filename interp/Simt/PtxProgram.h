//===- PtxProgram.h - Run a PTX kernel, thread by thread --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_PTXPROGRAM_H
#define TILEFUZZ_INTERP_SIMT_PTXPROGRAM_H

#include "interp/Program/Launch.h"
#include "interp/Program/Outcome.h"
#include "interp/Simt/Machine/SimtOptions.h"
#include <memory>

namespace llvm {
class Module;
} // namespace llvm

namespace tilefuzz {

/// A kernel of a PTX module, decoded once and run often.
class PtxProgram {
public:
  /// The kernel that `launch` names, with room for its buffers. `source`, if
  /// not null, is what the text was made from: the types of its parameters say
  /// how the launch's numbers are read, where PTX has only their width (f16,
  /// bf16, i1). Errors: what cannot be read or decoded.
  static llvm::Expected<std::unique_ptr<PtxProgram>>
  create(llvm::StringRef text, const Launch &launch,
         const llvm::Module *source = nullptr);
  ~PtxProgram();

  /// As runSimt.
  Outcome run(const Launch &launch, const SimtOptions &options = {}) const;

private:
  struct Decoded;
  explicit PtxProgram(std::unique_ptr<Decoded> decoded);
  std::unique_ptr<Decoded> decoded;
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_SIMT_PTXPROGRAM_H
