//===- Process.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// LLVM's ExecuteAndWait measures time with the one alarm that a process has,
// and does not know what the tool started.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/Process.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Regex.h"
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tilefuzz;

static std::string firstLine(llvm::StringRef text, const llvm::Regex &wanted) {
  for (llvm::StringRef line : llvm::split(text, '\n'))
    if (wanted.match(line))
      return line.trim().str();
  return text.split('\n').first.trim().str();
}
/// Without the place, which differs from program to program. ptxas aligns the
/// colons of its messages.
static std::string errorOf(llvm::StringRef text) {
  static const llvm::Regex sign("error *:(.*)");
  std::string line = firstLine(text, sign);
  llvm::SmallVector<llvm::StringRef> parts;
  return sign.match(line, &parts) ? "error:" + parts[1].str() : line;
}
/// The assertion or fatal error, or else the first frame with a name of MLIR.
static std::string crashOf(llvm::StringRef text) {
  for (llvm::StringRef sign : {"Assertion", "LLVM ERROR"})
    if (text.contains(sign))
      return firstLine(text, llvm::Regex(sign));
  for (llvm::StringRef line : llvm::split(text, '\n')) {
    size_t at = line.find("mlir::");
    if (line.contains('#') && at != llvm::StringRef::npos)
      return ("in " + line.substr(at).split('(').first).str();
  }
  return text.starts_with("signal ") ? text.str() : "no message";
}

llvm::StringRef SutProcess::kind() const {
  return end == End::TimedOut  ? "timeout"
         : end == End::Crashed ? "crash"
                               : "refused";
}

std::string SutProcess::message() const {
  return end == End::TimedOut      ? "too long"
         : end == End::Interrupted ? "interrupted"
         : end == End::Crashed     ? crashOf(errors)
         : end == End::NotStarted ? "the tool did not start: " + errorOf(errors)
                                  : errorOf(errors);
}

static std::string replaceAll(std::string text, llvm::StringRef what,
                              llvm::StringRef by) {
  for (size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

static std::vector<std::string> commandLine(const SutDescription &sut,
                                            const SutRun &run,
                                            llvm::StringRef input,
                                            llvm::StringRef output) {
  std::vector<std::string> words;
  for (const std::string &word : sut.command) {
    if (word == "{passes}")
      words.insert(words.end(), run.arguments.begin(), run.arguments.end());
    else
      words.push_back(
          replaceAll(replaceAll(word, "{in}", input), "{out}", output));
  }
  return words;
}

/// In the child, between fork and exec: other threads may hold any lock.
[[noreturn]] static void become(const char *program, char *const *words,
                                int errors, unsigned seconds) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  auto limit = [](auto resource, rlim_t value, rlim_t more = 0) {
    rlimit both = {value, value + more};
    ::setrlimit(resource, &both);
  };
  limit(RLIMIT_CORE, 0);
  // At the hard limit it would be killed like any other.
  limit(RLIMIT_CPU, seconds, 1);
  // Tools of a build with the sanitizer reserve terabytes.
#if !LLVM_ADDRESS_SANITIZER_BUILD
  limit(RLIMIT_DATA, rlim_t(4) << 30);
#endif
  limit(RLIMIT_FSIZE, rlim_t(256) << 20);
  for (int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE})
    ::signal(number, SIG_DFL);
  int null = ::open("/dev/null", O_RDWR);
  ::dup2(null, STDIN_FILENO);
  ::dup2(null, STDOUT_FILENO);
  ::dup2(errors, STDERR_FILENO);
  ::execv(program, words);
  // As a shell says it.
  ::_exit(127);
}

namespace {
class Running {
public:
  Running(pid_t process, int errors) : process(process), errors(errors) {}
  ~Running() {
    ::kill(-process, SIGKILL);
    if (!ended)
      ::waitpid(process, &status, 0);
    if (errors >= 0)
      ::close(errors);
  }

  /// False if it runs longer, or `interrupted` is set.
  bool wait(double seconds, const volatile sig_atomic_t *interrupted);
  int status = 0;
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
  if (errors < 0) {
    ::usleep(1000 * milliseconds);
    return;
  }
  pollfd wanted = {errors, POLLIN, 0};
  while (::poll(&wanted, 1, milliseconds) > 0) {
    char buffer[4096];
    ssize_t size = ::read(errors, buffer, sizeof buffer);
    if (size <= 0) {
      // A tool that closes it early is waited for without it.
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
  // The end of a tool closes the pipe and so ends the wait for it at once.
  for (int milliseconds = 1;; milliseconds = std::min(2 * milliseconds, 16)) {
    readErrors(milliseconds);
    if (::waitpid(process, &status, WNOHANG) == process) {
      ended = true;
      readErrors(0);
      return true;
    }
    std::chrono::duration<double> spent =
        std::chrono::steady_clock::now() - start;
    if (spent.count() > seconds || (interrupted && *interrupted))
      return false;
  }
}

SutProcess tilefuzz::runSut(const SutDescription &sut, const SutRun &run,
                            llvm::StringRef input, llvm::StringRef output,
                            const volatile sig_atomic_t *interrupted) {
  SutProcess process;
  auto give = [&](SutProcess::End end, const llvm::Twine &errors) {
    process.end = end;
    if (process.errors.empty())
      process.errors = errors.str();
    return process;
  };
  if (interrupted && *interrupted)
    return give(SutProcess::End::Interrupted, "");
  std::string program = sut.executable();
  if (program.empty())
    return give(SutProcess::End::NotStarted,
                sut.command.front() + " is not on the PATH");
  std::vector<std::string> words = commandLine(sut, run, input, output);
  std::vector<char *> pointers;
  for (std::string &word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  // An output of an earlier run must not be taken for this one's.
  llvm::sys::fs::remove(output);
  int pipe[2];
  if (::pipe2(pipe, O_CLOEXEC) != 0)
    return give(SutProcess::End::NotStarted, std::strerror(errno));
  pid_t child = ::fork();
  if (child == 0)
    become(program.c_str(), pointers.data(), pipe[1], sut.timeoutSeconds);
  int error = errno;
  ::close(pipe[1]);
  if (child < 0) {
    ::close(pipe[0]);
    return give(SutProcess::End::NotStarted, std::strerror(error));
  }
  // Both sides do it, whoever is first: the group must exist before it is
  // killed.
  ::setpgid(child, child);
  Running running(child, pipe[0]);
  bool ended = running.wait(3.0 * sut.timeoutSeconds, interrupted);
  process.errors = std::move(running.text);
  if (!ended)
    return give(interrupted && *interrupted ? SutProcess::End::Interrupted
                                            : SutProcess::End::TimedOut,
                "");
  if (WIFSIGNALED(running.status)) {
    int number = WTERMSIG(running.status);
    return give(number == SIGXCPU ? SutProcess::End::TimedOut
                                  : SutProcess::End::Crashed,
                llvm::Twine("signal ") + llvm::Twine(number));
  }
  process.exitCode = WEXITSTATUS(running.status);
  // A shell's words for what is not found or cannot be executed.
  if (process.exitCode == 126 || process.exitCode == 127)
    return give(SutProcess::End::NotStarted,
                "exit code " + llvm::Twine(process.exitCode));
  if (process.exitCode != 0)
    return give(SutProcess::End::Refused,
                "exit code " + llvm::Twine(process.exitCode));
  // Reading a pipe, say, would wait for ever. One that lacks is found later.
  if (llvm::sys::fs::exists(output) && !llvm::sys::fs::is_regular_file(output))
    return give(SutProcess::End::Refused, "the output is no regular file");
  return process;
}
