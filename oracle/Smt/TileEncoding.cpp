//===- TileEncoding.cpp - Tile programs as formulas -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Smt/TileEncoding.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/StringMap.h"

using namespace tilefuzz;

static const llvm::StringMap<EncoderFn> &encoders() {
  static const llvm::StringMap<EncoderFn> map = [] {
    llvm::StringMap<EncoderFn> map;
    for (llvm::ArrayRef<EncoderRow> rows :
         {getScalarEncoders(), getArithEncoders(), getShapeEncoders(),
          getProductEncoders(), getMemoryEncoders(), getAtomicEncoders(),
          getRegionEncoders()})
      for (const EncoderRow &row : rows)
        map[row.operation] = row.encode;
    return map;
  }();
  return map;
}

bool tilefuzz::hasEncoding(llvm::StringRef operationName) {
  return encoders().contains(operationName);
}

llvm::Error Encoder::encodeBlock(mlir::Block &block) {
  for (mlir::Operation &op : block) {
    EncoderFn encode = encoders().lookup(op.getName().getStringRef());
    if (!encode)
      return llvm::createStringError("'" + op.getName().getStringRef() +
                                     "' has no encoding");
    if (llvm::Error error = encode(*this, &op))
      return error;
  }
  return llvm::Error::success();
}

llvm::Expected<TileEncoding> tilefuzz::encode(mlir::Block &block,
                                              SymbolicDomain &domain,
                                              const MemoryLayout &layout) {
  TileEncoding result;
  result.undefined = domain.truth(false);
  result.memory = domain.initialMemory("memory");
  result.unspecifiedMemory = layout.bufferSize
                                 ? domain.constantMemory(0)
                                 : domain.initialMemory("unspecified");
  Encoder encoder(domain, result, layout);
  if (llvm::Error error = encoder.encodeBlock(block))
    return std::move(error);
  return result;
}

static constexpr llvm::StringLiteral accessPrefix = "access ";

void tilefuzz::numberAccesses(mlir::Operation *root) {
  unsigned next = 0;
  root->walk([&](mlir::Operation *op) {
    llvm::StringRef name = op->getName().stripDialect();
    if (llvm::none_of(
            llvm::ArrayRef<llvm::StringRef>{"load", "store", "atomic",
                                            "queue.put", "queue.get", "dot"},
            [&](llvm::StringRef part) { return name.contains(part); }))
      return;
    op->setLoc(mlir::NameLoc::get(mlir::StringAttr::get(
        op->getContext(), accessPrefix + llvm::Twine(next++))));
  });
}

std::optional<unsigned> tilefuzz::accessNumber(mlir::Operation *op) {
  auto name = llvm::dyn_cast<mlir::NameLoc>(op->getLoc());
  unsigned number;
  llvm::StringRef text = name ? name.getName().getValue() : "";
  if (!text.consume_front(accessPrefix) || text.getAsInteger(10, number))
    return std::nullopt;
  return number;
}
