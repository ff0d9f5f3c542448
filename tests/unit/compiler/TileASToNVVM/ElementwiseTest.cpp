//===- ElementwiseTest.cpp - Each element-wise operation, lowered ---------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Kernels of one operation on special and random elements: the source on the
// tile interpreter, and its threads, as written and optimised; PTX is executed
// and assembled, too.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/PtxProgram.h"
#include "tests/unit/compiler/TileASToNVVM/Lowered.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

namespace {
/// An operation on x, y and z, of `operand`, that gives `result`: the text
/// behind `%r = `, with `T` and `R` for the types of the tiles.
struct Row {
  std::string text, operand, result;
  /// Of the elements of all operands.
  std::string init = "special()";
  /// Operations before.
  std::string before;

  Row(std::string text, std::string operand)
      : text(std::move(text)), operand(operand), result(operand) {}
  Row(std::string text, std::string operand, std::string result)
      : text(std::move(text)), operand(operand), result(result) {}
  Row with(std::string elements) const {
    Row row = *this;
    row.init = std::move(elements);
    return row;
  }
  Row after(std::string operations) const {
    Row row = *this;
    row.before = std::move(operations);
    return row;
  }
};
constexpr unsigned count = 64;

std::string tileOf(const std::string &element) {
  return "tile<" + std::to_string(count) + "x" + element + ">";
}
void replaceAll(std::string &text, llvm::StringRef from, llvm::StringRef to) {
  for (size_t at = 0; (at = text.find(from.str(), at)) != std::string::npos;
       at += to.size())
    text.replace(at, from.size(), to.str());
}

std::string kernelOf(const Row &row) {
  std::string buffer = " : T[N] = " + row.init + "\n";
  std::string text =
      "// tilefuzz.launch kernel=@k grid=1,1,1 seed=9\n"
      "// tilefuzz.buffer x" +
      buffer + "// tilefuzz.buffer y" + buffer + "// tilefuzz.buffer z" +
      buffer +
      "// tilefuzz.buffer out : R[N] = fill(1)\n"
      "// tilefuzz.args &x &y &z &out\n"
      "cuda_tile.module @m { entry @k(%px: tile<ptr<T>>, %py: tile<ptr<T>>, "
      "%pz: tile<ptr<T>>, %po: tile<ptr<R>>) {\n"
      "  %i = constant <i32: 0> : tile<i32>\n";
  auto view = [&](const std::string &name, const std::string &type) {
    text += "  %v" + name + " = make_tensor_view %p" + name +
            ", shape = [N], strides = [1] : tensor_view<Nx" + type +
            ", strides=[1]>\n  %w" + name + " = make_partition_view %v" + name +
            " : partition_view<tile=(N), tensor_view<Nx" + type +
            ", strides=[1]>>\n";
  };
  for (const char *name : {"x", "y", "z"}) {
    view(name, "T");
    text += std::string("  %") + name + ", %t" + name +
            " = load_view_tko weak %w" + name +
            "[%i] : partition_view<tile=(N), tensor_view<NxT, strides=[1]>>, "
            "tile<i32> -> tile<NxT>, token\n";
  }
  view("o", "R");
  text += row.before + "  %r = " + row.text + "\n";
  text += "  %s = store_view_tko weak %r, %wo[%i] : tile<NxR>, "
          "partition_view<tile=(N), tensor_view<NxR, strides=[1]>>, "
          "tile<i32> -> token\n  return\n} }\n";
  replaceAll(text, "<NxT", "<" + std::to_string(count) + "x" + row.operand);
  replaceAll(text, "<NxR", "<" + std::to_string(count) + "x" + row.result);
  replaceAll(text, "tile=(N)", "tile=(" + std::to_string(count) + ")");
  replaceAll(text, "shape = [N]", "shape = [" + std::to_string(count) + "]");
  replaceAll(text, "ptr<T>", "ptr<" + row.operand + ">");
  replaceAll(text, "ptr<R>", "ptr<" + row.result + ">");
  replaceAll(text, " : T[N]",
             " : " + row.operand + "[" + std::to_string(count) + "]");
  replaceAll(text, " : R[N]",
             " : " + row.result + "[" + std::to_string(count) + "]");
  replaceAll(text, " T", " " + tileOf(row.operand));
  replaceAll(text, " R", " " + tileOf(row.result));
  return text;
}

class Elementwise : public LoweredTest {
protected:
  /// As written, optimised for the target and as its PTX, which assembles.
  void expectEqual(const Row &row, const char *target) {
    std::string text = kernelOf(row);
    SCOPED_TRACE(row.text + " of " + row.operand + ", " + row.init);
    llvm::Expected<Program> program = parseProgram(text, "test", context);
    if (!program) {
      ADD_FAILURE() << llvm::toString(program.takeError()) << text;
      return;
    }
    Lowered lowered(context, std::move(*program), {}, /*numWarps=*/1);
    ASSERT_EQ(lowered.error, "") << text;
    ASSERT_TRUE(lowered.source.completed()) << lowered.source.summary();
    auto expect = [&](const ComparisonVerdict &verdict, const char *what) {
      EXPECT_EQ(verdict.kind, ComparisonKind::Equal)
          << what << ": " << verdict.reason;
    };
    expect(lowered.compareWithSource(), "as written");
    std::unique_ptr<llvm::Module> copy = llvm::CloneModule(*lowered.module);
    ASSERT_EQ(llvm::toString(optimize(*copy, target)), "");
    expect(compare(lowered.source, runSimt(*copy, lowered.launch)),
           "optimised");
    auto ptx = emitPTX(*copy, target);
    ASSERT_TRUE(bool(ptx)) << llvm::toString(ptx.takeError());
    auto threads = PtxProgram::create(*ptx, lowered.launch, copy.get());
    ASSERT_TRUE(bool(threads)) << llvm::toString(threads.takeError());
    expect(compare(lowered.source, (*threads)->run(lowered.launch)), target);
    if (row.init == "special()") {
      AssembleResult cubin = assemble(*ptx, target);
      EXPECT_NE(cubin.status, AssembleStatus::Failed) << cubin.diagnostic;
    }
  }
  /// On special and on random elements.
  void expectBoth(const Row &row) {
    expectEqual(row, "sm_80");
    bool isFloat = row.operand[0] != 'i';
    const char *numbers = row.operand == "f8E8M0FNU" ? "uniform(1, 6)"
                          : isFloat                  ? "uniform(-6, 6)"
                                                     : "bits()";
    expectEqual(row.with(numbers), "sm_100a");
  }
};
} // namespace

static const std::vector<std::string> floats = {"f16", "bf16", "f32", "f64"};

TEST_F(Elementwise, Functions) {
  for (const char *name :
       {"exp", "exp2", "log", "log2", "sin", "cos", "tan", "sinh", "cosh",
        "tanh", "rsqrt", "sqrt", "ceil", "floor", "absf", "negf"})
    for (const std::string &type : floats)
      expectBoth({std::string(name) + " %x : T", type});
}
TEST_F(Elementwise, FunctionsOfTwo) {
  for (const char *name : {"pow", "remf"})
    for (const std::string &type : floats)
      expectBoth({std::string(name) + " %x, %y : T", type});
  for (const std::string &type : floats)
    expectBoth({"atan2 %x, %y : T", type});
}
TEST_F(Elementwise, Approximations) {
  for (const char *text :
       {"exp %x rounding<approx> : T", "tanh %x rounding<approx> : T",
        "sqrt %x rounding<approx> : T",
        "sqrt %x rounding<approx> flush_to_zero : T",
        "exp2 %x flush_to_zero : T", "rsqrt %x flush_to_zero : T",
        "divf %x, %y rounding<approx> : T",
        "divf %x, %y rounding<approx> flush_to_zero : T",
        "divf %x, %y rounding<full> : T",
        "divf %x, %y rounding<full> flush_to_zero : T"})
    expectBoth({text, "f32"});
}
TEST_F(Elementwise, Roundings) {
  for (const char *mode :
       {"nearest_even", "zero", "negative_inf", "positive_inf"})
    for (const std::string &type : floats) {
      std::string rounding = std::string(" rounding<") + mode + ">";
      for (const char *name : {"addf", "subf", "mulf", "divf"})
        expectBoth({std::string(name) + " %x, %y" + rounding + " : T", type});
      expectBoth({"fma %x, %y, %z" + rounding + " : T", type});
      expectBoth({"sqrt %x" + rounding + " : T", type});
      if (type != "f32")
        continue;
      for (const char *name : {"addf", "subf", "mulf", "divf"})
        expectBoth(
            {std::string(name) + " %x, %y" + rounding + " flush_to_zero : T",
             type});
      expectBoth({"sqrt %x" + rounding + " flush_to_zero : T", type});
    }
}
TEST_F(Elementwise, MaximaAndComparisons) {
  for (const std::string &type : floats) {
    for (const char *name : {"maxf", "minf"}) {
      expectBoth({std::string(name) + " %x, %y : T", type});
      expectBoth({std::string(name) + " %x, %y propagate_nan : T", type});
    }
    for (const char *predicate :
         {"equal", "not_equal", "less_than", "less_than_or_equal",
          "greater_than", "greater_than_or_equal"})
      for (const char *ordering : {"ordered", "unordered"})
        expectEqual({std::string("cmpf ") + predicate + " " + ordering +
                         " %x, %y : T -> R",
                     type, "i1"},
                    "sm_90a");
  }
}

TEST_F(Elementwise, Integers) {
  for (const std::string &type : {"i8", "i16", "i32", "i64"}) {
    for (const char *name : {"mulhii", "andi", "ori", "xori", "addi", "muli"})
      expectBoth({std::string(name) + " %x, %y : T", type});
    expectBoth({"absi %x : T", type});
    expectBoth({"negi %x : T", type});
    for (const char *sign : {"signed", "unsigned"}) {
      for (const char *name : {"maxi", "mini"})
        expectEqual(Row{std::string(name) + " %x, %y " + sign + " : T", type},
                    "sm_90a");
      // No divisor is zero, and no quotient overflows.
      for (const char *rounding :
           {"", " rounding<negative_inf>", " rounding<positive_inf>"})
        if (*rounding != ' ' || rounding[10] == 'p' || *sign == 's')
          expectEqual(
              Row{std::string("divi %x, %y ") + sign + rounding + " : T", type}
                  .with("uniform(1, 127)"),
              "sm_80");
      expectEqual(Row{std::string("remi %x, %y ") + sign + " : T", type}.with(
                      "uniform(1, 127)"),
                  "sm_80");
      expectEqual(Row{std::string("shri %x, %y ") + sign + " : T", type}.with(
                      "uniform(0, 70)"),
                  "sm_80");
      for (const char *predicate :
           {"equal", "not_equal", "less_than", "less_than_or_equal",
            "greater_than", "greater_than_or_equal"})
        expectEqual({std::string("cmpi ") + predicate + " %x, %y, " + sign +
                         " : T -> R",
                     type, "i1"},
                    "sm_100a");
    }
  }
}

static const std::vector<std::string> allFloats = {
    "f16", "bf16", "tf32", "f32", "f64", "f8E4M3FN", "f8E5M2", "f8E8M0FNU"};

TEST_F(Elementwise, ConversionsOfFloats) {
  for (const std::string &from : allFloats)
    for (const std::string &to : allFloats) {
      if (from == to)
        continue;
      bool isScale = to == "f8E8M0FNU";
      for (const char *rounding :
           {isScale ? " rounding<zero>" : "", " rounding<positive_inf>"})
        if (isScale || !*rounding)
          expectBoth(
              {std::string("ftof %x") + rounding + " : T -> R", from, to});
    }
}
/// Elements of four bits have no access of their own.
TEST_F(Elementwise, HalvesOfBytes) {
  for (const std::string &type : {"f16", "f32", "f64", "f8E5M2"})
    expectBoth(Row{"ftof %q : tile<64xf4E2M1FN> -> R", type}.after(
        "  %q = ftof %x : T -> tile<64xf4E2M1FN>\n"));
  for (const char *sign : {"signed", "unsigned"})
    expectBoth(
        Row{std::string("exti %q ") + sign + " : tile<64xi4> -> R", "i16"}
            .after("  %q = trunci %x : T -> tile<64xi4>\n"));
}
TEST_F(Elementwise, ConversionsOfIntegers) {
  for (const std::string &type : allFloats)
    for (const std::string &integer : {"i8", "i16", "i32", "i64"})
      for (const char *sign : {"signed", "unsigned"}) {
        if (type != "f8E8M0FNU")
          expectBoth(
              {std::string("itof %x ") + sign + " : T -> R", integer, type});
        expectEqual(
            Row{std::string("ftoi %x ") + sign + " : T -> R", type, integer}
                .with("uniform(1, 6)"),
            "sm_80");
      }
}
TEST_F(Elementwise, Bits) {
  for (auto [from, to] : {std::pair("f32", "i32"),
                          {"i32", "f32"},
                          {"f16", "i16"},
                          {"bf16", "f16"},
                          {"i64", "f64"},
                          {"f8E4M3FN", "i8"},
                          {"i8", "f8E5M2"}})
    expectBoth({"bitcast %x : T -> R", from, to});
  for (auto [from, to] :
       {std::pair("i8", "i16"), {"i8", "i64"}, {"i1", "i32"}, {"i32", "i64"}})
    for (const char *sign : {"signed", "unsigned"})
      expectEqual({std::string("exti %x ") + sign + " : T -> R", from, to},
                  "sm_90a");
  for (auto [from, to] :
       {std::pair("i16", "i8"), {"i64", "i8"}, {"i64", "i32"}})
    expectBoth({"trunci %x : T -> R", from, to});
}
