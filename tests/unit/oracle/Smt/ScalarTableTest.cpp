//===- ScalarTableTest.cpp - One evaluation of arith and math -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Function/FunctionMachine.h"
#include "interp/Semantics/ScalarOperations.h"
#include "interp/Tile/Evaluators.h"
#include "oracle/Smt/TileEncoding.h"
#include "gtest/gtest.h"
#include <map>
#include <set>

using namespace tilefuzz;

using Names = std::set<std::string>;

static bool isScalarDialect(llvm::StringRef name) {
  return name.starts_with("arith.") || name.starts_with("math.");
}

static Names ofTiles() {
  Names names;
  for (llvm::ArrayRef<EvaluatorRow> rows :
       {getTileAAEvaluators(), getTileAAComputeEvaluators(),
        getTileAAMemoryEvaluators(), getTileASEvaluators(),
        getArithEvaluators(), getTileAAFunctionEvaluators(),
        getTileAAQueueEvaluators(), getOpaqueEvaluators()})
    for (const EvaluatorRow &row : rows)
      if (isScalarDialect(row.operation))
        EXPECT_TRUE(names.insert(row.operation.str()).second)
            << row.operation.str() << " has two evaluators";
  return names;
}
static Names ofFunctions() {
  Names names;
  for (llvm::ArrayRef<function::ElementwiseRow> rows :
       {function::getScalarMeanings(), function::getArithMeanings(),
        function::getMathMeanings()})
    for (const function::ElementwiseRow &row : rows)
      if (isScalarDialect(row.operation))
        EXPECT_TRUE(names.insert(row.operation.str()).second)
            << row.operation.str() << " has two meanings";
  for (llvm::ArrayRef<function::EvaluatorRow> rows :
       {function::getControlEvaluators(), function::getShapeEvaluators()})
    for (const function::EvaluatorRow &row : rows)
      if (isScalarDialect(row.operation))
        names.insert(row.operation.str());
  return names;
}
static Names ofSolver() {
  Names names;
  for (const std::string &name : encodedOperations())
    if (isScalarDialect(name))
      names.insert(name);
  return names;
}

TEST(ScalarTable, ReadersTakeWhatTheRowsSay) {
  const std::pair<ScalarReader, Names> readers[] = {
      {ScalarReader::Tile, ofTiles()},
      {ScalarReader::Function, ofFunctions()},
      {ScalarReader::Solver, ofSolver()}};
  std::map<std::string, uint8_t> rows;
  for (const auto &row : semantics::scalarRows<ConcreteDomain>) {
    EXPECT_TRUE(rows.try_emplace(row.operation.str(), row.readers).second)
        << row.operation.str() << " has two rows";
    EXPECT_NE(row.meaning, nullptr) << row.operation.str();
  }
  for (const semantics::FunctionRow &row : semantics::functionRows)
    EXPECT_TRUE(rows.try_emplace(row.operation.str(), allReaders).second);
  EXPECT_GT(rows.size(), 50u);

  std::map<std::string, unsigned> count;
  for (const auto &[reader, names] : readers) {
    for (const auto &[name, taken] : rows)
      EXPECT_EQ(bool(taken & static_cast<uint8_t>(reader)), names.count(name))
          << name << " and reader " << unsigned(reader);
    for (const std::string &name : names)
      ++count[name];
  }
  // What two readers know and no row says is evaluated twice. Constants and
  // selections move elements, and compute none; of integer powers the readers
  // allow errors of their own (IntegerPower.h).
  for (const auto &[name, number] : count)
    if (name != "arith.constant" && name != "arith.select" &&
        name != "math.fpowi")
      EXPECT_TRUE(number < 2 || rows.count(name)) << name;
}
