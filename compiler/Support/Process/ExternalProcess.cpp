//===- ExternalProcess.cpp ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/Process/ExternalProcess.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/FileSystem.h"
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tilefuzz;
using End = ExternalProcess::End;

/// In the child, between fork and exec: other threads may hold any lock.
/// `errors`: the standard error; below 0: ours.
[[noreturn]] static void become(const ExternalProcessOptions &options,
                                char *const *words, int errors) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  auto limit = [](auto resource, rlim_t value, rlim_t more = 0) {
    rlimit both = {value, value + more};
    ::setrlimit(resource, &both);
  };
  limit(RLIMIT_CORE, 0);
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
  for (int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ})
    ::signal(number, SIG_DFL);
  ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
  int output =
      ::open(options.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (output < 0)
    ::_exit(126);
  ::dup2(output, STDOUT_FILENO);
  if (errors >= 0)
    ::dup2(errors, STDERR_FILENO);
  ::execv(options.program.c_str(), words);
  // As a shell says it.
  ::_exit(127);
}

namespace {
class Running {
public:
  Running(pid_t process, int errors) : process(process), errors(errors) {}
  ~Running() {
    end();
    if (errors >= 0)
      ::close(errors);
  }

  /// False if it runs longer, or `interrupted` is set.
  bool wait(double seconds, const volatile sig_atomic_t *interrupted);
  /// Kills it and what it started.
  void end();
  int status = 0;
  /// Processor time of it and of those of its children that it waited for.
  rusage used = {};
  std::string text;

private:
  void readErrors(int milliseconds);

  pid_t process;
  int errors;
  bool ended = false;
};
} // namespace

/// Until there is nothing more, at most so long; then the pipe is empty or the
/// time is up.
void Running::readErrors(int milliseconds) {
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
      ::close(errors);
      errors = -1;
      return;
    }
    text.append(buffer, std::min<size_t>(size, most - text.size()));
    milliseconds = 0;
  }
}

bool Running::wait(double seconds, const volatile sig_atomic_t *interrupted) {
  auto start = std::chrono::steady_clock::now();
  // The end of a program closes the pipe and so ends the wait for it at once.
  for (int milliseconds = 1;; milliseconds = std::min(2 * milliseconds, 16)) {
    readErrors(milliseconds);
    // It stays to be waited for: until then nobody else gets its number.
    siginfo_t info = {};
    if (::waitid(P_PID, process, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
        info.si_pid == process) {
      end();
      readErrors(0);
      return true;
    }
    std::chrono::duration<double> spent =
        std::chrono::steady_clock::now() - start;
    if ((seconds > 0 && spent.count() > seconds) ||
        (interrupted && *interrupted))
      return false;
  }
}

void Running::end() {
  if (ended)
    return;
  ended = true;
  ::kill(-process, SIGKILL);
  ::wait4(process, &status, 0, &used);
}

static double secondsOf(const timeval &time) {
  return double(time.tv_sec) + 1e-6 * double(time.tv_usec);
}

/// What a signal says that ended it.
static End endBySignal(int number, const Running &running,
                       const ExternalProcessOptions &options) {
  // Who ignores the first is killed a second later.
  double used =
      secondsOf(running.used.ru_utime) + secondsOf(running.used.ru_stime);
  if (number == SIGXCPU ||
      (number == SIGKILL && options.cpuSeconds && used >= options.cpuSeconds))
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

ExternalProcess
tilefuzz::runExternalProcess(const ExternalProcessOptions &options) {
  auto failed = [](int code) {
    return ExternalProcess{End::NotStarted, 0, std::strerror(code)};
  };
  std::vector<std::string> words = options.words;
  std::vector<char *> pointers;
  for (std::string &word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  int pipe[2] = {-1, -1};
  if (options.keepErrors && ::pipe2(pipe, O_CLOEXEC) != 0)
    return failed(errno);
  pid_t child = ::fork();
  if (child == 0)
    become(options, pointers.data(), pipe[1]);
  int error = errno;
  if (pipe[1] >= 0)
    ::close(pipe[1]);
  if (child < 0) {
    if (pipe[0] >= 0)
      ::close(pipe[0]);
    return failed(error);
  }
  // Both sides do it, whoever is first: the group must exist before it is
  // killed.
  ::setpgid(child, child);
  Running running(child, pipe[0]);
  bool ended = running.wait(options.seconds, options.interrupted);
  running.end();
  ExternalProcess process;
  process.errors = std::move(running.text);
  bool isSignal = WIFSIGNALED(running.status);
  process.number =
      isSignal ? WTERMSIG(running.status) : WEXITSTATUS(running.status);
  if (int number = isSignal ? process.number : signalOfShell(process.number)) {
    process.number = number;
    process.end = endBySignal(number, running, options);
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
