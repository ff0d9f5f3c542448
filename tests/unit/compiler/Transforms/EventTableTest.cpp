//===- EventTableTest.cpp - Every synchronising operation has a class -----===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Fences/EventTable.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

namespace {
/// Whether something of this name may have to do with order between threads.
bool concernsOrder(llvm::StringRef name) {
  if (name.contains("sreg."))
    return false;
  for (llvm::StringRef part : {"tcgen05", "bar", "arrive", "wait", "commit",
                               "fence", "cluster", "griddep"})
    if (name.contains(part))
      return true;
  return false;
}

TEST(EventTable, HasEveryOperationOfTheDialect) {
  mlir::MLIRContext context;
  context.loadDialect<mlir::NVVM::NVVMDialect>();
  unsigned count = 0;
  for (mlir::RegisteredOperationName op : context.getRegisteredOperations()) {
    llvm::StringRef name = op.getStringRef();
    if (!name.consume_front("nvvm.") || !concernsOrder(name))
      continue;
    // Their attribute says which of two events they are.
    std::string whole = name.str();
    if (name == "tcgen05.fence")
      whole += ".before";
    if (name == "tcgen05.wait")
      whole += ".ld";
    EXPECT_TRUE(findEvent(whole).has_value()) << whole;
    ++count;
  }
  EXPECT_GT(count, 50u);
}

TEST(EventTable, HasEveryIntrinsic) {
  unsigned count = 0;
  for (unsigned id = 1; id != llvm::Intrinsic::num_intrinsics; ++id) {
    llvm::StringRef name = llvm::Intrinsic::getBaseName(id);
    if (!name.consume_front("llvm.nvvm.") || !concernsOrder(name) ||
        // Addresses and states.
        name.starts_with("is_explicit_cluster") ||
        name.starts_with("isspacep") || name.starts_with("mapa") ||
        name.starts_with("getctarank"))
      continue;
    EXPECT_TRUE(findEvent(name).has_value()) << name.str();
    ++count;
  }
  EXPECT_GT(count, 150u);
}

TEST(EventTable, LongestRowDecides) {
  EXPECT_EQ(findEvent("tcgen05.mma.sp.block_scale"), TensorEvent::Use);
  EXPECT_EQ(findEvent("tcgen05.mma_smem_desc"), TensorEvent::None);
  EXPECT_EQ(findEvent("barrier"), TensorEvent::Sync);
  EXPECT_EQ(findEvent("barrier.arrive"), TensorEvent::Arrive);
  EXPECT_EQ(findEvent("barrier.cluster.wait.aligned"), TensorEvent::Wait);
  EXPECT_EQ(findEvent("mbarrier.try.wait.parity.scope.cta.space.cta"),
            TensorEvent::Wait);
  EXPECT_EQ(findEvent("tcgen05.commit.arrive.one.shared"), TensorEvent::Commit);
  // Not at a dot.
  EXPECT_FALSE(findEvent("barring").has_value());
}

TEST(EventTable, ReadsPtx) {
  using Events = llvm::SmallVector<TensorEvent, 1>;
  EXPECT_EQ(findPtxEvents("tcgen05.fence::before_thread_sync;"),
            Events{TensorEvent::BeforeFence});
  EXPECT_EQ(findPtxEvents("@%p1 tcgen05.commit.cta_group::1.mbarrier::arrive"
                          "::one.shared::cluster.b64 [%r1];"),
            Events{TensorEvent::Commit});
  EXPECT_EQ(
      findPtxEvents("{\n.reg .pred P1;\nLAB_WAIT:\n"
                    "mbarrier.try_wait.parity.shared::cta.b64 P1, [$0], "
                    "$1;\n@P1 bra.uni DONE;\nbra.uni LAB_WAIT;\nDONE:\n}"),
      Events{TensorEvent::Wait});
  EXPECT_EQ(findPtxEvents("add.u32 %r1, %r2, %r3; // barrier"), Events());
  // What is complete behind it is one use.
  EXPECT_EQ(findPtxEvents("tcgen05.ld.sync.aligned.32x32b.x1.b32 {$0}, [$1];\n"
                          "tcgen05.wait::ld.sync.aligned;"),
            Events({TensorEvent::Use}));
  EXPECT_EQ(findPtxEvents("tcgen05.st.sync.aligned.32x32b.x1.b32 [$0], {$1};\n"
                          "tcgen05.wait::st.sync.aligned;"),
            Events({TensorEvent::Use}));
  EXPECT_EQ(findPtxEvents("{\n@p tcgen05.mma.cta_group::1.kind::f16 [$0], a, b,"
                          " i, p;\ntcgen05.shift.cta_group::1.down [$0];\n}"),
            Events({TensorEvent::Use}));
  EXPECT_EQ(findPtxEvents("tcgen05.ld.sync.aligned.32x32b.x1.b32 {$0}, [$1];\n"
                          "tcgen05.wait::st.sync.aligned;"),
            Events({TensorEvent::Load, TensorEvent::WaitStores}));
  EXPECT_EQ(findPtxEvents("tcgen05.wait::ld.sync.aligned;"
                          "tcgen05.wait::st.sync.aligned;"),
            Events({TensorEvent::WaitLoads, TensorEvent::WaitStores}));
  EXPECT_EQ(findPtxEvents("tcgen05.wait::ld.sync.aligned; bar.sync 0;"),
            (Events{TensorEvent::WaitLoads, TensorEvent::Sync}));
}

TEST(EventTable, ReadsTheFencesThatAreEmitted) {
  for (TensorEvent event : {TensorEvent::BeforeFence, TensorEvent::AfterFence,
                            TensorEvent::WaitLoads, TensorEvent::WaitStores})
    EXPECT_EQ(findPtxEvents(getFencePtx(event)).front(), event);
}

// What is none says why.
TEST(EventTable, GivesReasons) {
  for (const EventRow &row : getEventRows())
    EXPECT_EQ(row.event == TensorEvent::None, !row.reason.empty())
        << row.name.str();
}
} // namespace
