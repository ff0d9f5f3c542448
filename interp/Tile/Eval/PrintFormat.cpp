//===- PrintFormat.cpp - What print_tko writes ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Eval/PrintFormat.h"
#include "interp/Semantics/Enclosure.h"
#include "interp/TileTypes/TileTypes.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <cstdio>

using namespace tilefuzz;

template <typename T> static std::string print(const char *format, T value) {
  char buffer[512];
  int length = std::snprintf(buffer, sizeof buffer, format, value);
  return std::string(buffer, std::clamp(length, 0, int(sizeof buffer) - 1));
}

/// `flags` are everything between `%` and the conversion, without a length.
static std::string formatElement(std::string flags, char conversion,
                                 mlir::Type element, uint64_t bits) {
  // Long widths and run-time ones are cut: output is no place to grow.
  if (flags.size() > 8 || flags.find('*') != std::string::npos)
    flags.clear();
  if (llvm::isa<mlir::FloatType>(element)) {
    std::string format = "%" + flags + conversion;
    double value = double(semantics::realValue(
        formatOf(element), llvm::APInt(widthOf(element), bits)));
    // The sign of a NaN is nobody's choice.
    return print(format.c_str(), std::isnan(value) ? std::fabs(value) : value);
  }
  bool isSigned = conversion == 'd' || conversion == 'i';
  if (conversion == 'c')
    return std::string(1, char(bits));
  if (conversion == 'p')
    return print("0x%llx", (unsigned long long)bits);
  std::string format = "%" + flags + "ll" + conversion;
  if (isSigned)
    return print(format.c_str(),
                 (long long)llvm::SignExtend64(bits, widthOf(element)));
  return print(format.c_str(), (unsigned long long)bits);
}

static bool suits(char conversion, mlir::Type element) {
  llvm::StringRef fitting = llvm::isa<mlir::FloatType>(element) ? "eEfFgGaA"
                            : pointeeOf(element)                ? "pxXu"
                                                                : "diuoxXc";
  return fitting.contains(conversion);
}

static std::string formatTile(llvm::StringRef expression,
                              const PrintArgument &argument) {
  char conversion = expression.back();
  if (!suits(conversion, argument.element))
    return expression.str();
  std::string flags;
  for (char c : expression.drop_front().drop_back())
    if (llvm::StringRef("0123456789.+-# *").contains(c))
      flags += c;
  const TileValue &value = *argument.value;
  std::string text;
  constexpr size_t mostElements = 64;
  for (size_t i = 0; i < std::min(value.bits.size(), mostElements); ++i)
    text += (i ? ", " : "") +
            (value.isUnspecified(i)
                 ? "?"
                 : formatElement(flags, conversion, argument.element,
                                 value.bits[i]));
  if (value.bits.size() > mostElements)
    text += ", ...";
  return value.bits.size() == 1 ? text : "[" + text + "]";
}

std::string tilefuzz::formatPrinted(llvm::StringRef format,
                                    llvm::ArrayRef<PrintArgument> arguments) {
  std::string text;
  while (!format.empty()) {
    size_t start = format.find('%');
    text += format.take_front(start);
    if (start == llvm::StringRef::npos)
      break;
    format = format.drop_front(start);
    // The verifier has seen that every expression ends.
    size_t end = format.find_first_of("diuoxXeEfFgGaAcsSpn%", 1);
    llvm::StringRef expression = format.take_front(end + 1);
    format = format.drop_front(expression.size());
    if (expression == "%%") {
      text += '%';
    } else if (!arguments.empty()) {
      text += formatTile(expression, arguments.front());
      arguments = arguments.drop_front();
    }
  }
  return text;
}

std::vector<PrintedFloat>
tilefuzz::printedFloats(llvm::ArrayRef<PrintArgument> arguments) {
  std::vector<PrintedFloat> floats;
  for (const PrintArgument &argument : arguments) {
    if (!llvm::isa<mlir::FloatType>(argument.element))
      continue;
    const TileValue &value = *argument.value;
    for (size_t i = 0; i < value.bits.size(); ++i) {
      PrintedFloat &printed = floats.emplace_back();
      printed.value = semantics::numberOf(
          formatOf(argument.element),
          llvm::APInt(widthOf(argument.element), value.bits[i]));
      if (value.isInexact(i))
        printed.bounds = value.bounds[i];
    }
  }
  return floats;
}

std::string
tilefuzz::formatWithoutFloats(llvm::StringRef format,
                              llvm::ArrayRef<PrintArgument> arguments) {
  // Unspecified elements are written alike.
  std::vector<TileValue> masked(arguments.size());
  std::vector<PrintArgument> others(arguments.begin(), arguments.end());
  for (auto [argument, copy] : llvm::zip_equal(others, masked)) {
    if (!llvm::isa<mlir::FloatType>(argument.element))
      continue;
    copy.bits = argument.value->bits;
    for (size_t i = 0; i < copy.bits.size(); ++i)
      copy.markUnspecified(i);
    argument.value = &copy;
  }
  return formatPrinted(format, others);
}

bool tilefuzz::isLoose(llvm::ArrayRef<PrintArgument> arguments) {
  return llvm::any_of(arguments, [](const PrintArgument &argument) {
    const TileValue &value = *argument.value;
    if (pointeeOf(argument.element))
      return true;
    for (size_t i = 0; i < value.bits.size(); ++i)
      if (value.isUnspecified(i) || value.isInexact(i))
        return true;
    return false;
  });
}

void tilefuzz::appendPrinted(Outcome &outcome, llvm::StringRef text) {
  constexpr size_t most = 1 << 16;
  outcome.printed +=
      text.take_front(most - std::min(most, outcome.printed.size()));
}
