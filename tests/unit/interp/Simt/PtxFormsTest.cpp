//===- PtxFormsTest.cpp - Every name that a form of PTX has ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Each name of the tables runs on values of every class and is compared with
// the model; each modifier that may be left out must be able to change a
// result; and each name with a modifier too many is refused.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Ptx/PtxForms.h"
#include "PtxModel.h"
#include "interp/Simt/Machine/SimtMachine.h"
#include "interp/Simt/Ptx/PtxKernel.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <cstring>
#include <map>
#include <random>
#include <set>

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace ptxmodel;
using llvm::StringRef;

static constexpr unsigned mostThreads = 512, bytesIn = 32, bytesOut = 16;

namespace {
struct Observed {
  uint64_t bits = 0;
  bool second = false, isUnspecified = false;
};
} // namespace

/// Combinations of the operands' values: all, or as many as there may be.
static std::vector<std::array<uint64_t, 4>> inputsOf(const Model &model) {
  std::vector<std::vector<uint64_t>> values;
  size_t all = 1;
  for (const std::string &type : model.operands) {
    values.push_back(valuesOf(type));
    all *= values.back().size();
  }
  std::mt19937_64 random(1);
  std::vector<std::array<uint64_t, 4>> inputs(
      std::min<size_t>(all, mostThreads));
  for (size_t i = 0; i < inputs.size(); ++i) {
    size_t rest = i;
    for (size_t k = 0; k < values.size(); ++k) {
      size_t choice = all > mostThreads ? random() : rest;
      inputs[i][k] = values[k][choice % values[k].size()];
      rest /= values[k].size();
    }
  }
  return inputs;
}

static std::string registerType(unsigned width) {
  return width == 1 ? ".pred" : ".b" + std::to_string(width);
}

/// A kernel in which each thread runs the instruction on its own operands.
static std::string textOf(StringRef name, const Model &model,
                          unsigned threads) {
  std::string text = ".version 9.0\n.target sm_100a\n.address_size 64\n"
                     ".global .align 8 .b8 in[" +
                     std::to_string(threads * bytesIn) +
                     "];\n.entry k(.param .u64 out)\n.reqntid " +
                     std::to_string(threads) +
                     "\n{ .reg .b64 %in, %out, %w; .reg .b32 %t, %s;\n"
                     "mov.u32 %t, %tid.x; ld.param.u64 %out, [out];\n"
                     "mul.wide.u32 %w, %t, 16; add.u64 %out, %out, %w;\n"
                     "mul.wide.u32 %w, %t, 32; mov.u64 %in, in;\n"
                     "add.u64 %in, %in, %w;\n";
  if (model.result)
    text += ".reg " + registerType(model.result) + " d;\n";
  if (model.hasSecond)
    text += ".reg .pred q;\n";
  std::string plain = name.str() + " d";
  for (size_t i = 0; i < model.operands.size(); ++i) {
    unsigned width = widthOfType(model.operands[i]);
    std::string one = "x" + std::to_string(i), at = std::to_string(8 * i);
    text += ".reg " + registerType(width) + " " + one + ";\n";
    if (width == 1)
      text += "ld.global.u8 %s, [%in+" + at + "]; setp.ne.u32 " + one +
              ", %s, 0;\n";
    else
      text += "ld.global.b" + std::to_string(width) + " " + one + ", [%in+" +
              at + "];\n";
    plain += ", " + one;
  }
  text += (model.text.empty() ? plain + ";" : model.text) + "\n";
  if (model.result == 1)
    text += "selp.b32 %s, 1, 0, d; st.global.b32 [%out], %s;\n";
  else if (model.result)
    text += "st.global.b" + std::to_string(model.result) + " [%out], d;\n";
  if (model.hasSecond)
    text += "selp.b32 %s, 1, 0, q; st.global.b32 [%out+8], %s;\n";
  return text + "ret; }\n";
}

static Outcome runText(const std::string &text,
                       llvm::ArrayRef<std::array<uint64_t, 4>> inputs,
                       std::string &error) {
  llvm::Expected<PtxModule> module = parsePtxModule(text);
  llvm::Expected<Kernel> kernel =
      module ? decodePtxKernel(*module, "", 2) : module.takeError();
  if (!kernel) {
    error = llvm::toString(kernel.takeError());
    return {};
  }
  memcpy(kernel->objects[0].bytes.data(), inputs.data(),
         inputs.size() * bytesIn);
  Launch launch = llvm::cantFail(
      parseLaunch("// tilefuzz.launch kernel=@k grid=1,1,1 seed=1\n"
                  "// tilefuzz.buffer out : i64[" +
                      std::to_string(inputs.size() * 2) +
                      "] = fill(0)\n// tilefuzz.args &out\n",
                  "test"));
  SimtOptions options;
  options.detectRaces = false;
  return runKernel(*kernel, launch, options);
}

static std::vector<Observed> run(StringRef name, const Model &model) {
  auto inputs = inputsOf(model);
  std::string error;
  Outcome outcome = runText(textOf(name, model, inputs.size()), inputs, error);
  EXPECT_EQ(error, "") << name.str();
  EXPECT_TRUE(outcome.completed()) << name.str() << outcome.summary();
  std::vector<Observed> results(inputs.size());
  if (!outcome.completed())
    return results;
  const BufferImage &out = outcome.buffers[0];
  for (size_t i = 0; i < results.size(); ++i) {
    memcpy(&results[i].bits, out.bytes.data() + i * bytesOut, 8);
    results[i].second = out.bytes[i * bytesOut + 8];
    results[i].isUnspecified =
        !out.unspecified.empty() && out.unspecified[i * bytesOut];
  }
  return results;
}

/// Compares every result; true if all are as they should be.
static void check(StringRef name, const Model &model,
                  llvm::ArrayRef<Observed> results) {
  auto inputs = inputsOf(model);
  for (size_t i = 0; i < inputs.size(); ++i) {
    Answer expected = model.compute(inputs[i].data());
    bool isRight =
        expected.isUnspecified == results[i].isUnspecified &&
        (expected.isUnspecified ||
         (canonical(model.floatResult, results[i].bits) ==
              canonical(model.floatResult, expected.bits) &&
          (!model.hasSecond || results[i].second == expected.second)));
    if (isRight)
      continue;
    ADD_FAILURE() << name.str() << std::hex << " of " << inputs[i][0] << " "
                  << inputs[i][1] << " " << inputs[i][2] << " " << inputs[i][3]
                  << ": " << results[i].bits << " " << results[i].second
                  << results[i].isUnspecified << ", expected " << expected.bits
                  << " " << expected.second << expected.isUnspecified;
    return;
  }
}

static std::string without(StringRef name, size_t index) {
  Name of(name);
  std::string result;
  for (size_t i = 0; i < of.parts.size(); ++i)
    if (i != index)
      result += (i ? "." : "") + of.parts[i].str();
  return result;
}

/// Modifiers that cannot change a result: what they forbid does not occur.
static bool isNeutral(StringRef name, StringRef part) {
  Name of(name);
  // The default; that it forbids contraction: PtxApproximationTest.
  if (part == "rn" &&
      (of.first() == "add" || of.first() == "sub" || of.first() == "mul"))
    return true;
  // Whether there is a NaN.
  if (of.first().starts_with("set"))
    return part == "ftz" && (of.has("nan") || of.has("num"));
  if (of.first() != "cvt")
    return false;
  StringRef to = of.parts.end()[-2], from = of.last();
  auto isInteger = [](StringRef type) {
    return type.starts_with("u") || type.starts_with("s");
  };
  // Floats become the nearest integer anyway, or every integer fits.
  if (part == "sat" && isInteger(to))
    return !isInteger(from) ||
           (to[0] == from[0]
                ? widthOfType(to) >= widthOfType(from)
                : from[0] == 'u' && widthOfType(to) > widthOfType(from));
  // No subnormal f32 takes part, or it would become zero anyway.
  if (part == "ftz")
    return isInteger(from) || from == "f16" || of.has("rni") || of.has("rzi") ||
           (to[0] == 'u' && of.has("rmi")) ||
           (to == "f16" && (of.has("rn") || of.has("rz"))) ||
           (of.has("sat") && (of.has("rmi") || (to == "f16" && of.has("rm"))));
  return false;
}

namespace {
/// One test for each table, as they are long.
class Forms : public testing::TestWithParam<unsigned> {};
} // namespace

TEST_P(Forms, EveryNameAgreesWithTheModelAndEveryModifierActs) {
  std::map<std::string, std::vector<std::vector<Observed>>> all;
  unsigned executed = 0;
  llvm::ArrayRef<PtxForm> table = getPtxForms()[GetParam()];
  for (const PtxForm &form : table)
    for (const std::string &name : namesOf(form)) {
      // What is approximate: PtxApproximationTest.
      if (form.opcode == Opcode::Refuse || form.opcode == Opcode::Approximate)
        continue;
      ASSERT_TRUE(matchPtxForm(name)) << name;
      ASSERT_EQ(matchPtxForm(name)->form, &form) << name << " is in two forms";
      std::vector<Model> models = modelsOf(name);
      ASSERT_FALSE(models.empty()) << "nothing computes " << name;
      auto &results = all[name];
      for (const Model &model : models) {
        results.push_back(run(name, model));
        check(name, model, results.back());
      }
      ++executed;
    }
  EXPECT_GT(executed, 50u);
  // Leaving a modifier out has to show.
  for (const auto &[name, results] : all) {
    Name of(name);
    for (size_t i = 1; i < of.parts.size(); ++i) {
      auto shorter = all.find(without(name, i));
      if (shorter == all.end() || isNeutral(name, of.parts[i]))
        continue;
      bool differs = false;
      for (size_t k = 0; k < std::min(results.size(), shorter->second.size());
           ++k) {
        const auto &mine = results[k], &other = shorter->second[k];
        // Operands of other types show it as well.
        differs |= mine.size() != other.size();
        for (size_t j = 0; !differs && j < mine.size(); ++j)
          differs = mine[j].bits != other[j].bits ||
                    mine[j].second != other[j].second ||
                    mine[j].isUnspecified != other[j].isUnspecified;
      }
      EXPECT_TRUE(differs) << "'" << of.parts[i].str() << "' of " << name
                           << " changes nothing";
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Ptx, Forms, testing::Range(0u, 4u));

/// The same for names that differ by the order of qualifiers only, where that
/// says nothing.
static std::string withoutOrder(const std::string &name) {
  Name of(name);
  if (!llvm::is_contained({"atom", "red", "cvt"}, of.parts.front()))
    return name;
  std::string types;
  for (StringRef part : of.parts)
    if (findPtxOperandType(part))
      types += ":" + part.str();
  llvm::sort(of.parts);
  return llvm::join(of.parts, ".") + types;
}

TEST(PtxForms, NamesOutsideOfTheTablesAreRefused) {
  std::set<std::string> names, orderless, modifiers = {"x", ""};
  for (llvm::ArrayRef<PtxForm> table : getPtxForms())
    for (const PtxForm &form : table)
      for (const std::string &name : namesOf(form)) {
        names.insert(name);
        orderless.insert(withoutOrder(name));
        for (StringRef part : Name(name).parts)
          modifiers.insert(part.str());
      }
  unsigned refused = 0;
  std::mt19937_64 random(2);
  for (const std::string &name : names) {
    Name of(name);
    // One modifier more, at each place: all of them for some names.
    bool isWhole = random() % 40 == 0;
    for (const std::string &modifier : modifiers) {
      if (!isWhole && random() % 40)
        continue;
      for (size_t place = 1; place <= of.parts.size(); ++place) {
        std::string longer = of.parts[0].str();
        for (size_t i = 1; i <= of.parts.size(); ++i) {
          if (i == place)
            longer += "." + modifier;
          if (i < of.parts.size())
            longer += "." + of.parts[i].str();
        }
        bool isKnown = matchPtxForm(longer).has_value();
        ASSERT_EQ(isKnown, orderless.count(withoutOrder(longer)) != 0)
            << longer;
        refused += !isKnown;
      }
    }
    // One modifier less.
    for (size_t i = 1; i < of.parts.size(); ++i)
      ASSERT_EQ(matchPtxForm(without(name, i)).has_value(),
                orderless.count(withoutOrder(without(name, i))) != 0)
          << without(name, i);
  }
  EXPECT_GT(refused, 10'000u);
}

/// What the ISA has and no run executes ends by its whole name, and so does
/// what it has not.
TEST(PtxForms, WhatIsNotExecutedIsRefusedByName) {
  std::vector<std::string> names = {"add.rn.f32.ftz",  "cvt.rn.rn.f32.f64",
                                    "lop3.xor.b32",    "add.rz.f16",
                                    "min.xorsign.f32", "mul24.mid.u32"};
  for (llvm::ArrayRef<PtxForm> table : getPtxForms())
    for (const PtxForm &form : table)
      if (form.opcode == Opcode::Refuse)
        for (const std::string &name : namesOf(form))
          names.push_back(name);
  for (const std::string &name : names) {
    Model model;
    std::string error;
    model.text = name + " %t, %t, %t;";
    std::array<uint64_t, 4> nothing{};
    Outcome outcome = runText(textOf(name, model, 1), nothing, error);
    EXPECT_EQ(error, "");
    EXPECT_EQ(outcome.status, RunStatus::Unsupported) << name;
    EXPECT_EQ(outcome.condition, "PTX instruction '" + name + "'");
  }
}

/// Both results are written at once, under the guard as it was.
TEST(PtxForms, AResultMayBeTheGuard) {
  Model model;
  model.result = 32;
  model.text = ".reg .pred g, h; setp.eq.u32 g, %t, %t; setp.ne.u32 h, %t, %t; "
               "@g setp.ne.u32 g|h, %t, %t; "
               "selp.b32 d, 1, 0, g; @h add.u32 d, d, 2;";
  EXPECT_EQ(run("setp", model).front().bits, 2u);
}
