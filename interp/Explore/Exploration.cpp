//===- Exploration.cpp - How an exploration is printed --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Explore/Explore.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;

void Exploration::print(llvm::raw_ostream &os, size_t maxElements) const {
  if (!races.empty() && !racesAreDefined)
    os << "undefined: "
       << (isReadingDependent ? "races that PTX's reading excuses\n"
                              : "races\n");
  for (const RaceReport &race : races)
    os << "race on " << race.first.buffer << '+' << race.first.offset << ": "
       << race.first.operation << " (" << race.first.location << ") and "
       << race.second.operation << " (" << race.second.location << ")\n";
  if (races.empty() || racesAreDefined) {
    for (auto [i, outcome] : llvm::enumerate(outcomes)) {
      os << "outcome " << i + 1 << ": ";
      outcome.outcome.print(os, maxElements);
      for (llvm::StringRef rest = outcome.witness; !rest.empty();) {
        auto [line, next] = rest.split('\n');
        os << "  " << line << '\n';
        rest = next;
      }
    }
    os << outcomes.size() << (outcomes.size() == 1 ? " outcome" : " outcomes");
    os << ", " << executions << " executions, " << graphs << " graphs\n";
  }
  os << (isComplete() ? "complete" : "not complete: " + incomplete) << '\n';
}

llvm::json::Value Exploration::toJSON() const {
  llvm::json::Array list;
  for (const ExploredOutcome &outcome : outcomes)
    list.push_back(
        llvm::json::Object{{"outcome", outcome.outcome.toJSON()},
                           {"witness", outcome.witness},
                           {"executions", int64_t(outcome.executions)}});
  Outcome racy;
  racy.races = races;
  llvm::json::Value pairs =
      std::move(*racy.toJSON().getAsObject()->get("races"));
  return llvm::json::Object{{"outcomes", std::move(list)},
                            {"races", std::move(pairs)},
                            {"readingDependent", isReadingDependent},
                            {"racesAreDefined", racesAreDefined},
                            {"complete", isComplete()},
                            {"incomplete", incomplete},
                            {"engine", "axioms"},
                            {"executions", int64_t(executions)},
                            {"graphs", int64_t(graphs)}};
}
