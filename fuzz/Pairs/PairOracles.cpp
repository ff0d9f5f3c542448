//===- PairOracles.cpp - What the oracles say of a pair -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Pairs/PairOracles.h"
#include "compiler/Pipeline/Pipeline.h"
#include "interp/Program/Program.h"
#include "mlir/IR/SymbolTable.h"
#include "oracle/Order/OutcomeSets.h"
#include "oracle/Order/RequiredOrder.h"
#include "oracle/Refine/Validation.h"

using namespace tilefuzz;

llvm::StringRef tilefuzz::toString(AuditAnswer answer) {
  switch (answer) {
  case AuditAnswer::Kept:
    return "kept";
  case AuditAnswer::Lost:
    return "lost";
  case AuditAnswer::Unexplained:
    return "unexplained";
  case AuditAnswer::Unmatched:
    return "unmatched";
  case AuditAnswer::Undefined:
    return "undefined";
  }
  llvm_unreachable("unknown answer");
}

llvm::StringRef tilefuzz::toString(ExploreAnswer answer) {
  switch (answer) {
  case ExploreAnswer::Same:
    return "same";
  case ExploreAnswer::New:
    return "new";
  case ExploreAnswer::SourceRaces:
    return "source-races";
  case ExploreAnswer::Incomplete:
    return "incomplete";
  }
  llvm_unreachable("unknown answer");
}

std::string PairAnswers::triple() const {
  return (toString(proof.kind) + ", " + toString(audit) + ", " +
          toString(explored))
      .str();
}

std::string PairAnswers::disagreement(bool isStrengthened) const {
  // Of a source that races nothing is asked.
  if (explored == ExploreAnswer::SourceRaces || audit == AuditAnswer::Undefined)
    return !isStrengthened ? ""
           : proof.kind == ProofKind::Refuted
               ? "the proof refutes what only adds order"
           : rewrite.kind == ProofKind::Refuted
               ? "the proof of a rewrite refutes what only adds order"
               : "";
  if (explored == ExploreAnswer::New && proof.kind == ProofKind::Proved)
    return "the proof holds, and the explorer finds a new outcome";
  if (explored == ExploreAnswer::New && rewrite.kind == ProofKind::Proved)
    return "the proof of a rewrite holds, and the explorer finds a new outcome";
  if (explored == ExploreAnswer::New && audit == AuditAnswer::Kept && isClosed)
    return "the auditor says kept, and the explorer finds a new outcome";
  // Without a complete list the source may race.
  if (audit == AuditAnswer::Lost && proof.kind == ProofKind::Proved &&
      explored == ExploreAnswer::Same)
    return "the proof holds, and the auditor says lost";
  if (!isStrengthened)
    return "";
  if (explored == ExploreAnswer::New)
    return "the explorer finds a new outcome of what only adds order";
  if (audit == AuditAnswer::Lost || audit == AuditAnswer::Unexplained)
    return "the auditor says lost of what only adds order";
  if (proof.kind == ProofKind::Refuted)
    return "the proof refutes what only adds order";
  if (rewrite.kind == ProofKind::Refuted)
    return "the proof of a rewrite refutes what only adds order";
  return "";
}

std::unique_ptr<mlir::MLIRContext> tilefuzz::createPairContext() {
  mlir::DialectRegistry registry;
  registerCompilerDialects(registry);
  auto context = std::make_unique<mlir::MLIRContext>(
      registry, mlir::MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  // `tilefuzz.observe`, of the entry that is proved.
  context->allowUnregisteredDialects();
  return context;
}

/// Of the entry with that name alone.
static mlir::OwningOpRef<mlir::ModuleOp> entryOf(mlir::ModuleOp module,
                                                 llvm::StringRef name) {
  mlir::OwningOpRef<mlir::ModuleOp> copy = module.clone();
  llvm::SmallVector<mlir::Operation *> others;
  copy->walk([&](mlir::SymbolOpInterface symbol) {
    if (symbol->getNumRegions() == 1 &&
        symbol->getParentOp() != copy->getOperation() &&
        symbol.getName() != name)
      others.push_back(symbol);
  });
  for (mlir::Operation *other : others)
    other->erase();
  return copy;
}

static mlir::FunctionOpInterface blockOf(mlir::ModuleOp module) {
  mlir::FunctionOpInterface found;
  module.walk([&](mlir::FunctionOpInterface function) { found = function; });
  return found;
}

static void askAuditor(const DecodedProgram &source,
                       const DecodedProgram &target, const Launch &launch,
                       PairAnswers &answers) {
  answers.audit = AuditAnswer::Kept;
  answers.isClosed = true;
  for (Schedule::Kind kind :
       {Schedule::Kind::ProgramOrder, Schedule::Kind::ReverseBlocks,
        Schedule::Kind::RoundRobin}) {
    llvm::Expected<TracedRun> before = traceOrder(source, launch, {kind, 0});
    llvm::Expected<TracedRun> after = traceOrder(target, launch, {kind, 0});
    if (!before || !after) {
      llvm::consumeError(before.takeError());
      llvm::consumeError(after.takeError());
      answers.audit = AuditAnswer::Unmatched;
      return;
    }
    answers.isClosed &=
        before->outcome.isFullyOrdered && after->outcome.isFullyOrdered;
    if (before->outcome.status == RunStatus::Race ||
        before->outcome.status == RunStatus::UndefinedBehaviour) {
      answers.audit = AuditAnswer::Undefined;
      return;
    }
    OrderReport report = checkRequiredOrder(*before, *after);
    if (!report.losses.empty() && answers.lost.empty())
      answers.lost = report.losses.front().toString();
    auto isOfOrder = [](const OrderLoss &loss) {
      return loss.kind == OrderLoss::Kind::Edge ||
             loss.kind == OrderLoss::Kind::Strength;
    };
    if (llvm::any_of(report.losses, isOfOrder))
      answers.audit = AuditAnswer::Lost;
    else if (!report.losses.empty() && answers.audit != AuditAnswer::Lost)
      answers.audit = AuditAnswer::Unexplained;
    else if (!report.cannotMatch.empty() && answers.audit == AuditAnswer::Kept)
      answers.audit = AuditAnswer::Unmatched;
  }
}

llvm::Expected<PairAnswers> tilefuzz::askOracles(llvm::StringRef source,
                                                 llvm::StringRef target,
                                                 mlir::MLIRContext &context,
                                                 const PairOptions &options) {
  llvm::Expected<Program> a = parseProgram(source, "source.mlir", context);
  if (!a)
    return a.takeError();
  llvm::Expected<Program> b = parseProgram(target, "target.mlir", context);
  if (!b)
    return b.takeError();
  PairAnswers answers;
  {
    mlir::OwningOpRef<mlir::ModuleOp> before =
                                          entryOf(a->module.get(), "block"),
                                      after = entryOf(b->module.get(), "block");
    RefinementOptions refinement;
    refinement.timeoutMs = options.timeoutMs;
    refinement.fault = options.fault;
    validate(
        before.get(), after.get(), refinement,
        [&](const FunctionProof &proof) { answers.proof = proof.verdict; });
    if (auto [one, other] =
            std::pair(blockOf(before.get()), blockOf(after.get()));
        one && other)
      answers.rewrite = checkRewrite(one, other, refinement);
  }
  mlir::OwningOpRef<mlir::ModuleOp> before =
                                        entryOf(a->module.get(), "program"),
                                    after = entryOf(b->module.get(), "program");
  llvm::Expected<DecodedProgram> first =
      DecodedProgram::decode(before.get(), "program");
  if (!first)
    return first.takeError();
  llvm::Expected<DecodedProgram> second =
      DecodedProgram::decode(after.get(), "program");
  if (!second)
    return second.takeError();
  askAuditor(*first, *second, a->launch, answers);
  OutcomeReport outcomes = compareOutcomes(*first, *second, a->launch);
  answers.added = outcomes.added;
  answers.explored = !outcomes.sourceRace.empty()  ? ExploreAnswer::SourceRaces
                     : !outcomes.added.empty()     ? ExploreAnswer::New
                     : outcomes.incomplete.empty() ? ExploreAnswer::Same
                                                   : ExploreAnswer::Incomplete;
  return answers;
}

ProofFault tilefuzz::faultOf(const Finding &finding) {
  for (const std::string &name : finding.bugs)
    if (std::optional<ProofFault> fault = parseProofFault(name))
      return *fault;
  return ProofFault::None;
}

llvm::Expected<bool> tilefuzz::reproducePair(const Finding &finding,
                                             llvm::raw_ostream &os) {
  std::unique_ptr<mlir::MLIRContext> context = createPairContext();
  PairOptions options;
  options.fault = faultOf(finding);
  llvm::Expected<PairAnswers> answers =
      askOracles(finding.program, finding.after, *context, options);
  if (!answers)
    return answers.takeError();
  os << finding.signature << "\nsource:\n"
     << finding.program << "target:\n"
     << finding.after << "proof: " << toString(answers->proof.kind);
  if (!answers->proof.reason.empty())
    os << ", " << answers->proof.reason;
  os << "\nproof of a rewrite: " << toString(answers->rewrite.kind);
  if (!answers->rewrite.reason.empty())
    os << ", " << answers->rewrite.reason;
  os << "\nauditor: " << toString(answers->audit);
  if (!answers->lost.empty())
    os << ", " << answers->lost;
  os << "\nexplorer: " << toString(answers->explored);
  if (!answers->added.empty())
    os << ", " << answers->added;
  os << "\n";
  return !answers->disagreement(/*isStrengthened=*/true).empty() &&
         answers->disagreement(/*isStrengthened=*/true) == finding.symptom.rule;
}
