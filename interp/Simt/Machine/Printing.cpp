//===- Printing.cpp - What threads print ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The call `vprintf` of the device run-time (CUDA C++ Programming Guide,
// formatted output; PTX interoperability guide, system calls): a format, and a
// buffer in which each argument lies at the next multiple of its size.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/Scalar.h"
#include "interp/Simt/Machine/SimtMachine.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <cstdio>

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

/// Text that a thread reads or writes ends there.
static constexpr size_t maxText = 1 << 16;

namespace {
/// `%-8.3lld`
struct Conversion {
  /// All between `%` and the length.
  std::string flags;
  char letter = 0;
  /// Of the argument, in bytes.
  unsigned size = 4;

  bool isFloat() const { return StringRef("aAeEfFgG").contains(letter); }
};
} // namespace

/// Takes a conversion from the front of `format`, which begins with `%`; none:
/// C does not define it, or it has a width or precision of the run.
static std::optional<Conversion> takeConversion(StringRef &format) {
  Conversion taken;
  format = format.drop_front();
  StringRef flags = format.take_while(
      [](char c) { return StringRef("0123456789.+-# ").contains(c); });
  taken.flags = flags.str();
  format = format.drop_front(flags.size());
  StringRef length =
      format.take_while([](char c) { return StringRef("hlLjzt").contains(c); });
  format = format.drop_front(length.size());
  if (format.empty())
    return std::nullopt;
  taken.letter = format.front();
  format = format.drop_front();
  if (!StringRef("diuoxXcpsaAeEfFgG").contains(taken.letter))
    return std::nullopt;
  bool isLong = !length.empty() && !length.starts_with("h");
  if (taken.isFloat() || isLong || StringRef("ps").contains(taken.letter))
    taken.size = 8;
  return taken;
}

template <typename T>
static std::string print(const std::string &format, T value) {
  char buffer[512];
  int length = std::snprintf(buffer, sizeof buffer, format.c_str(), value);
  return std::string(buffer, std::clamp(length, 0, int(sizeof buffer) - 1));
}

static std::string format(const Conversion &conversion, uint64_t bits) {
  std::string start = "%" + conversion.flags;
  if (conversion.isFloat()) {
    double value = bit_cast<double>(bits);
    // The sign of a NaN is nobody's choice.
    return print(start + conversion.letter,
                 std::isnan(value) ? std::fabs(value) : value);
  }
  switch (conversion.letter) {
  case 'c':
    return std::string(1, char(bits));
  case 'p':
    return print("0x%llx", (unsigned long long)bits);
  case 'd':
  case 'i':
    return print(start + "ll" + conversion.letter,
                 (long long)SignExtend64(bits, 8 * conversion.size));
  default:
    return print(start + "ll" + conversion.letter, (unsigned long long)bits);
  }
}

bool Machine::readText(Thread &thread, const Instruction &op,
                       const Lane &pointer, std::string &text) {
  const Allocation *object =
      pointer.poison ? nullptr : allocationOf(thread, pointer.allocation);
  uint64_t size = 1;
  if (object && pointer.bits < object->bytes.size()) {
    ArrayRef<uint8_t> rest = ArrayRef(object->bytes).drop_front(pointer.bits);
    size = std::min<size_t>(find(rest, 0) - rest.begin() + 1, maxText);
  }
  AccessRange range = {pointer, size, StateSpace::Generic, 1, false, false};
  Allocation *allocation;
  uint32_t offset;
  if (!access(thread, op, range, allocation, offset))
    return false;
  for (uint64_t i = 0; i + 1 < size; ++i) {
    if (allocation->undefined[offset + i])
      return undefined(Undefined::UninitialisedRead, op);
    text += char(allocation->bytes[offset + i]);
  }
  return true;
}

bool Machine::print(Thread &thread, const Instruction &op) {
  std::string formatText, text;
  if (!readText(thread, op, thread.frame[op.operands[0]], formatText))
    return false;
  StringRef rest = formatText;
  Lane argument = thread.frame[op.operands[1]];
  uint32_t count = 0;
  while (!rest.empty()) {
    StringRef literal = rest.take_until([](char c) { return c == '%'; });
    text += literal;
    rest = rest.drop_front(literal.size());
    if (rest.consume_front("%%")) {
      text += '%';
      continue;
    }
    if (rest.empty())
      break;
    std::optional<Conversion> conversion = takeConversion(rest);
    if (!conversion)
      return stop(RunStatus::Unsupported,
                  "a conversion of '" + formatText + "'", &op);
    argument.bits = alignTo(argument.bits, conversion->size);
    AccessRange range = {argument,
                         conversion->size,
                         StateSpace::Generic,
                         conversion->size,
                         false,
                         false};
    Allocation *allocation;
    uint32_t offset;
    if (!access(thread, op, range, allocation, offset))
      return false;
    argument.bits += conversion->size;
    ++count;
    Lane value;
    for (unsigned i = 0; i < conversion->size; ++i) {
      value.bits |= uint64_t(allocation->bytes[offset + i]) << 8 * i;
      value.poison |= allocation->undefined[offset + i] == 1;
      if (allocation->undefined[offset + i] == 2)
        return undefined(Undefined::UninitialisedRead, op);
    }
    outcome.printedLines.isLoose |=
        value.poison || conversion->letter == 'p' ||
        allocation->holdsInexact(offset, conversion->size);
    auto pointer = allocation->pointers.find(offset);
    if (conversion->letter == 's') {
      if (kernel.hasFlatAddresses)
        value = resolve(thread, value.bits, StateSpace::Generic);
      else if (pointer != allocation->pointers.end())
        value = pointer->second;
      if (!readText(thread, op, value, text))
        return false;
      continue;
    }
    outcome.printedLines.isLoose |= pointer != allocation->pointers.end();
    text += value.poison ? "?" : format(*conversion, value.bits);
  }
  outcome.printed += StringRef(text).take_front(
      maxText - std::min(maxText, outcome.printed.size()));
  outcome.printedLines.add(std::to_string(thread.cta), text);
  thread.frame[op.result] = {count, 0, false};
  return true;
}

bool Machine::trap(Thread &thread, const Instruction &op) {
  if (!op.operands[0])
    return stop(RunStatus::Trap, "trap", &op);
  const Lane *frame = thread.frame.data();
  std::string text, file;
  if (!readText(thread, op, frame[op.operands[0]], text) ||
      !readText(thread, op, frame[op.operands[1]], file))
    return false;
  const Lane &line = frame[op.operands[2]];
  return stop(RunStatus::Trap,
              "assertion '" + text + "' failed (" + file + ":" +
                  (line.poison ? "?" : Twine(line.bits).str()) + ")",
              &op);
}
