//===- MutantTrials.cpp - What a mutant is tried on -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Score/MutantTrials.h"
#include "compiler/Support/Mutants/Mutants.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Llvm/LlvmTrial.h"
#include "fuzz/Score/ScoreModules.h"
#include "fuzz/Stages/StageComparison.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "oracle/Patterns/Folds.h"
#include "oracle/Patterns/PatternProof.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace tilefuzz;

static constexpr llvm::StringLiteral kindNames[] = {
    "instance", "mixed", "tileaa", "lowered", "stored", "llvm", "fences"};
static_assert(std::size(kindNames) == numTrialKinds, "one name each");

llvm::StringRef tilefuzz::toString(TrialKind kind) {
  return kindNames[unsigned(kind)];
}

std::string TrialId::name() const {
  return (toString(kind) + ":" + llvm::Twine(index)).str();
}

std::optional<TrialId> tilefuzz::parseTrialId(llvm::StringRef text) {
  auto [kind, number] = text.split(':');
  TrialId id;
  if (number.getAsInteger(10, id.index))
    return std::nullopt;
  for (auto [i, name] : llvm::enumerate(kindNames))
    if (name == kind) {
      id.kind = TrialKind(i);
      return id;
    }
  return std::nullopt;
}

namespace tilefuzz {
class MutantTrial {
public:
  virtual ~MutantTrial() = default;
  virtual std::optional<uint64_t> count() const { return std::nullopt; }
  virtual bool select(uint64_t index) = 0;
  virtual uint64_t compile(std::optional<size_t> mutant) = 0;
  virtual std::optional<TrialFinding> judge(std::optional<size_t> mutant) = 0;
};
} // namespace tilefuzz

namespace {
/// What was printed and said so far, as a hash.
class PrintHash {
public:
  void add(llvm::StringRef text) {
    hash = (hash ^ llvm::xxh3_64bits(text)) * 0x9E3779B97F4A7C15;
    hash ^= hash >> 32;
  }
  uint64_t get() const { return hash; }

private:
  uint64_t hash = 0;
};

/// The right compiler prints: what a printer gets wrong shows when a program is
/// stored and read again. Nor is what it runs reached.
class PausedMutant {
public:
  explicit PausedMutant(std::optional<size_t> mutant) : mutant(mutant) {
    registry.activate(std::nullopt);
    if (!mutant)
      reached = registry.takeReached();
  }
  ~PausedMutant() {
    if (mutant) {
      registry.activate(mutant);
      return;
    }
    (void)registry.takeReached();
    registry.addReached(reached);
  }

private:
  MutantRegistry &registry = MutantRegistry::get();
  std::optional<size_t> mutant;
  llvm::BitVector reached;
};

class HashingObserver : public Observer {
public:
  HashingObserver(PrintHash &hash, std::optional<size_t> mutant, bool isStored)
      : hash(hash), mutant(mutant), isStored(isStored) {}

  bool wants(const Stage &) override { return isStored; }
  void afterInexpressible(const Stage &stage, llvm::StringRef reason) override {
    hash.add(stage.name);
    hash.add(reason);
  }
  mlir::LogicalResult afterStage(const Stage &stage,
                                 mlir::ModuleOp module) override {
    if (getStageIndex(stage) == 0)
      return mlir::success();
    PausedMutant paused(mutant);
    hash.add(stage.name);
    hash.add(printed(module));
    return mlir::success();
  }
  mlir::LogicalResult afterStage(const Stage &stage,
                                 llvm::Module &module) override {
    PausedMutant paused(mutant);
    std::string text;
    llvm::raw_string_ostream os(text);
    module.print(os, nullptr);
    hash.add(stage.name);
    hash.add(text);
    return mlir::success();
  }
  mlir::LogicalResult afterStage(const Stage &stage,
                                 llvm::StringRef code) override {
    hash.add(stage.name);
    hash.add(code);
    return mlir::success();
  }

  static std::string printed(mlir::ModuleOp module) {
    std::string text;
    llvm::raw_string_ostream os(text);
    module->print(os,
                  mlir::OpPrintingFlags().printGenericOpForm().useLocalScope());
    return text;
  }

private:
  PrintHash &hash;
  std::optional<size_t> mutant;
  bool isStored;
};

//===----------------------------------------------------------------------===//
// Programs of tiles
//===----------------------------------------------------------------------===//

class ProgramTrial : public MutantTrial {
public:
  ProgramTrial(uint64_t seed, llvm::StringRef language, llvm::StringRef knobs,
               bool isStored)
      : isStored(isStored) {
    config.seed = seed;
    config.language = language.str();
    config.knobs = knobs.str();
    if (isStored)
      for (const Stage &stage : getStages())
        if (stage.isRoundTrip())
          comparison.roundTrips.push_back(&stage);
    comparison.schedules = 6;
    source = std::make_unique<ProgramSource>(config);
  }
  ~ProgramTrial() override {
    program.reset();
    compiler.reset();
  }

  bool select(uint64_t index) override {
    program.reset();
    if (source->isContextUsedUp())
      compiler.reset();
    llvm::Expected<Program> made = source->get(index);
    if (made)
      program.emplace(std::move(*made));
    else
      llvm::consumeError(made.takeError());
    return program.has_value();
  }

  uint64_t compile(std::optional<size_t> mutant) override {
    PrintHash hash;
    Program copy = program->clone();
    mlir::ScopedDiagnosticHandler handler(copy.module->getContext(),
                                          [&](mlir::Diagnostic &diagnostic) {
                                            hash.add(diagnostic.str());
                                            return mlir::success();
                                          });
    HashingObserver observer(hash, mutant, isStored);
    ActiveMutant active(mutant);
    if (!compiler)
      compiler = makeCompiler(comparison);
    if (failed(compiler->run(copy.module.get(), &observer)))
      hash.add("failed");
    return hash.get();
  }

  std::optional<TrialFinding> judge(std::optional<size_t> mutant) override {
    ActiveMutant active(mutant);
    if (!compiler)
      compiler = makeCompiler(comparison);
    ComparisonOptions options = comparison;
    options.compiler = compiler.get();
    ComparisonReport report = compareStages(*program, options);
    if (!report.finding)
      return std::nullopt;
    return TrialFinding{stageOracleOf(*report.finding, comparison),
                        report.finding->stage->name.str(),
                        report.finding->reason};
  }

private:
  bool isStored;
  WorkerConfig config;
  ComparisonOptions comparison;
  std::unique_ptr<ProgramSource> source;
  std::unique_ptr<Compiler> compiler;
  std::optional<Program> program;
};

//===----------------------------------------------------------------------===//
// Instances of patterns
//===----------------------------------------------------------------------===//

class InstanceTrial : public MutantTrial {
public:
  InstanceTrial() : context(createContext()), tables(getPatternTables()) {
    context->allowUnregisteredDialects();
    std::vector<std::string> names = patternNames();
    for (std::string &fold : foldNames())
      names.push_back(std::move(fold));
    for (const std::string &name : names)
      for (PatternInstance &instance : instancesOf(name))
        all.push_back({name, std::move(instance)});
  }

  std::optional<uint64_t> count() const override { return all.size(); }

  bool select(uint64_t index) override {
    module = {};
    if (index >= all.size())
      return false;
    selected = &all[index];
    mlir::ScopedDiagnosticHandler quiet(
        context.get(), [](mlir::Diagnostic &) { return mlir::success(); });
    module = mlir::parseSourceString<mlir::ModuleOp>(selected->instance.text,
                                                     context.get());
    return bool(module);
  }

  uint64_t compile(std::optional<size_t> mutant) override {
    PrintHash hash;
    mlir::OwningOpRef<mlir::ModuleOp> copy(module->clone());
    mlir::ScopedDiagnosticHandler handler(context.get(),
                                          [&](mlir::Diagnostic &diagnostic) {
                                            hash.add(diagnostic.str());
                                            return mlir::success();
                                          });
    {
      ActiveMutant active(mutant);
      apply(copy.get());
    }
    PausedMutant paused(mutant);
    hash.add(HashingObserver::printed(copy.get()));
    return hash.get();
  }

  std::optional<TrialFinding> judge(std::optional<size_t> mutant) override {
    ActiveMutant active(mutant);
    ProofTask task{selected->pattern, {}, {selected->instance}};
    if (isOffByDefault(selected->pattern))
      task.options.enabled.push_back(selected->pattern);
    PatternProof proof = provePatterns({task}, /*threads=*/1).front();
    if (proof.verdict.kind != ProofKind::Refuted)
      return std::nullopt;
    return TrialFinding{ScoreOracle::Proof, selected->pattern,
                        selected->instance.name + ": " + proof.verdict.reason};
  }

private:
  struct Entry {
    std::string pattern;
    PatternInstance instance;
  };

  /// As the proof does.
  void apply(mlir::ModuleOp target) {
    const PatternTable *table = nullptr;
    for (const PatternTable &one : tables)
      for (const PatternRow &row : one.rows)
        if (row.name == selected->pattern)
          table = &one;
    if (!table) {
      applyFold(target, selected->pattern);
      return;
    }
    NamedPatternOptions only;
    only.enabled.push_back(selected->pattern);
    for (const std::string &name : patternNames())
      if (name != selected->pattern)
        only.disabled.push_back(name);
    (void)applyNamedPatterns(target, table->rows, only);
    if (table->finish)
      table->finish(target, only);
  }

  std::unique_ptr<mlir::MLIRContext> context;
  llvm::SmallVector<PatternTable> tables;
  std::vector<Entry> all;
  Entry *selected = nullptr;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

/// What the trial says is all that is known of what was left.
class ModulesTrial : public MutantTrial {
public:
  ModulesTrial(uint64_t seed, ModuleTrial trial)
      : seed(seed), trial(std::move(trial)) {}

  bool select(uint64_t wanted) override {
    index = wanted;
    return true;
  }

  uint64_t compile(std::optional<size_t> mutant) override {
    PrintHash hash;
    for (const ModuleFinding &finding : run(mutant)) {
      hash.add(finding.signature);
      hash.add(finding.reason);
    }
    return hash.get();
  }

  std::optional<TrialFinding> judge(std::optional<size_t> mutant) override {
    std::vector<ModuleFinding> found = run(mutant);
    if (found.empty())
      return std::nullopt;
    const ModuleFinding &first = found.front();
    return TrialFinding{first.oracle, first.where, first.reason};
  }

protected:
  std::vector<ModuleFinding> run(std::optional<size_t> mutant) {
    ActiveMutant active(mutant);
    return trial(seed, index, {});
  }

  uint64_t seed, index = 0;

private:
  ModuleTrial trial;
};

/// The passes alone tell more: what they leave.
class LlvmModulesTrial : public ModulesTrial {
public:
  explicit LlvmModulesTrial(uint64_t seed)
      : ModulesTrial(seed, makeLlvmTrial()) {}

  uint64_t compile(std::optional<size_t> mutant) override {
    PrintHash hash;
    llvm::LLVMContext context;
    context.setDiagnosticHandlerCallBack(
        [](const llvm::DiagnosticInfo *, void *) {});
    LlvmGenerateOptions generate;
    generate.seed = seed;
    generate.index = index;
    LlvmProgram program = generateLlvm(context, generate);
    for (const Stage &stage : getStages()) {
      if (!stage.runLlvm)
        continue;
      std::unique_ptr<llvm::Module> copy = llvm::CloneModule(*program.module);
      CompileOptions options;
      LlvmStageContext said{options, {}};
      {
        ActiveMutant active(mutant);
        if (llvm::Error error = stage.runLlvm(*copy, said))
          hash.add(llvm::toString(std::move(error)));
      }
      std::string text;
      llvm::raw_string_ostream os(text);
      copy->print(os, nullptr);
      hash.add(text);
      for (const std::string &remark : said.remarks)
        hash.add(remark);
    }
    hash.add(std::to_string(ModulesTrial::compile(mutant)));
    return hash.get();
  }
};
} // namespace

static std::unique_ptr<MutantTrial> makeTrial(TrialKind kind, uint64_t seed) {
  switch (kind) {
  case TrialKind::Instance:
    return std::make_unique<InstanceTrial>();
  case TrialKind::Mixed:
    return std::make_unique<ProgramTrial>(seed, "mixed", "whole=2", false);
  case TrialKind::TileAA:
    return std::make_unique<ProgramTrial>(seed, "tileaa", "", false);
  case TrialKind::Lowered:
    return std::make_unique<ProgramTrial>(seed, "lowered", "", false);
  case TrialKind::Stored:
    return std::make_unique<ProgramTrial>(seed, "mixed", "whole=2", true);
  case TrialKind::Llvm:
    return std::make_unique<LlvmModulesTrial>(seed);
  case TrialKind::Fences:
    return std::make_unique<ModulesTrial>(seed, makeFenceTrial());
  }
  llvm_unreachable("unknown kind");
}

MutantTrials::MutantTrials(uint64_t seed) : seed(seed), byKind(numTrialKinds) {}

MutantTrials::~MutantTrials() = default;

MutantTrial &MutantTrials::get(TrialKind kind) {
  std::unique_ptr<MutantTrial> &trial = byKind[unsigned(kind)];
  if (!trial)
    trial = makeTrial(kind, seed);
  return *trial;
}

std::optional<uint64_t> MutantTrials::count(TrialKind kind) {
  return get(kind).count();
}

bool MutantTrials::select(const TrialId &id) {
  selected = &get(id.kind);
  return selected->select(id.index);
}

uint64_t MutantTrials::compile(std::optional<size_t> mutant) {
  return selected->compile(mutant);
}

std::optional<TrialFinding> MutantTrials::judge(std::optional<size_t> mutant) {
  return selected->judge(mutant);
}
