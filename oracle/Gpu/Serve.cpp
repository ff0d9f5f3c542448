//===- Serve.cpp - The runner behind a pipe -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Gpu/Serve.h"
#include "oracle/Gpu/Frames.h"
#include <cerrno>
#include <charconv>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

using namespace tilefuzz::conform;

namespace {
struct Request {
  unsigned runs = 0, batch = 0;
  std::optional<Bundle> bundle;
};

class Server {
public:
  Server(const RunnerOptions &given, int in, int out)
      : options(given), out(out) {
    options.ownFiles = {in, out};
  }

  /// False if nobody reads any more.
  bool answer(char letter, const std::string &text);

private:
  bool run(const Request &request);
  bool say(char letter, const std::string &text) {
    return isHeard = isHeard && writeFrame(out, letter, text);
  }

  RunnerOptions options;
  int out;
  bool isHeard = true;
};
} // namespace

/// Takes a number and the character behind it off the text.
static bool takeNumber(std::string_view &text, char end, unsigned most,
                       unsigned &number) {
  const char *last = text.data() + text.size();
  auto [rest, error] = std::from_chars(text.data(), last, number);
  if (error != std::errc() || rest == last || *rest != end || number > most)
    return false;
  text.remove_prefix(size_t(rest - text.data()) + 1);
  return true;
}

bool Server::answer(char letter, const std::string &text) {
  Request request;
  std::string_view rest = text;
  std::string error;
  if (letter != 'B')
    return say('F', "no request is called '" + std::string(1, letter) + "'");
  if (!takeNumber(rest, ' ', 1000, request.runs) || !request.runs ||
      !takeNumber(rest, '\n', 100'000, request.batch))
    return say('F', "a request says how many runs and cases per process");
  request.bundle = parseBundle(rest, error);
  if (!request.bundle)
    return say('F', error);
  return run(request);
}

bool Server::run(const Request &request) {
  RunnerOptions wanted = options;
  if (request.batch)
    wanted.batch = request.batch;
  bool isDeviceTold = false;
  for (unsigned run = 0; run < request.runs; ++run) {
    size_t told = 0;
    wanted.onProgress = [&](const Results &now) {
      if (!isDeviceTold)
        isDeviceTold = say('D', headerOf(now).toLine());
      for (; told < now.cases.size(); ++told)
        say('R', toJson(now.cases[told]).toString());
      return isHeard;
    };
    Results results;
    std::string error;
    RunnerEnd end = runBundle(*request.bundle, wanted, results, error);
    if (end != RunnerEnd::Done)
      return say(end == RunnerEnd::NoDriver ? 'N' : 'F', error);
  }
  return say('E', "");
}

bool tilefuzz::conform::serve(const RunnerOptions &options, int in, int out) {
  std::signal(SIGPIPE, SIG_IGN);
  // What a kernel or a driver prints must not stand among the frames.
  int silence = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int *file : {&in, &out}) {
    int standard = *file;
    *file = fcntl(standard, F_DUPFD_CLOEXEC, 3);
    if (*file < 0 || silence < 0 || dup2(silence, standard) < 0)
      return false;
  }
  Server server(options, in, out);
  FrameReader reader;
  while (true) {
    char letter = 0;
    std::string text;
    while (reader.take(letter, text))
      if (!server.answer(letter, text))
        return true;
    if (reader.isBroken())
      return false;
    char chunk[65536];
    ssize_t size = read(in, chunk, sizeof chunk);
    if (size < 0 && errno == EINTR)
      continue;
    if (size <= 0)
      return size == 0;
    reader.add(chunk, size_t(size));
  }
}
