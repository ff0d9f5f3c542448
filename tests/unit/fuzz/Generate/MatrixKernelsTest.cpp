//===- MatrixKernelsTest.cpp - Products of matrices in loops --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Generate/Generate.h"
#include "interp/Tile/DecodedProgram.h"
#include <gtest/gtest.h>
#include <set>

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;

/// They are defined, and of everything that there is something comes.
TEST(MatrixKernels, AreDefinedAndDiffer) {
  std::unique_ptr<MLIRContext> context = createContext();
  GenerateOptions options =
      llvm::cantFail(parseGenerateOptions("lowered", "products=1"));
  std::set<std::string> types, orders;
  std::set<int64_t> trips;
  for (uint64_t seed = 0; seed < 120; ++seed) {
    llvm::Expected<Program> program = generateProgram(*context, seed, options);
    ASSERT_TRUE(bool(program)) << llvm::toString(program.takeError());
    DecodedProgram decoded = llvm::cantFail(
        DecodedProgram::decode(program->module.get(), program->launch.kernel));
    Outcome outcome = llvm::cantFail(decoded.run(program->launch));
    ASSERT_TRUE(outcome.completed()) << program->toString();
    EXPECT_FALSE(outcome.unstable) << program->toString();
    // Which matrix has lines of columns.
    std::string turned;
    program->module.get()->walk([&](ct::LoadViewTkoOp load) {
      EXPECT_TRUE(isa<ct::ForOp>(load->getParentOp()));
      std::string view, type;
      llvm::raw_string_ostream(view) << load.getView().getType();
      turned += StringRef(view).split("strides=[").second.front();
      llvm::raw_string_ostream(type)
          << cast<ct::TileType>(load.getTile().getType()).getElementType();
      types.insert(type);
    });
    orders.insert(turned);
    int64_t end = 0;
    ASSERT_FALSE(
        StringRef(program->launch.args.back().scalar).getAsInteger(10, end));
    trips.insert(end);
  }
  EXPECT_EQ(types, std::set<std::string>(
                       {"bf16", "f16", "f32", "f8E4M3FN", "f8E5M2", "i8"}));
  // Each matrix either way.
  EXPECT_EQ(orders, std::set<std::string>({"11", "1?", "?1", "??"}));
  EXPECT_GE(trips.size(), 10u);
}
