//===- PtxReplay.h - A thread while it is replayed --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Internal to PtxThread.cpp (control and registers) and PtxThreadMemory.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_EXPLORE_PTX_PTXREPLAY_H
#define TILEFUZZ_INTERP_EXPLORE_PTX_PTXREPLAY_H

#include "interp/Explore/Ptx/PtxThread.h"
#include "interp/Program/UndefinedBehaviors.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"

namespace tilefuzz::ptxmodel {

/// Of a pointer's number: an object that the thread has made.
inline constexpr uint32_t localBit = 0x80000000u;

/// A byte that only this thread can access.
struct PrivateByte {
  uint8_t value = 0;
  bool isWritten = false, isPoison = false, isUnknown = false;
};
/// A register: what it holds, unless that depends on a read without a value.
struct Register {
  simt::Lane lane;
  bool isUnknown = false;
  bool operator==(const Register &other) const {
    return lane.bits == other.lane.bits && lane.poison == other.lane.poison &&
           lane.allocation == other.lane.allocation &&
           isUnknown == other.isUnknown;
  }
};
struct Call {
  uint32_t pc;
  size_t locals;
};
/// When a loop's first instruction was last reached.
struct Visit {
  std::vector<Register> registers;
  size_t numEvents;
};

class Replay {
public:
  Replay(const PtxLaunch &launch, uint32_t thread, const PtxValues &values,
         PtxGranuleSizes &granules)
      : launch(launch), kernel(launch.kernel()), thread(thread), values(values),
        granules(granules) {
    for (const simt::Lane &lane : launch.firstFrame())
      registers.push_back({lane, false});
  }

  ThreadTrace run(uint64_t stepLimit);
  bool granulesChanged = false;

private:
  enum class Next { Go, End };

  Next undefined(Undefined condition) {
    return stop(RunStatus::UndefinedBehaviour, toString(condition));
  }
  Next refuse(const llvm::Twine &what) {
    return stop(RunStatus::Unsupported, "'" + what + "' in an exploration");
  }
  Next stop(RunStatus status, const llvm::Twine &condition) {
    trace.outcome.status = status;
    trace.outcome.condition = condition.str();
    trace.outcome.site = launch.siteOf(index());
    return Next::End;
  }
  /// What follows is not known.
  Next wait() {
    event(PtxEvent::Kind::Pending);
    trace.isPartial = true;
    return Next::End;
  }
  uint32_t index() const { return op - kernel.code.data(); }
  PtxEvent &event(PtxEvent::Kind kind) {
    PtxEvent made;
    made.kind = kind;
    made.name = {thread, step, 0};
    made.instruction = index();
    made.order = op->order;
    made.scope = op->scope;
    trace.events.push_back(made);
    return trace.events.back();
  }

  Register &reg(uint32_t slot) { return registers[slot]; }
  /// simt::Lane `i` of the operands, of which each reads so many.
  llvm::SmallVector<simt::Lane, 4> lanesOf(llvm::ArrayRef<uint32_t> slots,
                                           bool &isUnknown) {
    llvm::SmallVector<simt::Lane, 4> lanes;
    for (uint32_t slot : slots) {
      lanes.push_back(reg(slot).lane);
      isUnknown |= reg(slot).isUnknown;
    }
    return lanes;
  }
  void set(uint32_t slot, const simt::Lane &lane, bool isUnknown) {
    registers[slot] = {isUnknown ? simt::Lane() : lane, isUnknown};
  }
  void forget(uint32_t slot, uint32_t lanes) {
    for (uint32_t i = 0; i < lanes; ++i)
      set(slot + i, {}, true);
  }

  Next execute();
  Next compute();
  Next skipUnknown();
  Next jump(uint32_t edge);
  Next call(uint32_t edge);
  simt::Lane resolve(uint64_t address, simt::StateSpace space) const;
  Next access();
  Next accessPrivate(std::vector<PrivateByte> &object,
                     const simt::Lane &pointer);
  Next copyPrivate();
  bool canAccess(const simt::Lane &pointer, uint64_t size, uint64_t available,
                 simt::StateSpace held, bool isConstant, Next &end);
  Register readElement(const PtxLaunch::Object &object, int64_t offset,
                       uint32_t element, bool &isUninitialised);
  Next update(const PtxLaunch::Object &object, int64_t offset,
              uint32_t element);
  PtxEvent &accessEvent(const PtxLaunch::Object &object, int64_t offset,
                        uint32_t element) {
    PtxEvent &made = event(PtxEvent::Kind::Access);
    made.name.element = element;
    made.object = object.id;
    made.offset = offset;
    made.size = op->bytes;
    return made;
  }
  std::vector<PrivateByte> *localOf(uint32_t number) {
    if (!(number & localBit) || (number & ~localBit) >= locals.size())
      return nullptr;
    return &locals[number & ~localBit];
  }

  const PtxLaunch &launch;
  const simt::Kernel &kernel;
  uint32_t thread;
  const PtxValues &values;
  PtxGranuleSizes &granules;
  ThreadTrace trace;
  std::vector<Register> registers;
  std::vector<std::vector<PrivateByte>> locals;
  /// The constants among them, as pointers name them.
  std::vector<uint32_t> sealed;
  std::vector<Call> calls;
  std::map<uint32_t, Visit> visits;
  const simt::Instruction *op = nullptr;
  uint32_t pc = 0;
  uint64_t step = 0;
  /// At the barrier of the cluster.
  bool hasArrived = false;
};

} // namespace tilefuzz::ptxmodel

#endif // TILEFUZZ_INTERP_EXPLORE_PTX_PTXREPLAY_H
