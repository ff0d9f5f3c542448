//===- tile-verify-fold.cpp - Prove the compiler's rewrites ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Support/Options/SharedOptions.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "oracle/Patterns/Audit.h"
#include "oracle/Patterns/ConversionTemplates.h"
#include "oracle/Patterns/Conversions.h"
#include "oracle/Patterns/Folds.h"
#include "oracle/Patterns/PatternInstances.h"
#include "oracle/Patterns/PatternProof.h"
#include "oracle/Patterns/ProofChoice.h"
#include "tools/tile-verify-fold/Firings.h"
#include "tools/tile-verify-fold/ProofPrinter.h"
#include "tools/tile-verify-fold/Validate.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Threading.h"
#include <chrono>

namespace cl = llvm::cl;
namespace json = llvm::json;
using namespace tilefuzz;

static cl::list<std::string> names(cl::Positional, cl::desc("NAME|FILE..."),
                                   cl::cat(toolOptions));

static OptionGroup whatGroup("What is proved");
static cl::opt<bool> list("list", cl::desc("Lists the patterns and exits."),
                          inGroup(whatGroup));
static cl::opt<bool>
    all("all",
        cl::desc("Proves every pattern that is on by default, every fold, and "
                 "how every public operation is lowered."),
        inGroup(whatGroup));
static cl::list<std::string> enabled(
    "enable-pattern", cl::value_desc("NAME"), cl::CommaSeparated,
    cl::desc("Proves, with --all, this pattern too, which is off by default."),
    inGroup(whatGroup));
static cl::list<std::string>
    bugs("inject-bug", cl::value_desc("NAME"), cl::CommaSeparated,
         cl::desc("Proves the seeded wrong variant of a pattern instead of the "
                  "right one; `tile-fuzz bugs` lists them."),
         inGroup(whatGroup));
static cl::opt<bool> allBugs(
    "all-bugs",
    cl::desc("Refutes every seeded wrong variant of a pattern, and of how "
             "operations are lowered."),
    inGroup(whatGroup));
static cl::opt<bool>
    audit("audit",
          cl::desc("Prints docs/rewrite-audit.md: every rewrite that the seeds "
                   "prescribe, as stated and as shipped."),
          inGroup(whatGroup));
static cl::opt<std::string>
    litmusFolder("litmus", cl::init("corpus/litmus"), cl::value_desc("FOLDER"),
                 cl::desc("Names the folder where --audit finds the litmus "
                          "programs. Default: corpus/litmus."),
                 inGroup(whatGroup));

static OptionGroup compareGroup("Code of any tool");
static cl::opt<std::string> before(
    "before", cl::value_desc("FILE"),
    cl::desc("Compares the functions of this module with those of --after."),
    inGroup(compareGroup));
static cl::opt<std::string>
    after("after", cl::value_desc("FILE"),
          cl::desc("Names the module that --before is compared with."),
          inGroup(compareGroup));
static cl::opt<std::string> optCommand(
    "opt-command", cl::value_desc("CMD"),
    cl::desc(
        "Compares each FILE, or each instance of each NAME, with what this "
        "shell command makes of it. {in} and {out} stand for the files."),
    inGroup(compareGroup));
static CommandSecondsOption optSeconds(compareGroup);

static OptionGroup instanceGroup("On which instances");
static cl::opt<bool> conversions(
    "conversions",
    cl::desc("Proves how each public operation is lowered, as --all does."),
    inGroup(instanceGroup));
static cl::opt<bool> quick(
    "quick",
    cl::desc("Proves the patterns on their templates and on what is found "
             "from them only, without all combinations of what they could "
             "look at; --all leaves out how operations are lowered, too."),
    inGroup(instanceGroup));
/// What is the default now.
static cl::opt<bool> combinations("combinations", cl::Hidden,
                                  cl::cat(toolOptions));
static cl::list<std::string> types(
    "types", cl::value_desc("TYPE"), cl::CommaSeparated,
    cl::desc("Makes the instances of the templates with these element types."),
    inGroup(instanceGroup));
static cl::opt<unsigned> searchTries(
    "search", cl::init(400), cl::value_desc("N"),
    cl::desc("Tries at most N programs that are grown from a pattern's "
             "templates, for branches of its code that these do not take. "
             "Default: 400."),
    inGroup(instanceGroup));
static cl::list<std::string> harvestPaths(
    "harvest", cl::value_desc("PATH"),
    cl::desc(
        "Proves the patterns on what they fire on in these programs: files, "
        "folders, or a campaign's database, which gives weights, too."),
    inGroup(instanceGroup));
static cl::opt<uint64_t>
    harvestCount("programs", cl::init(0), cl::value_desc("N"),
                 cl::desc("Proves the patterns on what they fire on in N "
                          "random programs. Default: 0."),
                 inGroup(instanceGroup));
static cl::opt<uint64_t>
    seed("seed", cl::init(1), cl::value_desc("SEED"),
         cl::desc("Makes the first random program from this seed. Default: 1."),
         inGroup(instanceGroup));
static cl::opt<unsigned>
    perPattern("instances", cl::init(50), cl::value_desc("N"),
               cl::desc("Proves at most N different harvested instances of a "
                        "pattern. Default: 50."),
               inGroup(instanceGroup));
static cl::opt<std::string> firingsFile(
    "firings", cl::value_desc("FILE"),
    cl::desc(
        "Weights the verdicts by how often each pattern fired, which FILE "
        "says: a campaign's database, or what `tile-fuzz run --json` printed."),
    inGroup(instanceGroup));
static cl::opt<std::string>
    saveFolder("save-instances", cl::value_desc("DIR"),
               cl::desc("Writes the harvested instances to this folder."),
               inGroup(instanceGroup));

static OptionGroup solverGroup("How the solver is asked");
static cl::opt<unsigned>
    timeout("timeout", cl::init(10000), cl::value_desc("MS"),
            cl::desc("Gives the solver so many milliseconds for one question. "
                     "Default: 10000."),
            inGroup(solverGroup));
static cl::opt<unsigned>
    iterations("iterations", cl::init(4), cl::value_desc("N"),
               cl::desc("Encodes N iterations of a loop whose "
                        "bounds are not known. Default: 4."),
               inGroup(solverGroup));
/// Its old name.
static cl::alias tripsAlias("trips", cl::aliasopt(iterations), cl::Hidden);
static JobsOption jobs(solverGroup);
static cl::opt<std::string> smtlib(
    "smtlib", cl::value_desc("DIR"),
    cl::desc("Writes every query to this folder, as an SMT-LIB 2 script."),
    inGroup(solverGroup));

static OptionGroup outputGroup("What is printed");
static cl::opt<bool> verbose("v", cl::desc("Prints every instance."),
                             inGroup(outputGroup));
static cl::opt<bool> showInstances(
    "print-instances",
    cl::desc("Prints the code of the instances instead of proving them."),
    inGroup(outputGroup));
static JSONOption asJSON(outputGroup);

static int fail(const llvm::Twine &message) {
  llvm::errs() << "tile-verify-fold: error: " << message << '\n';
  return 1;
}

/// Integers and floats.
static bool isElementType(llvm::StringRef name) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  mlir::ScopedDiagnosticHandler silent(
      &context, [](mlir::Diagnostic &) { return mlir::success(); });
  mlir::Type type = name.empty() ? nullptr : mlir::parseType(name, &context);
  return type && type.isIntOrFloat();
}

static bool isConversion(llvm::StringRef name) {
  return name.starts_with(conversionPrefix);
}

static int printList() {
  json::Array rows;
  for (const PatternTable &table : getPatternTables())
    for (const PatternRow &row : table.rows) {
      if (row.bug)
        continue;
      if (asJSON)
        rows.push_back(
            json::Object{{"name", row.name},
                         {"dialect", table.dialect},
                         {"summary", row.summary},
                         {"offByDefault", row.offByDefault},
                         {"instances", int64_t(instancesOf(row.name).size())}});
      else
        llvm::outs() << llvm::formatv(
            "{0,-38} {1}{2}\n", row.name,
            row.offByDefault ? "off by default: " : "", row.summary);
    }
  auto add = [&](llvm::StringRef name, llvm::StringRef dialect,
                 llvm::StringRef summary) {
    if (asJSON)
      rows.push_back(
          json::Object{{"name", name},
                       {"dialect", dialect},
                       {"summary", summary},
                       {"offByDefault", false},
                       {"instances", int64_t(instancesOf(name).size())}});
    else
      llvm::outs() << llvm::formatv("{0,-38} {1}\n", name, summary);
  };
  for (const std::string &name : foldNames())
    add(name, llvm::StringRef(name).drop_front(5).split('.').first,
        "the operation's fold");
  for (const std::string &name : conversionNames())
    add(name, "cuda_tile", "how the operation is lowered");
  if (asJSON)
    llvm::outs() << llvm::formatv("{0:2}\n", json::Value(std::move(rows)));
  return 0;
}

/// Patterns and folds.
static std::vector<std::string> allNames() {
  std::vector<std::string> names = patternNames();
  llvm::append_range(names, foldNames());
  return names;
}

/// Proofs on what programs give, instead of on templates.
static llvm::Error harvestTasks(std::vector<ProofTask> &tasks,
                                Weights &weights) {
  HarvestOptions options;
  options.maxInstances = perPattern;
  if (!tasks.empty())
    options.bugs = tasks.front().options.bugs;
  Harvest harvest(options);
  HarvestSources sources;
  sources.paths.assign(harvestPaths.begin(), harvestPaths.end());
  sources.programs = harvestCount;
  sources.seed = seed;
  uint64_t failed = 0;
  Weights campaign;
  if (llvm::Error error = harvestPrograms(sources, harvest, failed, campaign))
    return error;
  for (const auto &[pattern, count] : campaign)
    weights.try_emplace(pattern, count);
  if (failed)
    llvm::errs() << "tile-verify-fold: " << failed
                 << " programs do not compile\n";
  if (!saveFolder.empty())
    if (llvm::Error error = writeInstances(harvest, saveFolder))
      return error;
  // A pattern that never fired is left out: there is nothing to say of it, but
  // to who named it. One that fired in the campaign, but not on what was kept,
  // has its templates.
  std::vector<ProofTask> harvested;
  for (ProofTask &task : tasks) {
    auto found = harvest.patterns().find(task.pattern);
    if (found == harvest.patterns().end() || found->second.instances.empty()) {
      if (campaign.count(task.pattern))
        harvested.push_back(std::move(task));
      else if (!all)
        llvm::errs() << "tile-verify-fold: '" << task.pattern
                     << "' fires on none of these programs\n";
      continue;
    }
    task.instances = found->second.instances;
    task.options.refinement.allowOpaque = true;
    weights.try_emplace(task.pattern, found->second.firings);
    harvested.push_back(std::move(task));
  }
  tasks = std::move(harvested);
  return llvm::Error::success();
}

/// Every row of a pattern table that is a wrong variant, and every wrong
/// variant of the lowering.
static int refuteBugs(PatternProofOptions options, unsigned threads) {
  options.stopAtRefutation = true;
  std::vector<ProofTask> tasks;
  std::vector<llvm::StringRef> names;
  for (const PatternTable &table : getPatternTables())
    for (const PatternRow &row : table.rows) {
      if (!row.bug)
        continue;
      PatternProofOptions with = options;
      with.bugs.insert(*row.bug);
      with.enabled.push_back(row.name.str());
      tasks.push_back({row.name.str(), with});
      names.push_back(getSeededBugs()[unsigned(*row.bug)].name);
    }
  unsigned missed = 0;
  double total = 0;
  auto print = [&](llvm::StringRef bug, ProofKind verdict, llvm::StringRef of,
                   double seconds) {
    missed += verdict != ProofKind::Refuted;
    total += seconds;
    llvm::outs() << llvm::formatv("{0,-38} {1,-11} {2}  {3:f2} s\n", bug,
                                  toString(verdict), of, seconds);
  };
  for (auto [name, proof] :
       llvm::zip_equal(names, provePatterns(tasks, threads)))
    print(name, proof.verdict.kind, proof.pattern, proof.seconds);
  size_t asked = names.size();
  if (!quick)
    for (const SeededBugInfo &bug : getSeededBugs()) {
      std::vector<std::string> proofs = proofsOf(bug);
      if (proofs.empty() || !isConversion(proofs.front()))
        continue;
      ++asked;
      auto start = std::chrono::steady_clock::now();
      BugProof proof = proveBug(bug, options, [] { return true; });
      print(bug.name, proof.verdict.kind,
            proof.pattern.empty() ? llvm::StringRef(bug.where)
                                  : llvm::StringRef(proof.pattern),
            std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                          start)
                .count());
    }
  llvm::outs() << llvm::formatv("{0} of {1} refuted; {2:f2} s\n",
                                asked - missed, asked, total);
  return missed ? 4 : 0;
}

static int printAudit(unsigned threads) {
  AuditOptions options;
  options.refinement.timeoutMs = timeout;
  options.threads = threads;
  options.litmusFolder = litmusFolder;
  llvm::Expected<std::vector<AuditRow>> rows = runAudit(options);
  if (!rows)
    return fail(llvm::toString(rows.takeError()));
  if (asJSON)
    llvm::outs() << llvm::formatv("{0:2}\n", toJSON(*rows));
  else
    llvm::outs() << toMarkdown(*rows);
  return 0;
}

/// `queries`: where they are kept; null: nowhere.
static int run(QueryFolder *queries) {
  if (list)
    return printList();
  unsigned threads = jobs ? unsigned(jobs)
                          : llvm::hardware_concurrency().compute_thread_count();
  if (audit)
    return printAudit(threads);
  std::vector<std::string> known = allNames();
  llvm::append_range(known, conversionNames());
  if (quick && combinations)
    return fail("--quick leaves out what --combinations asks for");
  ValidateOptions validation;
  validation.refinement.timeoutMs = timeout;
  validation.refinement.maxIterations = iterations;
  validation.queries = queries;
  validation.asJSON = asJSON;
  validation.command = optCommand;
  validation.seconds = optSeconds;
  if (before.empty() != after.empty())
    return fail("--before and --after go together");
  if (!before.empty() && (!names.empty() || !optCommand.empty()))
    return fail("--before and --after take no NAME, FILE or --opt-command");
  if (!bugs.empty() && (!before.empty() || !optCommand.empty()))
    return fail("--inject-bug is of the patterns here, not of another tool");
  if (optCommand.getNumOccurrences() && optCommand.empty())
    return fail("--opt-command names no command");
  bool harvests = !harvestPaths.empty() || harvestCount;
  if (!optCommand.empty() && (harvests || allBugs))
    return fail("--opt-command takes no --harvest, --programs or --all-bugs");
  if (perPattern == 0)
    return fail("--instances is above 0");
  if (!harvests && (perPattern.getNumOccurrences() || !saveFolder.empty()))
    return fail("--instances and --save-instances go with --harvest or "
                "--programs");
  for (const std::string &type : types)
    if (!isElementType(type))
      return fail("'" + type + "' is no element type");
  if (!before.empty())
    return validateFiles(before, after, validation);
  std::vector<std::string> wanted;
  for (const std::string &name : names)
    if (!optCommand.empty() && !llvm::is_contained(known, name))
      validation.files.push_back(name);
    else
      wanted.push_back(name);
  for (const std::string &name : enabled)
    if (!isOffByDefault(name))
      return fail("no pattern that is off by default is called '" + name +
                  "'; --list lists them");
  if (all)
    for (const std::string &name : allNames())
      if (!isOffByDefault(name) || llvm::is_contained(enabled, name))
        wanted.push_back(name);
  // Programs fire no conversion that would be harvested.
  if (conversions || (all && !quick && !harvests && types.empty()))
    llvm::append_range(wanted, conversionNames());
  PatternProofOptions options;
  options.refinement.timeoutMs = timeout;
  options.refinement.maxIterations = iterations;
  options.types = types;
  options.searchTries = searchTries;
  options.combines = !quick;
  options.queries = queries;
  if (allBugs)
    return refuteBugs(std::move(options), threads);
  if (wanted.empty() && validation.files.empty())
    return fail("name a pattern, or say --all or --list");
  for (const std::string &name : wanted)
    if (!llvm::is_contained(known, name))
      return fail("no pattern is called '" + name + "'; --list lists them");
  if (!optCommand.empty()) {
    for (const std::string &name : wanted)
      for (PatternInstance &instance :
           instancesOf(name, std::vector<std::string>(types)))
        validation.instances.push_back(
            {name + ", " + instance.name, std::move(instance.text)});
    return validateCommand(validation);
  }
  // Who names a pattern wants it used.
  options.enabled = wanted;
  for (const std::string &name : bugs) {
    std::optional<SeededBug> bug = findSeededBug(name);
    if (!bug)
      return fail("no seeded bug is called '" + name +
                  "'; `tile-fuzz bugs` lists them");
    options.bugs.insert(*bug);
  }
  if (showInstances) {
    for (const std::string &name : wanted)
      for (const PatternInstance &instance : instancesOf(name, options.types))
        llvm::outs() << "// " << name << ' ' << instance.name << '\n'
                     << instance.text << '\n';
    return 0;
  }

  ProofPrinter printer;
  printer.verbose = verbose;
  printer.choosesInstances = !types.empty() || harvests || !bugs.empty();
  Weights &weights = printer.weights;
  if (!firingsFile.empty()) {
    llvm::Expected<Weights> read = readFirings(firingsFile);
    if (!read)
      return fail(llvm::toString(read.takeError()));
    weights = std::move(*read);
  }
  std::vector<ProofTask> tasks;
  for (const std::string &name : wanted)
    tasks.push_back({name, options});
  if (harvests)
    if (llvm::Error error = harvestTasks(tasks, weights))
      return fail(llvm::toString(std::move(error)));

  bool refuted = false, proved = !tasks.empty();
  json::Array rows;
  std::vector<PatternProof> proofs = provePatterns(tasks, threads);
  for (const PatternProof &proof : proofs) {
    refuted |= proof.verdict.kind == ProofKind::Refuted;
    // An instance that the pattern skips is no gap: others of it are proved.
    proved &= proof.verdict.kind == ProofKind::Proved &&
              !printer.isPartlyCovered(proof);
    if (asJSON)
      rows.push_back(printer.toJSON(proof));
    else
      printer.print(proof);
  }
  if (asJSON)
    llvm::outs() << llvm::formatv("{0:2}\n", json::Value(std::move(rows)));
  else if (proofs.size() > 1)
    printer.printSummary(proofs);
  return refuted ? 3 : proved ? 0 : 4;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  if (!parseToolOptions(
          argc, argv, "tile-verify-fold",
          "Proves the compiler's named rewrites, for every input of the "
          "instances of their templates; or functions before and after any "
          "transformation\n\n"
          "Exit codes: 0 all proved, 1 bad usage or a file cannot be written "
          "(full disk), 3 some refuted, 4 none refuted but some not "
          "proved, or proved and partly covered.\n"
          "  tile-verify-fold --list\n"
          "  tile-verify-fold tileaa-addptr-chain -v\n"
          "  tile-verify-fold --all --json\n"
          "  tile-verify-fold --audit\n"
          "  tile-verify-fold --before=A.mlir --after=B.mlir\n"
          "  tile-verify-fold --opt-command='CMD {in} {out}' A.mlir B.mlir\n"
          "  tile-verify-fold --all --inject-bug=addptr-unit-error\n"))
    return 1;
  if (smtlib.empty())
    return run(nullptr);
  if (std::error_code error = llvm::sys::fs::create_directories(smtlib))
    return fail("'" + smtlib + "': " + error.message());
  QueryFolder queries(smtlib);
  int status = run(&queries);
  std::string failure = queries.failure();
  return failure.empty() ? status : fail(failure);
}
