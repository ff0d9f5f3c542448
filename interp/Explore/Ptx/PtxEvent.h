//===- PtxEvent.h - What a thread of PTX does to memory ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Events of the model (PTX model, 1.2), and how they are named.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_EXPLORE_PTX_PTXEVENT_H
#define TILEFUZZ_INTERP_EXPLORE_PTX_PTXEVENT_H

#include "interp/Program/Outcome.h"
#include "interp/Simt/Machine/Instruction.h"
#include <map>
#include <memory>
#include <tuple>
#include <vector>

namespace tilefuzz::ptxmodel {

/// A buffer, a variable, or what one CTA has of one in shared memory.
using ObjectId = uint64_t;

/// Bytes that are accessed only together.
struct PtxGranule {
  ObjectId object;
  int64_t index;
  bool operator<(const PtxGranule &other) const {
    return std::tie(object, index) < std::tie(other.object, other.index);
  }
};

/// Names an event in every replay of its thread: instructions that it has
/// passed until there, and the element of a vector.
struct EventName {
  uint32_t thread = 0;
  uint64_t step = 0;
  uint32_t element = 0;
  bool operator<(const EventName &other) const {
    return std::tie(thread, step, element) <
           std::tie(other.thread, other.step, other.element);
  }
  bool operator==(const EventName &other) const {
    return thread == other.thread && step == other.step &&
           element == other.element;
  }
};

struct PtxEvent {
  enum class Kind {
    Access,
    Fence,
    Barrier,
    ClusterArrive,
    ClusterWait,
    /// A write of which the place is not known yet, or whether it is there, and
    /// whatever comes behind a branch that is not decided.
    Pending
  };
  Kind kind = Kind::Access;
  EventName name;
  uint32_t instruction = 0;
  bool isRead = false, isWrite = false, isAtomic = false;
  /// An atomic whose result nobody gets.
  bool isReduction = false;
  /// An atomic that may write once its read is known.
  bool mayWrite = false;
  simt::MemoryOrder order = simt::MemoryOrder::Weak;
  simt::Scope scope = simt::Scope::System;
  ObjectId object = 0;
  int64_t offset = 0;
  unsigned size = 0;
  /// Of a write. One whose value is not known yet is there, and nobody reads
  /// from it.
  uint64_t bits = 0;
  bool isValueKnown = true;
  bool unspecified = false;

  bool isStrong() const { return order != simt::MemoryOrder::Weak; }
  bool isSource() const { return isWrite && isValueKnown; }
  /// It becomes a write, or one to read from, or writes may follow.
  bool isOpen() const {
    return kind == Kind::Pending || mayWrite || (isWrite && !isValueKnown);
  }
  bool isFence() const { return kind == Kind::Fence; }
  bool isAccess() const { return kind == Kind::Access; }
  bool overlaps(const PtxEvent &other) const {
    return object == other.object && offset < other.offset + other.size &&
           other.offset < offset + size;
  }
  bool isSameRange(const PtxEvent &other) const {
    return object == other.object && offset == other.offset &&
           size == other.size;
  }
};

/// A granule of a read.
struct PtxReadPart {
  EventName read;
  unsigned part = 0;
  bool operator<(const PtxReadPart &other) const {
    return std::tie(read, part) < std::tie(other.read, other.part);
  }
};

struct PtxValue {
  uint64_t bits = 0;
  bool unspecified = false;
  /// The launch gives nothing, and nobody has written it.
  bool uninitialised = false;
  bool operator<(const PtxValue &other) const {
    return std::tie(bits, unspecified) <
           std::tie(other.bits, other.unspecified);
  }
};
using PtxValues = std::map<PtxReadPart, PtxValue>;

/// The write that a part takes its value from; none: the launch.
using PtxSource = std::optional<EventName>;
using PtxSources = std::map<PtxReadPart, PtxSource>;

/// In bytes, of an object; those without an entry have 8.
class PtxGranuleSizes {
public:
  unsigned of(ObjectId object) const {
    auto it = sizes.find(object);
    return it == sizes.end() ? 8 : it->second;
  }
  /// Whether that changes anything.
  bool lower(ObjectId object, unsigned size) {
    if (size >= of(object))
      return false;
    sizes[object] = size;
    return true;
  }

private:
  std::map<ObjectId, unsigned> sizes;
};

/// What one thread does, as far as the values that it reads are known.
struct ThreadTrace {
  std::vector<PtxEvent> events;
  bool isPartial = false;
  /// The loop in which it waits for others, and its first event in there.
  std::optional<AccessSite> waitsIn;
  size_t firstPoll = 0;
  /// Undefined behaviour, something without support, or the limit.
  Outcome outcome;
};
using Traces = std::vector<std::shared_ptr<const ThreadTrace>>;

} // namespace tilefuzz::ptxmodel

#endif // TILEFUZZ_INTERP_EXPLORE_PTX_PTXEVENT_H
