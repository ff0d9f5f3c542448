//===- tile-reduce.cpp - Make a program smaller ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/ToolOptions.h"
#include "fuzz/Campaign/Bisect.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Campaign/StageComparison.h"
#include "fuzz/Campaign/Triage.h"
#include "fuzz/Reduce/Reduce.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

namespace cl = llvm::cl;
using namespace tilefuzz;

static cl::opt<std::string> input(cl::Positional, cl::Required,
                                  cl::desc("PROGRAM"), cl::cat(toolOptions));
static cl::opt<std::string> output("o", cl::init("-"), cl::value_desc("FILE"),
                                   cl::desc("where the result goes (stdout)"),
                                   cl::cat(toolOptions));
static cl::opt<std::string>
    test("test", cl::value_desc("COMMAND"),
         cl::desc("a shell command; a program is interesting if COMMAND FILE "
                  "exits with 0"),
         cl::cat(toolOptions));
static cl::list<std::string>
    bugs("inject-bug", cl::value_desc("NAME"), cl::CommaSeparated,
         cl::desc("without --test: a program is interesting if the compiler, "
                  "with this seeded bug, still miscompiles it at the same "
                  "stage"),
         cl::cat(toolOptions));
static cl::opt<unsigned> maxCandidates("max-candidates",
                                       cl::init(ReduceOptions().maxCandidates),
                                       cl::value_desc("N"),
                                       cl::desc("programs to try at most"),
                                       cl::cat(toolOptions));
static cl::opt<bool> json("json", cl::desc("print counts as JSON on stderr"),
                          cl::cat(toolOptions));

static int fail(const llvm::Twine &message) {
  llvm::errs() << message << '\n';
  return 1;
}

/// Whether `COMMAND FILE` exits with 0 on the program.
static bool commandAccepts(const Program &program, const std::string &file) {
  std::error_code code;
  llvm::raw_fd_ostream os(file, code);
  if (code)
    return false;
  os << program.toString();
  os.close();
  std::string command = test + " \"$1\"";
  return llvm::sys::ExecuteAndWait(
             "/bin/sh", {"/bin/sh", "-c", command, "sh", file}, std::nullopt,
             {llvm::StringRef(""), llvm::StringRef(""), llvm::StringRef("")}) ==
         0;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  if (!parseToolOptions(
          argc, argv, "tile-reduce",
          "makes a program smaller while it stays interesting\n\n"
          "Exit codes: 0 reduced (or already smallest), 1 bad usage or input, "
          "2 "
          "the program is not interesting to begin with.\n"
          "  tile-reduce PROGRAM --test='./shows-my-bug' -o SMALL\n"
          "  tile-reduce PROGRAM --inject-bug=select-swapped-arms\n"))
    return 1;
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  llvm::Expected<Program> program = readProgram(input, *context);
  if (!program)
    return fail(llvm::toString(program.takeError()));

  ComparisonOptions comparison;
  for (const std::string &name : bugs) {
    std::optional<SeededBug> bug = findSeededBug(name);
    if (!bug)
      return fail("tile-reduce: error: no seeded bug is called '" + name +
                  "'; `tile-fuzz bugs` lists them");
    comparison.compile.bugs.insert(*bug);
  }
  uint64_t tried = 0;
  std::function<bool(const Program &)> isInteresting;
  llvm::SmallString<128> file;
  ComparisonReport first;
  ComparisonOptions focused;
  if (!test.empty()) {
    if (llvm::sys::fs::createTemporaryFile("tile-reduce", "mlir", file))
      return fail("tile-reduce: error: no temporary file can be made");
    isInteresting = [&](const Program &candidate) {
      ++tried;
      return commandAccepts(candidate, file.str().str());
    };
  } else {
    first = compareStages(*program, comparison);
    if (first.finding)
      focused = focusOn(*first.finding, comparison);
    isInteresting = [&](const Program &candidate) {
      ++tried;
      return first.finding &&
             isSame(compareStages(candidate, focused), *first.finding);
    };
  }

  int status = 0;
  if (!isInteresting(*program)) {
    status = 2;
    fail(input + ": not interesting: " +
         (test.empty() ? "the compiler agrees with the source"
                       : "the command does not accept it"));
  } else {
    unsigned before = countOperations(program->module.get());
    ReduceOptions options;
    options.maxCandidates = maxCandidates;
    Program small = reduce(*program, isInteresting, options);
    unsigned after = countOperations(small.module.get());
    std::error_code code;
    llvm::raw_fd_ostream os(output, code);
    if (code) {
      status = fail(output + ": error: " + code.message());
    } else {
      os << small.toString();
      if (json)
        llvm::errs() << llvm::formatv(
            "{0}\n", llvm::json::Value(
                         llvm::json::Object{{"before", before},
                                            {"after", after},
                                            {"candidates", int64_t(tried)}}));
      else
        llvm::errs() << before << " operations -> " << after << ", " << tried
                     << " programs tried\n";
    }
  }
  if (!file.empty())
    llvm::sys::fs::remove(file);
  return status;
}
