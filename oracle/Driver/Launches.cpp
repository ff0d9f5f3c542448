//===- Launches.cpp - Kernels on the machine ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Program/Outcome.h"
#include "interp/Program/UndefinedBehaviors.h"
#include "interp/Simt/Machine/SimtOptions.h"
#include "oracle/Driver/Process.h"
#include "oracle/Driver/Settings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstdio>

using namespace tilefuzz;
using namespace tilefuzz::driver;

/// Threads that run together, at most, where races are looked for: each knows
/// what it knows of every other one.
static constexpr uint64_t checkedThreads = 2048, uncheckedThreads = 1u << 14;
/// Of one launch: races are looked for in the CTAs that hold the first so many
/// threads. They cost the more the more threads run together, and who has a
/// million threads has the same race in many of them.
static constexpr uint64_t mostCheckedThreads = uint64_t(1) << 20;
/// Looking for races takes many times an allocation's bytes.
static constexpr uint64_t largestChecked = 16u << 20;

uint32_t tilefuzz::driver::sizeOf(const simt::Parameter &parameter) {
  return parameter.bytes ? parameter.bytes
                         : std::max(1, parameter.type.width / 8);
}
uint32_t tilefuzz::driver::alignmentOf(const simt::Parameter &parameter) {
  return parameter.alignment ? parameter.alignment : sizeOf(parameter);
}

static bool isSilent(Undefined condition) {
  switch (condition) {
#define TILECUDA_SILENT(UNDEFINED) case Undefined::UNDEFINED:
#include "oracle/Driver/Faults.def"
    return true;
  default:
    return false;
  }
}

/// What a device would say of a run that ended so.
static Status faultOf(const Outcome &outcome) {
  switch (outcome.status) {
  case RunStatus::Completed:
    return Status::Success;
  case RunStatus::StepLimit:
  case RunStatus::Deadlock:
    return Status::LaunchTimeout;
  case RunStatus::Trap:
    return llvm::StringRef(outcome.condition).starts_with("assertion ")
               ? Status::Assert
               : Status::LaunchFailed;
  case RunStatus::Unsupported:
  case RunStatus::Race:
    return Status::NotSupported;
  case RunStatus::UndefinedBehaviour:
    break;
  }
  std::optional<Undefined> condition = parseUndefined(outcome.condition);
  if (!condition)
    return Status::LaunchFailed;
  switch (*condition) {
#define TILECUDA_FAULT(UNDEFINED, STATUS)                                      \
  case Undefined::UNDEFINED:                                                   \
    return Status::STATUS;
// Nothing says what the run would go on with.
#define TILECUDA_SILENT(UNDEFINED)                                             \
  case Undefined::UNDEFINED:                                                   \
    return Status::NotSupported;
#include "oracle/Driver/Faults.def"
  default:
    return Status::LaunchFailed;
  }
}

/// Just behind an allocation lies the rest of what the device gave it, where an
/// access that is out of bounds is no fault: compilers read ahead so.
static constexpr uint64_t granularity = 512;
static void pad(std::vector<simt::DeviceObject> &objects) {
  for (simt::DeviceObject &object : objects) {
    if (!simt::isDeviceAddress(object.address))
      continue;
    uint64_t size = llvm::alignTo(object.contents.bytes.size(), granularity);
    object.contents.bytes.resize(size);
    object.contents.undefined.resize(size);
  }
}

/// The same of the shared memory of a CTA: objects up to the next one, where
/// they have addresses, and else all of their last 128 bytes.
static simt::Kernel withPaddedShared(simt::Kernel kernel) {
  static constexpr uint64_t sharedGranularity = 128;
  llvm::ArrayRef<uint32_t> begins = kernel.sharedAddresses;
  size_t number = 0;
  for (simt::Object &object : kernel.objects) {
    if (object.space != simt::StateSpace::Shared)
      continue;
    uint64_t begin = begins.empty() ? 0 : begins[number], size = 0;
    if (++number < begins.size())
      size = begins[number] - begin;
    else
      size =
          llvm::alignTo(begin + object.bytes.size(), sharedGranularity) - begin;
    if (!object.hasLaunchSize && size > object.bytes.size())
      object.bytes.resize(size);
  }
  return kernel;
}

/// Whether a device might have gone on: only a check stopped the run, or an
/// access out of bounds, which may be in the padding.
static bool mayGoOn(const Outcome &outcome) {
  if (outcome.status == RunStatus::Race)
    return true;
  if (outcome.status != RunStatus::UndefinedBehaviour)
    return false;
  std::optional<Undefined> condition = parseUndefined(outcome.condition);
  return condition &&
         (isSilent(*condition) || *condition == Undefined::OutOfBounds);
}

static std::string coordinates(const std::array<uint32_t, 3> &at) {
  return "(" + std::to_string(at[0]) + "," + std::to_string(at[1]) + "," +
         std::to_string(at[2]) + ")";
}

static std::string describe(const AccessSite &site) {
  std::string text = site.operation;
  if (!site.location.empty())
    text += " at " + site.location;
  return text;
}

static void reportOutcome(const Outcome &outcome,
                          const simt::DeviceLaunch &launch,
                          llvm::StringRef kernel) {
  std::string text = ("kernel '" + kernel + "': ").str();
  bool isNamed = outcome.status == RunStatus::UndefinedBehaviour ||
                 outcome.status == RunStatus::Race;
  text += isNamed
              ? outcome.condition
              : (toString(outcome.status) +
                 (outcome.condition.empty() ? "" : ": ") + outcome.condition)
                    .str();
  if (!outcome.site.operation.empty())
    text += ": " + describe(outcome.site);
  text += ", thread " + coordinates(launch.stoppedThread) + " of CTA " +
          coordinates(launch.stoppedCta);
  if (!outcome.site.buffer.empty() && outcome.status != RunStatus::Race)
    text += std::string(", ") + (outcome.site.isWrite ? "write" : "read") +
            " at byte " + std::to_string(outcome.site.offset) + " of " +
            outcome.site.buffer;
  report(text);
  for (const RaceReport &race : outcome.races)
    for (const AccessSite *site : {&race.first, &race.second})
      report(llvm::Twine("  ") + (site->isWrite ? "write" : "read") + " of " +
             site->buffer + " at byte " + llvm::Twine(site->offset) + ": " +
             describe(*site));
}

/// CTAs, in the order of their numbers, that hold whole clusters only: some of
/// a line, some lines of a plane, or some planes.
static uint64_t wholeClusters(const std::array<uint32_t, 3> &grid,
                              const std::array<uint32_t, 3> &cluster) {
  uint64_t ctas = 1, before = 1;
  for (unsigned i = 0; i < 3; ++i) {
    if (cluster[i] > 1)
      ctas = before * cluster[i];
    before *= grid[i];
  }
  return ctas;
}

namespace {
/// How much of a grid runs at once.
class Part {
public:
  Part(const LaunchRequest &request, const simt::Kernel &kernel)
      : request(request), kernel(kernel) {
    for (unsigned i = 0; i < 3; ++i) {
      ctas *= request.grid[i];
      threads *= request.block[i];
    }
    hasBulkCopies = llvm::any_of(kernel.code, [](const simt::Instruction &op) {
      return op.opcode == simt::Opcode::Bulk;
    });
  }

  /// As many CTAs as the limits say, in whole clusters; a cooperative launch's
  /// at once. Does without the search for races where its clocks would need too
  /// much; 0: the rest does, too.
  uint64_t choose(bool &detectRaces) const {
    uint64_t together = chooseFor(detectRaces);
    if (detectRaces && bytesOf(together, true) > budget) {
      detectRaces = false;
      together = chooseFor(false);
    }
    return bytesOf(together, detectRaces) > most ? 0 : together;
  }

  uint64_t ctas = 1, threads = 1;

private:
  static constexpr uint64_t budget = uint64_t(1) << 29, most = 4 * budget;

  uint64_t chooseFor(bool detectRaces) const {
    if (request.isCooperative)
      return ctas;
    uint64_t unit = wholeClusters(request.grid, kernel.clusterShape),
             limit = detectRaces ? checkedThreads : uncheckedThreads;
    uint64_t units = std::max<uint64_t>(1, limit / threads / unit);
    while (units > 1 && bytesOf(units * unit, detectRaces) > budget)
      units /= 2;
    return std::min(units * unit, ctas);
  }

  /// About what the machine has for so many CTAs.
  uint64_t bytesOf(uint64_t together, bool detectRaces) const {
    // Each thread has a clock of all threads, their copies, and the barriers of
    // copies (SimtMachine.h).
    uint64_t total = together * threads, agents = total;
    if (hasBulkCopies)
      agents += 2 * total + 64 * together;
    uint64_t ofThread = kernel.frame.size() * sizeof(simt::Lane) +
                        2 * uint64_t(request.function->localBytes) +
                        (detectRaces ? 2 * sizeof(uint32_t) * agents : 0);
    uint64_t shared =
        uint64_t(request.function->staticShared) + request.sharedBytes;
    return total * ofThread + 2 * together * shared;
  }

  const LaunchRequest &request;
  const simt::Kernel &kernel;
  bool hasBulkCopies;
};
} // namespace

/// What a part of the grid allocated is there for the next one.
static void takeHeap(simt::DeviceLaunch &launch,
                     std::vector<simt::DeviceObject> &objects) {
  llvm::erase_if(objects, [&](const simt::DeviceObject &object) {
    return llvm::is_contained(launch.freed, object.address);
  });
  for (simt::DeviceObject &object : launch.allocated)
    objects.push_back(std::move(object));
  launch.freed.clear();
  launch.allocated.clear();
  llvm::sort(objects, [](const auto &a, const auto &b) {
    return a.address < b.address;
  });
}

static Outcome runGrid(const LaunchRequest &request, const simt::Kernel &kernel,
                       simt::DeviceLaunch &launch,
                       std::vector<simt::DeviceObject> &objects,
                       SimtOptions options) {
  Part part(request, kernel);
  uint64_t together = part.choose(options.detectRaces), ctas = part.ctas;
  Outcome outcome;
  if (!together) {
    outcome.status = RunStatus::Unsupported;
    outcome.condition = "CTAs that need more memory at once than there is";
    return outcome;
  }
  for (uint64_t first = 0; first < ctas; first += together) {
    if (options.detectRaces && first * part.threads >= mostCheckedThreads) {
      options.detectRaces = false;
      if (uint64_t more = part.choose(options.detectRaces))
        together = more;
    }
    launch.firstCta = first;
    launch.ctaCount = std::min(together, ctas - first);
    uint64_t steps = outcome.steps;
    std::string printed = std::move(outcome.printed);
    launch.memory = objects;
    outcome = simt::runKernel(kernel, launch, options);
    if (!launch.freed.empty() || !launch.allocated.empty())
      takeHeap(launch, objects);
    outcome.printed = printed + outcome.printed;
    if (!outcome.completed())
      break;
    options.stepLimit -= outcome.steps;
    outcome.steps += steps;
  }
  return outcome;
}

Status tilefuzz::driver::launch(Context *context,
                                const LaunchRequest &request) {
  Memory &memory = Process::get().memory;
  std::optional<simt::Kernel> shaped;
  const simt::Kernel &stated = request.function->kernel;
  if (request.cluster[0] && request.cluster != stated.clusterShape) {
    shaped = stated;
    shaped->clusterShape = request.cluster;
  }
  const simt::Kernel &kernel = shaped ? *shaped : stated;
  simt::DeviceLaunch launch;
  launch.grid = request.grid;
  launch.block = request.block;
  launch.sharedBytes = request.sharedBytes;
  launch.arguments = request.arguments;
  SimtOptions options;
  options.stepLimit = settings().steps;
  options.schedule = settings().schedule;
  options.allowEqualWrites = true;
  options.keepsEnclosures = false;
  options.alignsExitedLanes = false;
  options.detectRaces = settings().checks && memory.largest() <= largestChecked;
  if (!settings().checks)
    options.unwritten = 0;
  std::vector<simt::DeviceObject> objects = memory.lend();
  // A check that no device makes must not end the launch.
  std::vector<simt::DeviceObject> before;
  if (settings().checks)
    before = objects;
  else
    pad(objects);
  launch.nextOnHeap = memory.nextOnHeap;
  launch.heapLimit = context->limits[2];
  Outcome outcome = runGrid(request, kernel, launch, objects, options);
  if (!outcome.completed()) {
    reportOutcome(outcome, launch, kernel.name);
    if (settings().checks && mayGoOn(outcome)) {
      objects = std::move(before);
      for (simt::DeviceObject &object : objects)
        object.contents.undefined.assign(object.contents.bytes.size(), 0);
      pad(objects);
      std::string reported = outcome.condition;
      launch.nextOnHeap = memory.nextOnHeap;
      options.detectRaces = false;
      options.unwritten = 0;
      outcome =
          runGrid(request, withPaddedShared(kernel), launch, objects, options);
      if (!outcome.completed() && outcome.condition != reported)
        reportOutcome(outcome, launch, kernel.name);
    }
  }
  // What kernels print comes at a wait at the latest; somebody may have put
  // another file in the place of standard output until then.
  if (!outcome.printed.empty()) {
    std::fwrite(outcome.printed.data(), 1, outcome.printed.size(), stdout);
    std::fflush(stdout);
  }
  memory.nextOnHeap = launch.nextOnHeap;
  memory.takeBack(context, std::move(objects));
  context->fault = faultOf(outcome);
  return Status::Success;
}
