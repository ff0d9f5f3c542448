//===- tile-conform-run.cpp - Execute a bundle on a GPU -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// No LLVM: this executable is copied to the machine that has the GPU.
// Exit codes: 0 every case has a result, 1 bad input, 77 no driver or device.
//
//===----------------------------------------------------------------------===//

#include "oracle/Gpu/Serve.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace tilefuzz::conform;

static constexpr int badInput = 1, noDriver = 77;

static constexpr char usage[] =
    "usage: tile-conform-run BUNDLE -o RESULTS.json [options]\n"
    "       tile-conform-run --serve [options]\n"
    "Executes a conformance bundle with the CUDA driver and writes what came "
    "out.\n"
    "  --device=N      which device (0)\n"
    "  --deadline=S    seconds for one case (20)\n"
    "  --batch=N       cases per process (64)\n"
    "  --driver=FILE   the driver's library (libcuda.so.1)\n"
    "  --guard=N       least bytes of guard around each buffer (256); a write\n"
    "                  there is a fault. 0: each buffer is an allocation of "
    "its\n"
    "                  own, for drivers that check every access\n"
    "  --serve         take bundles from standard input and write results to\n"
    "                  standard output, for --gpu of tile-fuzz\n"
    "  --restart       run all cases again; else those of RESULTS.json stand\n"
    "  --shard=I/N     only every N-th case, from the I-th on (1/1)\n"
    "Each case is written when it ends, so that a run that is killed goes on\n"
    "where it was.\n"
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
  bool restart = false, serve = false;
  unsigned shard = 1, shards = 1;
  RunnerOptions options;
};
} // namespace

/// True if `text` is a number of at least `least`.
static bool readNumber(const std::string &text, double least, double &value) {
  char *rest = nullptr;
  value = std::strtod(text.c_str(), &rest);
  return !text.empty() && !*rest && value >= least && value <= 1e6;
}

/// `I/N`, with I from 1 to N.
static bool readShard(const std::string &text, Arguments &arguments) {
  size_t slash = text.find('/');
  double number = 0, count = 0;
  if (slash == std::string::npos ||
      !readNumber(text.substr(slash + 1), 1, count) ||
      !readNumber(text.substr(0, slash), 1, number) || number > count)
    return false;
  arguments.shard = unsigned(number);
  arguments.shards = unsigned(count);
  return number == arguments.shard && count == arguments.shards;
}

/// Those of the shard. What it writes is still about the whole bundle.
static void keepShard(Bundle &bundle, const Arguments &arguments) {
  std::vector<Case> kept;
  for (size_t i = arguments.shard - 1; i < bundle.cases.size();
       i += arguments.shards)
    kept.push_back(std::move(bundle.cases[i]));
  bundle.cases = std::move(kept);
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
    } else if (const char *value = valueOf("--guard=")) {
      if (!readNumber(value, 0, number))
        return "--guard needs a number of bytes";
      arguments.options.guard = size_t(number);
    } else if (const char *value = valueOf("--deadline=")) {
      if (!readNumber(value, 0.001, number))
        return "--deadline needs seconds";
      arguments.options.deadlineSeconds = number;
    } else if (const char *value = valueOf("--shard=")) {
      if (!readShard(value, arguments))
        return "--shard needs I/N, with I from 1 to N";
    } else if (text == "--restart") {
      arguments.restart = true;
    } else if (text == "--serve") {
      arguments.serve = true;
    } else if (text[0] == '-' || !arguments.bundle.empty()) {
      return "unknown argument '" + text + "'; see --help";
    } else {
      arguments.bundle = text;
    }
  }
  if (arguments.serve)
    return arguments.bundle.empty() && arguments.output.empty()
               ? ""
               : "--serve takes bundles from its input only; see --help";
  return arguments.bundle.empty() || arguments.output.empty()
             ? "a bundle and -o RESULTS.json are needed; see --help"
             : "";
}

namespace {
/// Written line by line, each line whole.
class ResultsFile {
public:
  ~ResultsFile() {
    if (file)
      std::fclose(file);
  }
  /// Goes on after the first `kept` bytes.
  bool open(const std::string &path, size_t kept) {
    started = kept > 0;
    file = std::fopen(path.c_str(), kept ? "r+b" : "wb");
    return file && !ftruncate(fileno(file), long(kept)) &&
           !std::fseek(file, long(kept), SEEK_SET);
  }
  bool hasHeader() const { return started; }
  bool append(const std::string &text) {
    started = true;
    return std::fwrite(text.data(), 1, text.size(), file) == text.size() &&
           !std::fflush(file);
  }

private:
  std::FILE *file = nullptr;
  bool started = false;
};
} // namespace

/// Takes the cases of an earlier run, if there is one.
static bool resume(const std::string &path, const Bundle &bundle,
                   Results &results, size_t &kept, std::string &reason) {
  std::string ignored;
  std::optional<std::string> text = readFile(path, ignored);
  if (!text || text->find('\n') == std::string::npos)
    return true;
  std::optional<Results> earlier = parseResults(*text, reason, &kept);
  if (!earlier)
    return false;
  bool fits = earlier->bundleHash == bundle.hash &&
              earlier->cases.size() <= bundle.cases.size();
  for (size_t i = 0; fits && i < earlier->cases.size(); ++i)
    fits = earlier->cases[i].name == bundle.cases[i].name;
  if (!fits) {
    reason =
        "holds results of another bundle or shard; --restart overwrites them";
    return false;
  }
  results = std::move(*earlier);
  return true;
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
  if (arguments.serve)
    return serve(arguments.options, STDIN_FILENO, STDOUT_FILENO)
               ? 0
               : complain("tile-conform-run: error: the input is no requests");
  std::optional<std::string> text = readFile(arguments.bundle, reason);
  std::optional<Bundle> bundle =
      text ? parseBundle(*text, reason) : std::nullopt;
  if (!bundle)
    return complain(arguments.bundle + ": error: " + reason);
  keepShard(*bundle, arguments);

  Results results;
  size_t kept = 0;
  if (!arguments.restart &&
      !resume(arguments.output, *bundle, results, kept, reason))
    return complain(arguments.output + ": error: " + reason);
  ResultsFile file;
  if (!file.open(arguments.output, kept))
    return complain(arguments.output + ": error: cannot be written");
  size_t written = results.cases.size();
  if (written)
    std::printf("%zu of %zu cases stand from an earlier run\n", written,
                bundle->cases.size());
  arguments.options.onProgress = [&](const Results &now) {
    if (!file.hasHeader() && !file.append(headerOf(now).toLine()))
      return false;
    for (; written < now.cases.size(); ++written)
      if (!file.append(toJson(now.cases[written]).toLine()))
        return false;
    return true;
  };
  switch (runBundle(*bundle, arguments.options, results, reason)) {
  case RunnerEnd::Done:
    break;
  case RunnerEnd::NoDriver:
    complain("tile-conform-run: no CUDA driver: " + reason);
    return noDriver;
  case RunnerEnd::Failed:
    return complain("tile-conform-run: error: " + reason);
  }
  size_t completed = 0;
  for (const CaseResult &result : results.cases)
    completed += result.status == CaseStatus::Completed;
  std::printf("%s: %zu of %zu cases completed; results in %s\n",
              results.device.c_str(), completed, results.cases.size(),
              arguments.output.c_str());
  return 0;
}
