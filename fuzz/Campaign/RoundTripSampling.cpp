//===- RoundTripSampling.cpp - Who is stored and read again ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/RoundTripSampling.h"
#include "fuzz/Campaign/WorkerConfig.h"

using namespace tilefuzz;

std::optional<RoundTripSampling>
RoundTripSampling::parse(llvm::StringRef text) {
  RoundTripSampling sampling;
  sampling.all = text == "all";
  if (!sampling.all && text.getAsInteger(10, sampling.oneIn))
    return std::nullopt;
  return sampling;
}

std::vector<const Stage *>
RoundTripSampling::roundTripsFor(uint64_t programSeed,
                                 llvm::StringRef stopAfter) const {
  std::vector<const Stage *> trips;
  // Nothing of the program's own choices: its seed is where they begin.
  uint64_t choice = tilefuzz::programSeed(programSeed, /*index=*/0x74726970);
  if (!all && (oneIn == 0 || choice % oneIn))
    return trips;
  for (const Stage &stage : getStages()) {
    if (stage.isRoundTrip())
      trips.push_back(&stage);
    if (stage.name == stopAfter)
      break;
  }
  if (!all && !trips.empty())
    trips = {trips[choice / oneIn % trips.size()]};
  return trips;
}

std::vector<const Stage *> tilefuzz::roundTripCalled(llvm::StringRef stage) {
  const Stage *found = findStage(stage);
  if (!found || !found->isRoundTrip())
    return {};
  return {found};
}
