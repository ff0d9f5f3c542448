//===- Conversions.h - The lowering, operation by operation -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Conversions are proved by names like convert:cuda_tile.addi: what
// convert-cuda-tile-to-tileaa makes of the operation, its own patterns under
// MLIR's driver.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_PATTERNS_CONVERSIONS_H
#define TILEFUZZ_ORACLE_PATTERNS_CONVERSIONS_H

#include "compiler/Support/SeededBugs.h"
#include "mlir/IR/BuiltinOps.h"
#include <map>
#include <string>
#include <vector>

namespace tilefuzz {

/// Of every operation that has instances, in the order of the dialect.
std::vector<std::string> conversionNames();

/// The same by the name of the operation's class.
std::map<std::string, std::string, std::less<>> conversionsByClass();

/// Operations of cuda_tile that no conversion of their own is proved of, and
/// why.
struct UnprovedConversion {
  llvm::StringLiteral operation, reason;
};
llvm::ArrayRef<UnprovedConversion> getUnprovedConversions();

/// Lowers the module, borders of the code (oracle/Smt/TileEncoding.h) too.
/// Gives how many operations of that name there were; 0 if it was refused.
unsigned applyConversion(mlir::ModuleOp module, llvm::StringRef conversion,
                         const BugSet &bugs);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_PATTERNS_CONVERSIONS_H
