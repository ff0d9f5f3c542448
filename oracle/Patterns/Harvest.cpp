//===- Harvest.cpp - Instances from programs ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/Harvest.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/Pipeline/Pipeline.h"
#include "compiler/TileAA/TileAAOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace tilefuzz;
using mlir::cuda_tile::TileType;

//===----------------------------------------------------------------------===//
// The operations around a root
//===----------------------------------------------------------------------===//

namespace {
class Cone {
public:
  Cone(mlir::Operation *root, const HarvestOptions &options)
      : root(root), options(options) {}

  /// Null if it makes no module.
  mlir::OwningOpRef<mlir::ModuleOp> build();

private:
  void collect(mlir::Operation *op, unsigned depth);
  mlir::Value define(mlir::OpBuilder &builder, mlir::Value value);

  mlir::Operation *root;
  const HarvestOptions &options;
  /// Operands before users.
  llvm::SetVector<mlir::Operation *> operations;
  mlir::IRMapping mapping;
  unsigned inputs = 0;
};
} // namespace

/// What `op` and the code in it use from outside.
static llvm::SetVector<mlir::Value> usesOf(mlir::Operation *op) {
  llvm::SetVector<mlir::Value> uses;
  uses.insert(op->operand_begin(), op->operand_end());
  if (op->getNumRegions())
    mlir::getUsedValuesDefinedAbove(op->getRegions(), uses);
  return uses;
}

void Cone::collect(mlir::Operation *op, unsigned depth) {
  if (depth < options.maxDepth)
    for (mlir::Value value : usesOf(op))
      if (mlir::Operation *def = value.getDefiningOp();
          def && def->getNumRegions() == 0 && mlir::isMemoryEffectFree(def) &&
          operations.size() < options.maxOperations)
        collect(def, depth + 1);
  operations.insert(op);
}

mlir::Value Cone::define(mlir::OpBuilder &builder, mlir::Value value) {
  if (mlir::Value known = mapping.lookupOrNull(value))
    return known;
  mlir::OperationState state(builder.getUnknownLoc(), "tilefuzz.input");
  state.addTypes(value.getType());
  state.addAttribute("name",
                     builder.getStringAttr("v" + llvm::Twine(inputs++)));
  mlir::Value input = builder.create(state)->getResult(0);
  mapping.map(value, input);
  return input;
}

mlir::OwningOpRef<mlir::ModuleOp> Cone::build() {
  bool isPublic = root->getName().getDialectNamespace() == "cuda_tile";
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      isPublic ? "cuda_tile.module @m {\nentry @f() {\nreturn\n}\n}\n"
               : "nv_tileaa.func @f() {\nnv_tileaa.return\n}\n",
      root->getContext());
  mlir::Block *body = nullptr;
  module->walk([&](mlir::FunctionOpInterface function) {
    body = &function.getFunctionBody().front();
  });
  mlir::OpBuilder builder(body->getTerminator());
  collect(root, 0);
  for (mlir::Operation *op : operations) {
    for (mlir::Value value : usesOf(op))
      define(builder, value);
    builder.clone(*op, mapping)->setLoc(builder.getUnknownLoc());
  }
  mlir::OperationState observe(builder.getUnknownLoc(), "tilefuzz.observe");
  for (mlir::Value result : root->getResults())
    if (!result.use_empty())
      observe.addOperands(mapping.lookup(result));
  builder.create(observe);
  return module;
}

//===----------------------------------------------------------------------===//
// Patterns that are watched
//===----------------------------------------------------------------------===//

struct Harvest::Implementation {
  HarvestOptions options;
  std::map<std::string, Pattern> patterns;
  /// Of all patterns: name and text to the place in the pattern's list.
  llvm::StringMap<size_t> known;

  void record(llvm::StringRef pattern, mlir::ModuleOp cone);
  /// Of rules without patterns: those of the table's `finish`.
  void harvestRules(mlir::ModuleOp module, const PatternTable &table);
  mlir::LogicalResult run(mlir::ModuleOp module, const PatternTable &table);
};

void Harvest::Implementation::record(llvm::StringRef name,
                                     mlir::ModuleOp cone) {
  Pattern &pattern = patterns[name.str()];
  ++pattern.firings;
  bool verifies;
  {
    mlir::ScopedDiagnosticHandler silent(
        cone.getContext(), [](mlir::Diagnostic &) { return mlir::success(); });
    verifies = succeeded(mlir::verify(cone));
  }
  if (!verifies) {
    ++pattern.dropped;
    return;
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  cone.print(os);
  auto [entry, isNew] =
      known.try_emplace(name.str() + "\n" + text, pattern.instances.size());
  if (!isNew) {
    if (entry->second < pattern.instances.size())
      ++pattern.instances[entry->second].firings;
    return;
  }
  if (pattern.instances.size() < options.maxInstances)
    pattern.instances.push_back(
        {"harvested " + std::to_string(pattern.instances.size()), text, 1});
}

namespace {
/// Keeps what was around the root if the pattern fires.
class WatchedPattern : public mlir::RewritePattern {
public:
  using Record =
      std::function<void(llvm::StringRef pattern, mlir::ModuleOp cone)>;
  WatchedPattern(std::unique_ptr<mlir::RewritePattern> inner,
                 llvm::StringRef root, llvm::StringLiteral name,
                 const HarvestOptions &options, Record record)
      : RewritePattern(root, inner->getBenefit(), inner->getContext()),
        inner(std::move(inner)), name(name), options(options),
        record(std::move(record)) {
    setHasBoundedRewriteRecursion(this->inner->hasBoundedRewriteRecursion());
  }

  mlir::LogicalResult
  matchAndRewrite(mlir::Operation *op,
                  mlir::PatternRewriter &rewriter) const override {
    mlir::OwningOpRef<mlir::ModuleOp> cone = Cone(op, options).build();
    if (failed(inner->matchAndRewrite(op, rewriter)))
      return mlir::failure();
    record(name, cone.get());
    return mlir::success();
  }

private:
  std::unique_ptr<mlir::RewritePattern> inner;
  llvm::StringLiteral name;
  const HarvestOptions &options;
  Record record;
};
} // namespace

mlir::LogicalResult Harvest::Implementation::run(mlir::ModuleOp module,
                                                 const PatternTable &table) {
  mlir::RewritePatternSet patterns(module.getContext());
  llvm::StringSet<> replaced;
  for (const PatternRow &row : table.rows)
    if (row.bug && options.bugs.has(*row.bug))
      replaced.insert(row.name);
  for (const PatternRow &row : table.rows) {
    bool isUsed = row.bug ? options.bugs.has(*row.bug)
                          : !row.offByDefault && !replaced.contains(row.name);
    if (!isUsed || !row.populate)
      continue;
    mlir::RewritePatternSet own(module.getContext());
    row.populate(own);
    for (std::unique_ptr<mlir::RewritePattern> &pattern :
         own.getNativePatterns()) {
      llvm::StringRef root = pattern->getRootKind()->getStringRef();
      patterns.add(std::make_unique<WatchedPattern>(
          std::move(pattern), root, row.name, options,
          [this](llvm::StringRef name, mlir::ModuleOp cone) {
            record(name, cone);
          }));
    }
  }
  if (failed(mlir::applyPatternsGreedily(module, std::move(patterns))))
    return mlir::failure();
  if (table.finish)
    harvestRules(module, table);
  return mlir::success();
}

/// How often each rule fires on a copy of the code.
static llvm::StringMap<uint64_t> firingsOf(mlir::ModuleOp code,
                                           const PatternTable &table,
                                           const BugSet &bugs,
                                           llvm::StringRef only = "") {
  FiringCounts firings;
  NamedPatternOptions options;
  options.bugs = bugs;
  options.firings = &firings;
  for (const PatternRow &row : table.rows)
    if (!only.empty() && row.name != only)
      options.disabled.push_back(row.name.str());
  mlir::OwningOpRef<mlir::ModuleOp> copy = code.clone();
  table.finish(copy.get(), options);
  llvm::StringMap<uint64_t> counts;
  for (const auto &entry : firings.counts)
    counts[entry.first()] = entry.second;
  return counts;
}

/// Leaves the last operation before the observation out, which observes what
/// that one used.
static void dropRoot(mlir::ModuleOp cone) {
  mlir::Operation *observe = nullptr;
  cone.walk([&](mlir::Operation *op) {
    if (op->getName().getStringRef() == "tilefuzz.observe")
      observe = op;
  });
  mlir::Operation *root = observe->getPrevNode();
  llvm::SmallVector<mlir::Value> used(root->getOperands());
  observe->setOperands(used);
  root->erase();
}

/// A rule fires on a root if it fires more often with it than without it.
void Harvest::Implementation::harvestRules(mlir::ModuleOp module,
                                           const PatternTable &table) {
  llvm::SmallVector<mlir::Operation *> roots;
  module.walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    if (llvm::isa<mlir::cuda_tile::ReduceOp, mlir::cuda_tile::ScanOp>(op))
      return mlir::WalkResult::skip();
    auto tile = op->getNumResults() == 1
                    ? llvm::dyn_cast<TileType>(op->getResult(0).getType())
                    : TileType();
    if (tile && op->getNumOperands() && op->getNumRegions() == 0 &&
        !op->use_empty() && mlir::isMemoryEffectFree(op))
      roots.push_back(op);
    return mlir::WalkResult::advance();
  });
  for (mlir::Operation *root : roots) {
    mlir::OwningOpRef<mlir::ModuleOp> cone = Cone(root, options).build();
    llvm::StringMap<uint64_t> with = firingsOf(cone.get(), table, options.bugs);
    if (with.empty())
      continue;
    mlir::OwningOpRef<mlir::ModuleOp> below = cone->clone();
    dropRoot(below.get());
    llvm::StringMap<uint64_t> without =
        firingsOf(below.get(), table, options.bugs);
    for (const PatternRow &row : table.rows) {
      if (row.bug || row.populate ||
          with.lookup(row.name) <= without.lookup(row.name))
        continue;
      // Proofs use one rule at a time.
      if (firingsOf(cone.get(), table, options.bugs, row.name)
              .lookup(row.name)) {
        record(row.name, cone.get());
      } else {
        ++patterns[row.name.str()].firings;
        ++patterns[row.name.str()].dropped;
      }
    }
  }
}

Harvest::Harvest(HarvestOptions options)
    : implementation(std::make_unique<Implementation>()) {
  implementation->options = options;
}
Harvest::~Harvest() = default;

const std::map<std::string, Harvest::Pattern> &Harvest::patterns() const {
  return implementation->patterns;
}

namespace {
/// Stops before the canonicalisation of nv_tileaa.
class Lowered : public Observer {
public:
  mlir::LogicalResult afterStage(const Stage &stage,
                                 mlir::ModuleOp module) override {
    if (stage.level != Level::TileAA)
      return mlir::success();
    lowered = module.clone();
    return mlir::failure();
  }
  mlir::OwningOpRef<mlir::ModuleOp> lowered;
};
} // namespace

mlir::LogicalResult Harvest::add(mlir::ModuleOp module) {
  llvm::SmallVector<PatternTable> tables = getPatternTables();
  auto run = [&](mlir::ModuleOp code, llvm::StringRef dialect) {
    for (const PatternTable &table : tables)
      if (table.dialect == dialect && failed(implementation->run(code, table)))
        return mlir::failure();
    return mlir::success();
  };
  bool isLowered = false;
  module.walk([&](mlir::nv_tileaa::FuncOp) { isLowered = true; });
  mlir::OwningOpRef<mlir::ModuleOp> code = module.clone();
  if (isLowered)
    return run(code.get(), "nv_tileaa");
  if (failed(run(code.get(), "cuda_tile")))
    return mlir::failure();
  Lowered observer;
  CompileOptions options;
  options.stopAfter = "tileaa-canonicalize";
  mlir::OwningOpRef<mlir::ModuleOp> program = module.clone();
  if (failed(compile(program.get(), options, &observer)) || !observer.lowered)
    return mlir::failure();
  return run(observer.lowered.get(), "nv_tileaa");
}
