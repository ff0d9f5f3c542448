//===- Registers.cpp - How many registers a kernel needs ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Driver/Registers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace tilefuzz;
using namespace tilefuzz::driver;
using namespace llvm;
using simt::PtxFunction;
using simt::PtxOperand;
using simt::PtxStatement;
using simt::PtxVariable;

/// The stack pointer, and what addresses of parameters and results take.
static constexpr uint32_t always = 8;

namespace {
/// The values of one function, by statement.
class Lives {
public:
  explicit Lives(const PtxFunction &function);

  /// Registers of 32 bits, at the place that needs most of them.
  uint32_t most() const;
  SmallVector<StringRef> callees;

private:
  struct Life {
    uint32_t words = 0;
    size_t first = 0, last = 0;
    bool isNamed = false;
  };
  void declare(const PtxVariable &variable);
  void name(StringRef text, size_t at);
  void name(const PtxOperand &operand, size_t at);

  std::vector<Life> lives;
  StringMap<uint32_t> numbers;
  StringMap<size_t> labels;
  /// By the statement with which a loop begins: the one with which it ends.
  std::vector<size_t> ends;
};
} // namespace

Lives::Lives(const PtxFunction &function) : ends(function.body.size()) {
  for (auto [at, statement] : enumerate(function.body)) {
    switch (statement.kind) {
    case PtxStatement::Kind::Variables:
      for (const PtxVariable &variable : statement.variables)
        declare(variable);
      break;
    case PtxStatement::Kind::Label:
      labels.try_emplace(statement.name, at);
      break;
    case PtxStatement::Kind::Instruction:
      name(statement.guard, at);
      for (const PtxOperand &operand : statement.operands)
        name(operand, at);
      if (statement.name.starts_with("bra") && !statement.operands.empty())
        if (auto found = labels.find(statement.operands.back().text);
            found != labels.end())
          ends[found->second] = at;
      if (statement.name.starts_with("call"))
        for (const PtxOperand &operand : statement.operands)
          if (operand.kind == PtxOperand::Kind::Name)
            callees.push_back(operand.text);
      break;
    default:
      break;
    }
  }
  // What is known before a loop and used in it is needed by its next iteration.
  // Of a text so large that this takes long, the rest stays as it is.
  size_t left = 1 << 25;
  for (Life &life : lives)
    for (size_t at = life.first + 1; at <= life.last && left; ++at, --left)
      life.last = std::max(life.last, ends[at]);
}

void Lives::declare(const PtxVariable &variable) {
  if (variable.space != "reg")
    return;
  // Predicates have registers of their own.
  unsigned bits = 0;
  if (variable.type != "pred")
    variable.type.drop_while([](char c) { return !isDigit(c); })
        .consumeInteger(10, bits);
  Life life;
  life.words = (bits + 31) / 32 * variable.lanes;
  // `%r<13>`: as they are met, since a text may declare as many as it likes.
  if (!variable.count) {
    numbers[variable.name] = uint32_t(lives.size());
    lives.push_back(life);
    return;
  }
  numbers[(variable.name + "<").str()] = uint32_t(lives.size());
  lives.push_back(life);
}

void Lives::name(StringRef text, size_t at) {
  if (text.empty())
    return;
  auto found = numbers.find(text);
  if (found == numbers.end()) {
    StringRef family = text.rtrim("0123456789");
    auto declared = numbers.find((family + "<").str());
    if (family.size() == text.size() || declared == numbers.end())
      return;
    Life life;
    life.words = lives[declared->second].words;
    found = numbers.try_emplace(text, uint32_t(lives.size())).first;
    lives.push_back(life);
  }
  Life &life = lives[found->second];
  if (!life.isNamed)
    life.first = at;
  life.isNamed = true;
  life.last = at;
}

void Lives::name(const PtxOperand &operand, size_t at) {
  name(operand.text, at);
  name(operand.index, at);
  for (const PtxOperand &part : operand.parts)
    name(part, at);
}

uint32_t Lives::most() const {
  // What ends at a statement has made room for its result.
  std::vector<int64_t> change(ends.size() + 1);
  for (const Life &life : lives) {
    if (!life.isNamed || life.last == life.first)
      continue;
    change[life.first] += life.words;
    change[life.last] -= life.words;
  }
  int64_t now = 0, most = 0;
  for (int64_t one : change)
    most = std::max(most, now += one);
  return uint32_t(std::min<int64_t>(most, 255));
}

uint32_t driver::estimateRegisters(const simt::PtxModule &module,
                                   const PtxFunction &entry) {
  StringMap<const PtxFunction *> functions;
  for (const PtxFunction &function : module.functions)
    if (function.hasBody)
      functions[function.name] = &function;
  uint32_t most = 0;
  StringSet<> met;
  SmallVector<const PtxFunction *> left = {&entry};
  while (!left.empty()) {
    Lives lives(*left.pop_back_val());
    most = std::max(most, lives.most());
    for (StringRef callee : lives.callees)
      if (const PtxFunction *function = functions.lookup(callee))
        if (met.insert(callee).second)
          left.push_back(function);
  }
  return std::clamp<uint32_t>(most + always, 16, 255);
}

std::string driver::limitRegisters(StringRef text,
                                   const simt::PtxModule &module,
                                   uint32_t most) {
  std::string out;
  const char *at = text.begin();
  for (const PtxFunction &function : module.functions) {
    if (!function.isEntry || !function.hasBody ||
        any_of(function.directives,
               [](const auto &one) { return one.name == "maxnreg"; }))
      continue;
    // The body begins with the first brace that is no comment's.
    const char *body = function.name.end();
    while (body != text.end() && *body != '{') {
      StringRef rest(body, size_t(text.end() - body));
      if (rest.starts_with("//"))
        body += std::min(rest.find('\n'), rest.size());
      else if (rest.starts_with("/*"))
        body += std::min(rest.find("*/"), rest.size());
      else
        ++body;
    }
    out.append(at, body);
    out += (".maxnreg " + Twine(most) + "\n").str();
    at = body;
  }
  out.append(at, text.end());
  return out;
}
