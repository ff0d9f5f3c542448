//===- MachineModel.h - What work costs on a target -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The machine as schedulers see it: resources that one piece of work holds at a
// time, classes of work with their footprints and latencies, capacities of a
// CTA (facts, 3.6 and 6.2). The numbers are the table MachineModel.def, with
// the source of each. Schedulers and the checker of schedules share this table
// and nothing else.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_TARGET_MACHINEMODEL_H
#define TILEFUZZ_COMPILER_TARGET_MACHINEMODEL_H

#include "compiler/Target/TargetTable.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace tilefuzz {

enum class MachineResource : uint8_t {
#define RESOURCE(Enum, Name, Needs, Summary) Enum,
#include "compiler/Target/MachineModel.def"
};

struct MachineResourceInfo {
  MachineResource resource;
  llvm::StringLiteral name;
  /// A TargetFeature without which no target has it.
  unsigned needs;
  llvm::StringLiteral summary;
};
/// All 24, by number.
llvm::ArrayRef<MachineResourceInfo> getMachineResources();
llvm::StringRef toString(MachineResource resource);

enum class Work : uint8_t {
#define WORK(Enum, Name, Unit, Latency80, Latency90, Latency100, Latency120,   \
             Source)                                                           \
  Enum,
#include "compiler/Target/MachineModel.def"
};

/// In which the amount of work is counted. Element: of a tile, or one for each
/// thread of the CTA. Byte: of the tile. Product: multiplications.
enum class WorkUnit : uint8_t { Element, Byte, Product };

struct WorkInfo {
  Work work;
  llvm::StringLiteral name;
  WorkUnit unit;
  /// By column of the table, from the end of the last unit.
  int64_t latencies[4];
  llvm::StringLiteral source;
};
llvm::ArrayRef<WorkInfo> getWorkClasses();
const WorkInfo &getInfo(Work work);
/// The row of an operation's name; none: it depends on element types, or
/// nothing is known of it.
std::optional<Work> findWork(llvm::StringRef operation);

/// Cycles [begin, end), from where the work is issued, of one resource.
struct ResourceUse {
  MachineResource resource;
  int64_t begin, end;
  bool operator==(const ResourceUse &other) const {
    return resource == other.resource && begin == other.begin &&
           end == other.end;
  }
};

struct WorkCost {
  llvm::SmallVector<ResourceUse, 4> uses;
  /// Cycles until every resource is free.
  int64_t busy = 0;
  /// Cycles until the result can be used; not less than `busy`.
  int64_t latency = 0;
};

/// What one CTA may have.
struct MachineCapacities {
  /// CUDA C++ Programming Guide, through the table of targets.
  int64_t sharedBytes;
  /// 65536 registers of 4 bytes: CommonLimits, and facts, 3.6.
  int64_t registerBytes;
  int64_t tensorBytes;
  /// Pipelines with their mbarriers: facts, 8.18. A limit of ours.
  int64_t pipelines;
  /// PTX ISA, barrier: 16, of which number 0 is the CTA's.
  int64_t namedBarriers;
};

class MachineModel {
public:
  /// The error says what has no model.
  static llvm::Expected<MachineModel> get(int64_t capability);

  /// An error if the target lacks what the work needs.
  llvm::Expected<WorkCost> getCost(Work work, int64_t amount) const;
  bool has(MachineResource resource) const;
  MachineCapacities getCapacities() const;
  const TargetRow &getTarget() const { return *target; }

private:
  MachineModel(const TargetRow *target, unsigned column)
      : target(target), column(column) {}
  const TargetRow *target;
  unsigned column;
};

/// Resources, capacities, latencies and footprints of the targets, with the
/// source of each number.
void printMachineModels(llvm::raw_ostream &os);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_TARGET_MACHINEMODEL_H
