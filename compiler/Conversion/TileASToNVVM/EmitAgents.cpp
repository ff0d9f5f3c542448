//===- EmitAgents.cpp - A producer and a warpgroup that computes ----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The first four warps are the compute agent, whose threads run the kernel; one
// thread of the others is the producer. A stage of the ring has two mbarriers:
// the producer waits until it is empty, announces its bytes at the full one and
// issues copies of boxes, which arrive there; the compute agent waits for that,
// multiplies with wgmma, waits for the products, and one lane of each warp
// arrives at the empty one. With tcgen05 a third agent does that: it is in
// EmitTcgen05.cpp.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/AgentEmitter.h"
#include "compiler/Support/DynamicShared.h"
#include "compiler/Support/Refusal.h"
#include "compiler/Target/TargetTable.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

/// Of a warpgroup.
static constexpr int64_t agentThreads =
    as::agentWarps * CommonLimits::threadsPerWarp;
/// What the producer keeps; the sum of all agents' stays.
static constexpr int64_t producerRegisters = 40;

int64_t Agents::threads() const { return (loop.numAgents + 1) * agentThreads; }

/// Of each agent that computes: 216, or 232 of each of two.
static int64_t getComputeRegisters(const Emitter &e) {
  const Agents &agents = *e.agents;
  int64_t count =
      agents.registers() +
      (agents.registers() - producerRegisters) / agents.loop.numAgents;
  // Seeded: nobody counted what the producer keeps.
  if (agents.loop.numAgents > 1 && e.bugs.acts(SeededBug::AgentsBudgetExceeded))
    count += 8;
  return count;
}

FailureOr<std::optional<Agents>> tilefuzz::findAgents(aa::FuncOp function) {
  std::optional<Agents> agents;
  WalkResult walk = function.walk([&](scf::ForOp loop) -> WalkResult {
    auto stages = loop->getAttrOfType<IntegerAttr>(as::specializedStagesAttr);
    if (!stages)
      return WalkResult::advance();
    std::string why;
    FailureOr<as::SpecializedLoop> found =
        as::analyzeSpecializedLoop(loop, as::getProductUnit(loop), why);
    if (failed(found))
      return refuse(loop) << "cannot be run by two agents: " << why;
    if (agents)
      return refuse(loop) << "is the second one of its kernel that two agents "
                             "run, which the lowering to NVVM does not support";
    agents.emplace();
    agents->loop = *found;
    agents->stages = stages.getInt();
    agents->isDynamic = loop->hasAttr(as::specializedDynamicAttr);
    int64_t most = agents->isDynamic ? as::mostSharedBytes
                                     : CommonLimits::staticSharedBytes;
    if (stages.getInt() < 1)
      return refuse(loop) << "has a ring of " << stages.getInt() << " stages";
    if (agents->sharedBytes() > most)
      return refuse(loop) << "has a ring of " << stages.getInt()
                          << " stages, which takes " << agents->sharedBytes()
                          << " bytes of shared memory; at most " << most
                          << " are available";
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  return agents;
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

AgentEmitter::Place AgentEmitter::firstPlace(int64_t parity) {
  if (!e.persistence)
    return {number(0), number(parity)};
  kept = {e.keptNumber(0), e.keptNumber(parity)};
  return {LLVM::LoadOp::create(b, e.loc, i32, kept.stage),
          LLVM::LoadOp::create(b, e.loc, i32, kept.phase)};
}

void AgentEmitter::keepPlace(Place last) {
  if (!e.persistence)
    return;
  LLVM::StoreOp::create(b, e.loc, last.stage, kept.stage);
  LLVM::StoreOp::create(b, e.loc, last.phase, kept.phase);
}

Value AgentEmitter::takeTurn() {
  if (!e.persistence)
    return number(0);
  Value place = e.keptNumber(0);
  Value turn = LLVM::LoadOp::create(b, e.loc, i32, place);
  LLVM::StoreOp::create(
      b, e.loc, LLVM::XOrOp::create(b, e.loc, turn, number(1)).getResult(),
      place);
  return turn;
}

/// A ring in the memory that the launch gives, which all kernels of a module
/// call by one name, and what says how much of it this one needs.
Value AgentEmitter::makeDynamic(int64_t bytes) {
  constexpr StringLiteral name = "dynamic_stages";
  auto stages = e.getModule().lookupSymbol<LLVM::GlobalOp>(name);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(e.getModule().getBody());
    if (!stages)
      stages = LLVM::GlobalOp::create(
          b, e.loc, LLVM::LLVMArrayType::get(b.getI8Type(), 0),
          /*isConstant=*/false, LLVM::Linkage::External, name, Attribute(),
          as::stageAlignment, unsigned(NVVM::NVVMMemorySpace::Shared));
    auto function = agents.loop.loop->getParentOfType<aa::FuncOp>();
    LLVM::GlobalOp::create(b, e.loc, i32, /*isConstant=*/true,
                           LLVM::Linkage::External,
                           (function.getSymName() + dynamicSharedSuffix).str(),
                           b.getI32IntegerAttr(bytes), /*alignment=*/4,
                           unsigned(NVVM::NVVMMemorySpace::Constant));
  }
  return LLVM::AddressOfOp::create(b, e.loc, stages);
}

LLVM::GlobalOp AgentEmitter::makeGlobal(StringRef stem, int64_t bytes,
                                        unsigned alignment, unsigned space) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(e.getModule().getBody());
  Type type = LLVM::LLVMArrayType::get(b.getI8Type(), bytes);
  // Shared memory has no contents at the start.
  Attribute contents;
  if (space == unsigned(NVVM::NVVMMemorySpace::Global))
    contents = b.getZeroAttr(RankedTensorType::get({bytes}, b.getI8Type()));
  return LLVM::GlobalOp::create(b, e.loc, type, /*isConstant=*/false,
                                LLVM::Linkage::Internal, e.makeSymbol(stem),
                                contents, alignment, space);
}

void AgentEmitter::makeShared() {
  constexpr unsigned shared = unsigned(NVVM::NVVMMemorySpace::Shared);
  constexpr int64_t barrierBytes = 8;
  auto address = [&](StringRef stem, int64_t bytes, unsigned alignment) {
    return LLVM::AddressOfOp::create(b, e.loc,
                                     makeGlobal(stem, bytes, alignment, shared))
        .getResult();
  };
  int64_t slack = e.bugs.pick(SeededBug::AgentsStagesOverlap, int64_t(0),
                              agents.loop.rhs.lineBytes() * 8);
  int64_t bytes = agents.stages * (agents.loop.stageBytes() - slack) + slack;
  agents.ring =
      agents.isDynamic
          ? makeDynamic(e.bugs.pick(SeededBug::AgentsDynamicShort, bytes,
                                    bytes - agents.loop.stageBytes()))
          : address("stages", bytes, as::stageAlignment);
  agents.barriers = address(
      "stage_barriers", agents.loop.barrierBytes(agents.stages), barrierBytes);
  constexpr int64_t slotBytes = 8;
  if (agents.loop.isInTensorMemory())
    agents.tensorSlot = LLVM::GEPOp::create(
        b, e.loc, agents.barriers.getType(), b.getI8Type(), agents.barriers,
        LLVM::GEPArg(
            int32_t(agents.loop.barrierBytes(agents.stages) - slotBytes)));
}

/// Until the phase of that parity is complete.
void AgentEmitter::wait(Value barrier, Value parity) {
  Block *again = e.addBlock(), *after = e.addBlock();
  LLVM::BrOp::create(b, e.loc, ValueRange(), again);
  b.setInsertionPointToEnd(again);
  StringRef order = isOfCluster() ? ".acquire.cluster" : "";
  Value isOver =
      assembly(i32,
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

AgentEmitter::Place AgentEmitter::next(Place place, bool keepsPhase) {
  Value stage = LLVM::AddOp::create(b, e.loc, place.stage, number(1));
  Value wraps = LLVM::ICmpOp::create(b, e.loc, LLVM::ICmpPredicate::eq, stage,
                                     number(agents.stages));
  stage = LLVM::SelectOp::create(b, e.loc, wraps, number(0), stage);
  Value flip = LLVM::ZExtOp::create(b, e.loc, i32, wraps);
  if (keepsPhase)
    return {stage, place.phase};
  return {stage, LLVM::XOrOp::create(b, e.loc, place.phase, flip)};
}

FailureOr<Registers> AgentEmitter::forEachTrip(
    scf::ForOp loop, Value upper, const Registers &inits,
    function_ref<FailureOr<Registers>(Value, ValueRange)> body) {
  Value lower = e.getScalar(loop.getLowerBound()),
        step = e.getScalar(loop.getStep());
  SmallVector<Type> carried(ValueRange(inits).getTypes()), all{lower.getType()};
  llvm::append_range(all, carried);
  Block *trip = e.addBlock(all), *exit = e.addBlock(carried);
  auto predicate = loop.getUnsignedCmp() ? LLVM::ICmpPredicate::ult
                                         : LLVM::ICmpPredicate::slt;
  Value enters = LLVM::ICmpOp::create(b, e.loc, predicate, lower, upper);
  Registers first{lower};
  llvm::append_range(first, inits);
  LLVM::CondBrOp::create(b, e.loc, enters, trip, first, exit, inits);
  b.setInsertionPointToEnd(trip);
  Value iv = trip->getArgument(0);
  auto results = body(iv, trip->getArguments().drop_front());
  if (failed(results))
    return failure();
  // As of every loop: the distance to the bound is exact as unsigned.
  Value rest = LLVM::SubOp::create(b, e.loc, upper, iv);
  Registers following{LLVM::AddOp::create(b, e.loc, iv, step)};
  llvm::append_range(following, *results);
  LLVM::CondBrOp::create(
      b, e.loc,
      LLVM::ICmpOp::create(b, e.loc, LLVM::ICmpPredicate::ugt, rest, step),
      trip, following, exit, *results);
  b.setInsertionPointToEnd(exit);
  return Registers(exit->getArguments());
}

void AgentEmitter::arriveAtAll(Value barrier, Value lane) {
  std::string text =
      "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [$0];";
  if (lane)
    text = "{\n.reg .pred p;\nsetp.eq.u32 p, $1, 0;\n@p " + text + "\n}";
  for (int64_t rank = 0; rank < e.numCtas; ++rank) {
    SmallVector<Value> operands{e.inCta(barrier, rank)};
    if (lane)
      operands.push_back(lane);
    assembly({}, text, lane ? "l,r,~{memory}" : "l,~{memory}", operands);
  }
}

void AgentEmitter::meet(Value time) {
  Value turn = LLVM::AndOp::create(b, e.loc, time, number(1));
  Value barrier = at(meeting(), turn, 8);
  arriveAtAll(barrier, /*lane=*/{});
  wait(barrier, LLVM::LShrOp::create(b, e.loc, time, number(1)));
}

/// One thread makes the mbarriers; all are behind it.
void AgentEmitter::initialise() {
  Value isFirst = LLVM::ICmpOp::create(b, e.loc, LLVM::ICmpPredicate::eq,
                                       e.localThread(), number(0));
  e.guarded(isFirst, [&] {
    bool isInTensorMemory = agents.loop.isInTensorMemory();
    // A commit arrives once.
    int64_t arrivals = isInTensorMemory
                           ? 1
                           : e.bugs.pick(SeededBug::AgentsEmptyCount,
                                         agents.loop.computeWarps(),
                                         int64_t(e.getThreadsPerCta()));
    // Seeded: one agent releases for both.
    if (!isInTensorMemory && agents.loop.numAgents > 1 &&
        e.bugs.acts(SeededBug::AgentsEmptyOfOne))
      arrivals = as::agentWarps;
    // All CTAs fill a stage of each. Seeded: only its own empties it.
    if (isOfCluster() && !e.bugs.acts(SeededBug::ClusterEmptyOfOwn))
      arrivals *= e.numCtas;
    auto make = [&](Value barrier, int64_t count) {
      assembly({}, "mbarrier.init.shared::cta.b64 [$0], $1;", "l,r,~{memory}",
               {barrier, number(count)});
    };
    for (int64_t i = 0; i < agents.stages; ++i) {
      Value stage = number(i);
      make(full(stage), 1);
      make(empty(stage), arrivals);
    }
    if (isInTensorMemory) {
      make(started(), e.bugs.pick(SeededBug::Tcgen05StartCount,
                                  int64_t(e.getThreadsPerCta()),
                                  agents.loop.computeWarps()));
      // The issuer has read where the sums are, too, before the next block.
      make(finished(), e.persistence ? 2 : 1);
    }
    for (int64_t turn = 0; isOfCluster() && turn < 2; ++turn)
      make(at(meeting(), number(turn), 8), e.getNumThreads());
    assembly({}, "fence.mbarrier_init.release.cluster;", "~{memory}", {});
  });
  // Seeded: those of another CTA may not be there yet.
  if (isOfCluster() && !e.bugs.acts(SeededBug::ClusterStartUnseen))
    return e.meetCluster();
  // Seeded: they may not be there yet.
  if (!e.bugs.acts(SeededBug::AgentsInitUnseen))
    NVVM::Barrier0Op::create(b, e.loc);
}

//===----------------------------------------------------------------------===//
// The compute agent
//===----------------------------------------------------------------------===//

/// PTX ISA, 9.7.15.5.1.2.2 and 9.7.16.4.1, without the place of the step along
/// K. The number of the swizzle counts down: of wgmma 1 is that of 128 bytes,
/// of tcgen05 twice as much in a wider field.
Value AgentEmitter::descriptor(const as::StagedFactor &factor, Value place,
                               bool isLhs) {
  uint64_t stride = 8 * factor.lineBytes() >> 4,
           leading = factor.isByK ? 1 : factor.boxBytes() >> 4,
           swizzle = factor.lineBytes() == 128  ? 1
                     : factor.lineBytes() == 64 ? 2
                                                : 3;
  stride = e.bugs.pick(SeededBug::AgentsStrideInBytes, stride,
                       8 * uint64_t(factor.lineBytes()) & 0x3fff);
  // Seeded: one distance is that between groups of lines, as is the other.
  if (!factor.isByK)
    leading = e.bugs.pick(SeededBug::AgentsLeadingIsStride, leading,
                          8 * uint64_t(factor.lineBytes()) >> 4);
  if (isLhs)
    swizzle = e.bugs.pick(SeededBug::AgentsSwizzleMismatch, swizzle,
                          swizzle == 3 ? 2 : swizzle + 1);
  constexpr uint64_t ofTensorMemory = uint64_t(1) << 46;
  uint64_t rest = leading << 16 | stride << 32 | swizzle << 62;
  if (agents.loop.isInTensorMemory())
    rest |= ofTensorMemory;
  Value address = LLVM::PtrToIntOp::create(b, e.loc, i64, place);
  address = LLVM::AndOp::create(b, e.loc, address, e.constant(i64, 0x3ffff));
  address = LLVM::LShrOp::create(b, e.loc, address, e.constant(i64, 4));
  return LLVM::OrOp::create(b, e.loc, address, e.constant(i64, rest));
}

int64_t AgentEmitter::stepOffset(const as::StagedFactor &factor, int64_t k,
                                 int64_t block) const {
  constexpr int64_t stepBytes = as::SpecializedLoop::stepBytes;
  int64_t row = block * agents.loop.blockRows();
  if (factor.isByK) {
    int64_t along = k * stepBytes, box = along / factor.lineBytes();
    // Seeded: there is one box.
    if (box && e.bugs.acts(SeededBug::AgentsStepInFirstBox))
      box = 0;
    return box * factor.boxBytes() + along % factor.lineBytes() +
           row * factor.lineBytes();
  }
  return k * stepBytes / factor.elementBytes * factor.lineBytes() +
         row / factor.lineLength() * factor.boxBytes();
}

std::pair<Value, Value> AgentEmitter::factorsOf(Value stage) {
  as::SpecializedLoop &loop = agents.loop;
  int64_t distance =
      e.bugs.pick(SeededBug::AgentsStagesOverlap, loop.stageBytes(),
                  loop.stageBytes() - loop.rhs.lineBytes() * 8);
  Value lhs = at(agents.ring, stage, distance);
  Value rhs = LLVM::GEPOp::create(b, e.loc, lhs.getType(), b.getI8Type(), lhs,
                                  LLVM::GEPArg(int32_t(loop.lhs.bytes())));
  return {lhs, rhs};
}

/// All products of a stage; $0 to $(2 n - 1) are the sums after and before,
/// then come the descriptors. Between fence and wait nothing else touches the
/// sums.
std::string AgentEmitter::products() {
  const as::SpecializedLoop &loop = agents.loop;
  int64_t blocks = loop.lhs.outer / 64 / loop.numAgents,
          columns = loop.rhs.outer, perBlock = columns / 2,
          count = blocks * perBlock;
  // Sums of bytes, or of f32; only factors of 16 bits lie either way.
  bool isOfIntegers = !isOfFloats(), isOfHalves = loop.lhs.elementBytes == 2;
  std::string depth =
      std::to_string(as::SpecializedLoop::stepBytes / loop.lhs.elementBytes);
  std::string text = "{\n.reg .pred p;\n.reg .b64 a, b;\n"
                     "setp.eq.u32 p, 0, 0;\n";
  for (int64_t i = 0; i < count; ++i)
    text += ("mov.b32 $" + Twine(i) + ", $" + Twine(count + i) + ";\n").str();
  // Seeded: nothing stands between the moves and the products.
  if (!e.bugs.acts(SeededBug::AgentsFenceMissing))
    text += "wgmma.fence.sync.aligned;\n";
  bool transposesRhs = !loop.rhs.isByK;
  // Seeded: the order of the right factor is forgotten.
  if (transposesRhs && e.bugs.acts(SeededBug::AgentsTransposeForgotten))
    transposesRhs = false;
  for (int64_t m = 0; m < blocks; ++m) {
    int64_t row =
        m ? e.bugs.pick(SeededBug::AgentsRowsOfFirst, m, int64_t(0)) : m;
    for (int64_t k = 0; k < loop.numSteps(); ++k) {
      int64_t step =
          k ? e.bugs.pick(SeededBug::AgentsStepNotAdvanced, k, int64_t(0)) : k;
      text += ("add.s64 a, $" + Twine(2 * count) + ", " +
               Twine(stepOffset(loop.lhs, k, row) >> 4) + ";\nadd.s64 b, $" +
               Twine(2 * count + 1) + ", " +
               Twine(stepOffset(loop.rhs, step, 0) >> 4) + ";\n")
                  .str();
      text += ("wgmma.mma_async.sync.aligned.m64n" + Twine(columns) + "k" +
               depth + (isOfIntegers ? ".s32." : ".f32.") + loop.lhs.type +
               "." + loop.rhs.type + " {")
                  .str();
      for (int64_t i = 0; i < perBlock; ++i)
        text += ((i ? ", $" : "$") + Twine(m * perBlock + i)).str();
      text += isOfIntegers ? "}, a, b, p" : "}, a, b, p, 1, 1";
      if (isOfHalves)
        text += (Twine(", ") + (loop.lhs.isByK ? "0" : "1") + ", " +
                 (transposesRhs ? "1" : "0"))
                    .str();
      text += ";\n";
    }
  }
  // Seeded: the products are in no group.
  if (!e.bugs.acts(SeededBug::AgentsCommitMissing))
    text += "wgmma.commit_group.sync.aligned;\n";
  text += "wgmma.wait_group.sync.aligned ";
  text += e.bugs.pick(SeededBug::AgentsWaitForOlder, "0;\n}", "1;\n}");
  return text;
}

/// PTX ISA, 9.7.15.5.1.2: where wgmma leaves its sums, one block of 64 rows
/// after the other.
ThreadLayout AgentEmitter::sumLayout() const {
  uint64_t rows = agents.loop.lhs.outer, columns = agents.loop.rhs.outer,
           numAgents = agents.loop.numAgents;
  // Of two agents the second one has the second half of the rows or, of 64
  // rows, of the columns.
  bool splitsRows = rows >= 64 * numAgents;
  uint64_t ownRows = splitsRows ? rows / numAgents : rows,
           ownColumns = splitsRows ? columns : columns / numAgents;
  SmallVector<uint64_t> reg{1, 8 * columns}, tid{2, 4};
  for (uint64_t column = 8; column < ownColumns; column *= 2)
    reg.push_back(column);
  for (uint64_t row = 64; row < ownRows; row *= 2)
    reg.push_back(row * columns);
  for (uint64_t row : {1, 2, 4, 16, 32})
    tid.push_back(row * columns);
  if (numAgents > 1)
    tid.push_back(splitsRows ? ownRows * columns : ownColumns);
  addCtas(tid);
  return ThreadLayout(reg, tid);
}

void AgentEmitter::addCtas(SmallVectorImpl<uint64_t> &tid) const {
  uint64_t size = agents.loop.lhs.outer * agents.loop.rhs.outer;
  for (int64_t cta = 1; cta < agents.loop.numCtas; cta *= 2)
    tid.push_back(cta * size);
}

Value AgentEmitter::agentIndex() {
  constexpr unsigned bits = 7;
  static_assert(1 << bits == agentThreads);
  return LLVM::LShrOp::create(b, e.loc, e.localThread(), number(bits));
}

LogicalResult AgentEmitter::runCompute(scf::ForOp op) {
  as::SpecializedLoop &loop = agents.loop;
  if (loop.isInTensorMemory())
    return runTensorCompute(op);
  Type sums = op.getResultTypes()[0];
  Type element = isOfFloats() ? Type(b.getF32Type()) : i32;
  FailureOr<ThreadLayout> outside = e.getLayout(op, sums);
  if (failed(outside))
    return failure();
  ThreadLayout inside = sumLayout();
  auto same = [](uint64_t index) { return index; };
  FailureOr<Registers> inits =
      e.remap(op, e.get(op.getInitArgs()[0]), *outside, inside, element, same);
  if (failed(inits))
    return failure();
  size_t count = inits->size();
  std::string text = products(), constraints;
  for (size_t i = 0; i < count; ++i)
    constraints += isOfFloats() ? "=&f," : "=&r,";
  for (size_t i = 0; i < count; ++i)
    constraints += isOfFloats() ? "f," : "r,";
  constraints += "l,l,~{memory}";
  Type results = LLVM::LLVMStructType::getLiteral(
      b.getContext(), SmallVector<Type>(count, element));
  Value lane = LLVM::AndOp::create(b, e.loc, e.localThread(),
                                   number(CommonLimits::threadsPerWarp - 1));
  Place start = firstPlace(/*parity=*/0);
  inits->insert(inits->begin(), {start.stage, start.phase});
  // How far the agent's rows of the left factor are from the first ones, as
  // descriptors have it. Seeded: they are the first ones.
  Value ownRows;
  if (loop.numAgents > 1 && !e.bugs.acts(SeededBug::AgentsHalfOfFirst)) {
    int64_t distance =
        stepOffset(loop.lhs, 0, loop.numBlocks() / loop.numAgents) >> 4;
    ownRows = LLVM::ZExtOp::create(
        b, e.loc, i64,
        LLVM::MulOp::create(b, e.loc, agentIndex(), number(distance)));
  }
  auto last = forEachTrip(
      op, e.getScalar(op.getUpperBound()), *inits,
      [&](Value, ValueRange carried) -> FailureOr<Registers> {
        Place place = {carried[0], carried[1]};
        wait(full(place.stage), place.phase);
        auto release = [&] {
          if (isOfCluster() && !e.bugs.acts(SeededBug::ClusterEmptyOfOwn))
            return arriveAtAll(empty(place.stage), lane);
          assembly({},
                   "{\n.reg .pred p;\nsetp.eq.u32 p, $1, 0;\n"
                   "@p mbarrier.arrive.shared::cta.b64 _, [$0];\n}",
                   "l,r,~{memory}", {empty(place.stage), lane});
        };
        bool isEarly = e.bugs.acts(SeededBug::AgentsReleaseEarly);
        if (isEarly)
          release();
        auto [lhs, rhs] = factorsOf(place.stage);
        SmallVector<Value> operands(carried.drop_front(2));
        Value ofRows = descriptor(loop.lhs, lhs, /*isLhs=*/true);
        if (ownRows)
          ofRows = LLVM::AddOp::create(b, e.loc, ofRows, ownRows);
        operands.push_back(ofRows);
        operands.push_back(descriptor(loop.rhs, rhs, /*isLhs=*/false));
        Value all = assembly(results, text, constraints, operands);
        if (!isEarly)
          release();
        place = next(place, e.bugs.acts(SeededBug::AgentsPhaseKept));
        Registers after{place.stage, place.phase};
        for (size_t i = 0; i < count; ++i)
          after.push_back(LLVM::ExtractValueOp::create(b, e.loc, all, i));
        return after;
      });
  if (failed(last))
    return failure();
  keepPlace({(*last)[0], (*last)[1]});
  FailureOr<Registers> result =
      e.remap(op, Registers(llvm::drop_begin(*last, 2)), inside, *outside,
              element, same);
  if (failed(result))
    return failure();
  e.bind(op.getResult(0), *result);
  return success();
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

LogicalResult tilefuzz::beginAgents(Emitter &e) {
  AgentEmitter emitter(e);
  OpBuilder &b = e.builder;
  Type i32 = b.getI32Type();
  emitter.makeShared();
  emitter.initialise();
  // Of one block it is known before agents part.
  if (!e.persistence && failed(emitter.askWhetherFits()))
    return failure();
  Block *producer = e.addBlock(), *worker = e.addBlock(), *leave = e.addBlock(),
        *compute = e.addBlock();
  Value thread = e.localThread();
  int64_t computeThreads = e.getThreadsPerCta();
  int64_t computeRegisters = getComputeRegisters(e);
  Value first = e.constant(i32, computeThreads);
  Value computes =
      LLVM::ICmpOp::create(b, e.loc, LLVM::ICmpPredicate::ult, thread, first);
  LLVM::CondBrOp::create(b, e.loc, computes, compute, producer);
  bool swaps = e.bugs.acts(SeededBug::AgentsBudgetOfOther);
  b.setInsertionPointToEnd(producer);
  emitter.setRegisters("dec", swaps ? computeRegisters : producerRegisters);
  Value works =
      LLVM::ICmpOp::create(b, e.loc, LLVM::ICmpPredicate::eq, thread, first);
  auto whereItFits = [&](Value condition) {
    return e.persistence ? condition : e.conjunction(condition, e.agents->fits);
  };
  works = whereItFits(works);
  // What an agent does of each block.
  auto forEach = [&](function_ref<LogicalResult()> body) {
    return forEachBlock(e, /*computes=*/false, [&] {
      if (!e.persistence)
        return body();
      if (failed(emitter.askWhetherFits()))
        return failure();
      LogicalResult result = success();
      e.guarded(e.agents->fits, [&] { result = body(); });
      return result;
    });
  };
  bool hasIssuer = e.agents->loop.isInTensorMemory();
  Block *idle = hasIssuer ? e.addBlock() : leave;
  LLVM::CondBrOp::create(b, e.loc, works, worker, idle);
  b.setInsertionPointToEnd(worker);
  if (failed(forEach([&] { return emitter.runProducer(); })))
    return failure();
  LLVM::BrOp::create(b, e.loc, ValueRange(), leave);
  if (hasIssuer) {
    // Of another warp than the producer.
    b.setInsertionPointToEnd(idle);
    Block *issuer = e.addBlock();
    Value issues = LLVM::ICmpOp::create(
        b, e.loc, LLVM::ICmpPredicate::eq, thread,
        e.constant(i32, computeThreads + CommonLimits::threadsPerWarp));
    LLVM::CondBrOp::create(b, e.loc, whereItFits(issues), issuer, leave);
    b.setInsertionPointToEnd(issuer);
    if (failed(forEach([&] { return emitter.runIssuer(); })))
      return failure();
    LLVM::BrOp::create(b, e.loc, ValueRange(), leave);
  }
  b.setInsertionPointToEnd(leave);
  LLVM::ReturnOp::create(b, e.loc, ValueRange());
  b.setInsertionPointToEnd(compute);
  emitter.setRegisters("inc", swaps ? producerRegisters : computeRegisters);
  return success();
}

LogicalResult tilefuzz::beginAgentBlock(Emitter &e) {
  return e.persistence ? AgentEmitter(e).askWhetherFits() : success();
}

/// With the producer, or as if there were none.
LogicalResult tilefuzz::emitAgentLoop(Emitter &e, scf::ForOp loop) {
  auto types = e.lower(loop, loop.getResultTypes()[0]);
  if (failed(types))
    return failure();
  Location loc = e.loc;
  Block *together = e.addBlock(), *alone = e.addBlock(),
        *join = e.addBlock(*types);
  LLVM::CondBrOp::create(e.builder, loc, e.agents->fits, together, alone);
  PendingTokens::Covered before = e.pending.getCovered(), after = ~0u;
  auto leave = [&] {
    LLVM::BrOp::create(e.builder, loc, e.get(loop.getResult(0)), join);
    after = std::min(after, e.pending.getCovered());
    e.pending.setCovered(before);
  };
  e.builder.setInsertionPointToEnd(together);
  if (failed(AgentEmitter(e).runCompute(loop)))
    return failure();
  leave();
  e.builder.setInsertionPointToEnd(alone);
  loop->removeAttr(as::specializedStagesAttr);
  if (failed(e.emit(loop)))
    return failure();
  leave();
  e.pending.setCovered(after);
  e.builder.setInsertionPointToEnd(join);
  e.bind(loop.getResult(0), Registers(join->getArguments()));
  return success();
}
