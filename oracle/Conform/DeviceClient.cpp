//===- DeviceClient.cpp - A device behind tile-conform-run ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Conform/DeviceClient.h"
#include "compiler/Support/Clock/Clock.h"
#include "compiler/Support/Process/ForkedProcess.h"
#include "oracle/Conform/Judge.h"
#include "oracle/Conform/Pack.h"
#include "oracle/Gpu/Frames.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cerrno>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace tilefuzz;
using conform::Case;
using conform::CaseResult;
using conform::CaseStatus;

//===----------------------------------------------------------------------===//
// The address
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral driverName = "libcuda.so.1";

std::string tilefuzz::runnerBeside(llvm::StringRef tool) {
  llvm::SmallString<128> path(llvm::sys::path::parent_path(tool));
  llvm::sys::path::append(path, "tile-conform-run");
  return path.str().str();
}

std::string tilefuzz::simulatedDriverBeside(llvm::StringRef tool) {
  llvm::SmallString<128> path(
      llvm::sys::path::parent_path(llvm::sys::path::parent_path(tool)));
  llvm::sys::path::append(path, "lib", "tilecuda", driverName);
  return path.str().str();
}

/// As a shell takes it for itself.
static std::string quoted(llvm::StringRef word) {
  std::string text = "'";
  for (char c : word)
    text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

llvm::Expected<DeviceAddress>
tilefuzz::parseDeviceAddress(llvm::StringRef text) {
  auto fail = [&](const llvm::Twine &what) {
    return llvm::createStringError("--gpu=" + text + ": error: " + what);
  };
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, ',');
  llvm::StringRef host = parts.front();
  if (host.empty() || host.starts_with("-"))
    return fail("name a host, or 'local'");
  bool isLocal = host == "local";
  std::string tool = llvm::sys::fs::getMainExecutable(
      nullptr, reinterpret_cast<void *>(&parseDeviceAddress));
  std::string runner = isLocal ? runnerBeside(tool) : "tile-conform-run";
  std::vector<std::string> options;
  double deadline = 20;
  bool isGuarded = false, isSimulated = false;
  for (llvm::StringRef part : llvm::ArrayRef(parts).drop_front()) {
    auto [key, value] = part.split('=');
    uint64_t number = 0;
    if (value.empty())
      return fail("'" + part + "' has no value");
    if (key == "runner") {
      runner = value.str();
    } else if (key == "driver") {
      isSimulated = value == "simulated";
      if (isSimulated && !isLocal)
        return fail("the simulated driver of this machine is 'local'");
      options.push_back("--driver=" + (isSimulated ? simulatedDriverBeside(tool)
                                                   : value.str()));
    } else if (key == "deadline") {
      if (value.getAsDouble(deadline) || !(deadline > 0 && deadline <= 3600))
        return fail("the deadline is a number of seconds, up to 3600");
      options.push_back(("--deadline=" + value).str());
    } else if (key == "device" || key == "guard") {
      if (value.getAsInteger(10, number) || number > 1'000'000)
        return fail("'" + key + "' takes a number");
      isGuarded |= key == "guard";
      options.push_back(("--" + part).str());
    } else {
      return fail("'" + key +
                  "' is none of driver, device, deadline, guard and runner");
    }
  }
  // It checks every access, and needs no guards.
  if (isSimulated && !isGuarded)
    options.push_back("--guard=0");
  DeviceAddress address;
  address.text = text.str();
  // Driver and context take up to two minutes (RunnerOptions).
  address.patience = deadline + 150;
  if (isLocal) {
    address.command = {runner, "--serve"};
    address.command.insert(address.command.end(), options.begin(),
                           options.end());
    return address;
  }
  address.host = host.str();
  std::string words = quoted(runner) + " --serve";
  for (const std::string &option : options)
    words += " " + quoted(option);
  address.command = {"ssh", "-o", "BatchMode=yes", address.host, words};
  return address;
}

//===----------------------------------------------------------------------===//
// The connection
//===----------------------------------------------------------------------===//

/// One server, and both directions of the pipe to it.
class DeviceClient::Connection {
public:
  static llvm::Expected<std::unique_ptr<Connection>>
  open(const DeviceAddress &address);
  ~Connection();

  bool send(char letter, llvm::StringRef text);
  /// False: the server is gone, or silent for too long.
  bool receive(char &letter, std::string &text);
  /// It was made before this process was forked off: another one speaks there.
  bool isOfAnother() const { return ::getpid() != owner; }

private:
  Connection(ForkedProcess process, int file, double patience)
      : process(std::make_unique<ForkedProcess>(std::move(process))),
        file(file), patience(patience), owner(::getpid()) {}

  std::unique_ptr<ForkedProcess> process;
  conform::FrameReader frames;
  int file;
  double patience;
  pid_t owner;
};

llvm::Expected<std::unique_ptr<DeviceClient::Connection>>
DeviceClient::Connection::open(const DeviceAddress &address) {
  int ends[2];
  // A socket, because writing to one whose reader died is no signal.
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return llvm::createStringError("socketpair: " + llvm::sys::StrError());
  std::vector<const char *> words;
  for (const std::string &word : address.command)
    words.push_back(word.c_str());
  words.push_back(nullptr);
  llvm::Expected<ForkedProcess> process = ForkedProcess::start([&](int) {
    // A device needs more addresses than a worker may have.
    rlimit limit;
    if (::getrlimit(RLIMIT_AS, &limit) == 0) {
      limit.rlim_cur = limit.rlim_max;
      ::setrlimit(RLIMIT_AS, &limit);
    }
    ::dup2(ends[1], STDIN_FILENO);
    ::dup2(ends[1], STDOUT_FILENO);
    ::execvp(words[0], const_cast<char *const *>(words.data()));
    return 127;
  });
  ::close(ends[1]);
  if (!process) {
    ::close(ends[0]);
    return process.takeError();
  }
  return std::unique_ptr<Connection>(
      new Connection(std::move(*process), ends[0], address.patience));
}

DeviceClient::Connection::~Connection() {
  ::close(file);
  // The server is not ours to end.
  if (isOfAnother())
    (void)process.release();
}

bool DeviceClient::Connection::send(char letter, llvm::StringRef text) {
  std::string head(1, letter);
  for (unsigned i = 0; i < 4; ++i)
    head += char(text.size() >> (8 * i));
  for (llvm::StringRef rest : {llvm::StringRef(head), text})
    while (!rest.empty()) {
      ssize_t size = ::send(file, rest.data(), rest.size(), MSG_NOSIGNAL);
      if (size < 0 && errno == EINTR)
        continue;
      if (size <= 0)
        return false;
      rest = rest.drop_front(size_t(size));
    }
  return true;
}

bool DeviceClient::Connection::receive(char &letter, std::string &text) {
  uint64_t deadline = monotonicTime() + uint64_t(patience * 1e9);
  while (!frames.take(letter, text)) {
    uint64_t now = monotonicTime();
    if (frames.isBroken() || now >= deadline)
      return false;
    pollfd wanted = {file, POLLIN, 0};
    int ready = ::poll(&wanted, 1, int((deadline - now) / 1'000'000 + 1));
    if (ready < 0 && errno != EINTR)
      return false;
    if (ready <= 0)
      continue;
    char chunk[65536];
    ssize_t size = ::recv(file, chunk, sizeof chunk, 0);
    if (size < 0 && errno == EINTR)
      continue;
    if (size <= 0)
      return false;
    frames.add(chunk, size_t(size));
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The client
//===----------------------------------------------------------------------===//

DeviceClient::DeviceClient(DeviceAddress address) : where(std::move(address)) {}
DeviceClient::~DeviceClient() = default;

/// Errors with which a device tells that the kernel stopped itself: a failed
/// assertion, an instruction that is none, a trap.
static bool isTrap(llvm::StringRef error) {
  return error == "CUDA_ERROR_ASSERT" || error == "CUDA_ERROR_LAUNCH_FAILED" ||
         error == "CUDA_ERROR_ILLEGAL_INSTRUCTION";
}

/// What it says is the same for all programs that end so; what varies from one
/// to the next stands in its place.
static Outcome outcomeOf(const Case &one, const CaseResult &result) {
  Outcome outcome = deviceOutcome(one, result);
  // Whether a kernel stopped itself is known, what it prints is not.
  outcome.printedLines.isKept = outcome.printedLines.isLoose = true;
  if (outcome.completed())
    return outcome;
  outcome.site.location = outcome.condition;
  outcome.condition = conform::toString(result.status);
  if (!result.error.empty())
    outcome.condition += ": " + result.error;
  if (result.status == CaseStatus::Fault && isTrap(result.error))
    outcome.status = RunStatus::Trap;
  return outcome;
}

static std::string describe(const conform::Results &device) {
  std::string text = device.device + ", compute capability " +
                     device.computeCapability + ", driver " +
                     std::to_string(device.driverVersion);
  if (!device.library.path.empty())
    text += " of " + device.library.path + " (" +
            std::to_string(device.library.size) + " bytes, " +
            llvm::utohexstr(device.library.hash, /*LowerCase=*/true) + ")";
  return text;
}

namespace {
/// What comes back for one request.
class Answers {
public:
  Answers(const std::vector<Case> &cases, unsigned runs)
      : cases(cases), wanted(size_t(runs) * cases.size()),
        outcomes(cases.size()) {}

  /// False: it is none that belongs here.
  bool take(const std::string &text) {
    std::string error;
    std::optional<conform::Json> json = conform::parseJson(text, error);
    std::optional<CaseResult> result =
        json ? conform::parseCaseResult(*json, error) : std::nullopt;
    if (!result || taken == wanted)
      return false;
    const Case &one = cases[taken % cases.size()];
    if (result->name != one.name || !hasBuffersOf(one, *result))
      return false;
    outcomes[taken++ % cases.size()].push_back(outcomeOf(one, *result));
    return true;
  }
  bool isWhole() const { return taken == wanted; }

private:
  static bool hasBuffersOf(const Case &one, const CaseResult &result) {
    if (result.status != CaseStatus::Completed)
      return true;
    if (result.buffers.size() != one.buffers.size())
      return false;
    for (auto [buffer, bytes] : llvm::zip_equal(one.buffers, result.buffers))
      if (bytes.size() != buffer.input.size())
        return false;
    return true;
  }

  const std::vector<Case> &cases;
  size_t wanted, taken = 0;

public:
  std::vector<std::vector<Outcome>> outcomes;
};
} // namespace

llvm::Expected<std::vector<std::vector<Outcome>>>
DeviceClient::request(const std::vector<Case> &cases, unsigned runs,
                      bool alone) {
  auto fail = [&](const llvm::Twine &what) {
    reason = (where.text + ": " + what).str();
    return llvm::createStringError(reason);
  };
  if (!reason.empty())
    return llvm::createStringError(reason);
  conform::Bundle bundle;
  bundle.producer = "tilefuzz " TILEFUZZ_VERSION;
  bundle.cases = cases;
  std::string text = std::to_string(runs) + (alone ? " 1\n" : " 0\n") +
                     conform::serialize(bundle);
  // The server, or the line to it, may have died since it was asked last.
  for (unsigned attempt = 0; attempt < 2; ++attempt) {
    if (connection && connection->isOfAnother())
      connection.reset();
    if (!connection) {
      llvm::Expected<std::unique_ptr<Connection>> opened =
          Connection::open(where);
      if (!opened)
        return fail(llvm::toString(opened.takeError()));
      connection = std::move(*opened);
    }
    Answers answers(cases, runs);
    bool goesOn = connection->send('B', text);
    char letter = 0;
    std::string said;
    while (goesOn && (goesOn = connection->receive(letter, said))) {
      if (letter == 'D') {
        std::string error;
        std::optional<conform::Results> header =
            conform::parseResults(said, error);
        if (header)
          device = ::describe(*header);
        goesOn = header.has_value();
      } else if (letter == 'R') {
        goesOn = answers.take(said);
      } else if (letter == 'E' && answers.isWhole()) {
        return std::move(answers.outcomes);
      } else if (letter == 'N') {
        return fail("no CUDA driver: " + said);
      } else if (letter == 'F') {
        return fail(said);
      } else {
        goesOn = false;
      }
    }
    connection.reset();
  }
  return fail("'" + where.command.front() +
              "' cannot be started, ends, or does not answer");
}

llvm::Expected<std::vector<std::vector<Outcome>>>
DeviceClient::runTogether(const std::vector<Case> &cases, unsigned runs) {
  return request(cases, runs, /*alone=*/false);
}

llvm::Expected<std::vector<Outcome>>
DeviceClient::run(const DeviceKernel &kernel, unsigned runs) {
  llvm::Expected<Case> packed = packKernel(kernel, "kernel");
  if (!packed)
    return packed.takeError();
  llvm::Expected<std::vector<std::vector<Outcome>>> outcomes =
      request({std::move(*packed)}, runs, /*alone=*/true);
  if (!outcomes)
    return outcomes.takeError();
  return std::move(outcomes->front());
}

llvm::Expected<Case> tilefuzz::packKernel(const DeviceKernel &kernel,
                                          llvm::StringRef name) {
  PackInput input;
  input.name = name.str();
  input.kernel = kernel.name;
  input.target = kernel.target;
  input.ptx = kernel.ptx.str();
  input.parameters = kernel.parameters;
  // What is right is known here, and decided here.
  Outcome unchanged;
  for (auto [i, buffer] : llvm::enumerate(kernel.launch.buffers)) {
    llvm::Expected<std::vector<uint8_t>> contents =
        initialContents(kernel.launch, i);
    if (!contents)
      return contents.takeError();
    BufferImage &image = unchanged.buffers.emplace_back();
    image.name = buffer.name;
    image.kind = buffer.kind;
    image.bytes = std::move(*contents);
  }
  return packCase(std::move(input), kernel.launch, unchanged);
}
