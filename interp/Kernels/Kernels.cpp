//===- Kernels.cpp - Which kernel an operation has ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Kernels/Kernels.h"
#include "interp/Kernels/Loops.h"
#include "interp/Kernels/NativeFormat.h"

using namespace tilefuzz;

bool tilefuzz::canBeUndefined(const ScalarOp &op) {
  switch (op.kind) {
  case ScalarKind::DivI:
  case ScalarKind::RemI:
  case ScalarKind::FToI:
    return true;
  case ScalarKind::ShrI:
  case ScalarKind::ShlI:
    return op.shiftMustFit || op.promise != WrapPromise::None;
  default:
    return op.promise != WrapPromise::None;
  }
}

Kernel tilefuzz::selectKernel(const ScalarOp &op) {
  Kernel kernel;
  kernel.parameters.mode = op.mode;
  kernel.parameters.ftz = op.ftz;
  if (op.format)
    kernel.parameters.from = &nativeFormat(op.format);
  if (op.resultFormat)
    kernel.parameters.to = &nativeFormat(op.resultFormat);
  for (auto select : {kernels::selectInteger, kernels::selectFloat,
                      kernels::selectNarrow, kernels::selectConvert})
    if ((kernel.run = select(op)))
      break;
  return kernel;
}
