//===- WarpgroupForm.cpp - What four warps do together --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/WarpgroupForm.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

std::optional<WarpgroupForm>
simt::parseWarpgroupProduct(ArrayRef<StringRef> parts) {
  WarpgroupForm form;
  TensorProduct &product = form.product;
  SmallVector<RegisterType, 3> types;
  uint32_t depth = 0;
  for (StringRef part : parts) {
    parseMatrixShape(part, product.rows, product.columns, depth);
    if (auto type = parseMatrixType(part))
      types.push_back(*type);
    product.saturates |= part == "satfinite";
    if (part == "and")
      form.bits = BitProduct::And;
  }
  if (types.size() != 3 || !depth)
    return std::nullopt;
  product.sum = types[0];
  product.first = types[1];
  product.second = types[2];
  return form;
}

/// PTX ISA, 9.7.15.5.1.2: each warp has 16 rows, each group of four lanes of it
/// one row of the first eight and the one eight below; a lane has two
/// neighbours of each eight columns.
FragmentPlace simt::warpgroupSumPlace(uint32_t thread, uint32_t i) {
  uint32_t warp = thread / 32, lane = thread % 32;
  return {0, 16 * warp + lane / 4 + 8 * (i / 2 % 2),
          8 * (i / 4) + 2 * (lane % 4) + i % 2};
}

/// PTX ISA, 9.7.15.5.1.1: the rows are the same; a register has elements that
/// follow each other along k, of the first half of k in registers 0 and 1.
FragmentPlace simt::warpgroupFactorPlace(uint32_t width, uint32_t thread,
                                         uint32_t i) {
  uint32_t warp = thread / 32, lane = thread % 32;
  uint32_t perRegister = 32 / width, number = i / perRegister;
  return {0, 16 * warp + lane / 4 + 8 * (number % 2),
          (4 * (number / 2) + lane % 4) * perRegister + i % perRegister};
}
