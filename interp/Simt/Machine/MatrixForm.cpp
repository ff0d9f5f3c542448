//===- MatrixForm.cpp - Matrices of a warp --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/MatrixForm.h"
#include "llvm/ADT/StringSwitch.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

/// PTX ISA, 9.7.14.5.15 and .16, figures 104 to 108. Four lanes have a row, or
/// a row and the one eight below it; each has a quarter of it. What is stored
/// by columns in memory is read and written with rows and columns exchanged.
MatrixPlace simt::elementPlace(const MatrixForm &form, uint32_t lane,
                               uint32_t number, uint32_t element) {
  uint32_t perMatrix = form.registers() / form.count;
  uint32_t matrix = number / perMatrix;
  uint32_t i = number % perMatrix * form.perRegister() + element;
  uint32_t quarter = form.columns / 4;
  uint32_t row = lane / 4 + 8 * (i / quarter);
  uint32_t column = lane % 4 * quarter + i % quarter;
  uint32_t line = form.isTransposed ? column : row;
  return {matrix * form.lines() + line, form.isTransposed ? row : column};
}

std::optional<MatrixForm> simt::parseMatrixForm(ArrayRef<StringRef> parts) {
  MatrixForm form;
  auto operation = StringSwitch<std::optional<MatrixOperation>>(parts.front())
                       .Case("ldmatrix", MatrixOperation::Load)
                       .Case("stmatrix", MatrixOperation::Store)
                       .Case("movmatrix", MatrixOperation::Transpose)
                       .Default(std::nullopt);
  if (!operation)
    return std::nullopt;
  form.operation = *operation;
  struct Row {
    StringLiteral part;
    /// 0: the part does not say.
    uint8_t rows, columns, count, bits;
  };
  static constexpr Row rows[] = {
      {"m8n8", 8, 8, 0, 0},      {"m8n16", 8, 16, 0, 0},
      {"m16n16", 16, 16, 0, 0},  {"m16n8", 16, 8, 0, 0},
      {"x1", 0, 0, 1, 0},        {"x2", 0, 0, 2, 0},
      {"x4", 0, 0, 4, 0},        {"b16", 0, 0, 0, 16},
      {"b8", 0, 0, 0, 8},        {"b6x16_p32", 0, 0, 0, 6},
      {"b4x16_p64", 0, 0, 0, 4},
  };
  for (StringRef part : parts.drop_front()) {
    form.isTransposed |= part == "trans";
    for (const Row &row : rows) {
      if (row.part != part)
        continue;
      form.rows = row.rows ? row.rows : form.rows;
      form.columns = row.columns ? row.columns : form.columns;
      form.count = row.count ? row.count : form.count;
      form.bits = row.bits ? row.bits : form.bits;
    }
  }
  return form;
}
