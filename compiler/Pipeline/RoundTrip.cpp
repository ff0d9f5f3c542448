//===- RoundTrip.cpp - A program stored and read again --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipeline/RoundTrip.h"
#include "compiler/Bytecode/Bytecode.h"
#include "compiler/Bytecode/VersionCheck.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/CudaTile/PrinterBugs.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace tilefuzz;

static OwningOpRef<ModuleOp> throughText(ModuleOp module, bool isGeneric,
                                         const BugSet &bugs) {
  std::string text;
  {
    cuda_tile::PrinterBugs::Scope scope(module.getContext(), bugs);
    OpPrintingFlags flags;
    // It is; the printer would verify it first.
    flags.assumeVerified();
    flags.printGenericOpForm(isGeneric);
    llvm::raw_string_ostream os(text);
    module->print(os, flags);
  }
  ParserConfig config(module.getContext(), /*verifyAfterParse=*/false);
  return parseSourceString<ModuleOp>(text, config, "printed");
}

static BytecodeVersion versionOf(StoredForm form) {
  return {1 + unsigned(form) - unsigned(StoredForm::Bytecode1)};
}

static cuda_tile::ModuleOp tileModuleOf(ModuleOp module) {
  auto modules = module.getOps<cuda_tile::ModuleOp>();
  return modules.empty() ? cuda_tile::ModuleOp() : *modules.begin();
}

static RoundTrip throughBytecode(ModuleOp module, BytecodeVersion version,
                                 const BugSet &bugs) {
  RoundTrip trip;
  std::string refused;
  FailureOr<std::string> bytes = failure();
  bool isTooNew = false;
  {
    auto keep = [&](Diagnostic &diagnostic) {
      if (refused.empty() &&
          diagnostic.getSeverity() == DiagnosticSeverity::Error)
        refused = diagnostic.str();
      return success();
    };
    ScopedDiagnosticHandler handler(module.getContext(), keep);
    bytes = writeBytecode(module, version, bugs);
    std::string first = refused;
    // What the version lacks is known; else the writer has a defect.
    isTooNew = failed(bytes) && failed(checkVersion(module, version));
    refused = first;
  }
  if (failed(bytes)) {
    if (isTooNew)
      trip.inexpressible = refused;
    else
      module.emitError("cannot be written as bytecode: ") << refused;
    return trip;
  }
  llvm::Expected<OwningOpRef<ModuleOp>> read =
      readBytecode(*bytes, "written", *module.getContext());
  if (!read) {
    module.emitError("cannot be read as bytecode: ")
        << llvm::toString(read.takeError());
    return trip;
  }
  trip.module = std::move(*read);
  if (cuda_tile::ModuleOp from = tileModuleOf(module),
      to = tileModuleOf(*trip.module);
      from && to)
    to.setSymName(from.getSymName());
  return trip;
}

/// Of operations, as far as they are the same ones.
static void copyLocations(ModuleOp from, ModuleOp to) {
  SmallVector<Operation *> operations;
  from->walk<WalkOrder::PreOrder>(
      [&](Operation *op) { operations.push_back(op); });
  size_t next = 0;
  to->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (next == operations.size() ||
        operations[next]->getName() != op->getName())
      return WalkResult::interrupt();
    op->setLoc(operations[next++]->getLoc());
    return WalkResult::advance();
  });
}

RoundTrip tilefuzz::makeRoundTrip(ModuleOp module, StoredForm form,
                                  const BugSet &bugs) {
  RoundTrip trip;
  if (isBytecode(form))
    trip = throughBytecode(module, versionOf(form), bugs);
  else
    trip.module = throughText(module, form == StoredForm::GenericText, bugs);
  if (trip.module)
    copyLocations(module, *trip.module);
  return trip;
}
