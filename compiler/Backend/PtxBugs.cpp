//===- PtxBugs.cpp - Seeded bugs of a back end ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Backend/PtxBugs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefuzz;
using llvm::StringRef;

namespace {
/// One instruction: `@!%p1 setp.lt.s32 %p2, %r1, %r2;`.
struct PtxLine {
  /// With its `@`; empty if there is none.
  std::string guard;
  /// Between the dots.
  llvm::SmallVector<StringRef, 6> opcode;
  /// Between the commas; `{%r1, %r2}` and `[%rd1+4]` are one each.
  llvm::SmallVector<std::string, 4> operands;
  bool isDropped = false;
  /// The line before it is a label: it begins a block.
  bool beginsBlock = false;

  StringRef name() const { return opcode.front(); }
  bool has(StringRef modifier) const {
    return llvm::is_contained(opcode, modifier);
  }
  /// Says whether there was one.
  bool replace(StringRef modifier, StringRef other) {
    auto found = llvm::find(opcode, modifier);
    if (found == opcode.end())
      return false;
    *found = other;
    return true;
  }
  bool drop(StringRef modifier) {
    auto found = llvm::find(opcode, modifier);
    if (found == opcode.end())
      return false;
    opcode.erase(found);
    return true;
  }
  bool replaceLast(llvm::ArrayRef<std::pair<StringRef, StringRef>> types) {
    for (auto [type, other] : types)
      if (opcode.back() == type) {
        opcode.back() = other;
        return true;
      }
    return false;
  }
};

/// Makes the line wrong; false: the bug could not act on it.
struct PtxBug {
  SeededBug bug;
  bool (*apply)(PtxLine &line);
};
} // namespace

static bool isMemory(const PtxLine &line) {
  return llvm::is_contained({"ld", "st", "atom", "red"}, line.name());
}

static bool makeUnsigned(PtxLine &line) {
  return line.replaceLast({{"s16", "u16"}, {"s32", "u32"}, {"s64", "u64"}});
}

static bool swapVectorRegisters(PtxLine &line) {
  if (!isMemory(line) || !(line.has("v2") || line.has("v4")))
    return false;
  for (std::string &operand : line.operands) {
    StringRef list = operand;
    if (!list.consume_front("{") || !list.consume_back("}"))
      continue;
    llvm::SmallVector<StringRef, 4> registers;
    list.split(registers, ',');
    for (StringRef &name : registers)
      name = name.trim();
    std::swap(registers[0], registers[1]);
    operand = "{" + llvm::join(registers, ", ") + "}";
    return true;
  }
  return false;
}

static bool roundToNearest(PtxLine &line) {
  if (!llvm::is_contained({"add", "sub", "mul", "fma", "div", "sqrt"},
                          line.name()))
    return false;
  for (StringRef rounding : {"rz", "rm", "rp"})
    if (line.replace(rounding, "rn"))
      return true;
  return false;
}

static constexpr PtxBug ptxBugs[] = {
    {SeededBug::PtxLoadLosesAcquire,
     [](PtxLine &line) {
       return line.name() == "ld" && line.replace("acquire", "relaxed");
     }},
    {SeededBug::PtxStoreLosesRelease,
     [](PtxLine &line) {
       return line.name() == "st" && line.replace("release", "relaxed");
     }},
    {SeededBug::PtxNarrowsScope,
     [](PtxLine &line) {
       return isMemory(line) &&
              (line.replace("gpu", "cta") || line.replace("sys", "cta"));
     }},
    {SeededBug::PtxDropsBarrierOfBlock,
     [](PtxLine &line) {
       line.isDropped = line.name() == "bar" && line.beginsBlock;
       return line.isDropped;
     }},
    {SeededBug::PtxSwapsVectorRegisters, swapVectorRegisters},
    {SeededBug::PtxComparesUnsigned,
     [](PtxLine &line) {
       return line.name() == "setp" && !line.has("eq") && !line.has("ne") &&
              makeUnsigned(line);
     }},
    {SeededBug::PtxComparesStrictly,
     [](PtxLine &line) {
       return line.name() == "setp" &&
              (line.replace("ge", "gt") || line.replace("le", "lt"));
     }},
    {SeededBug::PtxConversionTruncates,
     [](PtxLine &line) {
       return line.name() == "cvt" &&
              (line.has("f16") || line.has("bf16") || line.has("f16x2") ||
               line.has("bf16x2")) &&
              line.replace("rn", "rz");
     }},
    {SeededBug::PtxSelectTakesOther,
     [](PtxLine &line) {
       if (line.name() != "selp" || line.opcode.back() != "b16")
         return false;
       std::swap(line.operands[1], line.operands[2]);
       return true;
     }},
    {SeededBug::PtxLogicalShift,
     [](PtxLine &line) { return line.name() == "shr" && makeUnsigned(line); }},
    {SeededBug::PtxZeroExtends,
     [](PtxLine &line) {
       if (line.name() == "mul" || line.name() == "mad")
         return line.has("wide") && makeUnsigned(line);
       return line.name() == "cvt" && line.has("s64") && makeUnsigned(line) &&
              line.replace("s64", "u64");
     }},
    {SeededBug::PtxLosesRounding, roundToNearest},
    {SeededBug::PtxLosesFlush, [](PtxLine &line) { return line.drop("ftz"); }},
    {SeededBug::PtxUnsignedExtremum,
     [](PtxLine &line) {
       return (line.name() == "max" || line.name() == "min") &&
              makeUnsigned(line);
     }},
    {SeededBug::PtxSubtractsFromOther,
     [](PtxLine &line) {
       if (line.name() != "sub")
         return false;
       std::swap(line.operands[1], line.operands[2]);
       return true;
     }},
    {SeededBug::PtxIntegerOfNearest,
     [](PtxLine &line) {
       return line.name() == "cvt" && line.replace("rzi", "rni");
     }},
    {SeededBug::PtxFloatToWordSigned,
     [](PtxLine &line) {
       return line.name() == "cvt" && line.has("rzi") &&
              (line.replace("u16", "s16") || line.replace("u32", "s32") ||
               line.replace("u64", "s64"));
     }},
    {SeededBug::PtxExtremumIgnoresNaN,
     [](PtxLine &line) {
       return (line.name() == "max" || line.name() == "min") &&
              line.drop("NaN");
     }},
    {SeededBug::PtxUnorderedIsOrdered,
     [](PtxLine &line) {
       return line.name() == "setp" &&
              (line.replace("ltu", "lt") || line.replace("leu", "le") ||
               line.replace("gtu", "gt") || line.replace("geu", "ge"));
     }},
    {SeededBug::PtxWideIntegerUnsigned,
     [](PtxLine &line) {
       bool isToFloat = line.has("f64") || line.has("f32") || line.has("f16") ||
                        line.has("bf16");
       return line.name() == "cvt" && isToFloat &&
              line.replaceLast({{"s64", "u64"}});
     }},
    {SeededBug::PtxUpdateLosesAcquire,
     [](PtxLine &line) {
       return line.name() == "atom" && (line.replace("acquire", "relaxed") ||
                                        line.replace("acq_rel", "release"));
     }},
    {SeededBug::PtxUpdateLosesRelease,
     [](PtxLine &line) {
       return line.name() == "atom" && (line.replace("release", "relaxed") ||
                                        line.replace("acq_rel", "acquire"));
     }},
    {SeededBug::PtxHighProductSigned,
     [](PtxLine &line) {
       return line.name() == "mul" && line.has("hi") &&
              line.replaceLast(
                  {{"u16", "s16"}, {"u32", "s32"}, {"u64", "s64"}});
     }},
    {SeededBug::PtxRemainderUnsigned,
     [](PtxLine &line) { return line.name() == "rem" && makeUnsigned(line); }},
    {SeededBug::PtxEqualityOfNaN,
     [](PtxLine &line) {
       return line.name() == "setp" &&
              (line.replace("equ", "eq") || line.replace("neu", "ne"));
     }},
    {SeededBug::PipelineCopiesHalf,
     [](PtxLine &line) {
       if (line.name() != "cp" || !line.has("async") ||
           line.operands.size() < 3 || line.operands[2] != "8")
         return false;
       line.operands[2] = "4";
       return true;
     }},
};

/// Nothing for what is no instruction: directives, labels, braces.
static std::optional<PtxLine> parseLine(StringRef text) {
  text = text.trim();
  PtxLine line;
  if (text.starts_with("@"))
    std::tie(line.guard, text) = text.split(' ');
  text = text.ltrim();
  if (text.empty() || !llvm::isAlpha(text.front()) || !text.consume_back(";"))
    return std::nullopt;
  auto [opcode, operands] = std::make_pair(
      text.take_until(llvm::isSpace), text.drop_until(llvm::isSpace).trim());
  opcode.split(line.opcode, '.');
  unsigned depth = 0;
  std::string operand;
  for (char c : operands) {
    depth += c == '{' || c == '[' || c == '(';
    depth -= c == '}' || c == ']' || c == ')';
    if (c == ',' && depth == 0) {
      line.operands.push_back(StringRef(operand).trim().str());
      operand.clear();
    } else {
      operand += c;
    }
  }
  if (!operand.empty())
    line.operands.push_back(StringRef(operand).trim().str());
  return line;
}

static std::string print(const PtxLine &line) {
  std::string text = "\t";
  if (!line.guard.empty())
    text += line.guard + " ";
  text += llvm::join(line.opcode, ".");
  if (!line.operands.empty())
    text += " \t" + llvm::join(line.operands, ", ");
  return text + ";";
}

std::string tilefuzz::applyPtxBugs(std::string text, const BugSet &bugs) {
  bool isOn = llvm::any_of(
      ptxBugs, [&](const PtxBug &bug) { return bugs.has(bug.bug); });
  if (!isOn && !bugs.canaries)
    return text;
  std::string result;
  bool beginsBlock = false;
  for (StringRef rest = text; !rest.empty();) {
    StringRef given;
    std::tie(given, rest) = rest.split('\n');
    std::string written = given.str();
    if (std::optional<PtxLine> line = parseLine(given)) {
      line->beginsBlock = beginsBlock;
      bool isChanged = false;
      for (const PtxBug &bug : ptxBugs) {
        PtxLine wrong = *line;
        if (!bug.apply(wrong) || !bugs.acts(bug.bug))
          continue;
        *line = std::move(wrong);
        isChanged = true;
        if (line->isDropped)
          break;
      }
      if (line->isDropped)
        continue;
      if (isChanged)
        written = print(*line);
      beginsBlock = false;
    } else if (given.trim().ends_with(":") || given.contains(":  ")) {
      beginsBlock = true;
    }
    result += written + "\n";
  }
  return result;
}
