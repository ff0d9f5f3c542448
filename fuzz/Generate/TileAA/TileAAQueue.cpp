//===- TileAAQueue.cpp - Queues and agents of nv_tileaa programs ----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// As many values are taken as were put, in the same order, and no agent waits
// for itself: a queue has room for all that is put before the first get, unless
// another agent takes them.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/TileAA/TileAAQueue.h"
#include "fuzz/Generate/TileAA/TileAAMemory.h"
#include "fuzz/Generate/TileAA/TileAARows.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
using Group = TileAAGroup;

Value tilefuzz::makeQueueOf(TileAADraft &draft, ArrayRef<Type> types,
                            unsigned depth) {
  Type type = aa::QueueType::get(draft.builder.getContext(), types,
                                 draft.choices.oneIn(4));
  return draft.create<aa::CreateQueueOp>(
      type, {}, [&](auto &p) { p.depth = draft.i32Attr(depth); });
}

void tilefuzz::makePut(TileAADraft &draft, Value queue,
                       function_ref<SmallVector<Value>()> values) {
  auto made = draft.create<aa::QueuePutOp>(
      {}, queue, [](auto &) {},
      /*regions=*/1);
  TileAADraft::Scope scope(draft, made.getBody());
  SmallVector<Value> yielded = values();
  aa::QueueYieldOp::create(draft.builder, draft.loc, yielded);
}

ResultRange
tilefuzz::makeGet(TileAADraft &draft, Value queue, ArrayRef<Type> types,
                  ArrayRef<Type> moreTypes,
                  function_ref<SmallVector<Value>(ValueRange)> more) {
  SmallVector<unsigned> order;
  unsigned count = types.size() + draft.choices.below(3);
  for (unsigned i = 0; i < count; ++i)
    order.push_back(i < types.size() && !draft.choices.oneIn(4)
                        ? i
                        : draft.choices.below(types.size()));
  std::optional<unsigned> doubled;
  if (draft.choices.oneIn(2)) {
    unsigned at = draft.choices.below(count);
    if (isa<IntegerType>(aa::getTileElementType(types[order[at]])))
      doubled = at;
  }
  SmallVector<Type> results;
  for (unsigned from : order)
    results.push_back(types[from]);
  results.append(moreTypes.begin(), moreTypes.end());
  auto made = draft.create<aa::QueueGetOp>(
      results, queue, [](auto &) {},
      /*regions=*/1);
  TileAADraft::Scope scope(draft, made.getBody(), types);
  SmallVector<Value> yielded;
  for (unsigned from : order)
    yielded.push_back(scope.block.getArgument(from));
  if (doubled)
    yielded[*doubled] = draft.make<arith::AddIOp>(
        results[*doubled], {yielded[*doubled], yielded[*doubled]});
  yielded.append(more(scope.block.getArguments()));
  aa::QueueYieldOp::create(draft.builder, draft.loc, yielded);
  return made->getResults();
}

SmallVector<Type> tilefuzz::chooseQueueTypes(TileAADraft &draft, bool scalars) {
  SmallVector<Type> types;
  for (unsigned i = 0, count = 1 + draft.choices.below(2); i < count; ++i) {
    Type element = draft.chooseNumber();
    Type type = scalars ? element : draft.chooseTile(element);
    types.append(1 + draft.choices.below(3), type);
  }
  return types;
}

/// One agent puts and takes; tokens go through, too.
static void makeQueue(TileAADraft &draft) {
  SmallVector<Type> types = chooseQueueTypes(draft, /*scalars=*/false);
  std::optional<unsigned> written;
  for (const auto &[index, buffer] : llvm::enumerate(draft.buffers))
    if (draft.depth == 0 && buffer.lastStore && !buffer.shared)
      written = index;
  if (written && draft.choices.oneIn(2))
    types.push_back(draft.token());
  else
    written.reset();
  unsigned puts = 1 + draft.choices.below(3);
  Value queue = makeQueueOf(draft, types, puts + draft.choices.below(2));
  for (unsigned i = 0; i < puts; ++i)
    makePut(draft, queue, [&] {
      SmallVector<Value> values;
      for (Type type : types)
        values.push_back(type == draft.token()
                             ? draft.buffers[*written].lastStore
                             : draft.value(type));
      return values;
    });
  for (unsigned i = 0; i < puts; ++i) {
    bool dropsSome = !draft.choices.oneIn(4);
    for (Value result : makeGet(draft, queue, types))
      if (result.getType() == draft.token()) {
        if (written)
          draft.buffers[*written].lastStore = result;
      } else if (!(dropsSome && draft.choices.oneIn(3))) {
        draft.bring(result);
      }
  }
}

Value tilefuzz::combineResults(TileAADraft &draft, ValueRange results,
                               Type type) {
  Value sum;
  unsigned dropped = draft.choices.below(results.size());
  for (auto [index, result] : llvm::enumerate(results)) {
    if (result.getType() != type ||
        (index == dropped && results.size() > 1 && draft.choices.oneIn(2)))
      continue;
    // Not commutative: the order of the results shows.
    sum = !sum ? result
          : isa<FloatType>(aa::getTileElementType(type))
              ? draft.make<aa::SubFOp>(type, {sum, result})
              : draft.make<arith::SubIOp>(type, {sum, result});
  }
  return sum;
}

/// One agent puts numbers, the other one takes them and stores what they come
/// to.
static void makeAgents(TileAADraft &draft) {
  SmallVector<Type> types = chooseQueueTypes(draft, /*scalars=*/true);
  Type type = types.front();
  unsigned iterations = 1 + draft.choices.below(4);
  unsigned index = draft.addBuffer(*elementKindOf(type), iterations, "fill(5)",
                                   /*readOnly=*/false);
  Value queue = makeQueueOf(draft, types, 1 + draft.choices.below(3));
  Value zero = draft.constant(draft.i32(), int64_t(0));
  Value end = draft.constant(draft.i32(), int64_t(iterations));
  Value step = draft.constant(draft.i32(), int64_t(1));
  Value first = draft.firstElement(iterations);
  bool hasToken = draft.choices.oneIn(2);
  auto execute = draft.create<aa::ExecuteOp>(
      hasToken ? TypeRange(draft.token()) : TypeRange(), ValueRange(),
      [&](auto &p) {
        p.num_warps = draft.builder.getDenseI32ArrayAttr({1, 4});
        p.max_registers = draft.builder.getDenseI32ArrayAttr({40, 232});
      },
      /*regions=*/2);
  auto loop = [&](Region &agent, function_ref<void(Value)> body) {
    TileAADraft::Scope scope(draft, agent);
    auto made = draft.create<scf::ForOp>(
        TypeRange(), {zero, end, step}, [](auto &) {}, /*regions=*/1);
    {
      TileAADraft::Scope inner(draft, made.getRegion(), draft.i32());
      body(inner.block.getArgument(0));
      scf::YieldOp::create(draft.builder, draft.loc);
    }
    aa::YieldOp::create(draft.builder, draft.loc, ValueRange());
  };
  loop(execute.getAgents()[0], [&](Value iteration) {
    makePut(draft, queue, [&] {
      draft.bring(iteration);
      SmallVector<Value> values;
      for (Type type : types)
        values.push_back(draft.value(type));
      return values;
    });
  });
  loop(execute.getAgents()[1], [&](Value iteration) {
    Value value = combineResults(draft, makeGet(draft, queue, types), type);
    if (!value)
      value = draft.randomConstant(type);
    Value pointer = draft.buffers[index].pointer;
    for (Value offset : {first, iteration})
      pointer = draft.make<aa::AddPtrOp>(pointer.getType(), {pointer, offset});
    makeStore(draft, pointer, value, Value(), Value());
  });
  if (!hasToken) {
    draft.buffers.erase(draft.buffers.begin() + index);
    return;
  }
  draft.accessed(index, /*isStore=*/true, execute.getResultToken());
  if (draft.choices.oneIn(2))
    loadFrom(draft, index);
}

static constexpr TileAARow rows[] = {
    {"nv_tileaa.queue.get", makeQueue, Group::Queue, 6, true},
    {"nv_tileaa.queue.put", makeRings, Group::Queue, 5, true},
    {"nv_tileaa.execute", makeAgents, Group::Agents, 5, true},
};
llvm::ArrayRef<TileAARow> tilefuzz::getTileAAQueueRows() { return rows; }
