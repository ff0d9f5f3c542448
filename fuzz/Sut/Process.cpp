//===- Process.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/Process.h"
#include "compiler/Support/Process/ExternalProcess.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
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
/// The assertion or fatal error, or else the first frame with a name of MLIR,
/// or else the first line.
static std::string crashOf(llvm::StringRef text) {
  for (llvm::StringRef sign : {"Assertion", "LLVM ERROR"})
    if (text.contains(sign))
      return firstLine(text, llvm::Regex(sign));
  for (llvm::StringRef line : llvm::split(text, '\n')) {
    size_t at = line.find("mlir::");
    if (line.contains('#') && at != llvm::StringRef::npos)
      return ("in " + line.substr(at).split('(').first).str();
  }
  // What it says without a stack is about what it died of.
  llvm::StringRef first = text.ltrim().split('\n').first.trim();
  return first.empty() || text.contains("Stack dump")
             ? "no message"
             : first.take_front(200).str();
}

FindingKind SutProcess::kind() const {
  return end == End::TimedOut  ? FindingKind::Timeout
         : outOfMiB            ? FindingKind::OutOfMemory
         : end == End::Crashed ? FindingKind::Crash
         : isInternal          ? FindingKind::InternalError
                               : FindingKind::CompileFailure;
}

std::string SutProcess::message() const {
  return end == End::TimedOut      ? (whether.empty() ? "too long" : whether)
         : end == End::Interrupted ? "interrupted"
         : outOfMiB ? "out of memory, with " + std::to_string(outOfMiB) + " MiB"
         : end == End::Crashed    ? crashOf(errors)
         : end == End::Killed     ? errors
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

std::string tilefuzz::withOutput(std::string text, llvm::StringRef output) {
  return replaceAll(std::move(text), "{out}", output);
}

std::vector<std::string> tilefuzz::environmentOf(const SutDescription &sut,
                                                 llvm::StringRef output) {
  std::map<std::string, std::string> variables;
  for (char **entry = ::environ; *entry; ++entry) {
    auto [name, value] = llvm::StringRef(*entry).split('=');
    variables[name.str()] = value.str();
  }
  std::string program = sut.executable();
  llvm::StringRef own = llvm::sys::path::parent_path(program);
  std::string &path = variables["PATH"];
  path = path.empty() ? own.str() : (own + ":" + path).str();
  for (const auto &[name, value] : sut.environment)
    if (value)
      variables[name] = withOutput(*value, output);
    else
      variables.erase(name);
  std::vector<std::string> texts;
  for (const auto &[name, value] : variables)
    texts.push_back(name + "=" + value);
  return texts;
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
      words.push_back(withOutput(replaceAll(word, "{in}", input), output));
  }
  return words;
}

/// How it ended says nothing of the tool: it gets other chances.
static ExternalProcess runAgainIfKilled(const ExternalProcessOptions &options,
                                        llvm::StringRef output) {
  ExternalProcess process;
  for (unsigned i = 0; i < 3; ++i) {
    // An output of an earlier run must not be taken for this one's.
    if (!removeWhatever(output)) {
      process.end = ExternalProcess::End::NotStarted;
      process.errors = ("what is at " + output + " cannot be removed").str();
      return process;
    }
    process = runExternalProcess(options);
    if (process.end != ExternalProcess::End::KilledFromOutside)
      break;
  }
  return process;
}

/// Of a tool that took too long: whether it ends if it gets more time. Empty:
/// nobody knows.
static std::string seeWhetherItEnds(const SutDescription &sut,
                                    ExternalProcessOptions options,
                                    llvm::StringRef output) {
  options.cpuSeconds *= sut.patience;
  options.seconds *= sut.patience;
  ExternalProcess longer = runAgainIfKilled(options, output);
  std::string time =
      " within " + std::to_string(sut.patience) + " times its time";
  switch (longer.end) {
  case ExternalProcess::End::Exited:
  case ExternalProcess::End::Signalled:
    return "slow: ends" + time;
  case ExternalProcess::End::TimedOut:
    return "does not end" + time;
  case ExternalProcess::End::KilledFromOutside:
  case ExternalProcess::End::Interrupted:
  case ExternalProcess::End::NotStarted:
    return "";
  }
  llvm_unreachable("unknown end");
}

/// What allocators, and libraries of C and C++, say of a limit.
static bool saysOutOfMemory(llvm::StringRef errors) {
  return llvm::any_of(
      llvm::ArrayRef<llvm::StringRef>{"bad_alloc", "out of memory",
                                      "Out of memory", "Cannot allocate memory",
                                      "Allocation failed"},
      [&](llvm::StringRef words) { return errors.contains(words); });
}

SutProcess tilefuzz::runSut(const SutDescription &sut, const SutRun &run,
                            llvm::StringRef input, llvm::StringRef output,
                            const volatile sig_atomic_t *interrupted) {
  using End = SutProcess::End;
  SutProcess process;
  auto give = [&](End end, const llvm::Twine &errors = "") {
    process.end = end;
    if (process.errors.empty())
      process.errors = errors.str();
    return process;
  };
  if (interrupted && *interrupted)
    return give(End::Interrupted);
  ExternalProcessOptions options;
  options.program = sut.executable();
  if (options.program.empty())
    return give(End::NotStarted, sut.command.front() + " is not on the PATH");
  options.words = commandLine(sut, run, input, output);
  options.environment = environmentOf(sut, output);
  options.cpuSeconds = sut.timeoutSeconds;
  // Others may use the machine.
  options.seconds = 3.0 * sut.timeoutSeconds;
  options.memoryMiB = sut.memoryMiB;
  options.fileMiB = 256;
  options.keepErrors = true;
  options.interrupted = interrupted;
  ExternalProcess ended = runAgainIfKilled(options, output);
  process.errors = std::move(ended.errors);
  process.cpuSeconds = ended.cpuSeconds;
  process.peakMiB = ended.peakMiB;
  bool isDead = ended.end == ExternalProcess::End::Signalled ||
                (ended.end == ExternalProcess::End::Exited && ended.number);
  if (isDead && saysOutOfMemory(process.errors))
    process.outOfMiB = sut.memoryMiB;
  switch (ended.end) {
  case ExternalProcess::End::Interrupted:
    return give(End::Interrupted);
  case ExternalProcess::End::TimedOut:
    if (sut.patience > 1)
      process.whether = seeWhetherItEnds(sut, options, output);
    return give(End::TimedOut);
  case ExternalProcess::End::NotStarted:
    return give(End::NotStarted);
  case ExternalProcess::End::KilledFromOutside:
    process.errors = "somebody kills it, by signal " +
                     std::to_string(ended.number) +
                     " (a person, or the kernel short of memory)";
    return give(End::Killed);
  case ExternalProcess::End::Signalled:
    process.exitCode = -int(ended.number);
    return give(End::Crashed, "signal " + llvm::Twine(ended.number));
  case ExternalProcess::End::Exited:
    break;
  }
  process.exitCode = ended.number;
  process.isInternal = llvm::is_contained(sut.internal, process.exitCode);
  // A shell's words for what is not found or cannot be executed.
  if (process.exitCode == 126 || process.exitCode == 127)
    return give(End::NotStarted, "exit code " + llvm::Twine(process.exitCode));
  if (process.exitCode != 0)
    return give(End::Refused, "exit code " + llvm::Twine(process.exitCode));
  // Reading a pipe, say, would wait for ever. One that lacks is found later.
  if (llvm::sys::fs::exists(output) && !llvm::sys::fs::is_regular_file(output))
    return give(End::Refused, "the output is no regular file");
  return process;
}
