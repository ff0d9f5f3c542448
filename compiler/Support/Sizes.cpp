//===- Sizes.cpp - Sizes and strides in the text of types -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/Sizes.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"

using namespace mlir;
using namespace tilefuzz;

ParseResult tilefuzz::parseStaticSize(AsmParser &parser, int64_t &size) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseInteger(size))
    return failure();
  if (ShapedType::isDynamic(size))
    return parser.emitError(loc, "the number ")
           << size << " stands for '?' and cannot be written";
  return success();
}

ParseResult tilefuzz::parseSize(AsmParser &parser, int64_t &size) {
  if (failed(parser.parseOptionalQuestion()))
    return parseStaticSize(parser, size);
  size = ShapedType::kDynamic;
  return success();
}

void tilefuzz::printSize(llvm::raw_ostream &os, int64_t size) {
  if (ShapedType::isDynamic(size))
    os << '?';
  else
    os << size;
}
