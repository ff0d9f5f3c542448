//===- CudaTileDebugConstants.cpp - Constants for people ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/CudaTile/CudaTilePatterns.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace mlir::cuda_tile;

void cuda_tile::printElementsForDebugging(llvm::raw_ostream &os,
                                          DenseElementsAttr value) {
  auto print = [&](int64_t i) {
    if (isa<FloatType>(value.getElementType())) {
      SmallString<32> digits;
      value.getValues<APFloat>()[i].toString(digits);
      os << digits;
      return;
    }
    APInt element = value.getValues<APInt>()[i];
    element.print(os, /*isSigned=*/element.getBitWidth() != 1);
  };
  for (int64_t i = 0, n = value.getNumElements(); i < n; ++i) {
    if (i)
      os << ", ";
    print(i);
  }
}

namespace {
class DebugConstantsPass
    : public PassWrapper<DebugConstantsPass, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DebugConstantsPass)
  StringRef getArgument() const override { return "cuda-tile-debug-constants"; }
  StringRef getDescription() const override {
    return "Remark on the elements of constants; for people, not a "
           "serialisation";
  }
  void runOnOperation() override {
    getOperation()->walk([](ConstantOp op) {
      std::string elements;
      llvm::raw_string_ostream os(elements);
      printElementsForDebugging(os, op.getDense());
      op.emitRemark() << elements;
    });
  }
};
} // namespace

void cuda_tile::registerDebugConstantsPass() {
  PassRegistration<DebugConstantsPass>();
}
