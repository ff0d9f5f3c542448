//===- MutantTrials.cpp - What a mutant is tried on -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Score/MutantTrials.h"
#include "compiler/Support/Mutants/Mutants.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Campaign/RequestSampling.h"
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
    "instance",  "mixed",  "tileaa", "lowered",
    "requested", "stored", "llvm",   "fences"};
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

void CompilerPrints::add(llvm::StringRef what, llvm::StringRef text) {
  for (llvm::StringRef part : {what, text}) {
    sum = (sum ^ llvm::xxh3_64bits(part)) * 0x9E3779B97F4A7C15;
    sum ^= sum >> 32;
  }
  if (isKept)
    texts.push_back({what.str(), text.str()});
}

std::string
CompilerPrints::describeDifference(const CompilerPrints &other) const {
  for (size_t i = 0; i < std::max(texts.size(), other.texts.size()); ++i) {
    if (i >= texts.size())
      return "more: " + other.texts[i].first + ": " + other.texts[i].second;
    if (i >= other.texts.size())
      return "less: " + texts[i].first + ": " + texts[i].second;
    if (texts[i] == other.texts[i])
      continue;
    llvm::StringRef left = texts[i].second, right = other.texts[i].second;
    while (!left.empty() || !right.empty()) {
      auto [leftLine, leftRest] = left.split('\n');
      auto [rightLine, rightRest] = right.split('\n');
      if (leftLine != rightLine)
        return (other.texts[i].first + ": " + leftLine.trim() + " | " +
                rightLine.trim())
            .str();
      left = leftRest;
      right = rightRest;
    }
    return texts[i].first + " | " + other.texts[i].first;
  }
  return "";
}

namespace tilefuzz {
class MutantTrial {
public:
  virtual ~MutantTrial() = default;
  virtual std::optional<uint64_t> count() const { return std::nullopt; }
  virtual bool select(uint64_t index) = 0;
  virtual void compile(std::optional<size_t> mutant,
                       CompilerPrints &prints) = 0;
  virtual std::optional<TrialFinding> judge(std::optional<size_t> mutant) = 0;
};
} // namespace tilefuzz

namespace {
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

class PrintingObserver : public Observer {
public:
  PrintingObserver(CompilerPrints &prints, std::optional<size_t> mutant,
                   bool isStored)
      : prints(prints), mutant(mutant), isStored(isStored) {}

  bool wants(const Stage &) override { return isStored; }
  void afterInexpressible(const Stage &stage, llvm::StringRef reason) override {
    prints.add(stage.name, reason);
  }
  mlir::LogicalResult afterStage(const Stage &stage,
                                 mlir::ModuleOp module) override {
    if (getStageIndex(stage) == 0)
      return mlir::success();
    PausedMutant paused(mutant);
    prints.add(stage.name, printed(module));
    return mlir::success();
  }
  mlir::LogicalResult afterStage(const Stage &stage,
                                 llvm::Module &module) override {
    PausedMutant paused(mutant);
    std::string text;
    llvm::raw_string_ostream os(text);
    module.print(os, nullptr);
    prints.add(stage.name, text);
    return mlir::success();
  }
  mlir::LogicalResult afterStage(const Stage &stage,
                                 llvm::StringRef code) override {
    prints.add(stage.name, code);
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
  CompilerPrints &prints;
  std::optional<size_t> mutant;
  bool isStored;
};

//===----------------------------------------------------------------------===//
// Programs of tiles
//===----------------------------------------------------------------------===//

/// Beside compiling and comparing them.
enum class Treatment { Plain, Stored, Requested };

class ProgramTrial : public MutantTrial {
public:
  ProgramTrial(uint64_t seed, llvm::StringRef language, llvm::StringRef knobs,
               Treatment treatment = Treatment::Plain)
      : isStored(treatment == Treatment::Stored) {
    requests.oneIn = treatment == Treatment::Requested;
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
    // Hardly ever are the stages those of the program before.
    if (source->isContextUsedUp() || requests.oneIn)
      compiler.reset();
    std::vector<std::string> stages = requests.stagesFor(source->seedOf(index));
    comparison.compile.enabledPatterns.assign(stages.begin(), stages.end());
    llvm::Expected<Program> made = source->get(index);
    if (made)
      program.emplace(std::move(*made));
    else
      llvm::consumeError(made.takeError());
    return program.has_value();
  }

  void compile(std::optional<size_t> mutant, CompilerPrints &prints) override {
    Program copy = program->clone();
    mlir::ScopedDiagnosticHandler handler(
        copy.module->getContext(), [&](mlir::Diagnostic &diagnostic) {
          prints.add("diagnostic", diagnostic.str());
          return mlir::success();
        });
    PrintingObserver observer(prints, mutant, isStored);
    ActiveMutant active(mutant);
    if (!compiler)
      compiler = makeCompiler(comparison);
    if (failed(compiler->run(copy.module.get(), &observer)))
      prints.add("diagnostic", "failed");
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
  RequestSampling requests;
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

  void compile(std::optional<size_t> mutant, CompilerPrints &prints) override {
    mlir::OwningOpRef<mlir::ModuleOp> copy(module->clone());
    mlir::ScopedDiagnosticHandler handler(
        context.get(), [&](mlir::Diagnostic &diagnostic) {
          prints.add("diagnostic", diagnostic.str());
          return mlir::success();
        });
    {
      ActiveMutant active(mutant);
      apply(copy.get());
    }
    PausedMutant paused(mutant);
    prints.add(selected->pattern, PrintingObserver::printed(copy.get()));
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

  void compile(std::optional<size_t> mutant, CompilerPrints &prints) override {
    for (const ModuleFinding &finding : run(mutant))
      prints.add(finding.signature, finding.reason);
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

  void compile(std::optional<size_t> mutant, CompilerPrints &prints) override {
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
          prints.add(stage.name, llvm::toString(std::move(error)));
      }
      std::string text;
      llvm::raw_string_ostream os(text);
      copy->print(os, nullptr);
      prints.add(stage.name, text);
      for (const std::string &remark : said.remarks)
        prints.add("diagnostic", remark);
    }
    ModulesTrial::compile(mutant, prints);
  }
};
} // namespace

static std::unique_ptr<MutantTrial> makeTrial(TrialKind kind, uint64_t seed) {
  switch (kind) {
  case TrialKind::Instance:
    return std::make_unique<InstanceTrial>();
  case TrialKind::Mixed:
    return std::make_unique<ProgramTrial>(seed, "mixed", "whole=2");
  case TrialKind::TileAA:
    return std::make_unique<ProgramTrial>(seed, "tileaa", "");
  case TrialKind::Lowered:
    return std::make_unique<ProgramTrial>(seed, "lowered", "");
  case TrialKind::Requested:
    return std::make_unique<ProgramTrial>(seed, "lowered", "products=4",
                                          Treatment::Requested);
  case TrialKind::Stored:
    return std::make_unique<ProgramTrial>(seed, "mixed", "whole=2",
                                          Treatment::Stored);
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

void MutantTrials::compile(std::optional<size_t> mutant,
                           CompilerPrints &prints) {
  selected->compile(mutant, prints);
}

std::optional<TrialFinding> MutantTrials::judge(std::optional<size_t> mutant) {
  return selected->judge(mutant);
}
