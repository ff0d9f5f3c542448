//===- RunBundle.cpp - Start the runner with the driver that there is -----===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "oracle/Conform/DeviceClient.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilefuzz;
using namespace llvm;

/// The runner's exit code where there is no driver, or no device.
static constexpr int noDriver = 77;
static constexpr StringLiteral gpuDriver = "libcuda.so.1";

static int complain(const Twine &what) {
  errs() << "tile-conform: error: " << what << '\n';
  return conform_exit::badInput;
}

namespace {
class Runner {
public:
  Runner(const RunRequest &request, std::string program)
      : request(request), program(std::move(program)) {}

  /// Its exit code; `log`, if not empty, is where its standard error goes.
  int start(StringRef driver, bool checksAccesses, StringRef log) const {
    std::vector<std::string> arguments = {program, request.bundle, "-o",
                                          request.output,
                                          ("--driver=" + driver).str()};
    // Guards are for devices that do not see what lies beside a buffer.
    if (checksAccesses)
      arguments.push_back("--guard=0");
    for (const std::string &option : request.options)
      arguments.push_back("--" + option);
    std::vector<StringRef> references(arguments.begin(), arguments.end());
    std::optional<StringRef> redirects[] = {std::nullopt, std::nullopt, log};
    std::string error;
    int code = sys::ExecuteAndWait(
        program, references, std::nullopt,
        log.empty() ? ArrayRef<std::optional<StringRef>>() : redirects, 0, 0,
        &error);
    return code < 0 ? complain(program + ": " + error) : code;
  }

private:
  const RunRequest &request;
  std::string program;
};
} // namespace

static std::string textOf(StringRef path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> file = MemoryBuffer::getFile(path);
  return file ? (*file)->getBuffer().rtrim().str() : std::string();
}

int tilefuzz::runBundle(const RunRequest &request) {
  std::string program = runnerBeside(request.executable);
  std::string simulated = simulatedDriverBeside(request.executable);
  if (!sys::fs::can_execute(program))
    return complain("no runner: '" + program + "'");
  Runner runner(request, program);
  auto simulate = [&] {
    if (!sys::fs::exists(simulated))
      return complain("no simulated driver: '" + simulated + "'");
    outs() << "driver: the simulated one, " << simulated << '\n';
    outs().flush();
    return runner.start(simulated, /*checksAccesses=*/true, "");
  };
  if (request.driver == "simulated")
    return simulate();
  if (!request.driver.empty()) {
    outs() << "driver: " << request.driver << '\n';
    outs().flush();
    return runner.start(request.driver, /*checksAccesses=*/false, "");
  }
  SmallString<128> log;
  if (std::error_code error =
          sys::fs::createTemporaryFile("tile-conform", "log", log))
    return complain(error.message());
  int code = runner.start(gpuDriver, /*checksAccesses=*/false, log);
  std::string said = textOf(log);
  sys::fs::remove(log);
  if (code == noDriver) {
    outs() << said << '\n';
    return simulate();
  }
  if (!said.empty())
    errs() << said << '\n';
  return code;
}
