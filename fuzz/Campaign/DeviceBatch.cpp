//===- DeviceBatch.cpp - Programs that wait for a device ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/DeviceBatch.h"
#include "oracle/Compare/Compare.h"

using namespace tilefuzz;

/// Of each program: two can differ from each other.
static constexpr unsigned runsTogether = 2;

bool DeviceBatch::defer(const DeviceKernel &kernel) {
  last.reset();
  llvm::Expected<conform::Case> packed = packKernel(kernel, "");
  if (!packed) {
    refusal = llvm::toString(packed.takeError());
    return false;
  }
  last = std::move(*packed);
  return true;
}

void DeviceBatch::add(uint64_t index, std::vector<Outcome> allowed,
                      WorkerMessage message) {
  last->name = std::to_string(index);
  cases.push_back(std::move(*last));
  last.reset();
  entries.push_back({index, std::move(allowed), std::move(message)});
}

llvm::Expected<std::vector<DeviceBatch::Entry>> DeviceBatch::ask() {
  std::vector<Entry> asked = std::exchange(entries, {});
  std::vector<conform::Case> sent = std::exchange(cases, {});
  if (asked.empty())
    return asked;
  llvm::Expected<std::vector<std::vector<Outcome>>> outcomes =
      client->runTogether(sent, runsTogether);
  if (!outcomes)
    return outcomes.takeError();
  for (size_t i = 0; i < asked.size(); ++i) {
    Entry &entry = asked[i];
    const std::vector<Outcome> &runs = (*outcomes)[i];
    Counts &counters = entry.message.counters;
    counters["device:programs"] += 1;
    counters["device:runs"] += runs.size();
    counters["comparisons"] += runs.size();
    entry.isOpen = llvm::any_of(runs, [&](const Outcome &outcome) {
      return refines(entry.allowed, outcome).kind != ComparisonKind::Equal;
    });
  }
  return asked;
}

void DeviceBatch::countAlone(const ComparisonReport &report, Counts &counters) {
  counters["device:alone"] += 1;
  if (report.stages.empty())
    return;
  const StageRecord &record = report.stages.back();
  if (record.isUnstableOnDevice)
    counters["device:unstable"] += 1;
  if (report.finding || !record.verdict)
    return;
  if (record.verdict->kind == ComparisonKind::Equal)
    counters["device:poisoned by a neighbour"] += 1;
  else
    counters["device:open: " + normalizeMessage(record.verdict->reason)] += 1;
}
