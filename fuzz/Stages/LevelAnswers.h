//===- LevelAnswers.h - What every level says of a device -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Where a device ends otherwise than the source allows, who is wrong shows in
// what the levels in between hold at the same place.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_STAGES_LEVELANSWERS_H
#define TILEFUZZ_FUZZ_STAGES_LEVELANSWERS_H

#include "compiler/Pipeline/Pipeline.h"
#include "interp/Program/Outcome.h"
#include <vector>

namespace tilefuzz {

class LevelAnswers {
public:
  /// Of levels that are met again the last run counts.
  void note(Level level, const Outcome &outcome);

  /// One line: the first place where the device is not as the source, what is
  /// there, and of every level what its run has there and whether it allows
  /// that. Of a device that did not complete, how the levels end.
  std::string describe(const Outcome &device) const;

private:
  struct Answer {
    Level level;
    Outcome outcome;
  };
  /// The source first.
  std::vector<Answer> answers;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_STAGES_LEVELANSWERS_H
