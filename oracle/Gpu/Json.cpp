//===- Json.cpp - JSON without LLVM ---------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Gpu/Json.h"
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace tilefuzz::conform;

Json Json::boolean(bool value) {
  Json json;
  json.type = Kind::Bool;
  json.truth = value;
  return json;
}

Json Json::integer(int64_t value) {
  Json json;
  json.type = Kind::Integer;
  json.whole = value;
  return json;
}

Json Json::number(double value) {
  Json json;
  json.type = Kind::Number;
  json.real = value;
  return json;
}

Json Json::string(std::string_view value) {
  Json json;
  json.type = Kind::String;
  json.text = value;
  return json;
}

Json Json::array() {
  Json json;
  json.type = Kind::Array;
  return json;
}

Json Json::object() {
  Json json;
  json.type = Kind::Object;
  return json;
}

std::optional<bool> Json::asBool() const {
  return type == Kind::Bool ? std::optional<bool>(truth) : std::nullopt;
}

std::optional<int64_t> Json::asInteger() const {
  return type == Kind::Integer ? std::optional<int64_t>(whole) : std::nullopt;
}

std::optional<double> Json::asNumber() const {
  if (type == Kind::Integer)
    return double(whole);
  return type == Kind::Number ? std::optional<double>(real) : std::nullopt;
}

const std::string *Json::asString() const {
  return type == Kind::String ? &text : nullptr;
}

const std::vector<Json> *Json::asArray() const {
  return type == Kind::Array ? &elements : nullptr;
}

const Json *Json::get(std::string_view name) const {
  for (const Member &member : members)
    if (member.first == name)
      return &member.second;
  return nullptr;
}

Json &Json::push(Json value) {
  elements.push_back(std::move(value));
  return *this;
}

Json &Json::set(std::string_view name, Json value) {
  members.emplace_back(std::string(name), std::move(value));
  return *this;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static void printString(std::string &out, std::string_view text) {
  out += '"';
  for (unsigned char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += char(c);
    } else if (c < 0x20 || c >= 0x7f) {
      // Bytes beyond ASCII are written as Latin-1: the file stays valid text
      // whatever a driver's log holds, and parsing gives the same bytes back.
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", c);
      out += escape;
    } else {
      out += char(c);
    }
  }
  out += '"';
}

void Json::print(std::string &out, unsigned indent) const {
  auto line = [&](unsigned depth) {
    out += '\n';
    out.append(2 * depth, ' ');
  };
  switch (type) {
  case Kind::Null:
    out += "null";
    return;
  case Kind::Bool:
    out += truth ? "true" : "false";
    return;
  case Kind::Integer:
    out += std::to_string(whole);
    return;
  case Kind::Number: {
    if (!std::isfinite(real)) {
      out += "null";
      return;
    }
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.17g", real);
    out += digits;
    return;
  }
  case Kind::String:
    printString(out, text);
    return;
  case Kind::Array:
    out += '[';
    for (size_t i = 0; i < elements.size(); ++i) {
      if (i)
        out += ',';
      line(indent + 1);
      elements[i].print(out, indent + 1);
    }
    if (!elements.empty())
      line(indent);
    out += ']';
    return;
  case Kind::Object:
    out += '{';
    for (size_t i = 0; i < members.size(); ++i) {
      if (i)
        out += ',';
      line(indent + 1);
      printString(out, members[i].first);
      out += ": ";
      members[i].second.print(out, indent + 1);
    }
    if (!members.empty())
      line(indent);
    out += '}';
    return;
  }
}

std::string Json::toLine() const {
  std::string pretty = toString(), out;
  // Strings escape theirs, so every break and what follows it is layout.
  for (size_t i = 0; i < pretty.size();) {
    if (pretty[i] != '\n') {
      out += pretty[i++];
      continue;
    }
    i = std::min(pretty.find_first_not_of(" \n", i), pretty.size());
  }
  return out + '\n';
}

std::string Json::toString() const {
  std::string out;
  print(out, 0);
  out += '\n';
  return out;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {
class Parser {
public:
  explicit Parser(std::string_view text) : text(text) {}

  std::optional<Json> parse(std::string &error) {
    Json value;
    bool ok = parseValue(value, 0);
    skipSpace();
    if (ok && at != text.size())
      ok = fail("text after the value");
    if (ok)
      return value;
    error = message + " at byte " + std::to_string(at);
    return std::nullopt;
  }

private:
  bool fail(const char *what) {
    if (message.empty())
      message = what;
    return false;
  }
  void skipSpace() {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\n' ||
                                text[at] == '\t' || text[at] == '\r'))
      ++at;
  }
  bool eat(char c) {
    skipSpace();
    if (at >= text.size() || text[at] != c)
      return false;
    ++at;
    return true;
  }
  bool eatWord(std::string_view word) {
    if (text.substr(at, word.size()) != word)
      return fail("unknown word");
    at += word.size();
    return true;
  }

  bool parseValue(Json &value, unsigned depth) {
    if (depth > 64)
      return fail("nested too deep");
    skipSpace();
    if (at >= text.size())
      return fail("unexpected end");
    switch (text[at]) {
    case '{':
      return parseObject(value, depth);
    case '[':
      return parseArray(value, depth);
    case '"': {
      std::string content;
      if (!parseString(content))
        return false;
      value = Json::string(content);
      return true;
    }
    case 't':
      value = Json::boolean(true);
      return eatWord("true");
    case 'f':
      value = Json::boolean(false);
      return eatWord("false");
    case 'n':
      value = Json();
      return eatWord("null");
    default:
      return parseNumber(value);
    }
  }

  bool parseObject(Json &value, unsigned depth) {
    value = Json::object();
    ++at;
    if (eat('}'))
      return true;
    do {
      skipSpace();
      std::string name;
      if (at >= text.size() || text[at] != '"')
        return fail("expected a member name");
      if (!parseString(name))
        return false;
      if (!eat(':'))
        return fail("expected ':'");
      Json member;
      if (!parseValue(member, depth + 1))
        return false;
      value.set(name, std::move(member));
    } while (eat(','));
    return eat('}') || fail("expected '}'");
  }

  bool parseArray(Json &value, unsigned depth) {
    value = Json::array();
    ++at;
    if (eat(']'))
      return true;
    do {
      Json element;
      if (!parseValue(element, depth + 1))
        return false;
      value.push(std::move(element));
    } while (eat(','));
    return eat(']') || fail("expected ']'");
  }

  bool parseString(std::string &content) {
    for (++at; at < text.size(); ++at) {
      unsigned char c = text[at];
      if (c == '"') {
        ++at;
        return true;
      }
      if (c < 0x20)
        return fail("control character in a string");
      if (c != '\\') {
        content += char(c);
        continue;
      }
      if (++at >= text.size())
        break;
      if (!parseEscape(content))
        return false;
    }
    return fail("unterminated string");
  }

  bool parseEscape(std::string &content) {
    static constexpr std::string_view letters = "\"\\/bfnrt";
    static constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    size_t which = letters.find(text[at]);
    if (which != std::string_view::npos) {
      content += meanings[which];
      return true;
    }
    unsigned code = 0;
    if (text[at] != 'u' || text.size() - at < 5)
      return fail("unknown escape");
    for (unsigned i = 0; i < 4; ++i) {
      char c = text[++at];
      unsigned digit = c >= '0' && c <= '9'   ? c - '0'
                       : c >= 'a' && c <= 'f' ? c - 'a' + 10
                       : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                              : 16;
      if (digit == 16)
        return fail("unknown escape");
      code = code * 16 + digit;
    }
    if (code > 0xff)
      return fail("character outside Latin-1");
    content += char(code);
    return true;
  }

  bool parseNumber(Json &value) {
    size_t end = text.find_first_not_of("+-.0123456789eE", at);
    std::string token(
        text.substr(at, end == std::string_view::npos ? end : end - at));
    if (token.empty() || token[0] == '+')
      return fail("unexpected character");
    char *rest = nullptr;
    errno = 0;
    if (token.find_first_of(".eE") == std::string::npos)
      value = Json::integer(std::strtoll(token.c_str(), &rest, 10));
    else
      value = Json::number(std::strtod(token.c_str(), &rest));
    if (*rest || errno == ERANGE)
      return fail("malformed or out-of-range number");
    at += token.size();
    return true;
  }

  std::string_view text;
  size_t at = 0;
  std::string message;
};
} // namespace

std::optional<Json> tilefuzz::conform::parseJson(std::string_view text,
                                                 std::string &error) {
  return Parser(text).parse(error);
}
