//===- Forms.cpp - The ways to write an operation -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/Forms.h"
#include "compiler/Bytecode/Builder.h"
#include "compiler/Bytecode/Format.h"
#include "compiler/Bytecode/OperationTable.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "fuzz/Generate/FormWords.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace tilefuzz;
using namespace tilefuzz::bytecode;
namespace ct = mlir::cuda_tile;

//===----------------------------------------------------------------------===//
// Attributes and operands, by the table
//===----------------------------------------------------------------------===//

static bool isOptional(const AttributeField &field) { return field.bit >= 0; }

static void addPossible(const AttributeField &field, Forms &forms) {
  if (isOptional(field))
    forms.push_back(there(field.name, false));
  switch (field.kind) {
  case FieldKind::Unit:
  case FieldKind::Hints:
    forms.push_back(there(field.name, true));
    return;
  case FieldKind::Enum:
    for (unsigned i = 0; i < getNumEnumerators(field.enumKind, newestMinor);
         ++i)
      forms.push_back(
          (field.name + "=" + getEnumerator(field.enumKind, i)).str());
    return;
  case FieldKind::Promises:
    for (bool isThere : {false, true})
      forms.push_back(there(field.name, isThere));
    return;
  case FieldKind::Bool8:
    for (StringRef word : {"false", "true"})
      forms.push_back((field.name + "=" + word).str());
    return;
  case FieldKind::Dense:
    forms.insert(forms.end(), {"one number", "several numbers"});
    return;
  case FieldKind::Assume:
    forms.insert(forms.end(),
                 {"div_by", "div_by every", "same_elements", "bounded",
                  "bounded from", "bounded to", "bounded by nothing"});
    return;
  default:
    // Any number or text is written alike.
    return;
  }
}

static std::string formOfPredicate(Attribute predicate) {
  if (auto divBy = dyn_cast<ct::DivByAttr>(predicate))
    return divBy.getEvery() ? "div_by every" : "div_by";
  if (auto bounded = dyn_cast<ct::BoundedAttr>(predicate)) {
    if (bounded.getLb())
      return bounded.getUb() ? "bounded" : "bounded from";
    return bounded.getUb() ? "bounded to" : "bounded by nothing";
  }
  return "same_elements";
}

static void addShown(const AttributeField &field, Operation *op, Forms &forms) {
  Attribute value = op->getInherentAttr(field.name).value_or(Attribute());
  if (!value) {
    if (isOptional(field) || field.kind == FieldKind::Promises)
      forms.push_back(there(field.name, false));
    else if (field.kind == FieldKind::Enum)
      forms.push_back(
          (field.name + "=" + getEnumerator(field.enumKind, field.defaultValue))
              .str());
    return;
  }
  switch (field.kind) {
  case FieldKind::Unit:
  case FieldKind::Hints:
  case FieldKind::Promises:
    forms.push_back(there(field.name, true));
    return;
  case FieldKind::Enum:
    if (std::optional<uint64_t> number = getEnumValue(field.enumKind, value))
      forms.push_back(
          (field.name + "=" + getEnumerator(field.enumKind, *number)).str());
    return;
  case FieldKind::Bool8: {
    bool isTrue = !cast<IntegerAttr>(value).getValue().isZero();
    forms.push_back((field.name + "=" + (isTrue ? "true" : "false")).str());
    return;
  }
  case FieldKind::Dense:
    forms.push_back(cast<DenseElementsAttr>(value).isSplat()
                        ? "one number"
                        : "several numbers");
    return;
  case FieldKind::Assume:
    forms.push_back(formOfPredicate(value));
    return;
  default:
    return;
  }
}

static void addPossibleOperands(const OperationRow &row, Forms &forms) {
  for (const OperandGroup &group : row.operands) {
    if (group.kind == OperandKind::Optional)
      for (bool isThere : {false, true})
        forms.push_back(there(group.name, isThere));
    if (group.kind == OperandKind::Variadic)
      for (size_t count : {0, 1, 2})
        forms.push_back(counted(group.name, count));
  }
  if (row.variadicResults)
    for (size_t count : {0, 1, 2})
      forms.push_back(counted("results", count));
}

static void addShownOperands(const OperationRow &row, Operation *op,
                             Forms &forms) {
  DenseI32ArrayAttr sizes = segmentsOf(op);
  for (const auto &[i, group] : llvm::enumerate(row.operands)) {
    // Without sizes only the last group is a list.
    size_t size = sizes ? size_t(sizes[i])
                        : op->getNumOperands() -
                              std::min<size_t>(op->getNumOperands(), i);
    if (group.kind == OperandKind::Optional)
      forms.push_back(there(group.name, size != 0));
    if (group.kind == OperandKind::Variadic)
      forms.push_back(counted(group.name, size));
  }
  if (row.variadicResults)
    forms.push_back(counted("results", op->getNumResults()));
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// What the parser adds if there is none, or with values, and of which loop.
static std::string endOf(Operation *last) {
  std::string text = last->getName().stripDialect().str();
  if (last->getNumOperands())
    text += " of values";
  if (isa<ct::ContinueOp>(last)) {
    Operation *loop = last->getParentOp();
    while (isa<ct::IfOp>(loop))
      loop = loop->getParentOp();
    text += isa<ct::ForOp>(loop) ? " in a for" : " in a loop";
  }
  return text;
}

static void addPossibleRegions(StringRef operation, Forms &forms) {
  static constexpr StringLiteral continues[] = {
      "continue in a for", "continue of values in a for", "continue in a loop",
      "continue of values in a loop"};
  static constexpr StringLiteral exits[] = {"break", "break of values",
                                            "return"};
  auto add = [&](const Twine &text) { forms.push_back(text.str()); };
  if (operation == "for") {
    for (StringRef end : ArrayRef(continues).take_front(2))
      add("ends in " + end);
    add("empty");
  } else if (operation == "loop") {
    for (StringRef end : ArrayRef(continues).drop_front(2))
      add("ends in " + end);
    for (StringRef end : exits)
      add("ends in " + end);
  } else if (operation == "if") {
    add("no else");
    for (StringRef branch : {"then", "else"}) {
      add("empty " + branch);
      for (bool hasResults : {false, true}) {
        StringRef of = hasResults ? " with results ends in " : " ends in ";
        add(branch + of + (hasResults ? "yield of values" : "yield"));
        for (StringRef end : continues)
          add(branch + of + end);
        for (StringRef end : exits)
          add(branch + of + end);
      }
    }
  }
}

static void addShownRegions(Operation *op, Forms &forms) {
  auto isEmpty = [](Region &region) {
    return llvm::hasSingleElement(region.front());
  };
  if (isa<ct::ForOp, ct::LoopOp>(op)) {
    Region &body = op->getRegion(0);
    forms.push_back("ends in " + endOf(&body.front().back()));
    if (isa<ct::ForOp>(op) && isEmpty(body))
      forms.push_back("empty");
    return;
  }
  auto made = dyn_cast<ct::IfOp>(op);
  if (!made)
    return;
  for (auto [name, region] :
       {std::pair<StringRef, Region *>{"then", &made.getThenRegion()},
        {"else", &made.getElseRegion()}}) {
    if (region->empty()) {
      forms.push_back(there(name, false));
      continue;
    }
    StringRef of = op->getNumResults() ? " with results ends in " : " ends in ";
    forms.push_back((name + of + endOf(&region->front().back())).str());
    if (isEmpty(*region))
      forms.push_back(("empty " + name).str());
  }
}

//===----------------------------------------------------------------------===//
// Types of views, and what is no operation of a body
//===----------------------------------------------------------------------===//

static constexpr StringLiteral paddings[] = {
    "no padding_value",  "padding_value=zero",    "padding_value=neg_zero",
    "padding_value=nan", "padding_value=pos_inf", "padding_value=neg_inf"};

static bool isViewMaker(StringRef operation) {
  return operation == "make_partition_view" ||
         operation == "make_strided_view" ||
         operation == "make_gather_scatter_view";
}

static void addPossibleOthers(StringRef operation, Forms &forms) {
  auto add = [&](std::initializer_list<const char *> more) {
    forms.insert(forms.end(), more.begin(), more.end());
  };
  if (isViewMaker(operation)) {
    for (StringRef padding : paddings)
      forms.push_back(padding.str());
    if (operation != "make_gather_scatter_view")
      add({"dim_map", "no dim_map"});
  } else if (operation == "global") {
    add({"constant", "no constant", "alignment", "no alignment",
         "symbol_visibility=public", "symbol_visibility=private", "one number",
         "several numbers"});
  } else if (operation == "entry") {
    add({"arguments: none", "arguments: one", "arguments: several",
         "optimization_hints", "no optimization_hints"});
  } else if (operation == "module") {
    add({"producer", "no producer"});
  }
}

static bool isIdentity(ArrayRef<int32_t> map) {
  for (auto [i, dim] : llvm::enumerate(map))
    if (dim != int32_t(i))
      return false;
  return true;
}

static void addShownOthers(Operation *op, Forms &forms) {
  auto addPadding = [&](ct::PaddingValueAttr padding) {
    forms.push_back(padding ? ("padding_value=" +
                               ct::stringifyPaddingValue(padding.getValue()))
                                  .str()
                            : "no padding_value");
  };
  if (isViewMaker(op->getName().stripDialect())) {
    Type type = op->getResult(0).getType();
    if (auto view = dyn_cast<ct::PartitionViewType>(type)) {
      addPadding(view.getPadding());
      forms.push_back(there("dim_map", !isIdentity(view.getDimMap())));
    } else if (auto view = dyn_cast<ct::StridedViewType>(type)) {
      addPadding(view.getPadding());
      forms.push_back(there("dim_map", !isIdentity(view.getDimMap())));
    } else if (auto view = dyn_cast<ct::GatherScatterViewType>(type)) {
      addPadding(view.getPadding());
    }
  } else if (auto global = dyn_cast<ct::GlobalOp>(op)) {
    forms.push_back(there("constant", global.getConstant()));
    forms.push_back(there("alignment", global.getAlignment() != 0));
    forms.push_back(
        "symbol_visibility=" +
        ct::stringifySymbolVisibility(global.getSymbolVisibility()).str());
    forms.push_back(cast<DenseElementsAttr>(global.getValue()).isSplat()
                        ? "one number"
                        : "several numbers");
  } else if (auto entry = dyn_cast<ct::EntryOp>(op)) {
    forms.push_back(counted("arguments", entry.getNumArguments()));
    forms.push_back(there("optimization_hints",
                          entry.getOptimizationHintsAttr() != nullptr));
  } else if (auto module = dyn_cast<ct::ModuleOp>(op)) {
    forms.push_back(there("producer", module.getProducerAttr() != nullptr));
  }
}

Forms tilefuzz::formsOf(Operation *op) {
  Forms forms;
  if (op->getName().getDialectNamespace() == "nv_tileaa")
    return tileaa::formsOf(op);
  if (op->getName().getDialectNamespace() != "cuda_tile")
    return forms;
  StringRef name = op->getName().stripDialect();
  if (const OperationRow *row = findOperation(name)) {
    for (const AttributeField &field : row->attributes)
      addShown(field, op, forms);
    addShownOperands(*row, op, forms);
  }
  addShownRegions(op, forms);
  addShownOthers(op, forms);
  return forms;
}

Forms tilefuzz::possibleForms(StringRef operation) {
  Forms forms;
  if (operation.consume_front("nv_tileaa."))
    return tileaa::possibleForms(operation);
  // Of arith and its like.
  if (operation.contains('.'))
    return forms;
  if (const OperationRow *row = findOperation(operation)) {
    for (const AttributeField &field : row->attributes)
      addPossible(field, forms);
    addPossibleOperands(*row, forms);
  }
  addPossibleRegions(operation, forms);
  addPossibleOthers(operation, forms);
  return forms;
}

//===----------------------------------------------------------------------===//
// What no program has
//===----------------------------------------------------------------------===//

static constexpr MissingForm missing[] = {
#include "fuzz/Generate/MissingForms.def"
};

ArrayRef<MissingForm> tilefuzz::missingForms() { return missing; }

StringRef tilefuzz::whyFormIsMissing(StringRef operation, StringRef form) {
  for (const MissingForm &row : missing) {
    SmallVector<StringRef> names, forms;
    row.operations.split(names, ' ');
    row.forms.split(forms, '|');
    if (llvm::is_contained(names, operation) && llvm::is_contained(forms, form))
      return row.reason;
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Idioms
//===----------------------------------------------------------------------===//

namespace {
/// An operation one of whose operands is the result of another.
struct Pair {
  StringLiteral name, user, used;
};
} // namespace

static constexpr Pair pairs[] = {
    {"addf of mulf", "addf", "mulf"},
    {"subf of mulf", "subf", "mulf"},
    {"addi of muli", "addi", "muli"},
    {"addi of addi", "addi", "addi"},
    {"select of cmpi", "select", "cmpi"},
    {"select of cmpf", "select", "cmpf"},
    {"select of select", "select", "select"},
    {"if of xori", "if", "xori"},
    {"offset of offset", "offset", "offset"},
    {"broadcast of reshape", "broadcast", "reshape"},
    {"reshape of reshape", "reshape", "reshape"},
    {"trunci of exti", "trunci", "exti"},
    {"exti of trunci", "exti", "trunci"},
    {"join_tokens of join_tokens", "join_tokens", "join_tokens"},
};

static constexpr StringLiteral iterationIdiom =
                                   "if on the iteration of its for",
                               continueIdiom = "bare continue in a branch",
                               breakIdiom = "bare break in a branch";

static bool comparesTrip(Operation *op) {
  auto branch = dyn_cast<ct::IfOp>(op);
  auto compare =
      branch ? branch.getCondition().getDefiningOp<ct::CmpIOp>() : ct::CmpIOp();
  return compare && llvm::any_of(compare->getOperands(), [](Value operand) {
           auto argument = dyn_cast<BlockArgument>(operand);
           return argument && argument.getArgNumber() == 0 &&
                  isa<ct::ForOp>(argument.getOwner()->getParentOp());
         });
}

std::vector<StringRef> tilefuzz::idiomsAt(Operation *op) {
  std::vector<StringRef> idioms;
  StringRef name = op->getName().stripDialect();
  for (const Pair &pair : pairs)
    if (pair.user == name &&
        llvm::any_of(op->getOperands(), [&](Value operand) {
          Operation *used = operand.getDefiningOp();
          return used && used->getName().stripDialect() == pair.used;
        }))
      idioms.push_back(pair.name);
  if (comparesTrip(op))
    idioms.push_back(iterationIdiom);
  if (op->getNumOperands() == 0 &&
      isa_and_nonnull<ct::IfOp>(op->getParentOp())) {
    if (isa<ct::ContinueOp>(op))
      idioms.push_back(continueIdiom);
    if (isa<ct::BreakOp>(op))
      idioms.push_back(breakIdiom);
  }
  return idioms;
}

ArrayRef<StringRef> tilefuzz::allIdioms() {
  static const std::vector<StringRef> all = [] {
    std::vector<StringRef> names = {iterationIdiom, continueIdiom, breakIdiom};
    for (const Pair &pair : pairs)
      names.push_back(pair.name);
    return names;
  }();
  return all;
}
