//===- Schedule.cpp - Which linear extension of the token order -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Memory/Schedule.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"

using namespace tilefuzz;

static constexpr llvm::StringLiteral choices[] = {"", ",least", ",greatest",
                                                  ",mixed"};

static std::string nameOf(const Schedule &schedule) {
  using Kind = Schedule::Kind;
  switch (schedule.kind) {
  case Kind::ProgramOrder:
    return "program-order";
  case Kind::Reverse:
    return "reverse";
  case Kind::ReverseBlocks:
    return "reverse-blocks";
  case Kind::RoundRobin:
    return "round-robin";
  case Kind::Random:
    return "random:" + std::to_string(schedule.seed);
  }
  llvm_unreachable("unknown schedule");
}

std::string Schedule::toString() const {
  return nameOf(*this) + nameOfResults();
}

std::string Schedule::nameOfResults() const {
  return choices[unsigned(results)].str();
}

static std::optional<Schedule> parseOrder(llvm::StringRef rest) {
  using Kind = Schedule::Kind;
  if (rest == "program-order")
    return Schedule{Kind::ProgramOrder, 0};
  if (rest == "reverse")
    return Schedule{Kind::Reverse, 0};
  if (rest == "reverse-blocks")
    return Schedule{Kind::ReverseBlocks, 0};
  if (rest == "round-robin")
    return Schedule{Kind::RoundRobin, 0};
  Schedule random{Kind::Random, 0};
  if (!rest.consume_front("random:") || rest.getAsInteger(10, random.seed))
    return std::nullopt;
  return random;
}

std::optional<Schedule> Schedule::parse(std::string_view text) {
  llvm::StringRef order(text.data(), text.size());
  auto results = ResultChoice::Nearest;
  for (unsigned i = 1; i < std::size(choices); ++i)
    if (order.consume_back(choices[i])) {
      results = ResultChoice(i);
      break;
    }
  std::optional<Schedule> schedule = parseOrder(order);
  if (schedule)
    schedule->results = results;
  return schedule;
}
