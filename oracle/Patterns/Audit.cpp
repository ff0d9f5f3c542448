//===- Audit.cpp - The rewrites that the seeds prescribe ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/Audit.h"
#include "compiler/Pipeline/Pipeline.h"
#include "interp/Explore/Expectation.h"
#include "interp/Tile/DecodedProgram.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace tilefuzz;

static std::optional<ProofKind> verdictOf(llvm::ArrayRef<PatternProof> proofs) {
  std::optional<ProofVerdict> all;
  for (const PatternProof &proof : proofs)
    all = all ? combine(*all, proof.verdict) : proof.verdict;
  if (!all)
    return std::nullopt;
  return all->kind;
}
std::optional<ProofKind> AuditRow::shippedVerdict() const {
  return verdictOf(shipped);
}
std::optional<ProofKind> AuditRow::statedVerdict() const {
  for (const LitmusFinding &finding : litmus)
    if (!finding.added.empty())
      return ProofKind::Refuted;
  return asStated.empty() ? std::nullopt
                          : std::optional(asStated.front().verdict.kind);
}

//===----------------------------------------------------------------------===//
// Exploration
//===----------------------------------------------------------------------===//

static llvm::Error inProgram(llvm::StringRef program, const llvm::Twine &what) {
  return llvm::createStringError(program + ": " + what);
}

static llvm::Expected<Exploration> exploreModule(mlir::ModuleOp module,
                                                 const Launch &launch) {
  llvm::Expected<DecodedProgram> program =
      DecodedProgram::decode(module, launch.kernel);
  if (!program)
    return program.takeError();
  return explore(*program, launch);
}

/// Outcomes as tuples of what is observed, and pairs that race.
static std::set<std::string> shownBy(const Exploration &exploration,
                                     llvm::ArrayRef<Observed> observed) {
  std::set<std::string> shown;
  for (const ExploredOutcome &explored : exploration.outcomes)
    shown.insert(observe(explored.outcome, observed));
  if (!exploration.races.empty())
    shown.insert("a race");
  return shown;
}

static llvm::Expected<LitmusFinding> exploreLitmus(const AuditLitmus &litmus,
                                                   llvm::StringRef folder) {
  LitmusFinding finding;
  finding.litmus = litmus;
  std::string path = (folder + "/" + litmus.program + ".mlir").str();
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return inProgram(path, buffer.getError().message());
  llvm::StringRef text = (*buffer)->getBuffer();
  finding.title = text.split('\n').first.ltrim("/ ").str();
  llvm::Expected<Launch> launch = parseLaunch(text, path);
  if (!launch)
    return launch.takeError();
  llvm::Expected<Expectation> expectation =
      parseExpectation(text, path, *launch);
  if (!expectation)
    return expectation.takeError();
  for (const Observed &one : expectation->observed)
    finding.observed += (finding.observed.empty() ? "" : " ") + one.buffer;

  mlir::DialectRegistry registry;
  registerCompilerDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  mlir::OwningOpRef<mlir::ModuleOp> source =
      mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  CompileOptions compileOptions;
  compileOptions.stopAfter = "convert-cuda-tile-to-tileaa";
  for (const PatternTable &table : getPatternTables())
    for (const PatternRow &row : table.rows)
      compileOptions.disabledPatterns.push_back(row.name.str());
  if (!source || failed(compile(source.get(), compileOptions)))
    return inProgram(path, "does not compile");

  mlir::OwningOpRef<mlir::ModuleOp> target = source->clone();
  FiringCounts firings;
  NamedPatternOptions only;
  only.firings = &firings;
  only.enabled.push_back(litmus.variant.pattern.str());
  if (litmus.variant.bug)
    only.bugs.insert(*litmus.variant.bug);
  for (const std::string &name : patternNames())
    if (name != litmus.variant.pattern)
      only.disabled.push_back(name);
  for (const PatternTable &table : getPatternTables())
    if (llvm::any_of(table.rows, [&](const PatternRow &row) {
          return row.name == litmus.variant.pattern;
        }))
      (void)applyNamedPatterns(target.get(), table.rows, only);
  finding.applied = firings.counts.lookup(litmus.variant.pattern);

  llvm::Expected<Exploration> before = exploreModule(source.get(), *launch);
  if (!before)
    return before.takeError();
  llvm::Expected<Exploration> after = exploreModule(target.get(), *launch);
  if (!after)
    return after.takeError();
  finding.isComplete = before->isComplete() && after->isComplete();
  std::set<std::string> shownBefore = shownBy(*before, expectation->observed);
  std::set<std::string> shownAfter = shownBy(*after, expectation->observed);
  finding.outcomesBefore = shownBefore.size();
  finding.outcomesAfter = shownAfter.size();
  for (const std::string &shown : shownAfter)
    if (before->isComplete() && !shownBefore.count(shown))
      finding.added.push_back(shown);
  return finding;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

llvm::Expected<std::vector<AuditRow>>
tilefuzz::runAudit(const AuditOptions &options) {
  std::vector<AuditRow> rows;
  std::vector<ProofTask> tasks;
  // Rules share rows of the tables: each is proved once.
  std::map<std::pair<std::string, int>, size_t> known;
  auto taskOf = [&](const AuditVariant &variant) {
    auto key =
        std::pair(variant.pattern.str(), variant.bug ? int(*variant.bug) : -1);
    auto [entry, isNew] = known.try_emplace(key, tasks.size());
    if (isNew) {
      ProofTask &task = tasks.emplace_back();
      task.pattern = key.first;
      task.options.refinement = options.refinement;
      task.options.enabled.push_back(key.first);
      if (variant.bug)
        task.options.bugs.insert(*variant.bug);
    }
    return entry->second;
  };
  for (const AuditRule &rule : getAuditRules()) {
    for (const AuditVariant &variant : rule.asStated)
      taskOf(variant);
    for (llvm::StringLiteral name : rule.shipped)
      taskOf({name});
  }
  std::vector<PatternProof> proofs = provePatterns(tasks, options.threads);
  for (const AuditRule &rule : getAuditRules()) {
    AuditRow &row = rows.emplace_back();
    row.rule = &rule;
    for (const AuditVariant &variant : rule.asStated)
      row.asStated.push_back(proofs[taskOf(variant)]);
    for (llvm::StringLiteral name : rule.shipped)
      row.shipped.push_back(proofs[taskOf({name})]);
    for (const AuditLitmus &litmus : rule.litmus) {
      llvm::Expected<LitmusFinding> finding =
          exploreLitmus(litmus, options.litmusFolder);
      if (!finding)
        return finding.takeError();
      row.litmus.push_back(std::move(*finding));
    }
  }
  return rows;
}
