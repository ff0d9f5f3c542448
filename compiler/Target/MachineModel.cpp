//===- MachineModel.cpp - What work costs on a target ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Target/MachineModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tilefuzz;

static constexpr MachineResourceInfo resources[] = {
#define RESOURCE(Enum, Name, Needs, Summary)                                   \
  {MachineResource::Enum, Name, Needs, Summary},
#include "compiler/Target/MachineModel.def"
};
static_assert(std::size(resources) == 24, "facts, 3.6");

static constexpr WorkInfo workClasses[] = {
#define WORK(Enum, Name, Unit, Latency80, Latency90, Latency100, Latency120,   \
             Source)                                                           \
  {Work::Enum,                                                                 \
   Name,                                                                       \
   WorkUnit::Unit,                                                             \
   {Latency80, Latency90, Latency100, Latency120},                             \
   Source},
#include "compiler/Target/MachineModel.def"
};

namespace {
struct FootprintRow {
  Work work;
  MachineResource resource;
  unsigned phase;
  /// By column; 0: not there.
  int64_t rates[4];
  StringLiteral source;
};
struct OperationRow {
  StringLiteral name;
  Work work;
};
} // namespace

static constexpr FootprintRow footprints[] = {
#define FOOTPRINT(WorkClass, Resource, Phase, Rate80, Rate90, Rate100,         \
                  Rate120, Source)                                             \
  {Work::WorkClass,                                                            \
   MachineResource::Resource,                                                  \
   Phase,                                                                      \
   {Rate80, Rate90, Rate100, Rate120},                                         \
   Source},
#include "compiler/Target/MachineModel.def"
};

static constexpr OperationRow operations[] = {
#define OPERATION(Name, WorkClass) {Name, Work::WorkClass},
#include "compiler/Target/MachineModel.def"
};

/// The targets that have a column.
static constexpr int64_t columns[] = {80, 90, 100, 120};

ArrayRef<MachineResourceInfo> tilefuzz::getMachineResources() {
  return resources;
}
StringRef tilefuzz::toString(MachineResource resource) {
  return resources[unsigned(resource)].name;
}
ArrayRef<WorkInfo> tilefuzz::getWorkClasses() { return workClasses; }
const WorkInfo &tilefuzz::getInfo(Work work) {
  return workClasses[unsigned(work)];
}

std::optional<Work> tilefuzz::findWork(StringRef operation) {
  static const StringMap<Work> rows = [] {
    StringMap<Work> made;
    for (const OperationRow &row : operations)
      made.try_emplace(row.name, row.work);
    return made;
  }();
  auto row = rows.find(operation);
  if (row == rows.end())
    return std::nullopt;
  return row->second;
}

Expected<MachineModel> MachineModel::get(int64_t capability) {
  Expected<const TargetRow *> row = getTargetRow(capability);
  if (!row)
    return row.takeError();
  const int64_t *column = find(columns, capability);
  if (column == std::end(columns))
    return createStringError(
        "there is no machine model of " + (*row)->getName() +
        "; there are models of " +
        join(map_range(columns,
                       [](int64_t c) { return "sm_" + Twine(c).str(); }),
             ", "));
  return MachineModel(*row, column - std::begin(columns));
}

bool MachineModel::has(MachineResource resource) const {
  unsigned needs = resources[unsigned(resource)].needs;
  return (target->has & needs) == needs;
}

Expected<WorkCost> MachineModel::getCost(Work work, int64_t amount) const {
  WorkCost cost;
  bool isKnown = false, isThere = true;
  int64_t phaseEnd[2] = {0, 0};
  for (unsigned phase : {0u, 1u}) {
    int64_t begin = phase ? phaseEnd[0] : 0;
    phaseEnd[phase] = begin;
    for (const FootprintRow &row : footprints) {
      if (row.work != work || row.phase != phase)
        continue;
      isKnown = true;
      int64_t rate = row.rates[column];
      if (!rate || !has(row.resource)) {
        isThere = false;
        continue;
      }
      int64_t end = begin + std::max<int64_t>(1, divideCeil(amount, rate));
      cost.uses.push_back({row.resource, begin, end});
      phaseEnd[phase] = std::max(phaseEnd[phase], end);
    }
  }
  if (isKnown && !isThere)
    return createStringError("work '" + Twine(getInfo(work).name) +
                             "' needs what " + target->getName() + " lacks");
  cost.busy = std::max(phaseEnd[0], phaseEnd[1]);
  cost.latency = cost.busy + getInfo(work).latencies[column];
  return std::move(cost);
}

MachineCapacities MachineModel::getCapacities() const {
  MachineCapacities capacities;
  capacities.sharedBytes = target->sharedBytes;
  capacities.registerBytes = CommonLimits::registersPerSM * 4;
  capacities.tensorBytes = target->getTensorBytes();
  capacities.pipelines = 32;
  capacities.namedBarriers = CommonLimits::barriersPerCTA - 1;
  return capacities;
}

//===----------------------------------------------------------------------===//
// For people
//===----------------------------------------------------------------------===//

void tilefuzz::printMachineModels(raw_ostream &os) {
  os << "capacities      sm_80    sm_90   sm_100   sm_120\n";
  auto capacity = [&](StringRef name, int64_t MachineCapacities::*field) {
    os << formatv("{0,-12}", name);
    for (int64_t column : columns)
      os << formatv(" {0,8}",
                    cantFail(MachineModel::get(column)).getCapacities().*field);
    os << '\n';
  };
  capacity("shared", &MachineCapacities::sharedBytes);
  capacity("registers", &MachineCapacities::registerBytes);
  capacity("tensor", &MachineCapacities::tensorBytes);
  capacity("pipelines", &MachineCapacities::pipelines);
  capacity("barriers", &MachineCapacities::namedBarriers);
  os << "\nresources\n";
  for (auto [index, row] : enumerate(resources))
    os << formatv("{0,2} {1,-18} {2}\n", index + 1, row.name, row.summary);
  auto numbers = [&](const int64_t (&values)[4]) {
    for (int64_t value : values)
      os << formatv(" {0,6}", value);
  };
  os << "\nlatencies        sm_80  sm_90 sm_100 sm_120  source\n";
  for (const WorkInfo &row : workClasses) {
    os << formatv("{0,-15}", row.name);
    numbers(row.latencies);
    os << "  " << row.source << '\n';
  }
  os << "\nunits per cycle                   phase  sm_80  sm_90 sm_100 sm_120 "
        " "
        "source\n";
  for (const FootprintRow &row : footprints) {
    os << formatv("{0,-15} {1,-18} {2}    ", getInfo(row.work).name,
                  toString(row.resource), row.phase);
    numbers(row.rates);
    os << "  " << row.source << '\n';
  }
}
