//===- CudaTileDebugInfo.cpp - Source positions and their scopes ----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 1, 1.9; labels (D1, ...) are theirs.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileDebugInfo.h"

using namespace mlir;
using namespace mlir::cuda_tile;

static bool isLocalScope(Attribute attr) {
  return isa_and_nonnull<DISubprogramAttr, DILexicalBlockAttr>(attr);
}
static bool isScope(Attribute attr) {
  return isLocalScope(attr) ||
         isa_and_nonnull<DIFileAttr, DICompileUnitAttr>(attr);
}

LogicalResult
DILexicalBlockAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                           Attribute scope, DIFileAttr, unsigned, unsigned) {
  if (!isScope(scope))
    return emitError() << "scope must be a debug-info scope, got " << scope;
  return success();
}

LogicalResult DILocAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                FileLineColLoc, Attribute scope) {
  if (!isLocalScope(scope))
    return emitError() << "scope must be a subprogram or a lexical block, got "
                       << scope;
  return success();
}

DILocAttr cuda_tile::findDILoc(Location location) {
  if (auto found = dyn_cast<DILocAttr>(LocationAttr(location)))
    return found;
  if (auto call = dyn_cast<CallSiteLoc>(location))
    return findDILoc(call.getCaller());
  if (auto fused = dyn_cast<FusedLoc>(location)) {
    for (Location member : fused.getLocations())
      if (DILocAttr found = findDILoc(member))
        return found;
    return {};
  }
  if (auto name = dyn_cast<NameLoc>(location))
    return findDILoc(name.getChildLoc());
  if (auto opaque = dyn_cast<OpaqueLoc>(location))
    return findDILoc(opaque.getFallbackLocation());
  return {};
}

/// The function that a scope lies in; null if it lies in none.
static DISubprogramAttr subprogramOf(Attribute scope) {
  while (auto block = dyn_cast_or_null<DILexicalBlockAttr>(scope))
    scope = block.getScope();
  return dyn_cast_or_null<DISubprogramAttr>(scope);
}

LogicalResult cuda_tile::verifyDebugInfo(EntryOp entry) {
  if (isa<CallSiteLoc>(entry.getLoc())) // D1
    return entry.emitOpError("function location must not be a CallSiteLoc");
  DISubprogramAttr subprogram;
  if (DILocAttr location = findDILoc(entry.getLoc())) {
    subprogram = dyn_cast<DISubprogramAttr>(location.getScope());
    if (!subprogram) // D2
      return entry.emitOpError("function location must have a di_subprogram "
                               "scope, got ")
             << location.getScope();
    if (subprogram.getLinkageName() != entry.getSymNameAttr()) // D3
      return entry.emitOpError("name does not match the linkage name ")
             << subprogram.getLinkageName();
  }
  WalkResult result = entry.getBody().walk([&](Operation *op) -> WalkResult {
    DILocAttr location = findDILoc(op->getLoc());
    DISubprogramAttr own =
        location ? subprogramOf(location.getScope()) : DISubprogramAttr();
    if (!subprogram && own) // D4
      return op->emitOpError("has a debug-info scope but its function has "
                             "none");
    if (subprogram && location && own != subprogram) // D5
      return op->emitOpError("scope does not match the scope of its function");
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult cuda_tile::verifyDebugInfo(cuda_tile::ModuleOp module) {
  for (Operation &op : module.getBody().front())
    if (!isa<FunctionOpInterface>(op) && findDILoc(op.getLoc())) // D6
      return op.emitOpError("must not have a debug-info scope");
  return success();
}

/// The first position in a file that a location names; null: none.
static FileLineColLoc findPosition(Location location) {
  FileLineColLoc found;
  location->walk([&](Location part) {
    found = dyn_cast<FileLineColLoc>(part);
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

void cuda_tile::synthesizeDebugScope(EntryOp entry) {
  if (findDILoc(entry.getLoc()))
    return;
  MLIRContext *context = entry.getContext();
  FileLineColLoc own = findPosition(entry.getLoc());
  if (!own)
    own = FileLineColLoc::get(context, "<unknown>", 1, 1);
  StringRef path = own.getFilename().getValue();
  auto [folder, name] = path.rsplit('/');
  if (name.empty())
    std::swap(folder, name);
  auto file = DIFileAttr::get(context, StringAttr::get(context, name),
                              StringAttr::get(context, folder));
  auto scope = DISubprogramAttr::get(
      context, file, own.getLine(), entry.getSymNameAttr(),
      entry.getSymNameAttr(), DICompileUnitAttr::get(context, file),
      own.getLine());
  auto place = [&](Operation *op) {
    FileLineColLoc position = findPosition(op->getLoc());
    op->setLoc(DILocAttr::get(context, position ? position : own, scope));
  };
  place(entry);
  entry.getBody().walk(place);
}
