//===- Expectation.h - What a litmus program must show ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A program's file may say in its leading comment lines what exploration must
// find:
//
//   // tilefuzz.expect observe a b x[2]
//   // tilefuzz.expect allowed (0,1,2) (1,-,<0 2>)
//   // tilefuzz.expect forbidden (0,0,1)
//
// names buffers of the launch or elements of them, or `log` for what is printed
// (lines joined by
// `|`), and lists their contents, of several elements as `<0 2>`. An element
// that is still -1 is written `-`: the operation that would have stored there
// did not run. The outcomes must be exactly the allowed ones; the forbidden
// ones are for the reader, and must not be among them. `deadlock` as a whole
// tuple stands for one. Or
//
//   // tilefuzz.expect race a/b c/d
//   // tilefuzz.expect reading-dependent
//
// lists the pairs of operations that race, by the names of their locations, all
// of them; and that PTX's reading of synchronisation excuses them.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_EXPLORE_EXPECTATION_H
#define TILEFUZZ_INTERP_EXPLORE_EXPECTATION_H

#include "interp/Explore/Explore.h"

namespace tilefuzz {

/// A buffer or one of its elements, or `log`.
struct Observed {
  std::string buffer;
  std::optional<uint64_t> element;
};

struct Expectation {
  std::vector<Observed> observed;
  /// Tuples as written, without spaces but inside of `<>`.
  std::set<std::string> allowed, forbidden;
  /// `a/b`, the smaller name first.
  std::set<std::string> races;
  bool isReadingDependent = false;

  bool isEmpty() const { return allowed.empty() && races.empty(); }
};

/// Errors are of the form `NAME:line:col: error: ...`.
llvm::Expected<Expectation> parseExpectation(llvm::StringRef text,
                                             llvm::StringRef fileName,
                                             const Launch &launch);

/// An outcome as a tuple of what is observed.
std::string observe(const Outcome &outcome, llvm::ArrayRef<Observed> observed);

/// One line for each way in which the exploration is not as expected; none if
/// the expectation is empty.
std::vector<std::string> check(const Exploration &exploration,
                               const Expectation &expectation);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_EXPLORE_EXPECTATION_H
