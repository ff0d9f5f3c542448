//===- Pack.h - A program as a case of a bundle -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_CONFORM_PACK_H
#define TILEFUZZ_ORACLE_CONFORM_PACK_H

#include "interp/Program/Launch.h"
#include "oracle/Gpu/Bundle.h"
#include "llvm/ADT/ArrayRef.h"

namespace tilefuzz {

/// What is packed besides the launch.
struct PackInput {
  std::string name;
  /// The program's text.
  std::string program;
  std::string kernel;
  std::string target;
  /// Empty: none, and `noCode` says why.
  std::string ptx;
  std::string noCode;
  /// Element type of each kernel parameter; what stands for a pointer is
  /// ignored.
  llvm::ArrayRef<ElementKind> parameters;
};

/// Initial buffer contents come from the launch, threads per block from the
/// kernel's `.reqntid` or `.maxntid`. `expected` must have completed; what it
/// encloses is packed with it. Errors:
/// an argument that fits no parameter, a PTX text without the kernel or
/// without its number of threads.
llvm::Expected<conform::Case> packCase(PackInput input, const Launch &launch,
                                       const Outcome &expected);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_CONFORM_PACK_H
