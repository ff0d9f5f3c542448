//===- DecodedProgram.h - A tile program, decoded once ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The tile interpreter: decodes a module's entry once and runs it for a launch.
// A schedule chooses how blocks interleave, and one of the orders of a block's
// accesses that tokens allow (interp/Memory/Schedule.h); races are found by the
// clocks of interp/Memory, whatever order was run.
//
// Sums and products of floats that a reduction may take in any order, and
// functions with an error bound, are inexact: a representative with an
// enclosure (design, decision 3). Enclosures are followed through memory,
// changes of shape and arithmetic (Eval/Enclosing.h); a run is unstable where
// one does not decide what must be known.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILE_DECODEDPROGRAM_H
#define TILEFUZZ_INTERP_TILE_DECODEDPROGRAM_H

#include "interp/Memory/Schedule.h"
#include "interp/Program/Launch.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include <memory>

namespace tilefuzz {

class MachineObserver;

struct TileRunOptions {
  /// Operations executed before the run ends with RunStatus::StepLimit.
  uint64_t stepLimit = 10'000'000;
  /// Iterations through loops, of all blocks together, before it ends so with
  /// the condition `tooManyIterations`. 0: any number.
  uint64_t tripLimit = 0;
  /// In which order accesses and blocks are run.
  Schedule schedule;
  /// Sees every operation; null: nobody does (interp/Tile/Machine.h).
  MachineObserver *observer = nullptr;
  /// Memory::initialImages of the launch, for a caller that runs it often;
  /// null: they are made.
  const std::vector<BufferImage> *initial = nullptr;
};

class DecodedProgram {
public:
  /// `module` holds one cuda_tile.module (or is held by the parser's implicit
  /// module) and must outlive the program. Errors name the missing entry or the
  /// first operation that the interpreter does not know.
  /// With `mayFuse`, runs enclose what fuse-fma may make of the program, too.
  static llvm::Expected<DecodedProgram>
  decode(mlir::ModuleOp module, llvm::StringRef kernel, bool mayFuse = false);
  DecodedProgram(DecodedProgram &&);
  ~DecodedProgram();

  /// Errors are mistakes of the launch (argument count or type).
  llvm::Expected<Outcome> run(const Launch &launch,
                              const TileRunOptions &options = {}) const;

  struct Implementation;

private:
  friend class LaunchedProgram;
  explicit DecodedProgram(std::unique_ptr<Implementation> implementation);
  std::unique_ptr<Implementation> implementation;
};

/// Whether a launch can start it.
bool isKernel(mlir::FunctionOpInterface function);
/// What a launch of the kernel starts; of no name, the only entry there is.
llvm::Expected<mlir::FunctionOpInterface> findEntry(mlir::ModuleOp module,
                                                    llvm::StringRef kernel);

/// True if the interpreter has an evaluator for the operation.
bool hasEvaluator(llvm::StringRef operationName);
/// Why no run executes the operation; empty if one could.
llvm::StringRef refusalOf(llvm::StringRef operationName);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_DECODEDPROGRAM_H
