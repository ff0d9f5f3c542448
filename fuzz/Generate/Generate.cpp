//===- Generate.cpp - Random programs, free of undefined behaviour --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// One row per kind of step. A program uses a random subset of the rows, so that
// programs differ in character, not only in detail.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/Generate.h"
#include "fuzz/Generate/Draft.h"

using namespace tilefuzz;
using Shape = TileShape;
using Kind = ElementKind;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static Shape chooseShape(Draft &draft) {
  static constexpr Shape shapes[] = {Shape::Vector, Shape::Vector,
                                     Shape::Vector, Shape::Scalar,
                                     Shape::Matrix};
  return draft.choices.pick<Shape>(shapes);
}
static DraftType chooseInteger(Draft &draft) {
  static constexpr Kind kinds[] = {Kind::I32, Kind::I32, Kind::I8, Kind::I64};
  return {draft.choices.pick<Kind>(kinds), chooseShape(draft)};
}
static DraftType chooseFloat(Draft &draft) {
  static constexpr Kind kinds[] = {Kind::F32, Kind::F32, Kind::F16};
  return {draft.choices.pick<Kind>(kinds), chooseShape(draft)};
}
static DraftType chooseNumber(Draft &draft) {
  return draft.choices.oneIn(2) ? chooseFloat(draft) : chooseInteger(draft);
}
static DraftType boolLike(DraftType type) { return {Kind::I1, type.shape}; }
static const char *chooseSignedness(Draft &draft) {
  return draft.choices.oneIn(2) ? " unsigned" : " signed";
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

static void binary(Draft &draft, DraftType type, llvm::StringRef operation,
                   llvm::StringRef suffix) {
  DraftValue lhs = draft.value(type), rhs = draft.value(type);
  draft.define(type, operation + " " + lhs.name + ", " + rhs.name + suffix +
                         " : " + draft.typeText(type));
}

static void integerArithmetic(Draft &draft) {
  static constexpr llvm::StringLiteral plain[] = {"addi", "subi", "muli",
                                                  "andi", "ori",  "xori"};
  static constexpr llvm::StringLiteral ordered[] = {"mini", "maxi"};
  DraftType type = chooseInteger(draft);
  if (draft.choices.oneIn(4))
    binary(draft, type, draft.choices.pick<llvm::StringLiteral>(ordered),
           chooseSignedness(draft));
  else
    binary(draft, type, draft.choices.pick<llvm::StringLiteral>(plain), "");
}

static void booleanLogic(Draft &draft) {
  static constexpr llvm::StringLiteral operations[] = {"andi", "ori", "xori"};
  binary(draft, {Kind::I1, chooseShape(draft)},
         draft.choices.pick<llvm::StringLiteral>(operations), "");
}

/// The amount is masked to the width.
static void shift(Draft &draft) {
  DraftType type = chooseInteger(draft);
  DraftValue value = draft.value(type), amount = draft.value(type);
  DraftValue mask =
      draft.constant(type, std::to_string(8 * byteSize(type.element) - 1));
  DraftValue masked =
      draft.define(type, "andi " + amount.name + ", " + mask.name + " : " +
                             draft.typeText(type));
  bool left = draft.choices.oneIn(2);
  draft.define(type, (left ? "shli " : "shri ") + value.name + ", " +
                         masked.name + (left ? "" : chooseSignedness(draft)) +
                         " : " + draft.typeText(type));
}

/// The divisor is between 1 and 7: neither zero nor -1.
static void divide(Draft &draft) {
  DraftType type = chooseInteger(draft);
  std::string text = draft.typeText(type);
  DraftValue value = draft.value(type), divisor = draft.value(type);
  DraftValue seven = draft.constant(type, "7"), one = draft.constant(type, "1");
  divisor = draft.define(type, "andi " + divisor.name + ", " + seven.name +
                                   " : " + text);
  divisor = draft.define(type, "ori " + divisor.name + ", " + one.name + " : " +
                                   text);
  bool quotient = draft.choices.oneIn(2);
  bool isSigned = draft.choices.oneIn(2);
  static constexpr llvm::StringLiteral roundings[] = {
      "", " rounding<negative_inf>", " rounding<positive_inf>"};
  llvm::StringRef rounding =
      quotient && isSigned ? draft.choices.pick<llvm::StringLiteral>(roundings)
                           : "";
  draft.define(type, (quotient ? "divi " : "remi ") + value.name + ", " +
                         divisor.name + (isSigned ? " signed" : " unsigned") +
                         rounding + " : " + text);
}

static void floatArithmetic(Draft &draft) {
  static constexpr llvm::StringLiteral operations[] = {"addf", "subf", "mulf",
                                                       "maxf", "minf"};
  static constexpr llvm::StringLiteral roundings[] = {
      "", "", "", " rounding<zero>", " rounding<negative_inf>"};
  DraftType type = chooseFloat(draft);
  unsigned operation = draft.choices.below(6);
  llvm::StringRef rounding = draft.choices.pick<llvm::StringLiteral>(roundings);
  llvm::StringRef flush = type.element == Kind::F32 && draft.choices.oneIn(4)
                              ? " flush_to_zero"
                              : "";
  if (operation == 5) {
    DraftValue x = draft.value(type), y = draft.value(type),
               z = draft.value(type);
    draft.define(type, "fma " + x.name + ", " + y.name + ", " + z.name +
                           rounding + flush + " : " + draft.typeText(type));
    return;
  }
  bool isMinMax = operation >= 3;
  llvm::StringRef mode = rounding;
  if (isMinMax)
    mode = draft.choices.oneIn(2) ? " propagate_nan" : "";
  binary(draft, type, operations[operation], (mode + flush).str());
}

static DraftValue compare(Draft &draft, DraftType type) {
  static constexpr llvm::StringLiteral predicates[] = {
      "equal",        "not_equal",
      "less_than",    "less_than_or_equal",
      "greater_than", "greater_than_or_equal"};
  llvm::StringRef predicate =
      draft.choices.pick<llvm::StringLiteral>(predicates);
  DraftValue lhs = draft.value(type), rhs = draft.value(type);
  std::string types =
      " : " + draft.typeText(type) + " -> " + draft.typeText(boolLike(type));
  if (isFloat(type.element))
    return draft.define(
        boolLike(type),
        "cmpf " + predicate +
            (draft.choices.oneIn(2) ? " unordered " : " ordered ") + lhs.name +
            ", " + rhs.name + types);
  return draft.define(boolLike(type), "cmpi " + predicate + " " + lhs.name +
                                          ", " + rhs.name + "," +
                                          chooseSignedness(draft) + types);
}
static void compareStep(Draft &draft) { compare(draft, chooseNumber(draft)); }

static DraftValue negate(Draft &draft, const DraftValue &condition) {
  DraftValue yes = draft.constant(condition.type, "true");
  return draft.define(condition.type, "xori " + condition.name + ", " +
                                          yes.name + " : " +
                                          draft.typeText(condition.type));
}

/// A condition; often of a form that rewrites look for.
static DraftValue condition(Draft &draft, Shape shape) {
  DraftType type{Kind::I1, shape};
  switch (draft.choices.below(5)) {
  case 0:
    return draft.constant(type, draft.choices.oneIn(2) ? "true" : "false");
  case 1:
    return negate(draft, draft.value(type));
  case 2:
    return compare(draft, {Kind::I32, shape});
  default:
    return draft.value(type);
  }
}

static DraftValue select(Draft &draft, const DraftValue &cond,
                         const DraftValue &yes, const DraftValue &no) {
  return draft.define(yes.type, "select " + cond.name + ", " + yes.name + ", " +
                                    no.name + " : " +
                                    draft.typeText(cond.type) + ", " +
                                    draft.typeText(yes.type));
}

static void selectStep(Draft &draft) {
  DraftType type = draft.choices.oneIn(6) ? boolLike(chooseNumber(draft))
                                          : chooseNumber(draft);
  DraftValue cond = condition(draft, type.shape);
  DraftValue yes = draft.value(type), no = draft.value(type);
  switch (draft.choices.below(6)) {
  case 0:
    select(draft, cond, yes, yes);
    return;
  case 1: {
    DraftValue inner = select(draft, cond, yes, no);
    DraftValue other = draft.value(type);
    if (draft.choices.oneIn(2))
      select(draft, cond, inner, other);
    else
      select(draft, cond, other, inner);
    return;
  }
  case 2:
    if (!isFloat(type.element)) {
      bool equal = draft.choices.oneIn(2);
      DraftValue same = draft.define(
          boolLike(type), (equal ? "cmpi equal " : "cmpi not_equal ") +
                              yes.name + ", " + no.name +
                              ", signed : " + draft.typeText(type) + " -> " +
                              draft.typeText(boolLike(type)));
      select(draft, same, yes, no);
      return;
    }
    [[fallthrough]];
  default:
    select(draft, cond, yes, no);
  }
}

static void convert(Draft &draft) {
  Shape shape = chooseShape(draft);
  auto make = [&](llvm::StringRef operation, Kind from, Kind to,
                  llvm::StringRef suffix) {
    DraftType source{from, shape}, target{to, shape};
    DraftValue value = draft.value(source);
    draft.define(target, operation + " " + value.name + suffix + " : " +
                             draft.typeText(source) + " -> " +
                             draft.typeText(target));
  };
  const char *signedness = chooseSignedness(draft);
  switch (draft.choices.below(8)) {
  case 0:
    return make("exti", Kind::I8, Kind::I32, signedness);
  case 1:
    return make("exti", Kind::I32, Kind::I64, signedness);
  case 2:
    return make("trunci", Kind::I64, Kind::I32, "");
  case 3:
    return make("trunci", Kind::I32, Kind::I8, "");
  case 4:
    return make("itof", Kind::I32, Kind::F32, signedness);
  case 5:
    return make("ftof", Kind::F16, Kind::F32, "");
  case 6:
    return make("ftof", Kind::F32, Kind::F16, "");
  default: {
    // Clamped: neither NaN nor out of range is left.
    DraftType source{Kind::F32, shape};
    std::string text = draft.typeText(source);
    DraftValue value = draft.value(source);
    DraftValue low = draft.constant(source, "0.0");
    DraftValue high = draft.constant(source, "100.0");
    value = draft.define(source,
                         "maxf " + value.name + ", " + low.name + " : " + text);
    value = draft.define(source, "minf " + value.name + ", " + high.name +
                                     " : " + text);
    DraftType target{draft.choices.oneIn(2) ? Kind::I32 : Kind::I8, shape};
    draft.define(target, "ftoi " + value.name + signedness + " : " + text +
                             " -> " + draft.typeText(target));
  }
  }
}

static void shapeStep(Draft &draft) {
  DraftType vector{Kind::I32, Shape::Vector};
  switch (draft.choices.below(3)) {
  case 0: {
    DraftValue lanes = draft.define(vector, "iota : " + draft.typeText(vector));
    draft.define(vector, "assume bounded<0, " +
                             std::to_string(draft.width - 1) + ">, " +
                             lanes.name + " : " + draft.typeText(vector));
    return;
  }
  case 1: {
    std::string x = draft.freshName(), y = draft.freshName(),
                z = draft.freshName();
    draft.emit(x + ", " + y + ", " + z + " = get_num_tile_blocks : tile<i32>");
    draft.bring({x, {Kind::I32, Shape::Scalar}});
    return;
  }
  default: {
    DraftType type = chooseNumber(draft);
    type.shape = Shape::Scalar;
    draft.splat(draft.value(type), Shape::Vector);
  }
  }
}

/// Only reductions that are exact in any association.
static void reduceStep(Draft &draft) {
  struct Row {
    Kind kind;
    llvm::StringLiteral identity, combine;
  };
  static constexpr Row rows[] = {
      {Kind::I32, "0", "addi %l, %r"},
      {Kind::I32, "-2147483648", "maxi %l, %r signed"},
      {Kind::I64, "0", "addi %l, %r"},
      {Kind::I32, "0", "maxi %l, %r unsigned"},
      {Kind::I8, "0", "xori %l, %r"},
      {Kind::F32, "0xFF800000", "maxf %l, %r"},
      {Kind::F32, "0x7F800000", "minf %l, %r"},
      {Kind::F32, "0.0", "addf %l, %r"},
      {Kind::F16, "0.0", "addf %l, %r"},
  };
  // Sums are stored at once (below), which regions do not do.
  llvm::ArrayRef<Row> allowed(rows);
  const Row &row =
      draft.choices.pick(draft.depth ? allowed.drop_back(2) : allowed);
  DraftType vector{row.kind, Shape::Vector}, scalar{row.kind, Shape::Scalar};
  DraftValue value = draft.value(vector);
  std::string element = draft.typeText(scalar);
  // Names of the body are unique in the whole entry.
  std::string left = draft.freshName(), right = draft.freshName(),
              result = draft.freshName();
  std::string combine = row.combine.str();
  combine.replace(combine.find("%l"), 2, left);
  combine.replace(combine.find("%r"), 2, right);
  DraftValue reduced{draft.freshName(), scalar};
  draft.emit(reduced.name + " = reduce " + value.name + " dim=0 identities=[" +
             row.identity + " : " + toString(row.kind) +
             "] : " + draft.typeText(vector) + " -> " + element + " (" + left +
             ": " + element + ", " + right + ": " + element + ") {");
  draft.emit("  " + llvm::Twine(result) + " = " + combine + " : " + element);
  draft.emit("  yield " + llvm::Twine(result) + " : " + element);
  draft.emit("}");
  // A float sum is inexact: it is observed, and nothing is computed from it.
  if (row.combine.starts_with("addf"))
    storeTile(draft, reduced);
  else
    draft.bring(reduced);
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

static void steps(Draft &draft, unsigned count);

/// The body of a region; returns the value that it yields.
static DraftValue regionBody(Draft &draft, DraftType type) {
  steps(draft, 1 + draft.choices.below(3));
  return draft.value(type);
}

static void ifStep(Draft &draft) {
  DraftType type = chooseNumber(draft);
  DraftValue cond = condition(draft, Shape::Scalar);
  DraftValue result{draft.freshName(), type};
  std::string text = draft.typeText(type);
  draft.emit(result.name + " = if " + cond.name + " -> (" + text + ") {");
  for (const char *end : {"} else {", "}"}) {
    Draft::Scope scope = draft.enter();
    DraftValue yielded = regionBody(draft, type);
    draft.emit("yield " + yielded.name + " : " + text);
    draft.leave(scope);
    draft.emit(end);
  }
  draft.bring(result);
}

static void forStep(Draft &draft) {
  DraftType type = chooseNumber(draft), scalar{Kind::I32, Shape::Scalar};
  DraftValue low = draft.constant(scalar, "0"),
             step = draft.constant(scalar, "1");
  DraftValue high =
      draft.constant(scalar, std::to_string(draft.choices.below(5)));
  DraftValue initial = draft.value(type);
  DraftValue index{draft.freshName(), scalar}, carried{draft.freshName(), type};
  DraftValue result{draft.freshName(), type};
  std::string text = draft.typeText(type);
  draft.emit(result.name + " = for " + index.name + " in (" + low.name +
             " to " + high.name + ", step " + step.name +
             ") : tile<i32> iter_values(" + carried.name + " = " +
             initial.name + ") -> (" + text + ") {");
  Draft::Scope scope = draft.enter();
  draft.bring(index);
  draft.bring(carried);
  DraftValue next = regionBody(draft, type);
  if (draft.choices.oneIn(3)) {
    // Some iterations end early.
    DraftValue leaves = draft.value({Kind::I1, Shape::Scalar});
    draft.emit("if " + leaves.name + " {");
    draft.emit("continue " + next.name + " : " + text);
    draft.emit("}");
    binary(draft, type, isFloat(type.element) ? "mulf" : "addi", "");
    next = draft.value(type);
  }
  draft.emit("continue " + next.name + " : " + text);
  draft.leave(scope);
  draft.emit("}");
  draft.bring(result);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static void loadStep(Draft &draft) {
  DraftType type = chooseNumber(draft);
  if (type.shape != Shape::Scalar)
    loadTile(draft, type);
}
static void storeStep(Draft &draft) {
  if (draft.depth == 0)
    storeTile(draft, draft.value(chooseNumber(draft)));
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

namespace {
struct Step {
  llvm::StringLiteral name;
  void (*make)(Draft &draft);
  unsigned weight;
  bool hasRegion = false;
};
} // namespace

static constexpr Step stepTable[] = {
    {"integer", integerArithmetic, 6},
    {"boolean", booleanLogic, 1},
    {"shift", shift, 2},
    {"divide", divide, 2},
    {"float", floatArithmetic, 5},
    {"compare", compareStep, 3},
    {"select", selectStep, 5},
    {"convert", convert, 3},
    {"shape", shapeStep, 2},
    {"reduce", reduceStep, 2},
    {"if", ifStep, 3, /*hasRegion=*/true},
    {"for", forStep, 2, /*hasRegion=*/true},
    {"load", loadStep, 4},
    {"store", storeStep, 2},
    {"update-in-place", updateInPlace, 3},
};

static void steps(Draft &draft, unsigned count) {
  for (unsigned i = 0; i < count && !draft.choices.exhausted(); ++i) {
    unsigned total = 0;
    auto weightOf = [&](unsigned row) {
      const Step &step = stepTable[row];
      bool tooDeep = step.hasRegion && draft.depth >= draft.maxDepth;
      bool left = draft.swarm >> row & 1;
      return left && !tooDeep ? step.weight : 0;
    };
    for (unsigned row = 0; row < std::size(stepTable); ++row)
      total += weightOf(row);
    if (total == 0)
      return;
    unsigned ticket = draft.choices.below(total);
    for (unsigned row = 0; row < std::size(stepTable); ++row) {
      if (ticket < weightOf(row)) {
        stepTable[row].make(draft);
        break;
      }
      ticket -= weightOf(row);
    }
  }
}

std::string tilefuzz::generateText(ByteSource &source,
                                   const GenerateOptions &options) {
  Draft draft(source);
  draft.maxDepth = options.maxDepth;
  // Swarm: each kind of step is in three programs of four.
  for (unsigned row = 0; row < std::size(stepTable); ++row)
    if (source.below(4) != 3)
      draft.swarm |= 1u << row;
  DraftType first = chooseNumber(draft);
  first.shape = Shape::Vector;
  loadTile(draft, first);
  steps(draft, 4 + source.below(options.maxSteps - 3));
  // What is not stored cannot be compared: the newest values of each type.
  for (Kind kind :
       {Kind::I1, Kind::I8, Kind::I32, Kind::I64, Kind::F16, Kind::F32})
    for (Shape shape : {Shape::Vector, Shape::Scalar, Shape::Matrix})
      if (const DraftValue *value = draft.inScope({kind, shape}))
        if (source.below(3) != 2) {
          DraftValue stored = *value;
          storeTile(draft, stored);
        }
  storeTile(draft, draft.value(first));
  return draft.finish();
}

llvm::Expected<Program>
tilefuzz::generateProgram(mlir::MLIRContext &context, ByteSource &source,
                          const GenerateOptions &options) {
  return parseProgram(generateText(source, options), "generated", context);
}

llvm::Expected<Program>
tilefuzz::generateProgram(mlir::MLIRContext &context, uint64_t seed,
                          const GenerateOptions &options) {
  ByteSource source(seed);
  return generateProgram(context, source, options);
}
