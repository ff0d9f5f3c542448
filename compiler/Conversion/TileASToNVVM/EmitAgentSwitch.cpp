//===- EmitAgentSwitch.cpp - Warps that are agents ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Facts, 3.6 and the row agent_switch of 5.4. The first warps run the kernel,
// up to a switch; the others wait for it. There the kernel's threads write down
// which switch it is and what agents know of before, all warps meet, and each
// goes where its agent is, or its hole. Behind the agents all meet again.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/Emitter.h"
#include "compiler/Support/Refusal.h"
#include "compiler/Target/TargetTable.h"
#include "compiler/TileAS/Pipelines.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

/// Barriers that are not of agents: all threads', and the kernel's own.
static constexpr unsigned kernelBarrier = 1, firstAgentBarrier = 2;
/// In shared memory which switch it is comes first; then what agents know.
static constexpr uint64_t wordBytes = 8, commandBytes = 16, tileAlignment = 16;
static constexpr int32_t exitCommand = -1;
/// What setmaxnreg takes at least.
static constexpr int64_t leastRegisters = 24;
static constexpr int64_t threadsPerGroup =
    as::warpsPerGroup * CommonLimits::threadsPerWarp;

//===----------------------------------------------------------------------===//
// Budgets
//===----------------------------------------------------------------------===//

/// What a thread of each group of warps has while the agents run: as much as
/// the agent of the group that asks for most.
static SmallVector<int64_t> getBudgets(as::AgentSwitchOp op, int64_t groups) {
  SmallVector<int64_t> budgets(groups, leastRegisters);
  for (auto [warps, first, registers] :
       llvm::zip_equal(op.getNumWarps(), op.getWarpId(), op.getMaxRegs()))
    for (int64_t group = first / as::warpsPerGroup;
         group * as::warpsPerGroup < first + warps; ++group)
      budgets[group] = std::max<int64_t>(budgets[group], registers);
  return budgets;
}

/// Of a thread outside of the agents: so many that the agents' come from them.
static FailureOr<int64_t> chooseRegisters(ArrayRef<as::AgentSwitchOp> all,
                                          int64_t threads) {
  int64_t groups = threads / threadsPerGroup, registers = 0;
  int64_t most = std::min(CommonLimits::registersPerThread,
                          CommonLimits::registersPerSM / threads) /
                 8 * 8;
  for (as::AgentSwitchOp op : all) {
    if (llvm::is_contained(op.getMaxRegs(), 0))
      return 0;
    int64_t sum = 0;
    for (int64_t budget : getBudgets(op, groups))
      sum += budget;
    if (sum > most * groups)
      return refuse(op) << "asks for " << sum * threadsPerGroup
                        << " registers with the holes between agents; "
                        << groups << " groups of four warps have "
                        << most * threads;
    registers = std::max<int64_t>(
        registers, llvm::alignTo(llvm::divideCeil(sum, groups), 8));
  }
  return registers;
}

FailureOr<std::optional<AgentSwitches>>
tilefuzz::findSwitches(Emitter &e, aa::FuncOp function) {
  SmallVector<as::AgentSwitchOp> all;
  function.walk([&](as::AgentSwitchOp op) { all.push_back(op); });
  if (all.empty())
    return std::optional<AgentSwitches>();
  if (e.agents)
    return refuse(all.front()) << "stands beside a loop that is marked for "
                                  "agents, which the lowering to NVVM does not "
                                  "support";
  AgentSwitches switches;
  int64_t warps = llvm::alignTo(
      e.getNumThreads() / CommonLimits::threadsPerWarp, as::warpsPerGroup);
  for (as::AgentSwitchOp op : all) {
    int64_t most = CommonLimits::barriersPerCTA - firstAgentBarrier;
    if (int64_t(op.getAgents().size()) > most)
      return refuse(op) << "has " << op.getAgents().size()
                        << " agents; there are named barriers for " << most;
    warps = std::max(warps, as::countWarps(op.getNumWarps(), op.getWarpId()));
  }
  switches.threads = warps * CommonLimits::threadsPerWarp;
  // A group of warps asks at one place.
  if (e.hasBudgets && e.getNumThreads() % threadsPerGroup == 0) {
    FailureOr<int64_t> registers = chooseRegisters(all, switches.threads);
    if (failed(registers))
      return failure();
    switches.registers = *registers;
  }
  return std::optional(switches);
}

//===----------------------------------------------------------------------===//
// A switch
//===----------------------------------------------------------------------===//

namespace {
class SwitchEmitter {
public:
  SwitchEmitter(Emitter &e, as::AgentSwitchOp op)
      : e(e), b(e.builder), op(op),
        groups(e.switches->threads / threadsPerGroup) {}
  LogicalResult run();

private:
  /// A register of a value from outside.
  struct Word {
    Value is;
    /// Where it is written down; none: what gives it can be said again.
    std::optional<uint64_t> offset;
  };
  Value number(int64_t value) { return e.constant(b.getI32Type(), value); }
  Value isEqual(Value value, int64_t other) {
    return LLVM::ICmpOp::create(b, e.loc, LLVM::ICmpPredicate::eq, value,
                                number(other));
  }
  Value shift(Value value, int64_t by) {
    return LLVM::LShrOp::create(b, e.loc, value, number(by));
  }
  void meet() { NVVM::Barrier0Op::create(b, e.loc); }
  void collectCaptured();
  LogicalResult publish();
  void setRegisters(bool isKernels, bool isAtStart);
  LogicalResult runSide(bool isKernels, PendingTokens::Covered covered);
  LogicalResult runAgent(unsigned number, Block *start, bool isKernels);
  void bindCaptured();
  LogicalResult bindTiles(Region &agent);
  LogicalResult yield(Region &agent);
  void bindResults();

  Emitter &e;
  OpBuilder &b;
  as::AgentSwitchOp op;
  int64_t groups;
  /// Where the agents of the side that is written end.
  Block *done = nullptr;
  int64_t kernelWarps = e.getNumThreads() / CommonLimits::threadsPerWarp;
  /// By agent, where its bytes for exchanges begin; and where those of the next
  /// one will.
  struct Area {
    uint64_t base, most;
  };
  SmallVector<std::optional<Area>> areas;
  uint64_t nextArea = 0;
  /// Values from outside that agents use, and their registers.
  llvm::SetVector<Value> captured;
  SmallVector<SmallVector<Word>> words;
  SmallVector<uint64_t> tileOffsets;
  /// By agent, where what it yields is.
  SmallVector<SmallVector<uint64_t>> results;
};
} // namespace

/// Whether the value is the same anywhere in the kernel, or given by what can
/// be said again.
static bool isSayable(Value value) {
  Operation *given = value.getDefiningOp();
  Block *block = value.getParentBlock();
  if (block->isEntryBlock())
    return true;
  return given &&
         isa<LLVM::ConstantOp, LLVM::ZeroOp, LLVM::AddressOfOp, LLVM::GEPOp,
             LLVM::AddrSpaceCastOp>(given) &&
         llvm::all_of(given->getOperands(), isSayable);
}

static Value sayAgain(OpBuilder &builder, Value value) {
  Operation *given = value.getDefiningOp();
  if (value.getParentBlock()->isEntryBlock())
    return value;
  IRMapping mapping;
  for (Value operand : given->getOperands())
    mapping.map(operand, sayAgain(builder, operand));
  return builder.clone(*given, mapping)->getResult(0);
}

void SwitchEmitter::collectCaptured() {
  for (Region &agent : op.getAgents())
    agent.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (!op->isAncestor(operand.getParentRegion()->getParentOp()))
          captured.insert(operand);
    });
}

LogicalResult SwitchEmitter::publish() {
  collectCaptured();
  uint64_t end = commandBytes;
  for (Value value : captured) {
    SmallVector<Word> &list = words.emplace_back();
    for (Value is : e.get(value)) {
      list.push_back({is, std::nullopt});
      if (isSayable(is))
        continue;
      list.back().offset = end;
      end += wordBytes;
    }
  }
  SmallVector<ThreadLayout> layouts;
  for (Value tile : op.getCaptured()) {
    auto layout = e.getLayout(op, tile.getType());
    if (failed(layout))
      return failure();
    layouts.push_back(*layout);
    tileOffsets.push_back(llvm::alignTo(end, tileAlignment));
    end = tileOffsets.back() +
          getExtent(*layout) * e.storageBytes(e.get(tile).front().getType());
  }
  if (failed(e.reserveShared(op, end)))
    return failure();
  e.guarded(isEqual(e.threadIndex(), 0), [&] {
    Value command = number(e.switches->entries.size() - 1);
    e.storeElement(command, e.sharedAddress(command.getType(), 0, number(0)));
    for (SmallVector<Word> &list : words)
      for (Word &word : list)
        if (word.offset)
          e.storeElement(word.is, e.sharedAddress(word.is.getType(),
                                                  *word.offset, number(0)));
  });
  for (auto [tile, layout, offset] :
       llvm::zip_equal(op.getCaptured(), layouts, tileOffsets))
    e.storeOwned(e.get(tile), layout, e.get(tile).front().getType(), offset);
  return success();
}

/// Each group of warps of the side gets its budget, or what all have outside.
void SwitchEmitter::setRegisters(bool isKernels, bool isAtStart) {
  int64_t outside = e.switches->registers;
  if (!outside)
    return;
  SmallVector<int64_t> budgets = getBudgets(op, groups);
  Block *join = e.addBlock();
  Value group = shift(e.threadIndex(), llvm::Log2_64(threadsPerGroup));
  for (auto [index, budget] : llvm::enumerate(budgets)) {
    if (isKernels != (int64_t(index) * as::warpsPerGroup < kernelWarps))
      continue;
    Block *own = e.addBlock(), *next = e.addBlock();
    LLVM::CondBrOp::create(b, e.loc, isEqual(group, index), own, next);
    b.setInsertionPointToEnd(own);
    int64_t count = isAtStart ? budget : outside;
    bool takes = isAtStart ? budget > outside : budget < outside;
    // Seeded: the numbers are those of the group on the other side.
    if (isAtStart)
      count = e.bugs.pick(SeededBug::AgentSwitchBudgetOfOther, count,
                          budgets[groups - 1 - index]);
    if (budget != outside)
      LLVM::InlineAsmOp::create(
          b, e.loc, TypeRange(), ValueRange(),
          ("setmaxnreg." + Twine(takes ? "inc" : "dec") + ".sync.aligned.u32 " +
           Twine(count) + ";")
              .str(),
          "~{memory}", /*has_side_effects=*/true, /*is_align_stack=*/false,
          LLVM::tailcallkind::TailCallKind::None, LLVM::AsmDialectAttr(),
          /*operand_attrs=*/ArrayAttr());
    LLVM::BrOp::create(b, e.loc, ValueRange(), join);
    b.setInsertionPointToEnd(next);
  }
  LLVM::BrOp::create(b, e.loc, ValueRange(), join);
  b.setInsertionPointToEnd(join);
}

void SwitchEmitter::bindCaptured() {
  std::optional<uint64_t> first;
  for (auto [value, list] : llvm::zip_equal(captured, words)) {
    Registers registers;
    for (Word &word : list) {
      if (!word.offset) {
        registers.push_back(sayAgain(b, word.is));
        continue;
      }
      first = first.value_or(*word.offset);
      // Seeded: every one is the first one.
      uint64_t offset = e.bugs.pick(SeededBug::AgentSwitchCaptureOfFirst,
                                    *word.offset, *first);
      Type type = word.is.getType();
      registers.push_back(
          e.loadElement(type, e.sharedAddress(type, offset, number(0))));
    }
    e.bind(value, registers);
    if (Value barriers = e.slotBarriers.lookup(value))
      e.slotBarriers[value] = sayAgain(b, barriers);
  }
}

LogicalResult SwitchEmitter::bindTiles(Region &agent) {
  for (auto [tile, offset] :
       llvm::zip_equal(agent.getArguments(), tileOffsets)) {
    auto types = e.lower(op, tile.getType());
    auto layout = e.getLayout(op, tile.getType());
    if (failed(types) || failed(layout))
      return failure();
    Registers registers;
    if (!tile.use_empty())
      for (auto [r, element] : llvm::enumerate(*types))
        registers.push_back(e.loadElement(
            element,
            e.sharedAddress(element, offset, e.elementIndex(*layout, r))));
    e.bind(tile, registers);
  }
  return success();
}

/// The first thread of the agent writes down what it yields.
LogicalResult SwitchEmitter::yield(Region &agent) {
  SmallVector<uint64_t> &places = results[agent.getRegionNumber()];
  places.clear();
  Registers given = e.concat(agent.front().getTerminator()->getOperands());
  if (given.empty())
    return success();
  if (failed(e.reserveShared(op, given.size() * wordBytes)))
    return failure();
  e.guarded(isEqual(e.threadIndex(), 0), [&] {
    for (auto [i, value] : llvm::enumerate(given))
      e.storeElement(
          value, e.sharedAddress(value.getType(), i * wordBytes, number(0)));
  });
  for (size_t i = 0; i < given.size(); ++i)
    places.push_back(e.group.exchangeBase + i * wordBytes);
  return success();
}

LogicalResult SwitchEmitter::runAgent(unsigned index, Block *start,
                                      bool isKernels) {
  Region &agent = op.getAgents()[index];
  b.setInsertionPointToEnd(start);
  e.group = ThreadGroup();
  e.group.numThreads = op.getNumWarps()[index] * CommonLimits::threadsPerWarp;
  int64_t packed = 0;
  for (int32_t warps : op.getNumWarps().take_front(index))
    packed += warps;
  // Seeded: there are no holes before it.
  e.group.firstThread = e.bugs.pick(SeededBug::AgentSwitchPackedThreads,
                                    int64_t(op.getWarpId()[index]), packed) *
                        CommonLimits::threadsPerWarp;
  // Seeded: all meet at one.
  e.group.barrier = e.bugs.pick(SeededBug::AgentSwitchOneBarrier,
                                firstAgentBarrier + index, firstAgentBarrier);
  // The kernel's own threads know what was before.
  if (!isKernels)
    bindCaptured();
  if (failed(bindTiles(agent)))
    return failure();
  // Seeded: who is quick writes over what the others have yet to take.
  if (!e.bugs.acts(SeededBug::AgentSwitchTakenUnseen))
    meet();
  bool isNew = !areas[index];
  if (isNew) {
    e.group.exchangeBase = nextArea;
    uint64_t share =
        e.getFreeSharedBytes() /
        llvm::count_if(areas, [](const auto &area) { return !area; });
    areas[index] = Area{nextArea, share / tileAlignment * tileAlignment};
  }
  // Seeded: all exchange in the same bytes.
  e.group.exchangeBase = e.bugs.pick(SeededBug::AgentSwitchAreasOverlap,
                                     areas[index]->base, uint64_t(0));
  e.group.mostBytes = areas[index]->most;
  if (failed(e.emitBody(agent.front())) || failed(yield(agent)))
    return failure();
  if (isNew)
    nextArea += llvm::alignTo(e.group.exchangeBytes, tileAlignment);
  LLVM::BrOp::create(b, e.loc, ValueRange(), done);
  return success();
}

/// What the kernel's own threads do, or the others. An agent that has threads
/// of both is written twice: nothing of the kernel is known where the others
/// come from.
LogicalResult SwitchEmitter::runSide(bool isKernels,
                                     PendingTokens::Covered covered) {
  setRegisters(isKernels, /*isAtStart=*/true);
  done = e.addBlock();
  SmallVector<std::pair<unsigned, Block *>> starts;
  Value warp =
      shift(e.threadIndex(), llvm::Log2_64(CommonLimits::threadsPerWarp));
  for (auto [index, warps, first] :
       llvm::enumerate(op.getNumWarps(), op.getWarpId())) {
    if (isKernels ? first >= kernelWarps : first + warps <= kernelWarps)
      continue;
    Block *next = e.addBlock();
    starts.push_back({unsigned(index), e.addBlock()});
    Value inAgent = LLVM::SubOp::create(b, e.loc, warp, number(first));
    Value isOwn = LLVM::ICmpOp::create(b, e.loc, LLVM::ICmpPredicate::ult,
                                       inAgent, number(warps));
    LLVM::CondBrOp::create(b, e.loc, isOwn, starts.back().second, next);
    b.setInsertionPointToEnd(next);
  }
  // In a hole.
  if (!e.bugs.acts(SeededBug::AgentSwitchTakenUnseen))
    meet();
  LLVM::BrOp::create(b, e.loc, ValueRange(), done);

  SmallVector<Registers> before;
  for (Value value : captured)
    before.push_back(e.get(value));
  auto barriers = e.slotBarriers;
  ThreadGroup kernel = std::exchange(e.group, ThreadGroup());
  LogicalResult emitted = success();
  for (auto [index, start] : starts) {
    e.pending.setCovered(covered);
    emitted = runAgent(index, start, isKernels);
    if (failed(emitted))
      break;
    for (auto [value, registers] : llvm::zip_equal(captured, before))
      e.bind(value, registers);
    e.slotBarriers = barriers;
  }
  e.group = std::move(kernel);
  b.setInsertionPointToEnd(done);
  e.loc = op.getLoc();
  setRegisters(isKernels, /*isAtStart=*/false);
  // Seeded: the kernel goes on while agents run.
  if (!e.bugs.acts(SeededBug::AgentSwitchEndUnseen))
    meet();
  return emitted;
}

void SwitchEmitter::bindResults() {
  SmallVector<uint64_t> places;
  for (ArrayRef<uint64_t> ofAgent : results)
    llvm::append_range(places, ofAgent);
  const uint64_t *place = places.begin();
  for (Value result : op.getResults()) {
    Registers registers;
    // Types of what agents yield have places.
    for (Type type : *e.lower(nullptr, result.getType()))
      registers.push_back(
          e.loadElement(type, e.sharedAddress(type, *place++, number(0))));
    e.bind(result, registers);
  }
  // Seeded: what comes next may overwrite what others have not read.
  if (!places.empty() && !e.bugs.acts(SeededBug::AgentSwitchResultsUnguarded))
    e.barrier();
  if (Value token = op.getResultToken())
    e.pending.set(token, pendingHistory);
}

LogicalResult SwitchEmitter::run() {
  e.switches->entries.push_back(e.addBlock());
  Block *entry = e.switches->entries.back();
  areas.resize(op.getAgents().size());
  results.resize(op.getAgents().size());
  if (failed(publish()))
    return failure();
  meet();
  e.pending.passBarrier();
  PendingTokens::Covered covered = e.pending.getCovered();
  if (failed(runSide(/*isKernels=*/true, covered)))
    return failure();
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(entry);
    if (failed(runSide(/*isKernels=*/false, covered)))
      return failure();
    LLVM::BrOp::create(b, e.loc, ValueRange(), e.switches->idle);
  }
  e.pending.passBarrier();
  bindResults();
  return success();
}

static LogicalResult emitAgentSwitch(Emitter &e, Operation *op) {
  return SwitchEmitter(e, cast<as::AgentSwitchOp>(op)).run();
}

static constexpr HandlerRow rows[] = {
    {"nv_tileas.async.pipeline.agent_switch", emitAgentSwitch},
};
ArrayRef<HandlerRow> tilefuzz::getAgentHandlers() { return rows; }

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

void tilefuzz::beginSwitches(Emitter &e) {
  OpBuilder &b = e.builder;
  Block *own = e.addBlock();
  e.switches->idle = e.addBlock();
  e.group.barrier = kernelBarrier;
  Value isKernels =
      LLVM::ICmpOp::create(b, e.loc, LLVM::ICmpPredicate::ult, e.threadIndex(),
                           e.constant(b.getI32Type(), e.getNumThreads()));
  LLVM::CondBrOp::create(b, e.loc, isKernels, own, e.switches->idle);
  b.setInsertionPointToEnd(own);
}

void tilefuzz::endSwitches(Emitter &e) {
  OpBuilder &b = e.builder;
  Type i32 = b.getI32Type();
  Value zero = e.constant(i32, 0);
  // Seeded: the others are left to wait.
  if (!e.bugs.acts(SeededBug::AgentSwitchExitForgotten)) {
    Value isFirst = LLVM::ICmpOp::create(b, e.loc, LLVM::ICmpPredicate::eq,
                                         e.threadIndex(), zero);
    e.guarded(isFirst, [&] {
      e.storeElement(e.constant(i32, exitCommand),
                     e.sharedAddress(i32, 0, zero));
    });
    NVVM::Barrier0Op::create(b, e.loc);
  }
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(e.switches->idle);
  NVVM::Barrier0Op::create(b, e.loc);
  Value none = e.constant(i32, 0);
  Value command = e.loadElement(i32, e.sharedAddress(i32, 0, none));
  for (auto [number, entry] : llvm::enumerate(e.switches->entries)) {
    Block *next = e.addBlock();
    Value isIt = LLVM::ICmpOp::create(b, e.loc, LLVM::ICmpPredicate::eq,
                                      command, e.constant(i32, number));
    LLVM::CondBrOp::create(b, e.loc, isIt, entry, next);
    b.setInsertionPointToEnd(next);
  }
  LLVM::ReturnOp::create(b, e.loc, ValueRange());
}
