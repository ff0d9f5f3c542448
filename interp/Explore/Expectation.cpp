//===- Expectation.cpp - What a litmus program must show ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Explore/Expectation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefuzz;

namespace {
class ExpectationParser {
public:
  ExpectationParser(llvm::StringRef fileName, const Launch &launch)
      : fileName(fileName), launch(launch) {}

  llvm::Expected<Expectation> parse(llvm::StringRef text) {
    while (!text.empty()) {
      auto [current, rest] = text.split('\n');
      ++line;
      lineStart = current.data();
      text = rest;
      llvm::StringRef body = current.trim();
      if (body.empty())
        continue;
      if (!body.consume_front("//"))
        break;
      body = body.ltrim();
      if (body.consume_front("tilefuzz.expect "))
        if (llvm::Error error = parseLine(body.trim()))
          return std::move(error);
    }
    return std::move(result);
  }

private:
  llvm::Error error(llvm::StringRef at, const llvm::Twine &message) {
    return llvm::createStringError(fileName + ":" + llvm::Twine(line) + ":" +
                                   llvm::Twine(at.data() - lineStart + 1) +
                                   ": error: " + message);
  }

  llvm::Error parseLine(llvm::StringRef text) {
    llvm::StringRef word = text.take_until([](char c) { return c == ' '; });
    llvm::StringRef rest = text.drop_front(word.size()).trim();
    if (word == "observe")
      return parseObserved(rest);
    if (word == "allowed")
      return parseTuples(rest, result.allowed);
    if (word == "forbidden")
      return parseTuples(rest, result.forbidden);
    if (word == "race")
      return parseRaces(rest);
    if (word == "reading-dependent") {
      result.isReadingDependent = true;
      return llvm::Error::success();
    }
    return error(word, "unknown expectation '" + word +
                           "', expected observe, allowed, forbidden, race or "
                           "reading-dependent");
  }

  llvm::Error parseObserved(llvm::StringRef text) {
    llvm::SmallVector<llvm::StringRef> names;
    llvm::SplitString(text, names);
    for (llvm::StringRef name : names) {
      Observed observed;
      llvm::StringRef buffer = name.split('[').first;
      llvm::StringRef index = name.drop_front(buffer.size());
      observed.buffer = buffer.str();
      auto found =
          llvm::find_if(launch.buffers, [&](const BufferSpec &candidate) {
            return candidate.name == buffer;
          });
      if (buffer != "log" && found == launch.buffers.end())
        return error(name, "unknown buffer '" + buffer + "'");
      if (!index.empty()) {
        uint64_t number;
        if (buffer == "log" || !index.consume_front("[") ||
            !index.consume_back("]") || index.getAsInteger(10, number) ||
            number >= found->count)
          return error(name, "'" + name + "' is no element");
        observed.element = number;
      }
      result.observed.push_back(std::move(observed));
    }
    return llvm::Error::success();
  }

  llvm::Error parseTuples(llvm::StringRef text, std::set<std::string> &into) {
    for (text = text.ltrim(); !text.empty(); text = text.ltrim()) {
      if (text.consume_front("deadlock")) {
        into.insert("deadlock");
        continue;
      }
      size_t end = text.find(')');
      if (!text.starts_with("(") || end == llvm::StringRef::npos)
        return error(text, "expected a tuple such as (0,1)");
      into.insert(text.take_front(end + 1).str());
      text = text.drop_front(end + 1);
    }
    return llvm::Error::success();
  }

  llvm::Error parseRaces(llvm::StringRef text) {
    llvm::SmallVector<llvm::StringRef> pairs;
    llvm::SplitString(text, pairs);
    for (llvm::StringRef pair : pairs) {
      auto [first, second] = pair.split('/');
      if (first.empty() || second.empty())
        return error(pair,
                     "expected two names such as a/b, got '" + pair + "'");
      result.races.insert(
          (std::min(first, second) + "/" + std::max(first, second)).str());
    }
    return llvm::Error::success();
  }

  llvm::StringRef fileName;
  const Launch &launch;
  unsigned line = 0;
  const char *lineStart = nullptr;
  Expectation result;
};
} // namespace

llvm::Expected<Expectation> tilefuzz::parseExpectation(llvm::StringRef text,
                                                       llvm::StringRef fileName,
                                                       const Launch &launch) {
  return ExpectationParser(fileName, launch).parse(text);
}

static std::string observe(const BufferImage &image,
                           std::optional<uint64_t> element) {
  std::vector<std::string> elements;
  for (size_t i = 0, n = image.bytes.size() / byteSize(image.kind); i < n;
       ++i) {
    if (element && i != *element)
      continue;
    std::string text;
    llvm::raw_string_ostream os(text);
    printElement(os, image, i);
    elements.push_back(text == "-1" ? "-" : text);
  }
  if (llvm::all_of(elements, [](const std::string &e) { return e == "-"; }))
    return "-";
  return elements.size() == 1 ? elements[0]
                              : "<" + llvm::join(elements, " ") + ">";
}

std::string tilefuzz::observe(const Outcome &outcome,
                              llvm::ArrayRef<Observed> observed) {
  if (outcome.status == RunStatus::Deadlock)
    return "deadlock";
  if (!outcome.completed())
    return outcome.summary();
  std::vector<std::string> parts;
  for (const Observed &one : observed) {
    if (one.buffer == "log") {
      llvm::SmallVector<llvm::StringRef> lines;
      llvm::StringRef(outcome.printed)
          .split(lines, '\n', -1, /*KeepEmpty=*/false);
      parts.push_back(llvm::join(lines, "|"));
      continue;
    }
    for (const BufferImage &image : outcome.buffers)
      if (image.name == one.buffer)
        parts.push_back(::observe(image, one.element));
  }
  return "(" + llvm::join(parts, ",") + ")";
}

std::vector<std::string> tilefuzz::check(const Exploration &exploration,
                                         const Expectation &expectation) {
  std::vector<std::string> failures;
  if (expectation.isEmpty())
    return failures;
  if (!exploration.isComplete())
    failures.push_back("the exploration is not complete: " +
                       exploration.incomplete);
  auto compare = [&](const std::set<std::string> &found,
                     const std::set<std::string> &wanted,
                     llvm::StringRef what) {
    for (const std::string &one : found)
      if (!wanted.count(one))
        failures.push_back((what + " " + one + " was not expected").str());
    for (const std::string &one : wanted)
      if (!found.count(one))
        failures.push_back((what + " " + one + " was not found").str());
  };

  std::set<std::string> races, outcomes;
  for (const RaceReport &race : exploration.races)
    races.insert(std::min(race.first.location, race.second.location) + "/" +
                 std::max(race.first.location, race.second.location));
  compare(races, expectation.races, "race");
  if (exploration.isReadingDependent != expectation.isReadingDependent)
    failures.push_back(exploration.isReadingDependent
                           ? "the races depend on the reading"
                           : "the races do not depend on the reading");
  // Nothing is said of what a racy program leaves.
  if (!expectation.races.empty() && !exploration.racesAreDefined)
    return failures;
  for (const ExploredOutcome &explored : exploration.outcomes)
    outcomes.insert(observe(explored.outcome, expectation.observed));
  compare(outcomes, expectation.allowed, "outcome");
  // A forbidden outcome that is found is reported as not expected.
  for (const std::string &one : expectation.forbidden)
    if (expectation.allowed.count(one))
      failures.push_back("outcome " + one + " is both allowed and forbidden");
  return failures;
}
