//===- PtxOperands.cpp - Operands of PTX statements ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Ptx/PtxParser.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

bool PtxParser::simpleOperand(PtxOperand &into) {
  into.isNegated = take('!');
  bool isNegative = token.is('-');
  // A sign stands directly before its number.
  const char *begin = token.text.data();
  if (isNegative || token.is('+'))
    advance();
  StringRef text = word();
  if (failed())
    return false;
  bool isNumber = isDigit(text.front());
  if (isNegative && !isNumber)
    return fail("expected a number after '-', before");
  into.kind = isNumber ? PtxOperand::Kind::Constant : PtxOperand::Kind::Name;
  into.text = isNegative ? StringRef(begin, text.end() - begin) : text;
  return true;
}

/// Numbers with their signs, as far as they go: `+ 4`, `+-4`, `8 - 4`.
bool PtxParser::offsets(int64_t &into) {
  uint64_t sum = 0;
  do {
    bool isNegative = take('-');
    if (!isNegative)
      take('+');
    isNegative ^= take('-');
    std::optional<uint64_t> offset = number();
    if (!offset)
      return false;
    sum += isNegative ? -*offset : *offset;
  } while (isSign());
  into = int64_t(sum);
  return true;
}

bool PtxParser::operand(PtxOperand &into) {
  if (take('{')) {
    into.kind = PtxOperand::Kind::Vector;
    return operands(into.parts, '}');
  }
  if (take('(')) {
    into.kind = PtxOperand::Kind::List;
    return operands(into.parts, ')');
  }
  if (take('[')) {
    into.kind = PtxOperand::Kind::Address;
    if (isWord() && !isDigit(token.text.front()))
      into.text = word();
    if (!failed() && !token.is(']') && !token.is(',') && !offsets(into.offset))
      return false;
    // Coordinates within a tensor.
    if (!failed() && take(',') && (!expect('{') || !operands(into.parts, '}')))
      return false;
    return expect(']');
  }
  if (!simpleOperand(into))
    return false;
  // PTX ISA, 6.4.1 and 6.4.2: what a variable's name may be followed by.
  bool isVariable = into.kind == PtxOperand::Kind::Name && !into.isNegated &&
                    into.text != "_";
  if (isVariable && isSign()) {
    into.kind = PtxOperand::Kind::Sum;
    return offsets(into.offset);
  }
  if (isVariable && take('[')) {
    into.kind = PtxOperand::Kind::Element;
    bool hasIndex = isWord() && !isDigit(token.text.front());
    if (hasIndex)
      into.index = word();
    if (!failed() && (!hasIndex || isSign()) && !offsets(into.offset))
      return false;
    return expect(']');
  }
  if (!take('|'))
    return true;
  PtxOperand pair;
  pair.kind = PtxOperand::Kind::Pair;
  pair.parts.resize(2);
  pair.parts[0] = std::move(into);
  if (!simpleOperand(pair.parts[1]))
    return false;
  into = std::move(pair);
  return true;
}

/// Up to `end`, which is taken.
bool PtxParser::operands(std::vector<PtxOperand> &into, char end) {
  if (take(end))
    return true;
  static constexpr unsigned maxOperands = 4096;
  do {
    if (into.size() == maxOperands)
      return fail("too many operands before");
    // A vector or list in a vector or list is nothing that PTX has.
    if (end != ';' && (token.is('{') || token.is('(')))
      return fail("expected a register before");
    if (!operand(into.emplace_back()))
      return false;
  } while (take(','));
  return expect(end);
}
