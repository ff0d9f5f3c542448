//===- JoinedPrograms.cpp -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/JoinedPrograms.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "interp/Tile/DecodedProgram.h"
#include "mlir/IR/SymbolTable.h"

using namespace tilefuzz;
using TileModule = mlir::cuda_tile::ModuleOp;

static std::string prefixOf(size_t number) {
  return "p" + std::to_string(number) + "_";
}

bool tilefuzz::isOfJoined(llvm::StringRef name, size_t number) {
  return name.starts_with(prefixOf(number));
}

/// The one operation of the module; null: it has others.
static TileModule onlyTileModule(mlir::ModuleOp module) {
  mlir::Block &body = *module.getBody();
  if (!llvm::hasSingleElement(body))
    return nullptr;
  return llvm::dyn_cast<TileModule>(body.front());
}

/// But for its name.
static mlir::DictionaryAttr attributesOf(TileModule module) {
  mlir::NamedAttrList attributes(module->getAttrDictionary());
  attributes.erase(mlir::SymbolTable::getSymbolAttrName());
  return attributes.getDictionary(module.getContext());
}

/// False: a symbol has uses that nobody finds.
static bool rename(TileModule module, size_t number) {
  for (mlir::Operation &op : module.getBody().front()) {
    auto symbol = llvm::dyn_cast<mlir::SymbolOpInterface>(op);
    if (!symbol)
      continue;
    auto name = mlir::StringAttr::get(
        module.getContext(), prefixOf(number) + symbol.getName().str());
    if (mlir::failed(mlir::SymbolTable::replaceAllSymbolUses(
            &op, name, module.getOperation())))
      return false;
    mlir::SymbolTable::setSymbolName(&op, name);
  }
  return true;
}

std::optional<JoinedPrograms>
tilefuzz::joinPrograms(llvm::ArrayRef<const Program *> programs) {
  JoinedPrograms joined;
  TileModule target;
  for (auto [i, program] : llvm::enumerate(programs)) {
    Program copy = program->clone();
    TileModule source = onlyTileModule(*copy.module);
    if (!source)
      return std::nullopt;
    auto entry = llvm::cantFail(findEntry(*copy.module, copy.launch.kernel));
    if (!rename(source, i))
      return std::nullopt;
    copy.launch.kernel = mlir::SymbolTable::getSymbolName(entry).str();
    joined.launches.push_back(std::move(copy.launch));
    if (!target) {
      target = source;
      joined.module = std::move(copy.module);
      continue;
    }
    if (attributesOf(source) != attributesOf(target))
      return std::nullopt;
    mlir::Block &from = source.getBody().front(),
                &to = target.getBody().front();
    to.getOperations().splice(to.end(), from.getOperations());
  }
  return joined;
}
