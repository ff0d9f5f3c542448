//===- AssignBuffers.cpp - Slots and bytes of pipelines -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Schedule/AssignBuffers.h"
#include "compiler/Schedule/RingLifetimes.h"
#include "compiler/TileAA/TokenLowering.h"
#include "compiler/TileAS/Pipelines.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

/// A pipeline that goes somewhere as a value is used nobody knows where.
static LogicalResult resolveLifetimes(MutableArrayRef<RingLifetime> rings) {
  for (RingLifetime &ring : rings)
    for (Operation *user : ring.create->getUsers())
      if (!user->getName().getStringRef().starts_with(
              "nv_tileas.async.pipeline.")) {
        InFlightDiagnostic error =
            ring.create.emitError("fails to resolve lifetime");
        error.attachNote(user->getLoc())
            << "it goes into '" << user->getName() << "'";
        return error;
      }
  return success();
}

/// Two rings of one kind of slots, of which one is empty for good before the
/// other is made, are one buffer. That takes no more bytes: each keeps a place
/// at which it meets nothing.
static void shareBuffers(MutableArrayRef<RingLifetime> rings,
                         const BugSet &bugs) {
  for (size_t i = 0; i < rings.size(); ++i)
    for (RingLifetime &other : rings.take_front(i)) {
      if (rings[i].create.getType() != other.create.getType() ||
          rings[i].meets(other) || rings[i].offset == other.offset)
        continue;
      bool isFree = llvm::none_of(rings, [&](const RingLifetime &beside) {
        return &beside != &rings[i] && beside.meets(rings[i]) &&
               beside.offset < other.offset + other.bytes &&
               other.offset < beside.offset + beside.bytes;
      });
      // Seeded: only the two are looked at.
      if (!isFree && !bugs.acts(SeededBug::BuffersMovedOntoThird))
        continue;
      rings[i].offset = other.offset;
      rings[i].create.emitRemark("share pipeline buffer");
      break;
    }
}

LogicalResult tilefuzz::assignBuffers(aa::FuncOp function,
                                      const AssignBuffersOptions &options) {
  SmallVector<RingLifetime> rings = findRingLifetimes(function, {});
  if (failed(resolveLifetimes(rings)))
    return failure();
  aa::BarrierPool pool(options.barriers);
  SmallVector<unsigned> slots;
  for (RingLifetime &ring : rings) {
    std::optional<unsigned> slot = pool.claim(ring.first, ring.last);
    if (!slot)
      return ring.create.emitError("fails to assign named barrier");
    slots.push_back(*slot);
  }
  if (!placeRings(rings, getBytesForRings(function)))
    return function.emitError("fails to assign smem buffer");
  shareBuffers(rings, options.bugs);
  Builder builder(function.getContext());
  for (auto &&[ring, slot] : llvm::zip_equal(rings, slots)) {
    // Seeded: every ring begins at the first byte.
    int64_t offset = options.bugs.pick(SeededBug::BuffersShareBytes,
                                       ring.offset, int64_t(0));
    ring.create->setDiscardableAttr(as::ringOffsetName,
                                    builder.getI64IntegerAttr(offset));
    ring.create->setDiscardableAttr(ringBarrierName,
                                    builder.getI32IntegerAttr(slot));
  }
  return success();
}

namespace {
class AssignBuffersPass
    : public PassWrapper<AssignBuffersPass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AssignBuffersPass)

  AssignBuffersPass() = default;
  AssignBuffersPass(const AssignBuffersPass &other)
      : PassWrapper(other), bugs(other.bugs) {}
  explicit AssignBuffersPass(const AssignBuffersOptions &options)
      : bugs(options.bugs) {
    barriers = options.barriers;
  }

  StringRef getArgument() const override { return "tileas-assign-buffers"; }
  StringRef getDescription() const override {
    return "Give pipelines their barriers and their shared memory";
  }

  void runOnOperation() override {
    AssignBuffersOptions options;
    options.barriers = barriers;
    options.bugs = bugs;
    getOperation().walk([&](aa::FuncOp function) {
      if (failed(assignBuffers(function, options)))
        signalPassFailure();
    });
  }

private:
  Option<unsigned> barriers{
      *this, "barriers",
      llvm::cl::desc("Pipelines that a CTA may have at a time."),
      llvm::cl::init(32)};
  BugSet bugs;
};
} // namespace

std::unique_ptr<Pass>
tilefuzz::createAssignBuffersPass(const AssignBuffersOptions &options) {
  return std::make_unique<AssignBuffersPass>(options);
}

void tilefuzz::registerAssignBuffersPass() {
  PassRegistration<AssignBuffersPass>();
}
