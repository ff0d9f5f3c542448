//===- tile-verify-fold.cpp - Prove the compiler's rewrites ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Support/ToolOptions.h"
#include "oracle/Refine/Audit.h"
#include "oracle/Refine/PatternInstances.h"
#include "oracle/Refine/PatternProof.h"
#include "tools/tile-verify-fold/Validate.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include <thread>

namespace cl = llvm::cl;
namespace json = llvm::json;
using namespace tilefuzz;

static cl::list<std::string> names(cl::Positional, cl::desc("NAME|FILE..."),
                                   cl::cat(toolOptions));
static cl::opt<bool> list("list", cl::desc("list the patterns"),
                          cl::cat(toolOptions));
static cl::opt<bool> all("all",
                         cl::desc("prove every pattern that is on by default"),
                         cl::cat(toolOptions));
static cl::opt<bool>
    audit("audit",
          cl::desc("print docs/rewrite-audit.md: every rewrite that the seeds "
                   "prescribe, as stated and as shipped"),
          cl::cat(toolOptions));
static cl::opt<std::string>
    litmusFolder("litmus", cl::init("corpus/litmus"), cl::value_desc("FOLDER"),
                 cl::desc("where --audit finds the litmus programs "
                          "(corpus/litmus)"),
                 cl::cat(toolOptions));
static cl::opt<unsigned> jobs("jobs", cl::init(0), cl::value_desc("N"),
                              cl::desc("threads (default: one per processor)"),
                              cl::cat(toolOptions));
static cl::opt<bool> asJSON("json", cl::desc("print JSON"),
                            cl::cat(toolOptions));
static cl::opt<bool> verbose("v", cl::desc("print every instance"),
                             cl::cat(toolOptions));
static cl::opt<bool> showInstances(
    "print-instances",
    cl::desc("print the code of the instances instead of proving them"),
    cl::cat(toolOptions));
static cl::list<std::string>
    bugs("inject-bug", cl::value_desc("NAME"), cl::CommaSeparated,
         cl::desc("use a seeded wrong variant; see `tile-fuzz bugs`"),
         cl::cat(toolOptions));
static cl::list<std::string>
    enabled("enable-pattern", cl::value_desc("NAME"), cl::CommaSeparated,
            cl::desc("with --all, prove a pattern that is off by default, too"),
            cl::cat(toolOptions));
static cl::opt<unsigned>
    timeout("timeout", cl::init(10000), cl::value_desc("MS"),
            cl::desc("milliseconds for one question to the solver (10000)"),
            cl::cat(toolOptions));

static cl::opt<unsigned> trips(
    "trips", cl::init(4), cl::value_desc("N"),
    cl::desc("trips of a loop that are encoded if its bounds are not known "
             "(4)"),
    cl::cat(toolOptions));
static cl::list<std::string>
    types("types", cl::value_desc("TYPE"), cl::CommaSeparated,
          cl::desc("make the instances of these element types"),
          cl::cat(toolOptions));
static cl::opt<std::string>
    smtlib("smtlib", cl::value_desc("DIR"),
           cl::desc("write every query as an SMT-LIB 2 script there"),
           cl::cat(toolOptions));
static cl::opt<std::string>
    before("before", cl::value_desc("FILE"),
           cl::desc("with --after: compare two modules, function by function"),
           cl::cat(toolOptions));
static cl::opt<std::string> after("after", cl::value_desc("FILE"),
                                  cl::desc("see --before"),
                                  cl::cat(toolOptions));
static cl::opt<std::string> optCommand(
    "opt-command", cl::value_desc("CMD"),
    cl::desc("compare each FILE, or each instance of each NAME, with what this "
             "shell command makes of it; {in} and {out} stand for the files"),
    cl::cat(toolOptions));

static int fail(const llvm::Twine &message) {
  llvm::errs() << "tile-verify-fold: error: " << message << '\n';
  return 1;
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
  if (asJSON)
    llvm::outs() << llvm::formatv("{0:2}\n", json::Value(std::move(rows)));
  return 0;
}

static json::Value toJSON(const PatternProof &proof) {
  json::Array instances;
  json::Object counts;
  for (const InstanceProof &instance : proof.instances) {
    json::Object row{{"instance", instance.instance},
                     {"verdict", toString(instance.verdict.kind)}};
    if (!instance.verdict.reason.empty())
      row["reason"] = instance.verdict.reason;
    if (!instance.verdict.replay.empty())
      row["replay"] = instance.verdict.replay;
    if (!instance.verdict.basis.empty())
      row["basis"] = json::Array(instance.verdict.basis);
    instances.push_back(std::move(row));
    std::string kind = toString(instance.verdict.kind).str();
    counts[kind] = int64_t(proof.count(instance.verdict.kind));
  }
  json::Object object{{"name", proof.pattern},
                      {"verdict", toString(proof.verdict.kind)},
                      {"instances", int64_t(proof.instances.size())},
                      {"counts", std::move(counts)},
                      {"seconds", proof.seconds},
                      {"details", std::move(instances)}};
  if (!proof.verdict.reason.empty())
    object["reason"] = proof.verdict.reason;
  if (!proof.basis.empty())
    object["basis"] = json::Array(proof.basis);
  return object;
}

static void print(const InstanceProof &instance) {
  llvm::outs() << "    " << instance.instance << ": "
               << toString(instance.verdict.kind);
  if (!instance.verdict.reason.empty())
    llvm::outs() << ", " << instance.verdict.reason;
  llvm::outs() << '\n';
  if (!instance.verdict.replay.empty())
    llvm::outs() << "      replayed: " << instance.verdict.replay << '\n';
}

static void print(const PatternProof &proof) {
  llvm::outs() << llvm::formatv("{0,-38} {1,-11} ", proof.pattern,
                                toString(proof.verdict.kind));
  const char *separator = "";
  for (ProofKind kind :
       {ProofKind::Proved, ProofKind::Refuted, ProofKind::Unknown,
        ProofKind::Unsupported, ProofKind::NotApplied})
    if (unsigned count = proof.count(kind)) {
      llvm::outs() << separator << count << ' ' << toString(kind);
      separator = ", ";
    }
  llvm::outs() << llvm::formatv("  {0:f2} s", proof.seconds);
  if (!proof.basis.empty())
    llvm::outs() << "  (" << llvm::join(proof.basis, "; ") << ')';
  llvm::outs() << '\n';
  if (proof.verdict.kind != ProofKind::Proved && !verbose) {
    const auto *first = llvm::find_if(
        llvm::ArrayRef(proof.instances), [&](const InstanceProof &instance) {
          return instance.verdict.kind == proof.verdict.kind;
        });
    if (first != llvm::ArrayRef(proof.instances).end())
      print(*first);
  }
  if (verbose)
    for (const InstanceProof &instance : proof.instances)
      print(instance);
  llvm::outs().flush();
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

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  if (!parseToolOptions(
          argc, argv, "tile-verify-fold",
          "proves the compiler's named rewrites, for every input of the "
          "instances of their templates; or functions before and after any "
          "transformation\n\n"
          "Exit codes: 0 all proved, 1 bad usage, 3 some refuted, 4 none "
          "refuted but some not proved.\n"
          "  tile-verify-fold --list\n"
          "  tile-verify-fold tileaa-addptr-chain -v\n"
          "  tile-verify-fold --all --json\n"
          "  tile-verify-fold --audit\n"
          "  tile-verify-fold --before=A.mlir --after=B.mlir\n"
          "  tile-verify-fold --opt-command='CMD {in} {out}' A.mlir B.mlir\n"
          "  tile-verify-fold --all --inject-bug=addptr-unit-error\n"))
    return 1;
  if (list)
    return printList();
  unsigned threads =
      jobs ? unsigned(jobs) : std::max(1u, std::thread::hardware_concurrency());
  if (audit)
    return printAudit(threads);
  std::vector<std::string> known = patternNames();
  if (!smtlib.empty())
    if (std::error_code error = llvm::sys::fs::create_directories(smtlib))
      return fail("'" + smtlib + "': " + error.message());
  ValidateOptions validation;
  validation.refinement.timeoutMs = timeout;
  validation.refinement.maxTrips = trips;
  validation.smtlibFolder = smtlib;
  validation.asJSON = asJSON;
  validation.command = optCommand;
  if (before.empty() != after.empty())
    return fail("--before and --after go together");
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
    for (const std::string &name : known)
      if (!isOffByDefault(name) || llvm::is_contained(enabled, name))
        wanted.push_back(name);
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
  PatternProofOptions options;
  options.refinement.timeoutMs = timeout;
  options.refinement.maxTrips = trips;
  options.types = types;
  options.smtlibFolder = smtlib;
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

  bool refuted = false, proved = true;
  json::Array rows;
  std::vector<ProofTask> tasks;
  for (const std::string &name : wanted)
    tasks.push_back({name, options});
  for (const PatternProof &proof : provePatterns(tasks, threads)) {
    refuted |= proof.verdict.kind == ProofKind::Refuted;
    // An instance that the pattern skips is no gap: others of it are proved.
    proved &= proof.verdict.kind == ProofKind::Proved;
    if (asJSON)
      rows.push_back(toJSON(proof));
    else
      print(proof);
  }
  if (asJSON)
    llvm::outs() << llvm::formatv("{0:2}\n", json::Value(std::move(rows)));
  return refuted ? 3 : proved ? 0 : 4;
}
