//===- EmitPersistence.cpp - CTAs that run several blocks -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A kernel that is marked (compiler/TileAS/PersistentKernel.h) is a loop over
// blocks, which each of its agents runs by itself. Static: from the number of
// its CTA on, in steps of as many CTAs as there are. Dynamic: while a block
// runs, one thread asks for another that has not started (clusterlaunchcontrol,
// PTX ISA 9.0, 9.7.13.18); the answer arrives at an mbarrier, every agent reads
// it behind the block, and arrives at a second mbarrier, for which the thread
// waits before it asks again. A cluster asks once, for all of its CTAs.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/Emitter.h"
#include "compiler/Support/PersistentGrid.h"
#include "compiler/TileAS/PersistentKernel.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

/// Of the answer, behind which both mbarriers are.
static constexpr int64_t answerBytes = 16, barrierBytes = 8;

int64_t Persistence::sharedBytes() const {
  return isDynamic ? answerBytes + 2 * barrierBytes : 0;
}

std::optional<Persistence> tilefuzz::findPersistence(aa::FuncOp function) {
  StringAttr kind = as::getPersistence(function);
  if (!kind)
    return std::nullopt;
  Persistence found;
  found.isDynamic = kind.getValue() == as::persistentDynamic;
  return found;
}

namespace {
class PersistenceEmitter {
public:
  explicit PersistenceEmitter(Emitter &e)
      : e(e), b(e.builder), all(*e.persistence), i32(b.getI32Type()),
        i64(b.getI64Type()) {}

  void begin(aa::FuncOp function);
  LogicalResult run(bool computes, function_ref<LogicalResult()> body);

private:
  Value number(int64_t value) { return e.constant(i32, value); }
  bool isOfCluster() const { return e.numCtas > 1; }
  Value barrier(int64_t place) {
    return LLVM::GEPOp::create(
        b, e.loc, all.answer.getType(), b.getI8Type(), all.answer,
        LLVM::GEPArg(int32_t(answerBytes + place * barrierBytes)));
  }
  /// The answer is there; every agent has it.
  Value answered() { return barrier(0); }
  Value taken() { return barrier(1); }
  Value isFirstThread() {
    return LLVM::ICmpOp::create(b, e.loc, LLVM::ICmpPredicate::eq,
                                e.localThread(), number(0));
  }
  /// Those that take an answer.
  int64_t numAgents() const {
    return e.agents && e.agents->loop.isInTensorMemory() ? 3 : 2;
  }
  void beginDynamic();
  void beginStatic(aa::FuncOp function);
  LogicalResult runStatic(bool computes, function_ref<LogicalResult()> body);
  LogicalResult runDynamic(bool computes, function_ref<LogicalResult()> body);
  void wait(Value barrier, Value parity);
  void ask(Value parity);
  /// Whether there is another block, and which.
  Registers take();
  void arriveAtTaken();

  Emitter &e;
  OpBuilder &b;
  Persistence &all;
  Type i32, i64;
};
} // namespace

//===----------------------------------------------------------------------===//
// Static
//===----------------------------------------------------------------------===//

void PersistenceEmitter::beginStatic(aa::FuncOp function) {
  constexpr unsigned space = unsigned(NVVM::NVVMMemorySpace::Constant);
  Type words = LLVM::LLVMArrayType::get(i32, 3);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(e.getModule().getBody());
    auto blocks = LLVM::GlobalOp::create(
        b, e.loc, words, /*isConstant=*/true, LLVM::Linkage::External,
        (function.getSymName() + persistentGridSuffix).str(),
        b.getZeroAttr(RankedTensorType::get({3}, i32)), /*alignment=*/4, space);
    // The host writes there.
    blocks.setExternallyInitialized(true);
    all.grid = blocks;
  }
  Value base = LLVM::AddressOfOp::create(b, e.loc, all.grid);
  Value isSet;
  for (unsigned axis = 0; axis < 3; ++axis) {
    Value place = LLVM::GEPOp::create(b, e.loc, base.getType(), i32, base,
                                      LLVM::GEPArg(int32_t(axis)));
    Value blocks = LLVM::LoadOp::create(b, e.loc, i32, place, /*alignment=*/4);
    if (!isSet)
      isSet = LLVM::ICmpOp::create(b, e.loc, LLVM::ICmpPredicate::ne, blocks,
                                   number(0));
    all.extents[axis] = LLVM::SelectOp::create(
        b, e.loc, isSet, blocks, e.readLaunch(axis, /*isExtent=*/true));
  }
}

LogicalResult
PersistenceEmitter::runStatic(bool computes,
                              function_ref<LogicalResult()> body) {
  auto wide = [&](Value value) -> Value {
    return LLVM::ZExtOp::create(b, e.loc, i64, value);
  };
  auto times = [&](Value left, Value right) -> Value {
    return LLVM::MulOp::create(b, e.loc, left, right);
  };
  auto own = [&](unsigned axis) { return wide(e.readLaunch(axis, false)); };
  auto launched = [&](unsigned axis) { return wide(e.readLaunch(axis, true)); };
  Value columns = wide(all.extents[0]), rows = wide(all.extents[1]),
        total = times(times(columns, rows), wide(all.extents[2])),
        step = times(times(launched(0), launched(1)), launched(2)),
        first = LLVM::AddOp::create(
            b, e.loc,
            times(LLVM::AddOp::create(b, e.loc, times(own(2), launched(1)),
                                      own(1)),
                  launched(0)),
            own(0));
  Block *next = e.addBlock({i64}), *work = e.addBlock(), *exit = e.addBlock();
  LLVM::BrOp::create(b, e.loc, first, next);
  b.setInsertionPointToEnd(next);
  Value place = next->getArgument(0);
  LLVM::CondBrOp::create(
      b, e.loc,
      LLVM::ICmpOp::create(b, e.loc, LLVM::ICmpPredicate::ult, place, total),
      work, exit);
  b.setInsertionPointToEnd(work);
  Value line = LLVM::UDivOp::create(b, e.loc, place, columns);
  auto narrow = [&](Value value) -> Value {
    return LLVM::TruncOp::create(b, e.loc, i32, value);
  };
  all.block = {narrow(LLVM::URemOp::create(b, e.loc, place, columns)),
               narrow(LLVM::URemOp::create(b, e.loc, line, rows)),
               narrow(LLVM::UDivOp::create(b, e.loc, line, rows))};
  if (failed(body()))
    return failure();
  // What the block has left in shared memory is over.
  if (computes)
    e.barrier();
  LLVM::BrOp::create(
      b, e.loc, LLVM::AddOp::create(b, e.loc, place, step).getResult(), next);
  b.setInsertionPointToEnd(exit);
  return success();
}

//===----------------------------------------------------------------------===//
// Dynamic
//===----------------------------------------------------------------------===//

void PersistenceEmitter::beginDynamic() {
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(e.getModule().getBody());
    constexpr unsigned shared = unsigned(NVVM::NVVMMemorySpace::Shared);
    all.memory = LLVM::GlobalOp::create(
        b, e.loc, LLVM::LLVMArrayType::get(b.getI8Type(), all.sharedBytes()),
        /*isConstant=*/false, LLVM::Linkage::Internal,
        e.makeSymbol("launch_answer"), Attribute(), answerBytes, shared);
  }
  all.answer = LLVM::AddressOfOp::create(b, e.loc, all.memory);
  e.guarded(isFirstThread(), [&] {
    auto make = [&](Value barrier, int64_t count) {
      e.assembly({}, "mbarrier.init.shared::cta.b64 [$0], $1;", "l,r,~{memory}",
                 {barrier, number(count)});
    };
    make(answered(), 1);
    if (e.agents)
      make(taken(), numAgents() * e.numCtas);
    e.assembly({}, "fence.mbarrier_init.release.cluster;", "~{memory}", {});
  });
  // Agents and clusters meet later.
  if (!e.agents && !isOfCluster())
    e.barrier();
}

void PersistenceEmitter::wait(Value barrier, Value parity) {
  Block *again = e.addBlock(), *after = e.addBlock();
  LLVM::BrOp::create(b, e.loc, ValueRange(), again);
  b.setInsertionPointToEnd(again);
  StringRef order = isOfCluster() ? ".acquire.cluster" : "";
  Value isOver =
      e.assembly(i32,
                 ("{\n.reg .pred p;\nmbarrier.try_wait.parity" + order +
                  ".shared::cta.b64 p, [$1], $2;\nselp.b32 $0, 1, 0, p;\n}")
                     .str(),
                 "=r,l,r,~{memory}", {barrier, parity});
  Value goesOn = LLVM::ICmpOp::create(b, e.loc, LLVM::ICmpPredicate::ne, isOver,
                                      number(0));
  LLVM::CondBrOp::create(b, e.loc, goesOn, after, ValueRange(), again,
                         ValueRange());
  b.setInsertionPointToEnd(after);
}

/// By the first thread of each CTA; that of the first one asks.
void PersistenceEmitter::ask(Value parity) {
  e.guarded(isFirstThread(), [&] {
    Value isAsker;
    if (isOfCluster())
      isAsker = LLVM::ICmpOp::create(b, e.loc, LLVM::ICmpPredicate::eq,
                                     e.ctaRank(), number(0));
    e.assembly({}, "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;",
               "l,r,~{memory}", {answered(), number(answerBytes)});
    e.guarded(isAsker, [&] {
      if (e.agents)
        wait(taken(), LLVM::XOrOp::create(b, e.loc, parity, number(1)));
      e.assembly({},
                 (Twine("clusterlaunchcontrol.try_cancel.async.shared::cta."
                        "mbarrier::complete_tx::bytes") +
                  (isOfCluster() ? ".multicast::cluster::all" : "") +
                  ".b128 [$0], [$1];")
                     .str(),
                 "l,l,~{memory}", {all.answer, answered()});
    });
  });
}

Registers PersistenceEmitter::take() {
  Type results = LLVM::LLVMStructType::getLiteral(b.getContext(),
                                                  SmallVector<Type>(4, i32));
  Value read = e.assembly(
      results,
      "{\n.reg .b128 answer;\n.reg .pred p;\n"
      "mov.b32 $1, 0;\nmov.b32 $2, 0;\nmov.b32 $3, 0;\n"
      "ld.shared::cta.b128 answer, [$4];\n"
      "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, answer;\n"
      "selp.b32 $0, 1, 0, p;\n"
      "@p clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 "
      "{$1, $2, $3, _}, answer;\n}",
      "=&r,=&r,=&r,=&r,l,~{memory}", {all.answer});
  Registers parts;
  for (unsigned i = 0; i < 4; ++i)
    parts.push_back(LLVM::ExtractValueOp::create(b, e.loc, read, i));
  parts[0] = LLVM::ICmpOp::create(b, e.loc, LLVM::ICmpPredicate::ne, parts[0],
                                  number(0));
  // A block is a cluster.
  if (isOfCluster())
    parts[1] = LLVM::UDivOp::create(b, e.loc, parts[1], number(e.numCtas));
  // The next answer is written by another proxy.
  e.assembly({}, "fence.proxy.async.shared::cta;", "~{memory}", {});
  return parts;
}

/// Of the CTA that asks. Only then is it there: it waits for that.
void PersistenceEmitter::arriveAtTaken() {
  if (isOfCluster())
    e.assembly({},
               "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [$0];",
               "l,~{memory}", {e.inCta(taken(), 0)});
  else
    e.assembly({}, "mbarrier.arrive.shared::cta.b64 _, [$0];", "l,~{memory}",
               {taken()});
}

LogicalResult
PersistenceEmitter::runDynamic(bool computes,
                               function_ref<LogicalResult()> body) {
  Block *work = e.addBlock({i32, i32, i32, i32}), *exit = e.addBlock();
  auto own = [&](unsigned axis) { return e.readLaunch(axis, false); };
  LLVM::BrOp::create(b, e.loc, ValueRange{own(0), own(1), own(2), number(0)},
                     work);
  b.setInsertionPointToEnd(work);
  all.block = {work->getArgument(0), work->getArgument(1),
               work->getArgument(2)};
  Value parity = work->getArgument(3);
  if (computes)
    ask(parity);
  if (failed(body()))
    return failure();
  wait(answered(), parity);
  Registers next = take();
  // What the block has left in shared memory is over, and all have the answer.
  if (computes)
    e.barrier();
  if (e.agents) {
    Value arrives = next[0];
    if (computes)
      arrives = e.conjunction(arrives, isFirstThread());
    e.guarded(arrives, [&] { arriveAtTaken(); });
  }
  Value after = LLVM::XOrOp::create(b, e.loc, parity, number(1));
  LLVM::CondBrOp::create(b, e.loc, next[0], work,
                         ValueRange{next[1], next[2], next[3], after}, exit,
                         ValueRange());
  b.setInsertionPointToEnd(exit);
  return success();
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

void PersistenceEmitter::begin(aa::FuncOp function) {
  if (all.isDynamic)
    beginDynamic();
  else
    beginStatic(function);
}

LogicalResult PersistenceEmitter::run(bool computes,
                                      function_ref<LogicalResult()> body) {
  return all.isDynamic ? runDynamic(computes, body) : runStatic(computes, body);
}

void tilefuzz::beginPersistence(Emitter &e, aa::FuncOp function) {
  if (e.persistence)
    PersistenceEmitter(e).begin(function);
}

LogicalResult tilefuzz::forEachBlock(Emitter &e, bool computes,
                                     function_ref<LogicalResult()> body) {
  return e.persistence ? PersistenceEmitter(e).run(computes, body) : body();
}

Value Emitter::keptNumber(uint64_t first) {
  Type i32 = builder.getI32Type();
  return inPrologue([&]() -> Value {
    Value place = LLVM::AllocaOp::create(
        builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), i32,
        constant(i32, 1));
    LLVM::StoreOp::create(builder, loc, constant(i32, first), place);
    return place;
  });
}
