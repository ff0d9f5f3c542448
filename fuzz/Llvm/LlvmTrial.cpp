//===- LlvmTrial.cpp - One module against passes over LLVM IR -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Llvm/LlvmTrial.h"
#include "compiler/Backend/Backend.h"
#include "compiler/Pipeline/Pipeline.h"
#include "fuzz/Llvm/Trial.h"
#include "interp/Simt/PtxProgram.h"
#include "interp/Simt/Simt.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace tilefuzz;
using namespace llvm;

/// Pipelines and passes of LLVM's own; each module goes through the first and
/// one of the others.
static constexpr StringLiteral pipelines[] = {
    "default<O2>",
    "default<O1>",
    "default<O3>",
    "default<Os>",
    "infer-address-spaces",
    "function(sroa,instcombine<no-verify-fixpoint>,gvn)",
    "inline,function(early-cse<memssa>,dse)",
    "function(memcpyopt,loop-mssa(licm),simplifycfg)",
    "deadargelim,argpromotion,globaldce",
    "function(jump-threading,newgvn,correlated-propagation)",
    "attributor-cgscc",
};

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

using CountMap = std::map<std::string, uint64_t>;

static json::Object toObject(const CountMap &counts) {
  json::Object object;
  for (const auto &[name, number] : counts)
    object[name] = int64_t(number);
  return object;
}

static void readObject(const json::Object *object, CountMap &counts) {
  if (!object)
    return;
  for (const auto &[name, value] : *object)
    if (std::optional<int64_t> number = value.getAsInteger())
      counts[name.str()] += *number;
}

void LlvmCounts::add(const LlvmCounts &other) {
  for (auto member :
       {&LlvmCounts::numbers, &LlvmCounts::comparisons, &LlvmCounts::skips})
    for (const auto &[name, number] : other.*member)
      (this->*member)[name] += number;
}

json::Object LlvmCounts::toJSON() const {
  json::Object object = toObject(numbers);
  object["comparisonsPerPass"] = toObject(comparisons);
  object["skips"] = toObject(skips);
  return object;
}

LlvmCounts tilefuzz::parseLlvmCounts(const json::Object &object) {
  LlvmCounts counts;
  readObject(&object, counts.numbers);
  readObject(object.getObject("comparisonsPerPass"), counts.comparisons);
  readObject(object.getObject("skips"), counts.skips);
  return counts;
}

//===----------------------------------------------------------------------===//
// Running and comparing
//===----------------------------------------------------------------------===//

Outcome Trial::execute(const Module &target, const std::string &kernel) {
  Launch launch = program.launch;
  launch.kernel = kernel;
  SimtOptions simt;
  simt.stepLimit = options.maxSteps;
  return runSimt(target, launch, simt);
}

/// False if a kernel has no outcome to compare with.
bool Trial::runSource() {
  for (const std::string &kernel : program.kernels) {
    Outcome outcome = execute(module, kernel);
    if (outcome.status == RunStatus::Unsupported ||
        outcome.status == RunStatus::StepLimit) {
      skip("source: " + outcome.condition);
      return false;
    }
    // Modules are defined by construction.
    if (!outcome.completed()) {
      report("generate", "execution", kernel + ": " + outcome.summary());
      return false;
    }
    count("kernels");
    expected[kernel] = std::move(outcome);
  }
  return true;
}

std::unique_ptr<Module> Trial::apply(const std::string &where,
                                     Rewriting rewriting) {
  std::unique_ptr<Module> copy = CloneModule(module);
  if (Error error = rewriting(*copy)) {
    report(where, "failure", toString(std::move(error)));
    return nullptr;
  }
  std::string message;
  raw_string_ostream os(message);
  if (verifyModule(*copy, &os)) {
    report(where, "failure", "leaves invalid LLVM IR: " + message);
    return nullptr;
  }
  return copy;
}

/// What is the matter with an outcome that is a finding.
static Symptom symptomOf(const ComparisonVerdict &verdict,
                         const Outcome &actual) {
  if (verdict.kind == ComparisonKind::Differs)
    return {};
  return Symptom::undefined(actual.summary());
}

ComparisonVerdict Trial::judge(const Module &target,
                               const std::string &kernel) {
  return refines({expected[kernel]}, execute(target, kernel));
}

void Trial::blame(StringRef pipeline) {
  PassLimit all;
  auto isWrong = [&](PassLimit &limit) {
    std::unique_ptr<Module> copy = CloneModule(module);
    if (Error error =
            runLlvmPipeline(*copy, options.target, pipeline, {}, &limit)) {
      consumeError(std::move(error));
      return false;
    }
    return any_of(program.kernels, [&](const std::string &kernel) {
      const Function *function = copy->getFunction(kernel);
      return !function || function->isDeclaration() ||
             judge(*copy, kernel).isFinding();
    });
  };
  if (!isWrong(all))
    return;
  // Right after `low` passes (after none it is the source), wrong after `high`.
  uint64_t low = 0, high = all.met;
  std::string name = all.last;
  while (high - low > 1) {
    PassLimit limit;
    limit.most = low + (high - low) / 2;
    if (isWrong(limit)) {
      high = limit.most;
      name = limit.last;
    } else {
      low = limit.most;
    }
  }
  result.findings.back().pass = name;
}

bool Trial::compare(const std::string &where, const Module &target,
                    StringRef blamed) {
  for (const std::string &kernel : program.kernels) {
    const Function *function = target.getFunction(kernel);
    if (!function || function->isDeclaration()) {
      report(blamed.empty() ? where : blamed.str(), "interface",
             "kernel '" + kernel + "' is gone");
      return false;
    }
    Outcome actual = execute(target, kernel);
    ComparisonVerdict verdict = refines({expected[kernel]}, actual);
    if (verdict.isFinding()) {
      report(blamed.empty() ? where : blamed.str(), "execution",
             kernel + " after " + where + ": " + verdict.reason);
      result.findings.back().symptom = symptomOf(verdict, actual);
      return false;
    }
    if (verdict.kind != ComparisonKind::Equal) {
      // The same construct in many places is one reason.
      skip(where + ": " + StringRef(verdict.reason).split(" in '").first);
      continue;
    }
    ++result.counts.comparisons[where];
    count("comparisons");
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

/// Each pass alone, then all of them in the order of the pipeline.
void Trial::checkStages() {
  CompileOptions compile;
  compile.bugs = options.bugs;
  std::vector<const Stage *> stages;
  for (const Stage &stage : getStages())
    if (stage.runLlvm && !stage.isOnRequest && stage.name != "optimize-llvm")
      stages.push_back(&stage);
  bool isRight = true;
  auto runOne = [&](const Stage &stage, Module &target) {
    LlvmStageContext context{compile, {}};
    return stage.runLlvm(target, context);
  };
  for (const Stage *stage : stages) {
    std::string name = stage->name.str();
    std::unique_ptr<Module> target =
        apply(name, [&](Module &copy) { return runOne(*stage, copy); });
    isRight &= target && compare(name, *target);
    if (target)
      checkInterface(name, *target);
  }
  if (!isRight)
    return;
  // Prefixes blame the pass that ends the first wrong one.
  for (size_t end = 2; end <= stages.size(); ++end) {
    std::string last = stages[end - 1]->name.str();
    std::unique_ptr<Module> target = apply(last, [&](Module &copy) -> Error {
      for (const Stage *stage : ArrayRef(stages).take_front(end))
        if (Error error = runOne(*stage, copy))
          return error;
      return Error::success();
    });
    if (!target || !compare("stages up to " + last, *target, last))
      return;
  }
}

/// LLVM's pipeline as we run it, which asks our alias analysis. Without it, it
/// is LLVM's own.
void Trial::checkOptimiser() {
  std::unique_ptr<Module> own = apply("default<O2>", [&](Module &copy) {
    return runLlvmPipeline(copy, options.target, "default<O2>");
  });
  if (!own)
    return;
  if (!compare("default<O2>", *own))
    return blame("default<O2>");
  std::unique_ptr<Module> ours = apply("optimize-llvm", [&](Module &copy) {
    return optimize(copy, options.target, OptLevel::O2, options.bugs);
  });
  if (ours)
    compare("optimize-llvm", *ours, "nvvm-aa");
}

void Trial::checkPipelines() {
  size_t others = std::size(pipelines) - 1;
  std::string text = pipelines[1 + options.turn % others].str();
  std::unique_ptr<Module> target = apply(text, [&](Module &copy) {
    return runLlvmPipeline(copy, options.target, text);
  });
  if (target && !compare(text, *target))
    blame(text);
}

/// What the back end makes of the module after our stages, as the pipeline
/// hands it over; its two levels take turns.
void Trial::checkBackEnd() {
  bool isOptimised = options.turn % 2;
  OptLevel level = isOptimised ? OptLevel::O2 : OptLevel::O0;
  std::string name = isOptimised ? "nvptx<O2>" : "nvptx<O0>";
  CompileOptions compile;
  std::unique_ptr<Module> target = apply(name, [&](Module &copy) -> Error {
    LlvmStageContext context{compile, {}};
    for (const Stage &stage : getStages())
      if (stage.runLlvm && !stage.isOnRequest && stage.name != "optimize-llvm")
        if (Error error = stage.runLlvm(copy, context))
          return error;
    // They keep what is called by nobody, and have no form in PTX.
    for (StringRef used : {"llvm.used", "llvm.compiler.used"})
      if (GlobalVariable *list = copy.getNamedGlobal(used))
        list->eraseFromParent();
    return optimize(copy, options.target, level);
  });
  if (!target)
    return;
  Expected<std::string> text = emitPTX(*target, options.target, level);
  if (!text)
    return skip(name + ": " + toString(text.takeError()));
  for (const std::string &kernel : program.kernels) {
    Launch launch = program.launch;
    launch.kernel = kernel;
    Expected<std::unique_ptr<PtxProgram>> ptx =
        PtxProgram::create(*text, launch, target.get());
    if (!ptx) {
      skip(name + ": " + toString(ptx.takeError()));
      continue;
    }
    SimtOptions simt;
    // PTX has several instructions where LLVM IR has one.
    simt.stepLimit = 8 * options.maxSteps;
    Outcome actual = (*ptx)->run(launch, simt);
    ComparisonVerdict verdict = refines({expected[kernel]}, actual);
    if (verdict.isFinding()) {
      report(name, "execution", kernel + " in PTX: " + verdict.reason);
      result.findings.back().symptom = symptomOf(verdict, actual);
      return;
    }
    if (verdict.kind != ComparisonKind::Equal) {
      skip(name + ": " + StringRef(verdict.reason).split(" at ").first.str());
      continue;
    }
    ++result.counts.comparisons[name];
    count("comparisons");
  }
}

LlvmTrialResult Trial::run() {
  count("modules");
  if (!runSource())
    return std::move(result);
  checkIndices();
  checkMetrics();
  checkSelections();
  checkAliases();
  checkStages();
  checkOptimiser();
  checkPipelines();
  checkBackEnd();
  return std::move(result);
}

LlvmTrialResult tilefuzz::tryLlvmProgram(const LlvmProgram &program,
                                         const LlvmTrialOptions &options) {
  return Trial(program, options).run();
}
