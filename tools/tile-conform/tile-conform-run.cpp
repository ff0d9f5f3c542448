//===- tile-conform-run.cpp - Execute a bundle on a GPU -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// No LLVM: this executable is copied to the machine that has the GPU.
// Exit codes: 0 every case has a result, 1 bad input, 77 no driver or device.
//
//===----------------------------------------------------------------------===//

#include "oracle/Gpu/Runner.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace tilefuzz::conform;

static constexpr int badInput = 1, noDriver = 77;

static constexpr char usage[] =
    "usage: tile-conform-run BUNDLE -o RESULTS.json [options]\n"
    "Executes a conformance bundle with the CUDA driver and writes what came "
    "out.\n"
    "  --device=N      which device (0)\n"
    "  --deadline=S    seconds for one case (20)\n"
    "  --batch=N       cases per process (64)\n"
    "  --driver=FILE   the driver's library (libcuda.so.1)\n"
    "  --help, --version\n"
    "Exit codes: 0 every case has a result (tile-conform check judges them), 1 "
    "bad\ninput, 77 no driver or no such device.\n";

static int complain(const std::string &message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  return badInput;
}

namespace {
struct Arguments {
  std::string bundle, output;
  RunnerOptions options;
};
} // namespace

/// True if `text` is a number of at least `least`.
static bool readNumber(const std::string &text, double least, double &value) {
  char *rest = nullptr;
  value = std::strtod(text.c_str(), &rest);
  return !text.empty() && !*rest && value >= least && value <= 1e6;
}

/// Returns what is wrong, empty if nothing.
static std::string readArguments(int argc, char **argv, Arguments &arguments) {
  for (int i = 1; i < argc; ++i) {
    std::string text = argv[i];
    auto valueOf = [&](const char *name) -> const char * {
      size_t length = std::strlen(name);
      return text.compare(0, length, name) ? nullptr : argv[i] + length;
    };
    double number = 0;
    if (text == "-o") {
      if (++i == argc)
        return "-o needs a file";
      arguments.output = argv[i];
    } else if (const char *value = valueOf("--driver=")) {
      arguments.options.driverLibrary = value;
    } else if (const char *value = valueOf("--device=")) {
      if (!readNumber(value, 0, number))
        return "--device needs a number";
      arguments.options.device = int(number);
    } else if (const char *value = valueOf("--batch=")) {
      if (!readNumber(value, 1, number))
        return "--batch needs a number of at least 1";
      arguments.options.batch = unsigned(number);
    } else if (const char *value = valueOf("--deadline=")) {
      if (!readNumber(value, 0.001, number))
        return "--deadline needs seconds";
      arguments.options.deadlineSeconds = number;
    } else if (text[0] == '-' || !arguments.bundle.empty()) {
      return "unknown argument '" + text + "'; see --help";
    } else {
      arguments.bundle = text;
    }
  }
  return arguments.bundle.empty() || arguments.output.empty()
             ? "a bundle and -o RESULTS.json are needed; see --help"
             : "";
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; ++i) {
    if (!std::strcmp(argv[i], "--help"))
      return std::fputs(usage, stdout) < 0;
    if (!std::strcmp(argv[i], "--version"))
      return std::puts("tile-conform-run (tilefuzz " TILEFUZZ_VERSION ")") < 0;
  }
  Arguments arguments;
  std::string reason = readArguments(argc, argv, arguments);
  if (!reason.empty())
    return complain("tile-conform-run: error: " + reason);
  std::optional<std::string> text = readFile(arguments.bundle, reason);
  std::optional<Bundle> bundle =
      text ? parseBundle(*text, reason) : std::nullopt;
  if (!bundle)
    return complain(arguments.bundle + ": error: " + reason);

  Results results;
  switch (runBundle(*bundle, arguments.options, results, reason)) {
  case RunnerEnd::Done:
    break;
  case RunnerEnd::NoDriver:
    complain("tile-conform-run: no CUDA driver: " + reason);
    return noDriver;
  case RunnerEnd::Failed:
    return complain("tile-conform-run: error: " + reason);
  }
  if (!writeFile(arguments.output, toJson(results).toString(), reason))
    return complain(arguments.output + ": error: " + reason);
  size_t completed = 0;
  for (const CaseResult &result : results.cases)
    completed += result.status == CaseStatus::Completed;
  std::printf("%s: %zu of %zu cases completed; results in %s\n",
              results.device.c_str(), completed, results.cases.size(),
              arguments.output.c_str());
  return 0;
}
