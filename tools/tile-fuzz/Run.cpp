//===- Run.cpp - Search until the time or the programs end ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Campaigns.h"
#include "Commands.h"

using namespace tilefuzz;

std::optional<int> tilefuzz::runRun() {
  if (!runCommand())
    return std::nullopt;
  llvm::Expected<CampaignOptions> options = campaignFromOptions();
  if (!options)
    return fail(options.takeError());
  options->interrupted = catchInterrupts();
  return runAndShow(*options);
}
