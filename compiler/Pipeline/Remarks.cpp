//===- Remarks.cpp - What the compiler says of its choices ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipeline/Remarks.h"
#include "mlir/IR/Remarks.h"

using namespace tilefuzz;
namespace remark = mlir::remark;

namespace {
class DiagnosticStreamer : public remark::detail::MLIRRemarkStreamerBase {
public:
  void streamOptimizationRemark(const remark::detail::Remark &choice) override {
    mlir::InFlightDiagnostic diagnostic =
        mlir::emitRemark(choice.getLocation());
    for (const remark::detail::Remark::Arg &part : choice.getArgs())
      diagnostic << part.val;
    diagnostic << " [" << choice.getRemarkName() << "]";
  }
};
} // namespace

llvm::Error tilefuzz::enableChoiceRemarks(mlir::MLIRContext &context,
                                          llvm::StringRef names) {
  std::string problem;
  if (!llvm::Regex(names).isValid(problem))
    return llvm::createStringError("'" + names +
                                   "' is no regular expression: " + problem);
  remark::RemarkCategories categories;
  // The engine anchors it.
  categories.passed = categories.missed = (".*(" + names + ").*").str();
  if (failed(remark::enableOptimizationRemarks(
          context, std::make_unique<DiagnosticStreamer>(),
          std::make_unique<remark::RemarkEmittingPolicyAll>(), categories)))
    return llvm::createStringError("remarks cannot be enabled");
  return llvm::Error::success();
}
