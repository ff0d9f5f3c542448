//===- EmitAtomics.cpp - Atomic updates -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Each logical element is updated once, by its owner, in PTX text: LLVM 22
// drops ordering and scope of atomicrmw without a word (memory model, 5.4). An
// update that PTX has no exact instruction for repeats a compare and swap.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/Access.h"
#include "compiler/Conversion/TileASToNVVM/TilePlace.h"
#include "compiler/Support/Refusal.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

namespace {
/// How PTX names what an update does to its elements.
struct UpdateRow {
  aa::RmwMode mode;
  StringLiteral operation;
  /// Of the type's name.
  char letter;
  /// What a loop does to the old value; null: the value takes its place.
  Value (*compute)(Emitter &e, Value old, Value value);
};
} // namespace

template <typename OpTy>
static Value binary(Emitter &e, Value old, Value value) {
  return OpTy::create(e.builder, e.loc, old, value);
}

static constexpr UpdateRow updates[] = {
    {aa::RmwMode::And, "and", 'b', binary<LLVM::AndOp>},
    {aa::RmwMode::Or, "or", 'b', binary<LLVM::OrOp>},
    {aa::RmwMode::XOr, "xor", 'b', binary<LLVM::XOrOp>},
    {aa::RmwMode::Add, "add", 'u', binary<LLVM::AddOp>},
    {aa::RmwMode::AddF, "add", 'f', binary<LLVM::FAddOp>},
    {aa::RmwMode::Max, "max", 's', binary<LLVM::SMaxOp>},
    {aa::RmwMode::Min, "min", 's', binary<LLVM::SMinOp>},
    {aa::RmwMode::UMax, "max", 'u', binary<LLVM::UMaxOp>},
    {aa::RmwMode::UMin, "min", 'u', binary<LLVM::UMinOp>},
    {aa::RmwMode::Xchg, "exch", 'b', nullptr},
};

static const UpdateRow &getUpdate(Emitter &e, aa::RmwMode mode) {
  // Seeded: there is one order of numbers.
  if (mode == aa::RmwMode::UMax)
    mode = e.bugs.pick(SeededBug::UpdateSignedness, mode, aa::RmwMode::Max);
  if (mode == aa::RmwMode::UMin)
    mode = e.bugs.pick(SeededBug::UpdateSignedness, mode, aa::RmwMode::Min);
  return *llvm::find_if(updates,
                        [&](const UpdateRow &row) { return row.mode == mode; });
}

/// The suffix of the instruction that does just that; none: there is none on
/// every target. PTX ISA, atom: sums of f32 flush subnormals in global memory,
/// which the update must not; those of bf16 are younger than sm_80.
static std::optional<std::string>
getTypeSuffix(const UpdateRow &row, Type element, const BugSet &bugs) {
  if (row.letter == 'f') {
    if (element.isF32() && bugs.acts(SeededBug::UpdateFlushes))
      return "f32";
    if (element.isF64())
      return "f64";
    return element.isF16() ? std::optional<std::string>("noftz.f16")
                           : std::nullopt;
  }
  unsigned width = element.getIntOrFloatBitWidth();
  if (width < 32)
    return std::nullopt;
  return row.letter + std::to_string(width);
}

//===----------------------------------------------------------------------===//
// PTX
//===----------------------------------------------------------------------===//

namespace {
/// The updates of one operation.
class Updates {
public:
  Updates(Emitter &e, const AccessOrder &order, Type element);

  Value exchange(Value address, const UpdateRow &row, Value value);
  Value compareAndSwap(Value address, Value expected, Value desired);

private:
  /// `atom.acq_rel.gpu.global.add.u32`, on registers of the element's width.
  Value atom(const Twine &operation, Value address, ArrayRef<Value> values);
  Value repeat(Value address, const UpdateRow &row, Value value);
  Value toBits(Value value) {
    return LLVM::BitcastOp::create(e.builder, e.loc, bits, value);
  }

  Emitter &e;
  Type element, bits;
  std::string semantic, scope;
  /// Of the load that a loop begins with.
  StringRef loadScope;
};
} // namespace

static StringRef getName(aa::MemSemantic semantic) {
  switch (semantic) {
  case aa::MemSemantic::Weak:
  case aa::MemSemantic::Relaxed:
    return "relaxed";
  case aa::MemSemantic::Acquire:
    return "acquire";
  case aa::MemSemantic::Release:
    return "release";
  case aa::MemSemantic::AcqRel:
    return "acq_rel";
  }
  llvm_unreachable("unknown memory semantic");
}

static StringRef getName(aa::MemScope scope) {
  switch (scope) {
  case aa::MemScope::TileBlock:
    return "cta";
  // Older targets have no clusters; the wider scope is never wrong.
  case aa::MemScope::Cluster:
  case aa::MemScope::Gpu:
    return "gpu";
  case aa::MemScope::System:
    return "sys";
  }
  llvm_unreachable("unknown memory scope");
}

Updates::Updates(Emitter &e, const AccessOrder &order, Type element)
    : e(e), element(element),
      bits(e.builder.getIntegerType(element.getIntOrFloatBitWidth())),
      semantic(getName(order.semantic)), scope(getName(order.scope)),
      loadScope(order.getScope()) {
  if (order.scope == aa::MemScope::Cluster)
    loadScope = "device";
  if (scope != "cta" && e.bugs.acts(SeededBug::UpdateNarrowsScope)) {
    scope = "cta";
    loadScope = "block";
  }
}

Value Updates::atom(const Twine &operation, Value address,
                    ArrayRef<Value> values) {
  constexpr unsigned generic = 0, global = 1;
  unsigned space =
      cast<LLVM::LLVMPointerType>(address.getType()).getAddressSpace();
  StringRef spaceName = space == generic  ? ""
                        : space == global ? ".global"
                                          : ".shared";
  char letter = bits.getIntOrFloatBitWidth() == 64   ? 'l'
                : bits.getIntOrFloatBitWidth() == 32 ? 'r'
                                                     : 'h';
  std::string text = ("atom." + semantic + "." + scope + spaceName + "." +
                      operation + " $0, [$1]")
                         .str();
  std::string constraints = {'=', letter, ',', 'l'};
  SmallVector<Value> operands{address};
  for (Value value : values) {
    text += ", $" + std::to_string(operands.size() + 1);
    constraints += {',', letter};
    operands.push_back(value);
  }
  text += ';';
  constraints += ",~{memory}";
  return LLVM::InlineAsmOp::create(
             e.builder, e.loc, bits, operands, text, constraints,
             /*has_side_effects=*/true, /*is_align_stack=*/false,
             LLVM::tailcallkind::TailCallKind::None,
             /*asm_dialect=*/LLVM::AsmDialectAttr(),
             /*operand_attrs=*/ArrayAttr())
      .getResult(0);
}

Value Updates::compareAndSwap(Value address, Value expected, Value desired) {
  Value old = atom("cas.b" + Twine(bits.getIntOrFloatBitWidth()), address,
                   {toBits(expected), toBits(desired)});
  return LLVM::BitcastOp::create(e.builder, e.loc, element, old);
}

/// Until nobody has written between the load and the swap.
Value Updates::repeat(Value address, const UpdateRow &row, Value value) {
  Value first = LLVM::LoadOp::create(
      e.builder, e.loc, bits, address, e.storageBytes(element), false, false,
      false, false, LLVM::AtomicOrdering::monotonic, loadScope);
  Block *attempt = e.addBlock(bits), *done = e.addBlock(bits);
  LLVM::BrOp::create(e.builder, e.loc, first, attempt);
  e.builder.setInsertionPointToEnd(attempt);
  Value expected = attempt->getArgument(0), next = value;
  if (row.compute)
    next = row.compute(
        e, LLVM::BitcastOp::create(e.builder, e.loc, element, expected), value);
  Value old = atom("cas.b" + Twine(bits.getIntOrFloatBitWidth()), address,
                   {expected, toBits(next)});
  Value isDone = LLVM::ICmpOp::create(e.builder, e.loc, LLVM::ICmpPredicate::eq,
                                      old, expected);
  // Seeded: numbers are compared.
  if (isa<FloatType>(element) && e.bugs.acts(SeededBug::UpdateRepeatsOnNaN))
    isDone = LLVM::FCmpOp::create(
        e.builder, e.loc, LLVM::FCmpPredicate::oeq,
        LLVM::BitcastOp::create(e.builder, e.loc, element, old),
        LLVM::BitcastOp::create(e.builder, e.loc, element, expected));
  LLVM::CondBrOp::create(e.builder, e.loc, isDone, done, old, attempt, old);
  e.builder.setInsertionPointToEnd(done);
  return LLVM::BitcastOp::create(e.builder, e.loc, element,
                                 done->getArgument(0));
}

Value Updates::exchange(Value address, const UpdateRow &row, Value value) {
  std::optional<std::string> suffix = getTypeSuffix(row, element, e.bugs);
  if (!suffix)
    return repeat(address, row, value);
  Value old = atom(row.operation + "." + *suffix, address, {toBits(value)});
  return LLVM::BitcastOp::create(e.builder, e.loc, element, old);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Whether PTX or a loop updates such elements.
template <typename OpTy>
static LogicalResult checkElement(OpTy op, Type tile, Type element) {
  bool isCode =
      isa<FloatType>(aa::getTileElementType(tile)) && !isa<FloatType>(element);
  if (isCode || isa<LLVM::LLVMPointerType>(element) ||
      element.getIntOrFloatBitWidth() < 16)
    return refuse(op) << "of elements of type " << aa::getTileElementType(tile)
                      << " is not supported by the lowering to NVVM";
  return success();
}

/// One update for each element that takes part; the others give `masked`.
template <typename OpTy>
static LogicalResult
emitUpdates(Emitter &e, OpTy op, function_ref<Value(unsigned)> masked,
            function_ref<Value(Updates &, Value, unsigned)> update) {
  Type tile = op.getValue().getType();
  auto types = e.lower(op, tile);
  FailureOr<ThreadLayout> layout = e.getLayout(op, tile);
  FailureOr<ThreadLayout> places = e.getLayout(op, op.getAddresses().getType());
  if (failed(types) || failed(layout) || failed(places))
    return failure();
  Type element = types->front();
  if (failed(checkElement(op, tile, element)))
    return failure();
  if (!(*layout == *places))
    return op.emitError("'") << op->getName()
                             << "' has addresses and values of different "
                                "layouts";
  AccessOrder order(op, /*isWrite=*/true);
  if (order.isRelease() && e.bugs.acts(SeededBug::UpdateDropsRelease))
    order.semantic =
        order.isAcquire() ? aa::MemSemantic::Acquire : aa::MemSemantic::Relaxed;
  beginAccess(e, order);
  Updates updates(e, order, element);
  const Registers &addresses = e.get(op.getAddresses());
  Registers result(addresses.size());
  Value owner = e.isOwner(*layout);
  if (owner && e.bugs.acts(SeededBug::UpdateByEveryThread))
    owner = {};
  bool hasMask = op.getMask() && !e.bugs.acts(SeededBug::UpdateIgnoresMask);
  for (unsigned r = 0; r < result.size(); ++r) {
    result[r] = masked(r);
    if (!e.ownsRegister(*layout, r))
      continue;
    Value condition = owner;
    if (hasMask)
      condition = e.conjunction(condition, registerOf(e.get(op.getMask()), r));
    result[r] = e.guarded(condition, result[r],
                          [&] { return update(updates, addresses[r], r); });
  }
  // Seeded: what is atomic is seen at once.
  if (!order.isAcquire() && e.bugs.acts(SeededBug::UpdateNeedsNoBarrier))
    order.isWrite = false;
  endAccess(e, order);
  // What nobody reads need not go round.
  if (op.getResult().use_empty()) {
    e.bind(op.getResult(), result);
    return success();
  }
  auto shared = e.share(op, result, *layout, element);
  if (failed(shared))
    return failure();
  e.bind(op.getResult(), *shared);
  return success();
}

static LogicalResult emitRMW(Emitter &e, Operation *rawOp) {
  auto op = cast<aa::AtomicRMWOp>(rawOp);
  const UpdateRow &row = getUpdate(e, op.getRmwMode());
  auto value = [&](unsigned r) { return registerOf(e.get(op.getValue()), r); };
  // Where it is masked off the result is unspecified.
  return emitUpdates(
      e, op, [&](unsigned r) { return e.zero(value(r).getType()); },
      [&](Updates &updates, Value address, unsigned r) {
        return updates.exchange(address, row, value(r));
      });
}

static LogicalResult emitCAS(Emitter &e, Operation *rawOp) {
  auto op = cast<aa::AtomicCASOp>(rawOp);
  Value expected = op.getCompare(), desired = op.getValue();
  auto at = [&](Value tile, unsigned r) { return registerOf(e.get(tile), r); };
  Value compared = expected;
  if (e.bugs.acts(SeededBug::CasOperandsSwapped))
    std::swap(compared, desired);
  return emitUpdates(
      e, op,
      [&](unsigned r) -> Value {
        Value given = at(expected, r);
        // Seeded: where nothing is compared, nothing is given.
        if (op.getMask() && e.bugs.acts(SeededBug::CasMaskedGivesZero))
          return e.zero(given.getType());
        return given;
      },
      [&](Updates &updates, Value address, unsigned r) {
        return updates.compareAndSwap(address, at(compared, r), at(desired, r));
      });
}

/// Elements outside the tensor are not updated, and give nothing.
static LogicalResult emitTiledRMW(Emitter &e, Operation *rawOp) {
  auto op = cast<as::TiledAtomicRMWOp>(rawOp);
  Type tile = op.getValue().getType();
  auto types = e.lower(op, tile);
  FailureOr<ThreadLayout> layout = e.getLayout(op, tile);
  if (failed(types) || failed(layout) ||
      failed(checkElement(op, tile, types->front())))
    return failure();
  TilePlace place(e, op.getView().getType(), op.getView(), op.getCoordinates(),
                  /*inBounds=*/false, *layout);
  if (failed(place.findRows(op, op.getView().getType(), op.getCoordinates())))
    return failure();
  const UpdateRow &row = getUpdate(e, op.getRmwMode());
  AccessOrder order(op, /*isWrite=*/true);
  beginAccess(e, order);
  Updates updates(e, order, types->front());
  const Registers &value = e.get(op.getValue());
  Registers result(value.size(), e.zero(types->front()));
  for (unsigned r = 0; r < result.size(); ++r) {
    if (!e.ownsRegister(*layout, r))
      continue;
    TilePlace::Element at = place.getElement(r);
    Value condition = e.conjunction(e.isOwner(*layout), at.isInside);
    result[r] = e.guarded(condition, result[r], [&] {
      return updates.exchange(
          place.getAddress(at, e.storageType(types->front())), row, value[r]);
    });
  }
  endAccess(e, order);
  if (!op.getResult())
    return success();
  auto shared = e.share(op, result, *layout, types->front());
  if (failed(shared))
    return failure();
  e.bind(op.getResult(), *shared);
  return success();
}

static constexpr HandlerRow rows[] = {
    {"nv_tileas.tiled_atomic_rmw", emitTiledRMW},
    {"nv_tileaa.atomic_rmw", emitRMW},
    {"nv_tileaa.atomic_cas", emitCAS},
};
ArrayRef<HandlerRow> tilefuzz::getAtomicHandlers() { return rows; }
