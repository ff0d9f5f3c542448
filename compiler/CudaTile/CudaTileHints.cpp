//===- CudaTileHints.cpp - Checks of optimization hints -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The tables of part 1, 1.8.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileHints.h"
#include "compiler/Target/TargetTable.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::cuda_tile;

namespace {
enum Carrier : unsigned { OnEntry = 1, OnView = 2, OnPointer = 4 };
enum class HintValue { Integer, PowerOfTwo, Bool };

struct HintRow {
  StringLiteral name;
  unsigned carriers;
  HintValue value;
  int64_t maximum; // the minimum is 1
};
} // namespace

static constexpr StringLiteral warpsHint = "num_worker_warps_per_cta";
static constexpr HintRow hintTable[] = {
    {"num_cta_in_cga", OnEntry, HintValue::PowerOfTwo, 16},
    {warpsHint, OnEntry, HintValue::PowerOfTwo, 32},
    {"occupancy", OnEntry, HintValue::Integer, 32},
    {"allow_tma", OnView, HintValue::Bool, 0},
    {"latency", OnView | OnPointer, HintValue::Integer, 10},
};
/// The row that a key of hints names; null for "default" and for no key.
static const tilefuzz::TargetRow *targetOf(StringRef arch) {
  for (const tilefuzz::TargetRow &row : tilefuzz::getTargetRows())
    if (row.isHintKey && row.getName() == arch)
      return &row;
  return nullptr;
}

static unsigned carrierOf(Operation *op) {
  if (isa<EntryOp>(op))
    return OnEntry;
  return isa<LoadViewTkoOp, StoreViewTkoOp>(op) ? OnView : OnPointer;
}

static bool isUsable(const HintRow &row, StringRef arch, Attribute value) {
  if (row.value == HintValue::Bool)
    return isa<BoolAttr>(value);
  auto integer = dyn_cast<IntegerAttr>(value);
  if (!integer || isa<BoolAttr>(value) ||
      integer.getValue().getSignificantBits() > 64)
    return false;
  int64_t number = integer.getValue().getSExtValue();
  if (number < 1 || number > row.maximum)
    return false;
  if (row.value == HintValue::PowerOfTwo && !llvm::isPowerOf2_64(number))
    return false;
  // Text is of 13.4, in which there are two (13.4 additions, 4).
  if (row.name == warpsHint && number != 4 && number != 8)
    return false;
  const tilefuzz::TargetRow *target = targetOf(arch);
  return row.name != "num_cta_in_cga" || number == 1 || !target ||
         (target->has & tilefuzz::Clusters);
}

LogicalResult cuda_tile::verifyHints(Operation *op,
                                     OptimizationHintsAttr hints) {
  auto *dialect = cast<CudaTileDialect>(op->getDialect());
  if (!hints || !dialect->warnsOnHints())
    return success();
  bool clean = true;
  // Not the operation's own emitter: it would print, and so verify, it again.
  auto warn = [&] {
    clean = false;
    return mlir::emitWarning(op->getLoc())
           << "'" << op->getName() << "' optimization hint: ";
  };
  for (NamedAttribute arch : hints.getHints()) {
    StringRef archName = arch.getName().strref();
    if (archName != "default" && !targetOf(archName))
      warn() << "unknown architecture '" << archName << "'";
    for (NamedAttribute hint : cast<DictionaryAttr>(arch.getValue())) {
      StringRef name = hint.getName().strref();
      const HintRow *row = llvm::find_if(
          hintTable, [&](const HintRow &r) { return r.name == name; });
      if (row == std::end(hintTable))
        warn() << "unknown hint '" << name << "'";
      else if (!(row->carriers & carrierOf(op)))
        warn() << "'" << name << "' does not apply to this operation";
      else if (!isUsable(*row, archName, hint.getValue()))
        warn() << "invalid value " << hint.getValue() << " of '" << name
               << "' for '" << archName << "'";
    }
  }
  if (clean || !dialect->rejectsHints())
    return success();
  return op->emitOpError("has unsupported optimization hints");
}
