//===- JoinedProgramsTest.cpp - Several programs in one module ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/JoinedPrograms.h"
#include "compiler/Bytecode/Bytecode.h"
#include "fuzz/Sut/TileTrial.h"
#include "interp/Tile/DecodedProgram.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

namespace {
/// Stores what a global holds.
std::string programWith(int value, const std::string &launch) {
  return launch + R"(
// tilefuzz.buffer out : i32[1] = fill(0)
// tilefuzz.args &out
cuda_tile.module @m {
  global @g <i32: [)" +
         std::to_string(value) + R"(]> : tile<1xi32>
  entry @main(%out: tile<ptr<i32>>) {
    %p = get_global @g : tile<ptr<i32>>
    %x, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    %end = store_ptr_tko weak %out, %x token=%t : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
)";
}

class JoinedProgramsTest : public testing::Test {
protected:
  Program read(const std::string &text) {
    return llvm::cantFail(parseProgram(text, "test.mlir", *context));
  }
  std::unique_ptr<mlir::MLIRContext> context = createTileContext();
};

/// Each does in the module what it does alone.
TEST_F(JoinedProgramsTest, ProgramsKeepTheirMeaning) {
  std::vector<Program> programs;
  for (int value : {5, 6, 7})
    programs.push_back(read(programWith(
        value, value == 6 ? "// tilefuzz.launch grid=1,1,1"
                          : "// tilefuzz.launch kernel=@main grid=1,1,1")));
  std::optional<JoinedPrograms> joined =
      joinPrograms({&programs[0], &programs[1], &programs[2]});
  ASSERT_TRUE(joined.has_value());
  EXPECT_TRUE(mlir::succeeded(mlir::verify(*joined->module)));
  EXPECT_TRUE(mlir::succeeded(writeBytecode(*joined->module)));
  ASSERT_EQ(joined->launches.size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    const Launch &launch = joined->launches[i];
    EXPECT_EQ(launch.kernel, "p" + std::to_string(i) + "_main");
    EXPECT_TRUE(isOfJoined(launch.kernel, i));
    EXPECT_FALSE(isOfJoined(launch.kernel, i + 1));
    DecodedProgram decoded =
        llvm::cantFail(DecodedProgram::decode(*joined->module, launch.kernel));
    Outcome outcome = llvm::cantFail(decoded.run(launch, {}));
    ASSERT_TRUE(outcome.completed());
    DecodedProgram alone = llvm::cantFail(
        DecodedProgram::decode(*programs[i].module, programs[i].launch.kernel));
    Outcome before = llvm::cantFail(alone.run(programs[i].launch, {}));
    EXPECT_EQ(llvm::formatv("{0}", outcome.toJSON()).str(),
              llvm::formatv("{0}", before.toJSON()).str());
  }
  EXPECT_FALSE(isOfJoined("p10_main", 1));
}

/// What the module says of itself is that of all of them.
TEST_F(JoinedProgramsTest, OtherAttributesStayApart) {
  std::string launch = "// tilefuzz.launch grid=1,1,1",
              text = programWith(1, launch);
  Program one = read(text);
  std::string other = text;
  other.replace(other.find("@m {"), 4, "@m attributes {producer = \"x\"} {");
  Program two = read(other);
  EXPECT_FALSE(joinPrograms({&one, &two}).has_value());
  EXPECT_TRUE(joinPrograms({&two, &two}).has_value());
}
} // namespace
