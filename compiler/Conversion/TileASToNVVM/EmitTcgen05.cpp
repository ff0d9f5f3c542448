//===- EmitTcgen05.cpp - Agents with sums in tensor memory ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The compute agent allocates columns of tensor memory, stores the first sums
// there and arrives at `started`. One thread of another warp, the issuer, waits
// for that, then for each full stage; it issues all products of the stage, and
// their commit arrives at the empty mbarrier. A last commit arrives at
// `finished`, for which the compute agent waits before it loads the sums.
// Fences stand where threads hand over tensor memory (memory model, 5.8); PTX
// ISA 9.0, 9.7.16.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/AgentEmitter.h"
#include "compiler/Target/TargetTable.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace tilefuzz;
namespace as = mlir::nv_tileas;

/// Registers that one load or store of tensor memory moves.
static constexpr int64_t mostMoved = 32;

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// PTX ISA, 9.7.16.10.4: how tcgen05 numbers the formats of one kind.
static StringRef kindOf(StringRef type) {
  return llvm::StringSwitch<StringRef>(type)
      .Cases({"f16", "bf16"}, "f16")
      .Case("tf32", "tf32")
      .Cases({"u8", "s8"}, "i8")
      .Default("f8f6f4");
}
static unsigned formatOf(StringRef type) {
  return llvm::StringSwitch<unsigned>(type)
      .Cases({"bf16", "e5m2", "s8"}, 1)
      .Case("tf32", 2)
      .Default(0);
}

/// PTX ISA, 9.7.16.10.4, the descriptor of an instruction: formats, the orders
/// of both factors, columns and rows of the sums.
uint32_t AgentEmitter::instructionDescriptor() {
  const as::SpecializedLoop &loop = agents.loop;
  unsigned ofFirst = formatOf(loop.lhs.type),
           ofSecond = formatOf(loop.rhs.type);
  // Seeded: both have the left one's signs.
  if (ofFirst != ofSecond && e.bugs.acts(SeededBug::Tcgen05FormatOfOther))
    ofSecond = ofFirst;
  bool turnsFirst = !loop.lhs.isByK, turnsSecond = !loop.rhs.isByK;
  // Seeded: the right factor is taken for one that is stored by columns.
  if (turnsSecond && e.bugs.acts(SeededBug::Tcgen05TransposeForgotten))
    turnsSecond = false;
  uint32_t sums = isOfFloats() ? 1 : 2;
  return sums << 4 | ofFirst << 7 | ofSecond << 10 |
         uint32_t(turnsFirst) << 15 | uint32_t(turnsSecond) << 16 |
         uint32_t(loop.rhs.outer >> 3) << 17 |
         uint32_t(loop.blockRows() >> 4) << 24;
}

/// All products of a stage; $0 is the address of the sums, $1 and $2 are the
/// descriptors of both factors.
std::string AgentEmitter::tensorProducts() {
  const as::SpecializedLoop &loop = agents.loop;
  std::string name =
      ("tcgen05.mma.cta_group::1.kind::" + kindOf(loop.lhs.type) +
       " [d], a, b, " + Twine(instructionDescriptor()) + ", p;\n")
          .str();
  std::string text = "{\n.reg .pred p;\n.reg .b64 a, b;\n.reg .b32 d;\nsetp.";
  // Seeded: nothing is added to.
  text += e.bugs.pick(SeededBug::Tcgen05SumsForgotten, "eq", "ne");
  text += ".u32 p, 0, 0;\n";
  for (int64_t block = 0; block < loop.numBlocks(); ++block) {
    // Seeded: the sums of all rows are those of the first ones.
    int64_t place =
        block ? e.bugs.pick(SeededBug::Tcgen05ColumnOfFirst, block, int64_t(0))
              : block;
    text += ("add.s32 d, $0, " + Twine(place * loop.rhs.outer) + ";\n").str();
    for (int64_t k = 0; k < loop.numSteps(); ++k)
      text += ("add.s64 a, $1, " + Twine(stepOffset(loop.lhs, k, block) >> 4) +
               ";\nadd.s64 b, $2, " + Twine(stepOffset(loop.rhs, k, 0) >> 4) +
               ";\n" + name)
                  .str();
  }
  return text + "}";
}

void AgentEmitter::commitEmpty(Value stage) {
  // Seeded: others wait for it, too, and are not told.
  bool ofAll = isOfCluster() && !e.bugs.acts(SeededBug::ClusterCommitOfOwn);
  commit(empty(stage), ofAll);
}

LogicalResult AgentEmitter::runIssuer() {
  as::SpecializedLoop &loop = agents.loop;
  wait(started(), takeTurn());
  fence("after");
  Value sums = LLVM::LoadOp::create(b, e.loc, i32, agents.tensorSlot);
  std::string text = tensorProducts();
  Place start = firstPlace(/*parity=*/0);
  auto last =
      forEachTrip(loop.loop, e.getScalar(loop.loop.getUpperBound()),
                  {start.stage, start.phase},
                  [&](Value, ValueRange carried) -> FailureOr<Registers> {
                    Place place = {carried[0], carried[1]};
                    wait(full(place.stage), place.phase);
                    // Seeded: the stage is given back before anything reads it.
                    bool isEarly = e.bugs.acts(SeededBug::Tcgen05ReleaseEarly);
                    if (isEarly)
                      commitEmpty(place.stage);
                    auto [lhs, rhs] = factorsOf(place.stage);
                    assembly({}, text, "r,l,l,~{memory}",
                             {sums, descriptor(loop.lhs, lhs, /*isLhs=*/true),
                              descriptor(loop.rhs, rhs, /*isLhs=*/false)});
                    if (!isEarly)
                      commitEmpty(place.stage);
                    place = next(place);
                    return Registers{place.stage, place.phase};
                  });
  if (failed(last))
    return failure();
  keepPlace({(*last)[0], (*last)[1]});
  // Seeded: nobody tells that the sums are there.
  if (!e.bugs.acts(SeededBug::Tcgen05CommitMissing))
    commit(finished());
  if (e.persistence)
    assembly({}, "mbarrier.arrive.shared::cta.b64 _, [$0];", "l,~{memory}",
             {finished()});
  return success();
}

//===----------------------------------------------------------------------===//
// The compute agent
//===----------------------------------------------------------------------===//

/// PTX ISA, 9.7.16.10.5 and 9.7.16.2.3: a product of 128 rows leaves each in a
/// lane of its own, of which 32x32b gives a thread all columns. One of 64 rows
/// leaves 16 in each quarter of the lanes, and 16x256b gives them to threads as
/// wgmma does.
ThreadLayout AgentEmitter::tensorLayout() const {
  uint64_t rows = agents.loop.lhs.outer, columns = agents.loop.rhs.outer,
           numAgents = agents.loop.numAgents;
  if (agents.loop.blockRows() == 64)
    return sumLayout();
  // Two agents share rows, if there are several blocks of them, or columns.
  bool splitsRows = rows >= 128 * numAgents;
  uint64_t ownRows = splitsRows ? rows / numAgents : rows,
           ownColumns = splitsRows ? columns : columns / numAgents;
  SmallVector<uint64_t> reg, tid;
  for (uint64_t column = 1; column < ownColumns; column *= 2)
    reg.push_back(column);
  for (uint64_t row = 128; row < ownRows; row *= 2)
    reg.push_back(row * columns);
  for (uint64_t row = 1; row < 128; row *= 2)
    tid.push_back(row * columns);
  if (numAgents > 1)
    tid.push_back(splitsRows ? ownRows * columns : ownColumns);
  addCtas(tid);
  return ThreadLayout(reg, tid);
}

std::string AgentEmitter::moveShape(int64_t registers) const {
  return agents.loop.blockRows() == 64
             ? "16x256b.x" + std::to_string(registers / 4)
             : "32x32b.x" + std::to_string(registers);
}

LogicalResult AgentEmitter::runTensorCompute(scf::ForOp op) {
  as::SpecializedLoop &loop = agents.loop;
  FailureOr<ThreadLayout> outside = e.getLayout(op, op.getResultTypes()[0]);
  if (failed(outside))
    return failure();
  ThreadLayout inside = tensorLayout();
  Type element = isOfFloats() ? Type(b.getF32Type()) : i32;
  auto same = [](uint64_t index) { return index; };
  FailureOr<Registers> inits =
      e.remap(op, e.get(op.getInitArgs()[0]), *outside, inside, element, same);
  if (failed(inits))
    return failure();

  // The first warp has the columns, and gives them back.
  constexpr int64_t lanes = CommonLimits::threadsPerWarp;
  Value isFirst = LLVM::ICmpOp::create(b, e.loc, LLVM::ICmpPredicate::ult,
                                       e.localThread(), number(lanes));
  int64_t taken = loop.tensorColumns();
  // Seeded: the columns of the first 128 rows are enough.
  if (loop.numBlocks() > 1)
    taken = e.bugs.pick(SeededBug::Tcgen05AllocOfFirstRows, taken,
                        std::max<int64_t>(32, loop.rhs.outer));
  std::string columns = std::to_string(taken);
  e.guarded(isFirst, [&] {
    assembly({},
             "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [$0], " +
                 columns + ";",
             "l,~{memory}", {agents.tensorSlot});
    // The next block needs columns, too.
    if (!e.persistence)
      assembly({}, "tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;",
               "~{memory}", {});
  });
  e.barrier();
  Value sums = LLVM::LoadOp::create(b, e.loc, i32, agents.tensorSlot);
  // Each warp has 32 lanes, which are in the upper half of an address.
  constexpr int64_t ofLane = 16;
  constexpr int64_t firstOfWarp = as::agentWarps * lanes - lanes;
  Value lane =
      LLVM::AndOp::create(b, e.loc, e.localThread(), number(firstOfWarp));
  lane = LLVM::ShlOp::create(b, e.loc, lane, number(ofLane));
  // Seeded: as if all were the first warp's.
  if (e.bugs.acts(SeededBug::Tcgen05LanesOfFirst))
    lane = number(0);
  Value own = LLVM::AddOp::create(b, e.loc, sums, lane);
  int64_t ownColumns = loop.numBlocks() * loop.rhs.outer / loop.numAgents;
  // Seeded: both agents have the columns of the first.
  if (loop.numAgents > 1 && !e.bugs.acts(SeededBug::AgentsHalfOfFirst))
    own = LLVM::AddOp::create(
        b, e.loc, own,
        LLVM::MulOp::create(b, e.loc, agentIndex(), number(ownColumns)));
  // The sums of a thread, and how many of them one instruction moves: its
  // registers are in a row, so that no kernel has room for many.
  int64_t all = inits->size(), count = std::min(all, mostMoved);
  auto list = [&](int64_t first) {
    std::string text = "{";
    for (int64_t i = 0; i < count; ++i)
      text += (i ? ", $" : "$") + std::to_string(first + i);
    return text + "}";
  };
  // Registers are in the order of columns, one block of rows behind the other.
  auto placeOf = [&](int64_t first) -> Value {
    return LLVM::AddOp::create(b, e.loc, own, number(first * ownColumns / all));
  };

  std::string constraints = "r";
  for (int64_t i = 0; i < count; ++i)
    constraints += ",r";
  for (int64_t first = 0; first < all; first += count) {
    SmallVector<Value> operands{placeOf(first)};
    for (Value one : ArrayRef(*inits).slice(first, count))
      operands.push_back(
          isOfFloats() ? LLVM::BitcastOp::create(b, e.loc, i32, one).getResult()
                       : one);
    assembly({},
             "tcgen05.st.sync.aligned." + moveShape(count) + ".b32 [$0], " +
                 list(1) + ";\ntcgen05.wait::st.sync.aligned;",
             constraints + ",~{memory}", operands);
  }
  // Seeded: nothing orders the stores before the products.
  if (!e.bugs.acts(SeededBug::Tcgen05FenceMissing))
    fence("before");
  assembly({}, "mbarrier.arrive.shared::cta.b64 _, [$0];", "l,~{memory}",
           {started()});

  // Seeded: the phase before the first is complete.
  Value turn = takeTurn();
  if (e.bugs.acts(SeededBug::Tcgen05PhaseBefore))
    turn = LLVM::XOrOp::create(b, e.loc, turn, number(1));
  wait(finished(), turn);
  fence("after");
  constraints.clear();
  for (int64_t i = 0; i < count; ++i)
    constraints += "=r,";
  Type results = LLVM::LLVMStructType::getLiteral(
      b.getContext(), SmallVector<Type>(count, i32));
  Registers loaded;
  for (int64_t first = 0; first < all; first += count) {
    Value part =
        assembly(results,
                 "tcgen05.ld.sync.aligned." + moveShape(count) + ".b32 " +
                     list(0) + ", [$" + std::to_string(count) +
                     "];\ntcgen05.wait::ld.sync.aligned;",
                 constraints + "r,~{memory}", {placeOf(first)});
    for (int64_t i = 0; i < count; ++i) {
      Value one = LLVM::ExtractValueOp::create(b, e.loc, part, i);
      if (isOfFloats())
        one = LLVM::BitcastOp::create(b, e.loc, element, one);
      loaded.push_back(one);
    }
  }
  fence("before");
  e.barrier();
  Value gives = isFirst;
  // Seeded: only where the loop has run.
  if (e.bugs.acts(SeededBug::Tcgen05DeallocOnePath)) {
    Value lower = e.getScalar(op.getLowerBound()),
          upper = e.getScalar(op.getUpperBound());
    gives = e.conjunction(gives,
                          LLVM::ICmpOp::create(b, e.loc,
                                               op.getUnsignedCmp()
                                                   ? LLVM::ICmpPredicate::ult
                                                   : LLVM::ICmpPredicate::slt,
                                               lower, upper));
  }
  e.guarded(gives, [&] {
    fence("after");
    assembly({},
             "tcgen05.dealloc.cta_group::1.sync.aligned.b32 $0, " + columns +
                 ";",
             "r,~{memory}", {sums});
  });
  FailureOr<Registers> result =
      e.remap(op, loaded, inside, *outside, element, same);
  if (failed(result))
    return failure();
  e.bind(op.getResult(0), *result);
  return success();
}
