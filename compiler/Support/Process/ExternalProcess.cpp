//===- ExternalProcess.cpp ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/Process/ExternalProcess.h"
#include "compiler/Support/Process/ForkedProcess.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/FileSystem.h"
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace tilefuzz;
using End = ExternalProcess::End;

/// In the child, between fork and exec: other threads may hold any lock.
/// `errors`: the standard error; below 0: ours.
static int become(const ExternalProcessOptions &options, char *const *words,
                  char *const *environment, int errors) {
  auto limit = [](auto resource, rlim_t value, rlim_t more = 0) {
    rlimit both = {value, value + more};
    ::setrlimit(resource, &both);
  };
  // At the hard limit it would be killed like any other.
  if (options.cpuSeconds)
    limit(RLIMIT_CPU, options.cpuSeconds, 1);
  // Tools of a build with the sanitizer reserve terabytes.
#if !LLVM_ADDRESS_SANITIZER_BUILD
  if (options.memoryMiB)
    limit(RLIMIT_DATA, rlim_t(options.memoryMiB) << 20);
#endif
  if (options.fileMiB)
    limit(RLIMIT_FSIZE, rlim_t(options.fileMiB) << 20);
  for (int number : {SIGPIPE, SIGXFSZ})
    ::signal(number, SIG_DFL);
  ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
  int output =
      ::open(options.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (output < 0)
    return 126;
  ::dup2(output, STDOUT_FILENO);
  if (errors >= 0)
    ::dup2(errors, STDERR_FILENO);
  ::execve(options.program.c_str(), words, environment);
  // As a shell says it.
  return 127;
}

namespace {
/// Waits for a process, and keeps what it says.
class Waiting {
public:
  explicit Waiting(ForkedProcess &process)
      : process(process), errors(process.reports()) {}

  /// None: it runs longer, or `interrupted` is set.
  std::optional<ProcessEnd> wait(double seconds,
                                 const volatile sig_atomic_t *interrupted);
  std::string text;

private:
  void readErrors(int milliseconds);

  ForkedProcess &process;
  /// -1: it has none, or closed it.
  int errors;
};
} // namespace

/// Until there is nothing more, at most so long; then the pipe is empty or the
/// time is up.
void Waiting::readErrors(int milliseconds) {
  constexpr size_t most = 65536;
  // Of one that writes without a pause, as much as is there now.
  constexpr unsigned mostReads = 64;
  if (errors < 0) {
    ::usleep(1000 * milliseconds);
    return;
  }
  pollfd wanted = {errors, POLLIN, 0};
  for (unsigned i = 0; i < mostReads && ::poll(&wanted, 1, milliseconds) > 0;
       ++i) {
    char buffer[4096];
    ssize_t size = ::read(errors, buffer, sizeof buffer);
    if (size <= 0) {
      // A program that closes it early is waited for without it.
      errors = -1;
      return;
    }
    text.append(buffer, std::min<size_t>(size, most - text.size()));
    milliseconds = 0;
  }
}

std::optional<ProcessEnd>
Waiting::wait(double seconds, const volatile sig_atomic_t *interrupted) {
  auto start = std::chrono::steady_clock::now();
  // The end of a program closes the pipe and so ends the wait for it at once.
  for (int milliseconds = 1;; milliseconds = std::min(2 * milliseconds, 16)) {
    readErrors(milliseconds);
    if (std::optional<ProcessEnd> end = process.poll()) {
      readErrors(0);
      return end;
    }
    std::chrono::duration<double> spent =
        std::chrono::steady_clock::now() - start;
    if ((seconds > 0 && spent.count() > seconds) ||
        (interrupted && *interrupted))
      return std::nullopt;
  }
}

/// What a signal says that ended it.
static End endBySignal(int number, const ProcessEnd &end,
                       const ExternalProcessOptions &options) {
  // Who ignores the first is killed a second later.
  if (number == SIGXCPU || (number == SIGKILL && options.cpuSeconds &&
                            end.cpuSeconds >= options.cpuSeconds))
    return End::TimedOut;
  for (int outside : {SIGKILL, SIGTERM, SIGINT, SIGHUP, SIGQUIT})
    if (number == outside)
      return End::KilledFromOutside;
  return End::Signalled;
}

/// The signal that an exit code of a shell stands for; 0: none.
static int signalOfShell(int code) {
  for (int number : {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGXCPU,
                     SIGXFSZ, SIGKILL, SIGTERM, SIGINT, SIGHUP})
    if (code == 128 + number)
      return number;
  return 0;
}

/// As exec wants them.
static std::vector<char *> pointersTo(std::vector<std::string> &texts) {
  std::vector<char *> pointers;
  for (std::string &text : texts)
    pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

ExternalProcess
tilefuzz::runExternalProcess(const ExternalProcessOptions &options) {
  std::vector<std::string> words = options.words,
                           variables = options.environment;
  std::vector<char *> wordPointers = pointersTo(words),
                      variablePointers = pointersTo(variables);
  char **environment = variables.empty() ? ::environ : variablePointers.data();
  ForkOptions fork;
  fork.hasReports = options.keepErrors;
  llvm::Expected<ForkedProcess> started = ForkedProcess::start(
      [&](int errors) {
        return become(options, wordPointers.data(), environment, errors);
      },
      fork);
  if (!started)
    return {End::NotStarted, 0, llvm::toString(started.takeError()), 0, 0};
  Waiting waiting(*started);
  std::optional<ProcessEnd> ended =
      waiting.wait(options.seconds, options.interrupted);
  ProcessEnd end = started->stop();
  ExternalProcess process;
  process.errors = std::move(waiting.text);
  process.cpuSeconds = end.cpuSeconds;
  process.peakMiB = end.peakMiB;
  process.number = end.signal ? end.signal : end.exitCode;
  if (int number = end.signal ? end.signal : signalOfShell(end.exitCode)) {
    process.number = number;
    process.end = endBySignal(number, end, options);
  }
  if (!ended)
    process.end = options.interrupted && *options.interrupted ? End::Interrupted
                                                              : End::TimedOut;
  return process;
}

bool tilefuzz::removeWhatever(llvm::StringRef path) {
  std::string name = path.str();
  // LLVM's does not remove pipes and other files without content.
  if (::unlink(name.c_str()) == 0 || errno == ENOENT)
    return true;
  return !llvm::sys::fs::remove_directories(path, /*IgnoreErrors=*/false);
}
