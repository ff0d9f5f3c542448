//===- Doctor.cpp - What this machine can do ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "compiler/Backend/Backend.h"
#include "compiler/Support/Edges/EdgeFlags.h"
#include "compiler/Support/Options/SharedOptions.h"
#include "compiler/Support/Options/Terminal.h"
#include "compiler/Support/Process/ExternalProcess.h"
#include "fuzz/Sut/FindTool.h"
#include "oracle/Gpu/Driver.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include <z3.h>

namespace cl = llvm::cl;
using namespace tilefuzz;

static cl::SubCommand doctorCommand("doctor",
                                    "Says what this machine can do, what is "
                                    "missing, and how to get it");
static OptionGroup neededGroup("What is needed");
static cl::list<std::string>
    needed("need", cl::value_desc("NAME"), cl::CommaSeparated,
           cl::desc("Exits with 1 if one of these is missing."),
           inGroup(neededGroup), cl::sub(doctorCommand));
static OptionGroup outputGroup("What is printed");
static JSONOption asJSON(outputGroup, cl::sub(doctorCommand));

namespace {
/// What was found of it: where, or which.
using Found = std::optional<std::string>;

struct Capability {
  llvm::StringLiteral name;
  /// What is done with it, without which nothing else fails.
  llvm::StringLiteral use;
  Found (*find)(const Capability &row);
  /// Programs, all of which are needed.
  llvm::StringLiteral programs;
  llvm::StringLiteral howToGet;
};
} // namespace

/// Of what the program prints for --version, the first line with a number that
/// speaks of a version, else the first with a number.
static std::string versionIn(llvm::StringRef text) {
  std::string any;
  for (llvm::StringRef line : llvm::split(text, '\n')) {
    if (line.find_first_of("0123456789") == llvm::StringRef::npos)
      continue;
    std::string shown = line.trim().take_front(80).str();
    if (line.contains_insensitive("version") ||
        line.contains_insensitive("release"))
      return shown;
    if (any.empty())
      any = shown;
  }
  return any;
}

/// Its path and its version.
static std::string describeProgram(llvm::StringRef path) {
  llvm::SmallString<128> file;
  if (llvm::sys::fs::createTemporaryFile("doctor", "txt", file))
    return path.str();
  ExternalProcessOptions options;
  options.program = path.str();
  options.words = {path.str(), "--version"};
  options.seconds = 20;
  options.output = file.str().str();
  options.keepErrors = true;
  ExternalProcess process = runExternalProcess(options);
  std::string version;
  if (process.end == ExternalProcess::End::Exited && !process.number)
    if (auto buffer = llvm::MemoryBuffer::getFile(file))
      version = versionIn((*buffer)->getBuffer());
  llvm::sys::fs::remove(file);
  return version.empty() ? path.str() : path.str() + ": " + version;
}

static Found findPrograms(const Capability &row) {
  std::string first;
  for (llvm::StringRef name : llvm::split(row.programs, ' ')) {
    llvm::ErrorOr<std::string> path = llvm::sys::findProgramByName(name);
    if (!path)
      return std::nullopt;
    if (first.empty())
      first = *path;
  }
  return describeProgram(first);
}

static Found findAssembler(const Capability &) {
  llvm::Expected<std::string> path = findPtxas();
  if (path)
    return describeProgram(*path);
  llvm::consumeError(path.takeError());
  return std::nullopt;
}

/// As `tile-fuzz sut --sut=NAME` finds it.
static Found findDescribedTool(const Capability &row) {
  llvm::Expected<SutDescription> sut =
      findSut(row.name, invocation().executable);
  if (!sut) {
    llvm::consumeError(sut.takeError());
    return std::nullopt;
  }
  const std::string &program = sut->command.front();
  llvm::ErrorOr<std::string> path = llvm::sys::findProgramByName(program);
  if (!path)
    return std::nullopt;
  return describeProgram(*path);
}

static Found findGpu(const Capability &) {
  std::string error;
  std::optional<conform::Driver> driver =
      conform::Driver::load("libcuda.so.1", error);
  conform::DeviceHandle device = 0;
  char name[128] = "";
  if (!driver || driver->init(0) != conform::driver_status::success ||
      driver->deviceGet(&device, 0) != conform::driver_status::success ||
      driver->deviceGetName(name, sizeof(name), device) !=
          conform::driver_status::success)
    return std::nullopt;
  return std::string(name) + ", " + driver->file;
}

static Found findSolver(const Capability &) {
  return std::string(Z3_get_full_version());
}

static Found findEdges(const Capability &) {
  size_t count = EdgeFlags::get().size();
  if (!count)
    return std::nullopt;
  return std::to_string(count) + " edges of the compiler";
}

// clang-format off
static constexpr Capability capabilities[] = {
    {"solver", "proves rewrites and functions (tile-verify-fold)", findSolver, "",
     "it is linked"},
    {"ptxas", "assembles the PTX of every stage run", findAssembler, "",
     "scripts/get-tools tileiras, which brings one; or a CUDA toolkit; TILEFUZZ_PTXAS=FILE names one"},
    {"gpu", "executes bundles (tile-conform-run)", findGpu, "",
     "NVIDIA's driver and a GPU of sm_80 or later; bundles run elsewhere, too: docs/conformance.md"},
    {"tileiras", "is tried as a subject (tile-fuzz sut --sut=tileiras)", findDescribedTool, "",
     "scripts/get-tools tileiras"},
    {"mlir-opt-22", "is tried as a subject (tile-fuzz sut --sut=mlir-opt-22)", findPrograms, "mlir-opt-22",
     "apt-get install mlir-22-tools"},
    {"opt-22", "is tried as a subject (tile-fuzz sut --sut=opt-22)", findPrograms, "opt-22",
     "apt-get install llvm-22"},
    {"llc-22", "is tried as a subject (tile-fuzz sut --sut=llc-22)", findPrograms, "llc-22",
     "apt-get install llvm-22"},
    {"afl++", "drives the comparison (scripts/fuzz-smoke)", findPrograms, "afl-fuzz",
     "apt-get install afl++"},
    {"edges", "are coverage of campaigns", findEdges, "",
     "a build with -DTILEFUZZ_EDGES=ON"},
    {"slurm", "places shards (scripts/slurm/nightly.sbatch)", findPrograms, "sbatch squeue scontrol",
     "apt-get install slurm-client, and a cluster"},
    {"browser", "shows reports in tests", findPrograms, "chromium",
     "apt-get install chromium"},
    {"python", "runs the scripts and the tests", findPrograms, "python3",
     "apt-get install python3"},
};
// clang-format on

static const Capability *findCapability(llvm::StringRef name) {
  for (const Capability &row : capabilities)
    if (row.name == name)
      return &row;
  return nullptr;
}

std::optional<int> tilefuzz::runDoctor() {
  if (!doctorCommand)
    return std::nullopt;
  for (const std::string &name : needed)
    if (!findCapability(name))
      return fail("the doctor knows no '" + name + "'");
  llvm::json::Array rows;
  bool isMissed = false;
  for (const Capability &row : capabilities) {
    Found found = row.find(row);
    bool isNeeded = llvm::is_contained(needed, row.name.str());
    isMissed |= isNeeded && !found;
    if (asJSON) {
      llvm::json::Object object{{"name", row.name},
                                {"use", row.use},
                                {"there", found.has_value()},
                                {"needed", isNeeded}};
      object[found ? "found" : "howToGet"] =
          found ? llvm::json::fixUTF8(*found) : row.howToGet.str();
      rows.push_back(std::move(object));
      continue;
    }
    llvm::outs() << llvm::formatv(
        "{0} {1,-11} {2}\n",
        found ? tinted(llvm::outs(), Tint::Good, "there   ")
              : tinted(llvm::outs(), Tint::Doubtful, "missing "),
        row.name, row.use);
    llvm::outs() << llvm::formatv(
        "{0,20} {1}{2}\n", "",
        found ? "" : "to get it: ", found ? *found : row.howToGet.str());
  }
  if (asJSON)
    printJSON(llvm::json::Object{{"capabilities", std::move(rows)}});
  return isMissed ? exitBadUsage : exitClean;
}
