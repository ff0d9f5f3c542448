//===- PtxMbarrier.cpp - mbarrier -----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 9.7.13.15. cp.async.mbarrier.arrive and pending_count are in
// PtxAsync.cpp.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/Mbarriers.h"
#include "interp/Simt/Ptx/PtxEmitter.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using Known = PtxEmitter::Known;

/// The row whose words the parts begin with; the longest one, whose words are
/// taken.
static const MbarrierForm *takeForm(PtxEmitter::Parts &parts) {
  const MbarrierForm *best = nullptr;
  size_t longest = 0;
  for (const MbarrierForm &form : getMbarrierForms()) {
    SmallVector<StringRef, 2> words;
    form.name.split(words, '.');
    if (words.size() > longest && words.size() <= parts.size() &&
        ArrayRef(words) == parts.take_front(words.size())) {
      best = &form;
      longest = words.size();
    }
  }
  parts = parts.drop_front(longest);
  return best;
}

/// `.sem.scope` and `.shared`; none if a part is not known.
static std::optional<simt::Instruction> parseMbarrier(PtxEmitter::Parts parts) {
  if (parts.empty() || parts.back() != "b64")
    return std::nullopt;
  parts = parts.drop_back();
  const MbarrierForm *form = takeForm(parts);
  if (!form)
    return std::nullopt;
  simt::Instruction op;
  op.opcode = Opcode::Mbarrier;
  op.mbarrier = form->operation;
  MemoryOrder usual =
      form->isTest() ? MemoryOrder::Acquire : MemoryOrder::Release;
  bool isTransaction = form->operation == MbarrierOperation::Expect ||
                       form->operation == MbarrierOperation::Complete;
  bool mayHaveOrder = form->isTest() || form->isArrival() || isTransaction;
  op.order = isTransaction ? MemoryOrder::Relaxed : usual;
  op.scope = simt::Scope::Cta;
  if (mayHaveOrder && parts.size() > 1)
    if (auto order = parsePtxOrder(parts[0])) {
      auto scope = parsePtxScope(parts[1]);
      if (!scope || !isWithinCluster(*scope) ||
          (*order != MemoryOrder::Relaxed &&
           (isTransaction || *order != usual)))
        return std::nullopt;
      op.order = *order;
      op.scope = *scope;
      parts = parts.drop_front(2);
    }
  if (!parts.empty()) {
    auto space = parsePtxSpace(parts.front());
    if (!space ||
        (*space != StateSpace::Shared && *space != StateSpace::SharedCluster))
      return std::nullopt;
    op.space = *space;
    parts = parts.drop_front();
  }
  if (!parts.empty())
    return std::nullopt;
  return op;
}

/// `NAME result, [address], more`.
Known simt::decodePtxMbarrier(PtxEmitter &e, const PtxStatement &statement,
                              PtxEmitter::Parts parts) {
  std::optional<simt::Instruction> parsed = parseMbarrier(parts);
  if (!parsed)
    return false;
  simt::Instruction op = *parsed;
  const MbarrierForm &form = formOf(op.mbarrier);
  // An arrival at another CTA's has no result; others may leave theirs out.
  bool hasResult = form.isTest() || form.isArrival();
  size_t first = hasResult ? 1 : 0, count = statement.operands.size();
  StringRef letters = form.operands;
  bool mayLack = letters.consume_back("?");
  size_t most = first + 1 + letters.size() + form.mayWait();
  size_t least = first + 1 + (mayLack ? 0 : letters.size());
  if (count < least || count > most)
    return malformedPtx("wrong number of operands of", statement.name);
  Expected<uint32_t> pointer = e.pointer(statement.operands[first], op.space);
  if (!pointer)
    return pointer.takeError();
  op.operands[0] = *pointer;
  RegisterType word = {TypeKind::Unsigned,
                       uint8_t(form.operands == "s" ? 64 : 32)};
  if (count > first + 1 && !letters.empty()) {
    Expected<uint32_t> operand = e.source(statement.operands[first + 1], word);
    if (!operand)
      return operand.takeError();
    op.operands[1] = *operand;
  } else if (!letters.empty()) {
    op.operands[1] = e.constant(1);
  }
  op.lanes = 0;
  if (hasResult && statement.operands[0].text != "_") {
    Expected<uint32_t> result =
        e.destination(statement.operands[0], form.isTest() ? 1 : 64);
    if (!result)
      return result.takeError();
    op.result = *result;
    op.lanes = 1;
  } else if (form.isTest()) {
    return malformedPtx("not a predicate:", statement.operands[0].text);
  }
  e.append(op);
  return true;
}
