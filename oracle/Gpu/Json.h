//===- Json.h - JSON without LLVM -------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The runner travels to machines that have no LLVM, so this folder reads and
// writes its own JSON: integers are 64-bit and exact, object members keep their
// order, and reading hostile text ends with an error, never with a crash.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_GPU_JSON_H
#define TILEFUZZ_ORACLE_GPU_JSON_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tilefuzz::conform {

class Json {
public:
  enum class Kind { Null, Bool, Integer, Number, String, Array, Object };
  using Member = std::pair<std::string, Json>;

  Json() = default;
  static Json boolean(bool value);
  static Json integer(int64_t value);
  static Json number(double value);
  static Json string(std::string_view value);
  static Json array();
  static Json object();

  Kind kind() const { return type; }
  /// Absent unless the value is of that kind.
  std::optional<bool> asBool() const;
  std::optional<int64_t> asInteger() const;
  /// Integers too.
  std::optional<double> asNumber() const;
  const std::string *asString() const;
  /// Null unless an array.
  const std::vector<Json> *asArray() const;
  /// The member of that name; null if there is none or this is no object.
  const Json *get(std::string_view name) const;

  /// Only for arrays and objects.
  Json &push(Json value);
  Json &set(std::string_view name, Json value);

  /// Indented by two spaces per level.
  std::string toString() const;
  /// Without line breaks, and with one at the end.
  std::string toLine() const;

private:
  void print(std::string &out, unsigned indent) const;

  Kind type = Kind::Null;
  bool truth = false;
  int64_t whole = 0;
  double real = 0;
  std::string text;
  std::vector<Json> elements;
  std::vector<Member> members;
};

/// Absent on malformed text; `error` then says what and at which byte. Nesting
/// deeper than 64 and numbers out of range are malformed.
std::optional<Json> parseJson(std::string_view text, std::string &error);

} // namespace tilefuzz::conform

#endif // TILEFUZZ_ORACLE_GPU_JSON_H
