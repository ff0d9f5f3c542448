//===- Machine.cpp - Runs one tile block ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Machine.h"
#include "llvm/ADT/Hashing.h"

using namespace tilefuzz;

llvm::StringRef tilefuzz::placeOf(mlir::Location location) {
  // Of most accesses of a campaign; the search below costs a hundred times
  // more.
  if (llvm::isa<mlir::UnknownLoc>(location))
    return "";
  if (auto name = llvm::dyn_cast<mlir::NameLoc>(location))
    if (llvm::isa<mlir::UnknownLoc>(name.getChildLoc()))
      return name.getName();
  if (auto file = location->findInstanceOf<mlir::FileLineColLoc>())
    return mlir::StringAttr::get(location.getContext(),
                                 file.getFilename().getValue() + ":" +
                                     llvm::Twine(file.getLine()) + ":" +
                                     llvm::Twine(file.getColumn()));
  if (auto name = location->findInstanceOf<mlir::NameLoc>())
    return name.getName();
  return "";
}

AccessSite Machine::siteOf(const Instruction &in) const {
  return siteNameOf(in).toSite();
}

SiteName Machine::siteNameOf(const Instruction &in) const {
  return {placeOf(in.op->getLoc()), in.op->getName().getStringRef()};
}

Flow Machine::undefined(const Instruction &in, Undefined condition,
                        std::optional<size_t> element) {
  outcome.status = RunStatus::UndefinedBehaviour;
  outcome.condition = toString(condition).str();
  outcome.site = siteOf(in);
  outcome.site.element = element;
  return Flow::Stop;
}
Flow Machine::unsupported(const Instruction &in, llvm::StringRef what) {
  outcome.status = RunStatus::Unsupported;
  outcome.condition = what.str();
  outcome.site = siteOf(in);
  return Flow::Stop;
}
void Machine::loseExactness(const Instruction &in) {
  if (!std::exchange(outcome.unstable, true))
    outcome.unstableSite = siteOf(in);
}
Flow Machine::unstable(const Instruction &in, llvm::StringRef what) {
  loseExactness(in);
  return unsupported(in, ("an unspecified value decides " + what).str());
}

int Machine::allocate(BufferImage image) {
  allocations.push_back(memory.allocate(std::move(image)));
  return allocations.back();
}

Flow Machine::enter(Frame frame) {
  frame.allocations = allocations.size();
  frames.push_back(std::move(frame));
  return Flow::Enter;
}

Flow Machine::abandon(bool loopOnly) {
  while (!frames.empty()) {
    Frame frame = frames.pop_back_val();
    while (allocations.size() > frame.allocations)
      memory.release(allocations.pop_back_val());
    if (!loopOnly || !frame.isLoop)
      continue;
    for (unsigned slot : frame.owner->results)
      slots[slot] = {};
    return Flow::Enter;
  }
  return Flow::Return;
}

Flow Machine::leaveRegions(Flow flow, size_t depth) {
  while (frames.size() > depth) {
    Frame &frame = frames.back();
    while (allocations.size() > frame.allocations)
      memory.release(allocations.pop_back_val());
    if (frame.leave)
      flow = frame.leave(*this, frame, flow);
    if (flow == Flow::Enter) {
      if (tripsLeft == 0) {
        outcome.status = RunStatus::StepLimit;
        outcome.condition = tooManyIterations;
        outcome.site = siteOf(*frame.owner);
        return Flow::Stop;
      }
      --tripsLeft;
      frame.next = 0;
      ++frame.iteration;
      return Flow::Next;
    }
    frames.pop_back();
    if (flow == Flow::Next)
      return flow;
  }
  return flow;
}

Flow Machine::runTo(size_t depth) {
  for (;;) {
    Frame &frame = frames.back();
    const Instruction &in = (*frame.block)[frame.next];
    if (stepsLeft == 0) {
      outcome.status = RunStatus::StepLimit;
      outcome.condition = tooManySteps;
      outcome.site = siteOf(in);
      return Flow::Stop;
    }
    if (sliceLeft == 0)
      return Flow::Pause;
    --stepsLeft;
    --sliceLeft;
    ++frame.next;
    Flow flow =
        observer ? observer->evaluate(*this, in) : in.evaluate(*this, in);
    if (flow == Flow::Stop)
      return flow;
    if (flow != Flow::Next && flow != Flow::Enter) {
      if (flow == Flow::Wait) {
        --frame.next;
        return Flow::Pause;
      }
      flow = leaveRegions(flow, depth);
      if (flow != Flow::Next)
        return flow;
    }
    if ((accessed && pausesAfterAccess) || waitsIn)
      return Flow::Pause;
  }
}

/// Whether running it enters no other region.
static bool isStraight(const DecodedBlock &block) {
  return llvm::all_of(block, [](const Instruction &in) {
    return in.regions.empty() && !in.callee;
  });
}

Flow Machine::runBlock(const DecodedBlock &block) {
  // A combiner has no accesses after which to pause, and must not end early.
  uint64_t slice = std::exchange(sliceLeft, ~uint64_t(0));
  bool pauses = std::exchange(pausesAfterAccess, false);
  bool waits = std::exchange(mayWait, false);
  Flow flow = Flow::Next;
  if ((observer && !observer->takesRuns) || !isStraight(block)) {
    size_t depth = frames.size();
    enter({&block});
    flow = runTo(depth);
  } else {
    // As runTo, without a frame; what watches every operation sees its region.
    size_t numKept = allocations.size();
    for (const Instruction *in = block.data(); flow == Flow::Next; ++in) {
      if (stepsLeft == 0) {
        outcome.status = RunStatus::StepLimit;
        outcome.condition = tooManySteps;
        outcome.site = siteOf(*in);
        flow = Flow::Stop;
        break;
      }
      --stepsLeft;
      flow =
          observer ? observer->evaluate(*this, *in) : in->evaluate(*this, *in);
    }
    while (allocations.size() > numKept)
      memory.release(allocations.pop_back_val());
  }
  sliceLeft = slice;
  pausesAfterAccess = pauses;
  mayWait = waits;
  return flow;
}

uint64_t Machine::hashOf(const Value &value) {
  if (!value.tile)
    return 0;
  llvm::hash_code hash = llvm::hash_value(value.tile->bits.size());
  for (uint64_t bits : value.tile->bits)
    hash = llvm::hash_combine(hash, bits);
  return llvm::hash_combine(hash,
                            llvm::hash_combine_range(value.tile->unspecified),
                            llvm::hash_combine_range(value.tile->buffers));
}

uint64_t Machine::hashState() const {
  llvm::hash_code hash =
      llvm::hash_combine(blockIndex, llvm::StringRef(agent), hashQueues());
  for (const Frame &frame : frames)
    hash = llvm::hash_combine(hash, frame.block, frame.next,
                              uint64_t(frame.counter));
  for (const Value &slot : slots)
    hash = llvm::hash_combine(hash, hashOf(slot));
  return hash;
}

void Machine::start(const DecodedBlock &block) { enter({&block}); }

Flow Machine::resume() {
  accessed = false;
  waitsIn = nullptr;
  waitKind = nullptr;
  return runTo(0);
}
