//===- Harvest.h - Instances from programs ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Templates have what their authors thought of. Programs have more: for every
// firing of a pattern, the operations around its root as they were before,
// with symbolic leaves, become an instance; equal ones are one.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_PATTERNS_HARVEST_H
#define TILEFUZZ_ORACLE_PATTERNS_HARVEST_H

#include "compiler/Support/SeededBugs.h"
#include "mlir/IR/BuiltinOps.h"
#include "oracle/Patterns/PatternInstances.h"
#include <map>
#include <memory>

namespace tilefuzz {

struct HarvestOptions {
  /// How far above the root definitions are taken, and how many.
  unsigned maxDepth = 4, maxOperations = 24;
  /// Different instances that are kept per pattern.
  unsigned maxInstances = 200;
  /// Wrong variants that fire instead of their patterns.
  BugSet bugs = {};
};

class Harvest {
public:
  explicit Harvest(HarvestOptions options = {});
  ~Harvest();

  /// Compiles a cuda_tile module to canonical nv_tileaa, or canonicalises one
  /// of nv_tileaa, with every pattern that is on by default. `module` is not
  /// changed. Failure: it does not compile.
  mlir::LogicalResult add(mlir::ModuleOp module);

  struct Pattern {
    std::vector<PatternInstance> instances;
    uint64_t firings = 0;
    /// Of these, firings whose surroundings make no module of their own.
    uint64_t dropped = 0;
  };
  /// By name, in the order of the firings.
  const std::map<std::string, Pattern> &patterns() const;

private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation;
};

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_PATTERNS_HARVEST_H
