//===- VersionCheck.cpp - What a version of the dialect lacks -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Bytecode/VersionCheck.h"
#include "compiler/Bytecode/Format.h"
#include "compiler/Bytecode/WriterTables.h"
#include "compiler/CudaTile/ModuleVersion.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace tilefuzz::bytecode;

namespace {
class VersionChecker {
public:
  explicit VersionChecker(unsigned minor) : minor(minor) {}

  void check(Operation *op);
  bool isClean = true;

private:
  /// Reports `what` of the current operation if it is newer.
  void since(unsigned first, const Twine &what) {
    if (first <= minor)
      return;
    isClean = false;
    current->emitOpError() << what << "new in 13." << first
                           << ", but the version is 13." << minor;
  }
  void checkRow(const OperationRow &row);
  void checkFields(const OperationRow &row);
  void checkTypes();
  void checkDeclarations();

  unsigned minor;
  Operation *current = nullptr;
};
} // namespace

void VersionChecker::check(Operation *op) {
  current = op;
  StringRef name = op->getName().getStringRef();
  if (name.consume_front("cuda_tile."))
    if (const OperationRow *row = findOperation(name)) {
      checkRow(*row);
      // Its attributes and types are as new.
      if (row->since > minor)
        return;
    }
  checkDeclarations();
  checkTypes();
}

void VersionChecker::checkRow(const OperationRow &row) {
  since(row.since, "is ");
  if (row.since > minor)
    return;
  if (!current->use_empty())
    since(row.resultsSince, "has a result that is used, which is ");
  checkFields(row);
  // Operands that a flag announces exist since there are flags.
  if (!row.flagsSince || !row.hasSegments())
    return;
  auto segments = dyn_cast_or_null<DenseI32ArrayAttr>(
      current->getInherentAttr("operandSegmentSizes").value_or(Attribute()));
  if (!segments)
    return;
  for (auto [group, size] : llvm::zip(row.operands, segments.asArrayRef()))
    if (group.bit >= 0 && size)
      since(row.flagsSince, "operand '" + group.name + "' is ");
}

void VersionChecker::checkFields(const OperationRow &row) {
  for (const AttributeField &field : row.attributes) {
    Attribute value =
        current->getInherentAttr(field.name).value_or(Attribute());
    if (!value)
      continue;
    if (field.bit >= 0)
      since(row.flagsSince, "attribute '" + field.name + "' is ");
    if (auto promises = dyn_cast<DenseBoolArrayAttr>(value);
        promises && llvm::is_contained(promises.asArrayRef(), true))
      since(field.since, "attribute '" + field.name + "' with a promise is ");
    if (field.kind != FieldKind::Enum)
      continue;
    std::optional<uint64_t> number = getEnumValue(field.enumKind, value);
    if (number && *number != field.defaultValue)
      since(field.since, "attribute '" + field.name + "' other than '" +
                             getEnumerator(field.enumKind, field.defaultValue) +
                             "' is ");
  }
}

/// What has no row: modules and globals are sections of a file. Conversions to
/// f8E8M0FNU changed their rounding modes.
void VersionChecker::checkDeclarations() {
  if (StringRef what = cuda_tile::getNewRule(current); !what.empty())
    since(newRulesSince, what + " is ");
  if (auto module = dyn_cast<cuda_tile::ModuleOp>(current)) {
    if (module.getProducer())
      since(producerSince, "attribute 'producer' is ");
  } else if (auto global = dyn_cast<cuda_tile::GlobalOp>(current)) {
    if (global.getSymbolVisibility() == cuda_tile::SymbolVisibility::Private)
      since(globalFlagsSince, "visibility 'private' is ");
    if (global.getConstant())
      since(globalFlagsSince, "attribute 'constant' is ");
  } else if (auto convert = dyn_cast<cuda_tile::FToFOp>(current)) {
    Type to = convert.getType().getElementType();
    if (!isa<Float8E8M0FNUType>(to))
      return;
    if (convert.getRoundingMode() != cuda_tile::Rounding::NearestEven) {
      since(scaleRoundingSince,
            "attribute 'rounding_mode' other than 'nearest_even' to f8E8M0FNU "
            "is ");
    } else if (minor >= scaleRoundingSince) {
      isClean = false;
      convert.emitOpError()
          << "attribute 'rounding_mode' of 'nearest_even' to "
             "f8E8M0FNU ended with 13."
          << scaleRoundingSince - 1 << ", but the version is 13." << minor;
    }
  }
}

void VersionChecker::checkTypes() {
  llvm::SmallPtrSet<Type, 4> reported;
  AttrTypeWalker walker;
  walker.addWalk([&](Type type) {
    std::optional<unsigned> tag = getTypeTag(type);
    cuda_tile::PtrKindAttr ptrAttr;
    if (auto pointer = dyn_cast<cuda_tile::PointerType>(type))
      ptrAttr = pointer.getPtrAttr();
    else if (auto view = dyn_cast<cuda_tile::TensorViewType>(type))
      ptrAttr = view.getPtrAttr();
    if (ptrAttr && pointerFlagsSince > minor && reported.insert(type).second)
      since(pointerFlagsSince, "the ptr_attr of a type is ");
    if (!tag || typeTraits[*tag].since <= minor ||
        !reported.insert(type).second)
      return;
    std::string text;
    llvm::raw_string_ostream(text) << type;
    since(typeTraits[*tag].since, "type " + text + " is ");
  });
  for (Type type : current->getResultTypes())
    walker.walk(type);
  for (Region &region : current->getRegions())
    for (BlockArgument argument : region.getArguments())
      walker.walk(argument.getType());
  if (auto global = dyn_cast<cuda_tile::GlobalOp>(current))
    walker.walk(cast<TypedAttr>(global.getValue()).getType());
}

LogicalResult tilefuzz::checkVersion(Operation *module,
                                     BytecodeVersion version) {
  VersionChecker checker(version.minor);
  module->walk<WalkOrder::PreOrder>([&](Operation *op) { checker.check(op); });
  return success(checker.isClean);
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
class VersionCheckPass
    : public PassWrapper<VersionCheckPass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(VersionCheckPass)

  VersionCheckPass() = default;
  VersionCheckPass(const VersionCheckPass &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "check-version"; }
  StringRef getDescription() const override {
    return "Report what is newer than a version of cuda_tile";
  }
  void runOnOperation() override {
    std::optional<tilefuzz::BytecodeVersion> wanted =
        tilefuzz::BytecodeVersion::parse(version);
    if (!wanted) {
      getOperation().emitError("unknown version '")
          << version << "'; say 13.1, 13.2, 13.3 or 13.4";
      return signalPassFailure();
    }
    if (failed(tilefuzz::checkVersion(getOperation(), *wanted)))
      signalPassFailure();
    markAllAnalysesPreserved();
  }

private:
  Option<std::string> version{
      *this, "version", llvm::cl::init("13.4"),
      llvm::cl::desc("Reports what this version does not have: 13.1 to 13.4.")};
};
} // namespace

void tilefuzz::registerVersionCheckPass() {
  PassRegistration<VersionCheckPass>();
}
