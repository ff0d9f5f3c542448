//===- LevelAnswers.cpp - What every level says of a device ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Stages/LevelAnswers.h"
#include "oracle/Compare/Compare.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;

void LevelAnswers::note(Level level, const Outcome &outcome) {
  for (Answer &answer : answers)
    if (answer.level == level) {
      answer.outcome = outcome;
      return;
    }
  answers.push_back({level, outcome});
}

static const BufferImage *findBuffer(const Outcome &outcome,
                                     llvm::StringRef name) {
  auto found = llvm::find_if(outcome.buffers, [&](const BufferImage &buffer) {
    return buffer.name == name;
  });
  return found == outcome.buffers.end() ? nullptr : &*found;
}

/// What a run has at the place: a value, or all that it allows there.
static std::string valueAt(const Outcome &outcome, llvm::StringRef name,
                           size_t index) {
  const BufferImage *buffer = findBuffer(outcome, name);
  if (!outcome.completed() || !buffer || index >= buffer->numElements())
    return outcome.summary();
  std::string text;
  llvm::raw_string_ostream os(text);
  printElement(os, *buffer, index);
  if (index < buffer->enclosures.size() && !buffer->enclosures[index].exact)
    os << " in [" << buffer->enclosures[index].lo << ", "
       << buffer->enclosures[index].hi << "]";
  return text;
}

std::string LevelAnswers::describe(const Outcome &device) const {
  std::vector<ElementDifference> differences;
  if (device.completed() && !answers.empty())
    differences = findDifferences(answers.front().outcome, device);
  const ElementDifference *first =
      differences.empty() ? nullptr : &differences.front();
  std::string text;
  llvm::raw_string_ostream os(text);
  if (first)
    os << first->buffer << '[' << first->index << "]: the device "
       << valueAt(device, first->buffer, first->index);
  else
    os << "the device " << device.summary();
  for (const Answer &answer : answers) {
    os << "; " << toString(answer.level) << ' '
       << (first ? valueAt(answer.outcome, first->buffer, first->index)
                 : answer.outcome.summary());
    ComparisonKind kind = compare(answer.outcome, device).kind;
    os << (kind == ComparisonKind::Equal ? ", allows it" : ", does not");
    if (kind != ComparisonKind::Equal && kind != ComparisonKind::Differs &&
        kind != ComparisonKind::TargetUndefined)
      os << " say (" << toString(kind) << ')';
  }
  return text;
}
