//===- Runner.cpp - A bundle on the device, process by process ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Frames (Frames.h) from child to parent:
//   D  the device (results file without cases)
//   N  no driver: why
//   B  the next case begins
//   R  that case's result
//
//===----------------------------------------------------------------------===//

#include "oracle/Gpu/Runner.h"
#include "oracle/Gpu/ErrorLog.h"
#include "oracle/Gpu/Execute.h"
#include "oracle/Gpu/Frames.h"
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tilefuzz::conform;
using Clock = std::chrono::steady_clock;

//===----------------------------------------------------------------------===//
// The child
//===----------------------------------------------------------------------===//

/// None if the file cannot be read, as that of a library in memory.
static LibraryFile identify(const std::string &path) {
  LibraryFile library;
  std::FILE *file = path.empty() ? nullptr : std::fopen(path.c_str(), "rb");
  if (!file)
    return library;
  library.path = path;
  library.hash = 0xcbf29ce484222325;
  std::vector<uint64_t> words(1 << 16);
  while (true) {
    size_t size = std::fread(words.data(), 1, words.size() * 8, file);
    if (!size)
      break;
    library.size += size;
    std::memset(reinterpret_cast<char *>(words.data()) + size, 0,
                (8 - size % 8) % 8);
    for (size_t i = 0; i < (size + 7) / 8; ++i)
      library.hash = (library.hash ^ words[i]) * 0x100000001b3;
  }
  std::fclose(file);
  return library;
}

/// Brings driver and context up; the reason why not otherwise.
static std::string start(const Driver &api, int ordinal, Results &device) {
  DeviceHandle handle = 0;
  ContextHandle context = nullptr;
  int version = 0, major = 0, minor = 0;
  char name[256] = "";
  DriverStatus status = api.init(0);
  auto step = [&](DriverStatus next) {
    status = status ? status : next;
    return status == driver_status::success;
  };
  bool up = status == driver_status::success &&
            step(api.driverGetVersion(&version)) &&
            step(api.deviceGet(&handle, ordinal)) &&
            step(api.deviceGetName(name, sizeof name, handle)) &&
            step(api.deviceGetAttribute(&major, 75, handle)) &&
            step(api.deviceGetAttribute(&minor, 76, handle)) &&
            step(api.primaryContextRetain(&context, handle)) &&
            step(api.contextSetCurrent(context));
  if (!up)
    return "the driver gives no device " + std::to_string(ordinal) + ": " +
           api.nameOf(status);
  device.device = name;
  device.driverVersion = version;
  device.computeCapability =
      std::to_string(major) + "." + std::to_string(minor);
  device.library = identify(api.file);
  std::time_t now = std::time(nullptr);
  std::tm calendar = {};
  char date[32];
  if (gmtime_r(&now, &calendar) &&
      std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &calendar))
    device.date = date;
  return "";
}

[[noreturn]] static void runChild(const Bundle &bundle, size_t first,
                                  const RunnerOptions &options,
                                  const ErrorLog &log, int pipe) {
  std::string error;
  Results device;
  std::optional<Driver> api = Driver::load(options.driverLibrary, error);
  if (api)
    error = start(*api, options.device, device);
  if (!error.empty()) {
    addLog(error, "stderr", log.text());
    writeFrame(pipe, 'N', error);
    _exit(0);
  }
  bool alive = writeFrame(pipe, 'D', headerOf(device).toLine());
  size_t end =
      std::min(bundle.cases.size(), first + std::max(1u, options.batch));
  for (size_t i = first; alive && i < end; ++i) {
    log.clear();
    alive = writeFrame(pipe, 'B', "");
    if (!alive)
      break;
    bool poisoned = false;
    CaseResult result =
        executeCase(*api, bundle.cases[i], options.guard, poisoned);
    addLog(result.detail, "stderr", log.text());
    alive = writeFrame(pipe, 'R', toJson(result).toString()) && !poisoned;
  }
  _exit(0);
}

//===----------------------------------------------------------------------===//
// The parent
//===----------------------------------------------------------------------===//

namespace {
/// Reads one child's messages until it ends or a deadline passes.
class Listener {
public:
  Listener(const Bundle &bundle, const RunnerOptions &options, Results &results)
      : bundle(bundle), options(options), results(results) {}

  /// Returns true if the deadline passed.
  bool listen(int pipe) {
    deadline = Clock::now() + seconds(options.startSeconds);
    while (true) {
      auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
                      deadline - Clock::now())
                      .count();
      if (left <= 0)
        return true;
      pollfd waiting = {pipe, POLLIN, 0};
      int ready = poll(&waiting, 1, int(std::min<int64_t>(left + 1, 60'000)));
      if (ready < 0 && errno != EINTR)
        return false;
      if (ready <= 0)
        continue;
      char chunk[65536];
      ssize_t size = read(pipe, chunk, sizeof chunk);
      if (size < 0 && errno == EINTR)
        continue;
      if (size <= 0)
        return false;
      frames.add(chunk, size_t(size));
      while (takeMessage()) {
      }
      if (broken || frames.isBroken())
        return false;
    }
  }

  std::string noDriver, mixture;
  /// The caller wants no more.
  bool stopped = false;
  bool deviceSeen = false;
  /// A case has begun and has no result yet.
  bool inCase = false;

private:
  static Clock::duration seconds(double value) {
    return std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(value));
  }

  bool takeMessage() {
    char letter = 0;
    std::string text;
    if (!frames.take(letter, text))
      return false;
    deadline = Clock::now() + seconds(options.deadlineSeconds);
    switch (letter) {
    case 'N':
      noDriver = text;
      return true;
    case 'D':
      deviceSeen = true;
      return takeDevice(text);
    case 'B':
      inCase = true;
      // More cases than there are: a corrupted child.
      broken = results.cases.size() >= bundle.cases.size();
      return !broken;
    case 'R':
      return takeResult(text);
    default:
      broken = true;
      return false;
    }
  }

  bool takeDevice(const std::string &text) {
    std::string error;
    std::optional<Results> device = parseResults(text, error);
    if (!device) {
      broken = true;
      return false;
    }
    bool isNew = results.device.empty() && results.cases.empty();
    // Cases of an earlier run stand beside the new ones.
    if (!isNew)
      mixture = differenceOf(results, *device);
    if (!mixture.empty()) {
      broken = true;
      return false;
    }
    device->bundleHash = results.bundleHash;
    if (isNew)
      results = std::move(*device);
    return !isNew || tell();
  }

  bool takeResult(const std::string &text) {
    std::string error;
    std::optional<Json> json = parseJson(text, error);
    std::optional<CaseResult> result =
        json ? parseCaseResult(*json, error) : std::nullopt;
    // A kernel that corrupted its process may send nonsense: believe nothing
    // that is not the expected case's result.
    broken = !inCase || !result ||
             results.cases.size() >= bundle.cases.size() ||
             result->name != bundle.cases[results.cases.size()].name;
    if (broken)
      return false;
    inCase = false;
    results.cases.push_back(std::move(*result));
    return tell();
  }

  bool tell() {
    stopped = options.onProgress && !options.onProgress(results);
    broken |= stopped;
    return !stopped;
  }

  const Bundle &bundle;
  const RunnerOptions &options;
  Results &results;
  FrameReader frames;
  Clock::time_point deadline;
  bool broken = false;
};
} // namespace

static std::string describeEnd(int status) {
  if (WIFSIGNALED(status))
    return std::string("the process ended with signal ") +
           strsignal(WTERMSIG(status));
  return "the process ended with exit code " +
         std::to_string(WEXITSTATUS(status));
}

RunnerEnd tilefuzz::conform::runBundle(const Bundle &bundle,
                                       const RunnerOptions &options,
                                       Results &results, std::string &error) {
  if (results.cases.empty())
    results = Results();
  results.bundleHash = bundle.hash;
  ErrorLog log;
  while (results.cases.size() < bundle.cases.size()) {
    int ends[2];
    if (pipe(ends)) {
      error = std::string("pipe: ") + std::strerror(errno);
      return RunnerEnd::Failed;
    }
    size_t before = results.cases.size();
    log.clear();
    pid_t child = fork();
    if (child < 0) {
      error = std::string("fork: ") + std::strerror(errno);
      close(ends[0]);
      close(ends[1]);
      return RunnerEnd::Failed;
    }
    if (child == 0) {
      close(ends[0]);
      for (int file : options.ownFiles)
        close(file);
      // A kernel that hangs must not outlive who waits for it.
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      std::signal(SIGPIPE, SIG_IGN);
      log.redirect();
      runChild(bundle, results.cases.size(), options, log, ends[1]);
    }
    close(ends[1]);
    Listener listener(bundle, options, results);
    bool late = listener.listen(ends[0]);
    close(ends[0]);
    // The child has nothing more to say, or says it too late.
    kill(child, SIGKILL);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (!listener.noDriver.empty()) {
      error = listener.noDriver;
      return RunnerEnd::NoDriver;
    }
    if (!listener.mixture.empty()) {
      error = listener.mixture + "; --restart overwrites them";
      return RunnerEnd::Failed;
    }
    if (listener.stopped) {
      error = "the results cannot be written";
      return RunnerEnd::Failed;
    }
    if (!listener.deviceSeen) {
      error = late ? "the driver did not come up in time"
                   : "the driver did not come up: " + describeEnd(status);
      addLog(error, "stderr", log.text());
      return RunnerEnd::NoDriver;
    }
    if (!listener.inCase) {
      if (results.cases.size() > before)
        continue;
      error = "the process ended before its first case: " + describeEnd(status);
      return RunnerEnd::Failed;
    }
    CaseResult result;
    result.name = bundle.cases[results.cases.size()].name;
    result.status = late ? CaseStatus::Timeout : CaseStatus::Crashed;
    result.detail = late ? "no end within the deadline" : describeEnd(status);
    addLog(result.detail, "stderr", log.text());
    results.cases.push_back(std::move(result));
    if (options.onProgress && !options.onProgress(results)) {
      error = "the results cannot be written";
      return RunnerEnd::Failed;
    }
  }
  return RunnerEnd::Done;
}
