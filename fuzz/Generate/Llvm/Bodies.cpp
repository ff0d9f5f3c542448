//===- Bodies.cpp - Which statements a function has -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/Llvm/LlvmDraft.h"

using namespace tilefuzz;
using namespace tilefuzz::llvmdraft;
using namespace llvm;

void BodyWriter::writeStatements(unsigned count, unsigned depth) {
  struct Row {
    bool (BodyWriter::*write)(unsigned depth);
    unsigned weight;
  };
  static constexpr Row narrowRows[] = {
      {&BodyWriter::arithmetic, 6},
      {&BodyWriter::load, 6},
      {&BodyWriter::store, 5},
      {&BodyWriter::address, 4},
      {&BodyWriter::castSpace, 3},
      {&BodyWriter::selectPointer, 3},
      {&BodyWriter::branch, 3},
      {&BodyWriter::loop, 2},
      {&BodyWriter::callHelper, 6},
      {&BodyWriter::callPointer, 1},
      {&BodyWriter::fill, 2},
      {&BodyWriter::copyConstant, 2},
      {&BodyWriter::copy, 2},
      {&BodyWriter::local, 1},
      {&BodyWriter::placeholder, 2},
      {&BodyWriter::update, 2},
      {&BodyWriter::assembly, 1},
      // Not on every target, and so not in wide modules.
      {&BodyWriter::cluster, 1},
  };
  static constexpr Row wideRows[] = {
      {&BodyWriter::wideInteger, 10}, {&BodyWriter::wideFloat, 16},
      {&BodyWriter::wideVector, 6},   {&BodyWriter::wideMemory, 5},
      {&BodyWriter::wideSwitch, 3},   {&BodyWriter::wideCall, 5},
      {&BodyWriter::wideAtomic, 5},   {&BodyWriter::wideFence, 1},
  };
  std::vector<Row> rows(std::begin(narrowRows), std::end(narrowRows));
  if (draft.isWide) {
    rows.pop_back();
    rows.insert(rows.end(), std::begin(wideRows), std::end(wideRows));
  }
  unsigned total = 0;
  for (const Row &row : rows)
    total += row.weight;
  for (unsigned i = 0; i < count; ++i) {
    unsigned place = draft.choices.below(total);
    for (const Row &row : rows) {
      if (place < row.weight) {
        if (!(this->*row.write)(depth))
          arithmetic(depth);
        break;
      }
      place -= row.weight;
    }
  }
}

Value *BodyWriter::summary() {
  Value *result = number(17);
  for (Value *value : integers)
    result = builder.CreateAdd(builder.CreateMul(result, number(31)), value);
  return result;
}
