//===- NVVMEvents.h - A function of the LLVM dialect as events --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The adaptor between MLIR and the fences (Fences/FenceGraph.h): which place of
// a function is which event, through blocks, regions and calls.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_TRANSFORMS_NVVMEVENTS_H
#define TILEFUZZ_COMPILER_TRANSFORMS_NVVMEVENTS_H

#include "compiler/Transforms/Fences/FenceGraph.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace tilefuzz {

/// What `op` itself is: an operation of nvvm, a call of its intrinsic, or
/// inline PTX. An error if PTX text is several events, of which one is a
/// boundary: nothing can be put between them.
mlir::FailureOr<TensorEvent> classifyOperation(mlir::Operation *op,
                                               const BugSet &bugs = {});

/// A function's graph, and the operation of every event.
struct FunctionEvents {
  EventGraph graph;
  /// By block and event.
  std::vector<std::vector<mlir::Operation *>> operations;
};

/// Functions that are called, directly or not, are seen as a use by their
/// callers if they hold any event; a function that is called has uses before
/// and behind it. A region whose control flow no interface tells is refused if
/// it holds an event.
class ModuleEvents {
public:
  ModuleEvents(mlir::ModuleOp module, const BugSet &bugs);

  /// Some function has a use.
  bool hasUse() const { return firstUse; }
  /// Null without.
  mlir::Operation *getFirstUse() const { return firstUse; }
  mlir::FailureOr<FunctionEvents>
  build(mlir::FunctionOpInterface function) const;

private:
  bool isCalled(mlir::FunctionOpInterface function) const;
  /// Of a call; none, if it leads to no event.
  TensorEvent classifyCall(mlir::Operation *call) const;

  friend class GraphBuilder;
  const BugSet &bugs;
  mlir::Operation *firstUse = nullptr;
  /// Functions that hold an event, themselves or through calls.
  llvm::DenseSet<mlir::Operation *> withEvents;
  llvm::DenseSet<mlir::Operation *> called;
};

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_TRANSFORMS_NVVMEVENTS_H
