//===- Results.cpp - What a GPU did with a bundle -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Gpu/Results.h"
#include <cstdio>
#include <cstdlib>

using namespace tilefuzz::conform;

static constexpr struct {
  CaseStatus status;
  const char *name;
} statusNames[] = {
    {CaseStatus::Completed, "completed"},
    {CaseStatus::Rejected, "rejected"},
    {CaseStatus::Incompatible, "incompatible"},
    {CaseStatus::LaunchFailed, "launch-failed"},
    {CaseStatus::Fault, "fault"},
    {CaseStatus::GuardOverwritten, "guard-overwritten"},
    {CaseStatus::Timeout, "timeout"},
    {CaseStatus::ResourceLimit, "resource-limit"},
    {CaseStatus::Crashed, "crashed"},
    {CaseStatus::NoCode, "no-code"},
};

const char *tilefuzz::conform::toString(CaseStatus status) {
  return statusNames[unsigned(status)].name;
}

static std::string toHex(const Bytes &bytes) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (uint8_t byte : bytes) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

static bool fromHex(const std::string &text, Bytes &bytes) {
  auto digit = [](char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                  : -1;
  };
  if (text.size() % 2)
    return false;
  bytes.reserve(text.size() / 2);
  for (size_t i = 0; i < text.size(); i += 2) {
    int high = digit(text[i]), low = digit(text[i + 1]);
    if (high < 0 || low < 0)
      return false;
    bytes.push_back(uint8_t(high << 4 | low));
  }
  return true;
}

Json tilefuzz::conform::toJson(const CaseResult &result) {
  Json buffers = Json::array();
  for (const Bytes &bytes : result.buffers)
    buffers.push(Json::string(toHex(bytes)));
  Json json = Json::object();
  json.set("name", Json::string(result.name));
  json.set("status", Json::string(toString(result.status)));
  if (!result.error.empty())
    json.set("error", Json::string(result.error));
  if (!result.detail.empty())
    json.set("detail", Json::string(result.detail));
  json.set("milliseconds", Json::number(result.milliseconds));
  json.set("buffers", std::move(buffers));
  return json;
}

static std::string hashText(uint64_t hash) {
  char text[20];
  std::snprintf(text, sizeof text, "%016llx", (unsigned long long)hash);
  return text;
}

Json tilefuzz::conform::headerOf(const Results &results) {
  Json json = Json::object();
  json.set("format", Json::string("tilefuzz-conformance-results"));
  json.set("version", Json::integer(results.version));
  json.set("bundle", Json::string(hashText(results.bundleHash)));
  json.set("device", Json::string(results.device));
  json.set("compute_capability", Json::string(results.computeCapability));
  json.set("driver_version", Json::integer(results.driverVersion));
  if (!results.date.empty())
    json.set("date", Json::string(results.date));
  const LibraryFile &library = results.library;
  if (!library.path.empty()) {
    json.set("driver_library", Json::string(library.path));
    json.set("driver_library_size", Json::integer(int64_t(library.size)));
    json.set("driver_library_hash", Json::string(hashText(library.hash)));
  }
  return json;
}

static std::string describe(const LibraryFile &library) {
  return library.path + " (" + std::to_string(library.size) + " bytes, hash " +
         hashText(library.hash) + ")";
}

std::string tilefuzz::conform::differenceOf(const Results &earlier,
                                            const Results &now) {
  auto differ = [](const std::string &what, const std::string &before,
                   const std::string &after) {
    return "the earlier results are of " + what + " " + before +
           ", this run is on " + after;
  };
  if (earlier.device != now.device)
    return differ("the device", earlier.device, now.device);
  if (earlier.computeCapability != now.computeCapability)
    return differ("compute capability", earlier.computeCapability,
                  now.computeCapability);
  if (earlier.driverVersion != now.driverVersion)
    return differ("driver version", std::to_string(earlier.driverVersion),
                  std::to_string(now.driverVersion));
  if (earlier.library.path.empty() != now.library.path.empty())
    return "the earlier results do not name the driver library";
  if (earlier.library.size != now.library.size ||
      earlier.library.hash != now.library.hash)
    return differ("the driver library", describe(earlier.library),
                  describe(now.library));
  return "";
}

static const std::string *stringOf(const Json &json, const char *name) {
  const Json *member = json.get(name);
  return member ? member->asString() : nullptr;
}

std::optional<CaseResult>
tilefuzz::conform::parseCaseResult(const Json &json, std::string &error) {
  CaseResult result;
  const std::string *name = stringOf(json, "name");
  const std::string *status = stringOf(json, "status");
  if (!name || !status) {
    error = "a case without name or status";
    return std::nullopt;
  }
  result.name = *name;
  bool known = false;
  for (const auto &row : statusNames)
    if (*status == row.name) {
      result.status = row.status;
      known = true;
    }
  if (!known) {
    error = "case '" + *name + "': unknown status '" + *status + "'";
    return std::nullopt;
  }
  if (const std::string *text = stringOf(json, "error"))
    result.error = *text;
  if (const std::string *text = stringOf(json, "detail"))
    result.detail = *text;
  if (const Json *time = json.get("milliseconds"))
    result.milliseconds = time->asNumber().value_or(0);
  const Json *buffers = json.get("buffers");
  const std::vector<Json> *array = buffers ? buffers->asArray() : nullptr;
  if (!array) {
    error = "case '" + *name + "': 'buffers' is not an array";
    return std::nullopt;
  }
  for (const Json &element : *array) {
    const std::string *text = element.asString();
    if (!text || !fromHex(*text, result.buffers.emplace_back())) {
      error = "case '" + *name + "': a buffer is not hexadecimal";
      return std::nullopt;
    }
  }
  return result;
}

static bool parseHash(const std::string &text, uint64_t &hash) {
  char *rest = nullptr;
  hash = std::strtoull(text.c_str(), &rest, 16);
  return text.size() == 16 && !*rest;
}

static std::optional<Results> parseHeader(std::string_view line,
                                          std::string &error) {
  std::optional<Json> json = parseJson(line, error);
  if (!json)
    return std::nullopt;
  const std::string *format = stringOf(*json, "format");
  const std::string *hash = stringOf(*json, "bundle");
  if (!format || *format != "tilefuzz-conformance-results" || !hash) {
    error = "not a conformance results file";
    return std::nullopt;
  }
  Results results;
  // Files of version 1 do not say so.
  results.version = 1;
  if (const Json *version = json->get("version"))
    results.version = version->asInteger().value_or(0);
  if (results.version < 1 || results.version > 2) {
    error = "version " + std::to_string(results.version) +
            " of the format; this tool reads versions 1 and 2";
    return std::nullopt;
  }
  if (!parseHash(*hash, results.bundleHash)) {
    error = "'bundle' is not a hash";
    return std::nullopt;
  }
  if (const std::string *device = stringOf(*json, "device"))
    results.device = *device;
  if (const std::string *capability = stringOf(*json, "compute_capability"))
    results.computeCapability = *capability;
  if (const std::string *date = stringOf(*json, "date"))
    results.date = *date;
  if (const Json *version = json->get("driver_version"))
    results.driverVersion = version->asInteger().value_or(0);
  if (const std::string *path = stringOf(*json, "driver_library")) {
    const Json *size = json->get("driver_library_size");
    const std::string *libraryHash = stringOf(*json, "driver_library_hash");
    if (!size || size->asInteger().value_or(-1) < 0 || !libraryHash ||
        !parseHash(*libraryHash, results.library.hash)) {
      error = "'driver_library' without its size and hash";
      return std::nullopt;
    }
    results.library.path = *path;
    results.library.size = uint64_t(*size->asInteger());
  }
  return results;
}

std::optional<Results> tilefuzz::conform::parseResults(std::string_view text,
                                                       std::string &error,
                                                       size_t *complete) {
  std::optional<Results> results;
  size_t at = 0, number = 1;
  for (size_t end; (end = text.find('\n', at)) != std::string_view::npos;
       at = end + 1, ++number) {
    std::string_view line = text.substr(at, end - at);
    if (!results) {
      results = parseHeader(line, error);
      if (!results)
        return std::nullopt;
      continue;
    }
    std::optional<Json> json = parseJson(line, error);
    std::optional<CaseResult> result =
        json ? parseCaseResult(*json, error) : std::nullopt;
    if (!result) {
      error = "line " + std::to_string(number) + ": " + error;
      return std::nullopt;
    }
    results->cases.push_back(std::move(*result));
  }
  if (!results)
    error = "not a conformance results file";
  if (complete)
    *complete = at;
  return results;
}
