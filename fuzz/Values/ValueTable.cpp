//===- ValueTable.cpp - Which values programs compute with ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Values/ValueTable.h"
#include "fuzz/Values/ValueCounter.h"
#include "interp/Tile/DecodedProgram.h"
#include "interp/TileTypes/TileTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Format.h"

using namespace tilefuzz;
using llvm::APFloat;

static constexpr llvm::StringLiteral classNames[] = {
#define VALUE_CLASS(Name, Text) Text,
#include "fuzz/Values/ValueClasses.def"
#undef VALUE_CLASS
};

llvm::StringRef tilefuzz::toString(ValueClass valueClass) {
  return classNames[unsigned(valueClass)];
}

llvm::StringRef tilefuzz::elementNameOf(mlir::Type element) {
  if (auto integer = llvm::dyn_cast<mlir::IntegerType>(element)) {
    switch (integer.getWidth()) {
    case 1:
      return "i1";
    case 4:
      return "i4";
    case 8:
      return "i8";
    case 16:
      return "i16";
    case 32:
      return "i32";
    case 64:
      return "i64";
    }
    return "";
  }
  return llvm::TypeSwitch<mlir::Type, llvm::StringRef>(element)
      .Case([](mlir::Float16Type) { return "f16"; })
      .Case([](mlir::BFloat16Type) { return "bf16"; })
      .Case([](mlir::FloatTF32Type) { return "tf32"; })
      .Case([](mlir::Float32Type) { return "f32"; })
      .Case([](mlir::Float64Type) { return "f64"; })
      .Case([](mlir::Float8E4M3FNType) { return "e4m3"; })
      .Case([](mlir::Float8E5M2Type) { return "e5m2"; })
      .Case([](mlir::Float8E8M0FNUType) { return "e8m0"; })
      .Case([](mlir::Float4E2M1FNType) { return "e2m1"; })
      .Default([](mlir::Type) { return ""; });
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

static ValueClassSet setOf(ValueClass valueClass) {
  return ValueClassSet(uint64_t(1) << unsigned(valueClass));
}

static ValueClassSet classesOfFloat(const APFloat &value) {
  if (value.isNaN())
    return setOf(value.isSignaling() ? ValueClass::SignallingNaN
                                     : ValueClass::QuietNaN);
  if (value.isInfinity())
    return setOf(value.isNegative() ? ValueClass::MinusInfinity
                                    : ValueClass::PlusInfinity);
  if (value.isZero())
    return setOf(value.isNegative() ? ValueClass::MinusZero
                                    : ValueClass::PlusZero);
  if (value.isDenormal())
    return setOf(ValueClass::Subnormal);
  if (value.isSmallestNormalized())
    return setOf(ValueClass::LeastNormal);
  if (value.isLargest())
    return setOf(ValueClass::Largest);
  APFloat whole = value;
  whole.roundToIntegral(llvm::RoundingMode::TowardZero);
  if (whole.isZero() && value.isNegative())
    return setOf(ValueClass::NegativeFraction);
  if (!whole.bitwiseIsEqual(value)) {
    APFloat twice = value;
    twice.add(value, llvm::RoundingMode::NearestTiesToEven);
    if (twice.isInteger())
      return setOf(ValueClass::HalfInteger);
  }
  if (value.isExactlyValue(1.0))
    return setOf(ValueClass::PlusOne);
  return setOf(ValueClass::FloatOther);
}

ValueClassSet tilefuzz::classesOfBits(mlir::Type element, uint64_t bits) {
  unsigned width = widthOf(element);
  if (auto type = llvm::dyn_cast<mlir::FloatType>(element)) {
    const llvm::fltSemantics &format = type.getFloatSemantics();
    // Without a sign and a zero.
    if (llvm::isa<mlir::Float8E8M0FNUType>(type))
      return {};
    return classesOfFloat(APFloat(format, llvm::APInt(width, bits)));
  }
  llvm::APInt value(width, bits);
  if (value.isZero())
    return setOf(ValueClass::IntZero);
  // One of i1 is all of these.
  if (width == 1)
    return setOf(ValueClass::IntOne);
  if (value.isOne())
    return setOf(ValueClass::IntOne);
  if (value.isAllOnes())
    return setOf(ValueClass::IntAllOnes);
  if (value.isMinSignedValue())
    return setOf(ValueClass::IntTopBit);
  if (value.isMaxSignedValue())
    return setOf(ValueClass::IntBelowTopBit);
  return setOf(ValueClass::IntOther);
}

ValueClassSet tilefuzz::classesOfAmount(unsigned width, uint64_t amount) {
  if (amount == 0)
    return setOf(ValueClass::AmountZero);
  if (amount == width - 1)
    return setOf(ValueClass::AmountBelowWidth);
  if (amount == width)
    return setOf(ValueClass::AmountWidth);
  if (amount > width)
    return setOf(ValueClass::AmountBeyond);
  return {};
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

void ValueTable::add(const Program &program) {
  ++numPrograms;
  llvm::Expected<DecodedProgram> decoded =
      DecodedProgram::decode(program.module.get(), program.launch.kernel);
  if (!decoded) {
    llvm::consumeError(decoded.takeError());
    return;
  }
  ValueCounter counter(*this);
  TileRunOptions options;
  options.observer = &counter;
  llvm::consumeError(decoded->run(program.launch, options).takeError());
}

uint64_t ValueTable::count(llvm::StringRef operation, unsigned operand,
                           llvm::StringRef element,
                           ValueClass valueClass) const {
  auto found = rows.find({operation.str(), operand, element.str()});
  return found == rows.end() ? 0 : found->second[unsigned(valueClass)];
}

//===----------------------------------------------------------------------===//
// What is wanted
//===----------------------------------------------------------------------===//

namespace {
struct WantedRow {
  llvm::StringLiteral operations, operands, elements, classes;
};
struct MissingRow {
  llvm::StringLiteral operations, operands, elements, classes, why;
};
struct ClassGroup {
  llvm::StringLiteral name;
  std::initializer_list<ValueClass> classes;
};
/// One combination.
struct Wanted {
  llvm::StringRef operation;
  unsigned operand;
  llvm::StringRef element;
  ValueClass valueClass;

  std::string text() const {
    return (operation + " " + llvm::Twine(operand) + " " + element + ": " +
            toString(valueClass))
        .str();
  }
};
} // namespace

static constexpr WantedRow wantedRows[] = {
#define WANTED_VALUES(Operations, Operands, Elements, Classes)                 \
  {Operations, Operands, Elements, Classes},
#define MISSING_VALUES(Operations, Operands, Elements, Classes, Why)
#include "fuzz/Values/WantedValues.def"
#undef WANTED_VALUES
#undef MISSING_VALUES
};
static constexpr MissingRow missingRows[] = {
#define WANTED_VALUES(Operations, Operands, Elements, Classes)
#define MISSING_VALUES(Operations, Operands, Elements, Classes, Why)           \
  {Operations, Operands, Elements, Classes, Why},
#include "fuzz/Values/WantedValues.def"
#undef WANTED_VALUES
#undef MISSING_VALUES
};

static llvm::ArrayRef<ValueClass> classesOfGroup(llvm::StringRef name) {
  using C = ValueClass;
  static const std::pair<llvm::StringLiteral, std::vector<C>> groups[] = {
      {"integers",
       {C::IntZero, C::IntOne, C::IntAllOnes, C::IntTopBit, C::IntBelowTopBit,
        C::IntOther}},
      {"booleans", {C::IntZero, C::IntOne}},
      {"amounts",
       {C::AmountZero, C::AmountBelowWidth, C::AmountWidth, C::AmountBeyond}},
      {"floats",
       {C::PlusZero, C::MinusZero, C::Subnormal, C::LeastNormal, C::PlusOne,
        C::Largest, C::PlusInfinity, C::MinusInfinity, C::QuietNaN,
        C::FloatOther}},
      {"finite",
       {C::PlusZero, C::MinusZero, C::Subnormal, C::PlusOne, C::FloatOther}},
      {"fractions", {C::HalfInteger, C::NegativeFraction}},
      {"tie", {C::Tie}},
      {"iterations", {C::NoIteration, C::OneIteration, C::MoreIterations}},
  };
  for (const auto &[group, classes] : groups)
    if (group == name)
      return classes;
  llvm_unreachable("a group of classes that is none");
}

static bool isListed(llvm::StringRef list, llvm::StringRef word,
                     char separator = ' ') {
  return list == "*" || llvm::is_contained(llvm::split(list, separator), word);
}

static const MissingRow *reasonFor(const Wanted &wanted) {
  for (const MissingRow &row : missingRows)
    if (isListed(row.operations, wanted.operation) &&
        isListed(row.operands, std::to_string(wanted.operand)) &&
        isListed(row.elements, wanted.element) &&
        isListed(row.classes, toString(wanted.valueClass), '|'))
      return &row;
  return nullptr;
}

static std::vector<Wanted> listWanted() {
  std::vector<Wanted> list;
  for (const WantedRow &row : wantedRows)
    for (llvm::StringRef operation : llvm::split(row.operations, ' '))
      for (llvm::StringRef operand : llvm::split(row.operands, ' '))
        for (llvm::StringRef element : llvm::split(row.elements, ' '))
          for (ValueClass valueClass : classesOfGroup(row.classes))
            list.push_back(
                {operation, unsigned(operand[0] - '0'), element, valueClass});
  return list;
}

size_t ValueTable::numWanted() {
  return llvm::count_if(
      listWanted(), [](const Wanted &wanted) { return !reasonFor(wanted); });
}

std::vector<std::string> ValueTable::gaps() const {
  std::vector<std::string> missing;
  for (const Wanted &wanted : listWanted())
    if (!count(wanted.operation, wanted.operand, wanted.element,
               wanted.valueClass) &&
        !reasonFor(wanted))
      missing.push_back(wanted.text());
  return missing;
}

std::vector<std::string> ValueTable::refutedReasons() const {
  std::vector<std::string> refuted;
  for (const Wanted &wanted : listWanted())
    if (count(wanted.operation, wanted.operand, wanted.element,
              wanted.valueClass))
      if (const MissingRow *reason = reasonFor(wanted))
        refuted.push_back(wanted.text() + " (" + reason->why.str() + ")");
  return refuted;
}

void ValueTable::print(llvm::raw_ostream &os) const {
  os << "# values: how many of " << numPrograms
     << " programs consumed one of each class\n";
  for (const auto &[key, row] : rows) {
    const auto &[operation, operand, element] = key;
    std::string text;
    for (unsigned i = 0; i < numValueClasses; ++i)
      if (row[i])
        text += (text.empty() ? "" : ", ") + classNames[i].str() + " " +
                std::to_string(row[i]);
    if (!text.empty())
      os << operation << ' ' << operand << (element.empty() ? "" : " ")
         << element << ": " << text << '\n';
  }
  os << "# wanted, and in no program\n";
  for (const std::string &gap : gaps())
    os << gap << '\n';
  os << "# of " << numWanted() << " combinations that are wanted, "
     << gaps().size() << " are in no program\n";
}
