//===- LitmusRuns.cpp - What a block does, given its reads ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "LitmusRuns.h"
#include <algorithm>

using namespace tilefuzz::litmus;

namespace {
int32_t update(Mode mode, int32_t old, int32_t argument) {
  switch (mode) {
  case Mode::Xchg:
    return argument;
  case Mode::Add:
    return add(old, argument);
  case Mode::And:
    return old & argument;
  case Mode::Or:
    return old | argument;
  case Mode::XOr:
    return old ^ argument;
  case Mode::Max:
    return std::max(old, argument);
  case Mode::Min:
    return std::min(old, argument);
  case Mode::UMax:
    return int32_t(std::max(uint32_t(old), uint32_t(argument)));
  case Mode::UMin:
    return int32_t(std::min(uint32_t(old), uint32_t(argument)));
  }
  return 0;
}

/// Whether no old value makes a difference: the one that differs, if any, is
/// among these, as all updates are monotone or bit by bit.
bool isConstant(Mode mode, int32_t argument) {
  for (int32_t old : {0, -1, INT32_MAX, INT32_MIN, 1, argument, ~argument})
    if (update(mode, old, argument) != update(mode, 0, argument))
      return false;
  return true;
}
} // namespace

bool tilefuzz::litmus::runBlock(const Program &program, unsigned b,
                                const Reader &read, BlockRun &run) {
  const std::vector<Operation> &ops = program.blocks[b];
  std::vector<std::vector<int32_t>> values(ops.size());
  /// Of the elements that an operation returns, and of which instances its
  /// token stands for.
  std::vector<std::vector<std::set<EventName>>> valueOf(ops.size());
  std::vector<std::set<EventName>> tokenOf(ops.size());
  run = {};
  for (unsigned i = 0; i < ops.size(); ++i) {
    const Operation &op = ops[i];
    unsigned n = op.places.size();
    auto evaluate = [&](const Operand &operand, std::set<EventName> &on) {
      if (operand.op < 0)
        return operand.constant;
      const auto &of = valueOf[operand.op][operand.element];
      on.insert(of.begin(), of.end());
      if (operand.isErased)
        return operand.constant;
      return add(values[operand.op][operand.element], operand.constant);
    };
    std::set<EventName> control;
    for (unsigned of : op.tokens)
      tokenOf[i].insert(tokenOf[of].begin(), tokenOf[of].end());
    bool runs = true;
    if (op.hasCondition)
      runs = evaluate(op.condition, control) == op.equals;
    // Which operations the token stands for is chosen by the condition.
    std::set<EventName> execution = tokenOf[i];
    execution.insert(control.begin(), control.end());
    tokenOf[i] = execution;
    values[i].assign(n, 0);
    valueOf[i].assign(n, control);
    for (unsigned e = 0; e < n && runs; ++e) {
      EventName name{b, i, e, false};
      int32_t old = 0;
      std::set<EventName> onWrite = execution;
      if (op.reads()) {
        std::optional<int32_t> got = read(name);
        if (!got)
          return false;
        old = *got;
        values[i][e] = old;
        valueOf[i][e].insert(name);
        run.events.push_back({name, op.places[e], old, execution});
      }
      name.isWrite = true;
      int32_t value = 0;
      if (op.writes())
        value = evaluate(op.values[e], onWrite);
      if (op.kind == Kind::Update) {
        if (!isConstant(op.mode, value))
          onWrite.insert({b, i, e, false});
        value = update(op.mode, old, value);
      }
      if (op.kind == Kind::CompareAndSwap) {
        onWrite.insert({b, i, e, false});
        if (evaluate(op.expected[e], onWrite) != old)
          continue;
      }
      if (op.writes())
        run.events.push_back({name, op.places[e], value, onWrite});
    }
    if (op.reads())
      for (unsigned e = 0; e < n; ++e)
        run.results.push_back(runs ? values[i][e] : -1);
  }
  return true;
}

std::vector<BlockRun>
tilefuzz::litmus::allRuns(const Program &program, unsigned b,
                          const std::vector<std::set<int32_t>> &domain) {
  std::vector<BlockRun> runs;
  std::function<void(Values &)> extend = [&](Values &chosen) {
    std::optional<EventName> open;
    BlockRun run;
    bool isWhole = runBlock(
        program, b,
        [&](EventName name) -> std::optional<int32_t> {
          auto found = chosen.find(name);
          if (found != chosen.end())
            return found->second;
          open = name;
          return std::nullopt;
        },
        run);
    if (isWhole) {
      runs.push_back(std::move(run));
      return;
    }
    unsigned place = program.blocks[b][open->op].places[open->element];
    for (int32_t value : domain[place]) {
      chosen[*open] = value;
      extend(chosen);
    }
    chosen.erase(*open);
  };
  Values none;
  extend(none);
  return runs;
}
