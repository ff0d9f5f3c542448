//===- Inputs.cpp - Programs of any tool, and how to launch them ----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "tools/tile-verify-order/Inputs.h"
#include "compiler/Support/Process/ExternalProcess.h"
#include "interp/Invent/InventLaunch.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SourceMgr.h"
#include <csignal>

using namespace tilefuzz;

llvm::Expected<InputProgram> tilefuzz::readInput(llvm::StringRef path,
                                                 mlir::MLIRContext &context) {
  llvm::Expected<ProgramFile> file = ProgramFile::open(path);
  if (!file)
    return file.takeError();
  llvm::SourceMgr sources;
  mlir::SourceMgrDiagnosticHandler handler(sources, &context);
  // Operations of other dialects are read, in generic form, to be named.
  context.allowUnregisteredDialects();
  InputProgram program{std::move(*file), {}};
  program.module = program.file.parse(context, sources);
  if (!program.module)
    return llvm::createStringError("'" + path + "' cannot be read");
  mlir::Operation *unknown = nullptr;
  program.module->walk([&](mlir::Operation *op) {
    if (op->isRegistered())
      return mlir::WalkResult::advance();
    unknown = op;
    return mlir::WalkResult::interrupt();
  });
  if (!unknown)
    return program;
  mlir::emitError(unknown->getLoc())
      << "'" << unknown->getName().getStringRef()
      << "' is an operation of no dialect that is known here";
  return llvm::createStringError("'" + path + "' cannot be audited");
}

llvm::Expected<std::vector<NamedLaunch>>
tilefuzz::readLaunches(const llvm::MemoryBuffer &text) {
  // Lines before the first launch line belong to it.
  std::vector<std::string> parts(1);
  bool hasLaunch = false;
  llvm::SmallVector<llvm::StringRef> lines;
  text.getBuffer().split(lines, '\n');
  unsigned count = 0;
  for (llvm::StringRef line : lines) {
    llvm::StringRef body = line.trim();
    if (!body.empty() && !body.consume_front("//"))
      break;
    body = body.ltrim();
    if (body.starts_with("tilefuzz.launch") && count++)
      // Errors keep their line.
      parts.push_back(std::string(llvm::count(parts.back(), '\n'), '\n'));
    hasLaunch |= body.starts_with("tilefuzz.");
    parts.back() += line.str() + "\n";
  }
  std::vector<NamedLaunch> launches;
  if (!hasLaunch)
    return launches;
  for (const std::string &part : parts) {
    llvm::Expected<Launch> launch =
        parseLaunch(part, text.getBufferIdentifier());
    if (!launch)
      return launch.takeError();
    launches.push_back({"", std::move(*launch)});
  }
  if (launches.size() > 1)
    for (auto [i, launch] : llvm::enumerate(launches))
      launch.name = "launch " + std::to_string(i + 1);
  return launches;
}

llvm::Expected<std::vector<NamedLaunch>>
tilefuzz::inventLaunches(mlir::ModuleOp module) {
  std::vector<NamedLaunch> launches;
  for (mlir::FunctionOpInterface entry : findEntries(module)) {
    llvm::Expected<InventedLaunch> invented = inventLaunch(module, entry);
    if (!invented)
      return invented.takeError();
    launches.push_back(
        {"@" + entry.getName().str(), std::move(invented->launch)});
  }
  if (launches.empty())
    return llvm::createStringError("the program has no entry");
  return launches;
}

static volatile sig_atomic_t keptSignal = 0;

namespace {
/// What would end us ends the command first, which is in a group of its own;
/// then who called can remove its files.
class KeptSignals {
public:
  KeptSignals() {
    for (auto &[number, old] : before) {
      old = std::signal(number, [](int) { keptSignal = 1; });
      // As of nohup.
      if (old == SIG_IGN)
        std::signal(number, SIG_IGN);
    }
  }
  ~KeptSignals() {
    for (auto &[number, old] : before)
      std::signal(number, old);
  }

private:
  struct Kept {
    int number;
    void (*old)(int);
  };
  Kept before[3] = {{SIGINT, nullptr}, {SIGTERM, nullptr}, {SIGHUP, nullptr}};
};
} // namespace

llvm::Error tilefuzz::runOptimizer(llvm::StringRef command,
                                   llvm::StringRef input,
                                   llvm::StringRef output, unsigned seconds) {
  auto quote = [](llvm::StringRef path) {
    std::string quoted = "'";
    for (char c : path)
      quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
  };
  std::string line;
  bool hasOutput = false;
  for (llvm::StringRef rest = command; !rest.empty();) {
    if (rest.consume_front("{in}")) {
      line += quote(input);
    } else if (rest.consume_front("{out}")) {
      line += quote(output);
      hasOutput = true;
    } else {
      line += rest.front();
      rest = rest.drop_front();
    }
  }
  ExternalProcessOptions options;
  options.program = "/bin/sh";
  options.words = {"sh", "-c", line};
  options.seconds = seconds;
  if (!hasOutput)
    options.output = output.str();
  KeptSignals signals;
  options.interrupted = &keptSignal;
  ExternalProcess process = runExternalProcess(options);
  std::string number = std::to_string(process.number);
  std::string failure;
  switch (process.end) {
  case ExternalProcess::End::Interrupted:
    failure = "was interrupted";
    break;
  case ExternalProcess::End::TimedOut:
    failure = "failed: it takes longer than " + std::to_string(seconds) + " s";
    break;
  case ExternalProcess::End::NotStarted:
    failure = "cannot be started: " + process.errors;
    break;
  case ExternalProcess::End::KilledFromOutside:
  case ExternalProcess::End::Signalled:
    failure = "failed by signal " + number;
    break;
  case ExternalProcess::End::Exited:
    if (process.number)
      failure = "failed with exit code " + number;
    break;
  }
  // An empty module would be wrong, but nothing is most likely a mistake in the
  // command; and a pipe would be read for ever.
  uint64_t size = 0;
  if (failure.empty() && (!llvm::sys::fs::is_regular_file(output) ||
                          llvm::sys::fs::file_size(output, size) || !size))
    failure = "wrote no output";
  if (failure.empty())
    return llvm::Error::success();
  return llvm::createStringError("'" + command + "' " + failure);
}
