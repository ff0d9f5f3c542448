//===- Instruction.h - Operations, decoded ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What is known of an operation before it runs: who evaluates it, and which
// slots it reads and writes.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILE_INSTRUCTION_H
#define TILEFUZZ_INTERP_TILE_INSTRUCTION_H

#include "interp/Kernels/Kernels.h"
#include "interp/Tile/Value.h"
#include "mlir/IR/Operation.h"

namespace tilefuzz {

/// `file:line:col`, or a name. The text belongs to the context.
llvm::StringRef placeOf(mlir::Location location);

/// How control leaves an operation.
enum class Flow {
  Next,
  /// To the first operation of a region that was entered.
  Enter,
  // Out of a region, with the operands of its terminator in `carried`.
  Yield,
  Continue,
  Break,
  Return,
  /// The run is over.
  Stop,
  /// The operation cannot go on yet (Machine::wait); it is run again.
  Wait,
  /// Only from `Machine::resume`: another block may run.
  Pause,
};

struct Instruction;
struct DecodedFunction;
using DecodedBlock = std::vector<Instruction>;
class Machine;
using EvaluatorFn = Flow (*)(Machine &, const Instruction &);

struct Instruction {
  EvaluatorFn evaluate = nullptr;
  mlir::Operation *op = nullptr;
  /// Indices into Machine::slots.
  llvm::SmallVector<unsigned, 4> operands, results;
  /// Of an element of each result (ElementBits.h).
  llvm::SmallVector<uint8_t, 4> resultBytes;
  /// If there is a kernel (Elementwise.h): what defines the operation, and what
  /// the kernel asks of its operands.
  Kernel kernel;
  EvaluatorFn definition = nullptr;
  llvm::SmallVector<uint8_t, 4> operandBytes;
  bool kernelNeedsMarksClear = false;
  /// If it must know truth values that may be undecided (Enclosing.h): what it
  /// does then.
  EvaluatorFn unguarded = nullptr;
  /// If it is a product that may be fused (Fusing.h): what rounds it.
  EvaluatorFn rounded = nullptr;
  /// Whether inexact elements of the first result get symbols (Forms.h).
  bool bearsSymbols = false;
  /// Of a constant: its tile.
  Shared<const TileValue> known;
  /// One block per region (empty for an empty region) and its arguments.
  std::vector<DecodedBlock> regions;
  std::vector<llvm::SmallVector<unsigned, 4>> regionArguments;
  /// Of a call.
  const DecodedFunction *callee = nullptr;
};

/// A function that is called.
struct DecodedFunction {
  mlir::Block *source = nullptr;
  DecodedBlock body;
  llvm::SmallVector<unsigned, 4> arguments;
  /// Those of the function, and of what it calls.
  unsigned firstSlot = 0, endSlot = 0;
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_INSTRUCTION_H
