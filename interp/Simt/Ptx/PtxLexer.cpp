//===- PtxLexer.cpp - Words of PTX --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Ptx/PtxParser.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

static bool isWordCharacter(char c) {
  return isAlnum(c) || c == '_' || c == '$' || c == '%' || c == '.';
}

bool PtxParser::fail(const Twine &what) {
  if (message.empty())
    message = ("line " + Twine(token.line) + ": error: " + what +
               (token.text.empty() ? Twine(" the end of the text")
                                   : " '" + token.text + "'"))
                  .str();
  return false;
}

void PtxParser::skipSpace() {
  while (!rest.empty()) {
    if (rest.starts_with("//")) {
      rest = rest.drop_until([](char c) { return c == '\n'; });
    } else if (rest.starts_with("/*")) {
      size_t end = rest.find("*/", 2);
      StringRef comment =
          rest.take_front(end == StringRef::npos ? end : end + 2);
      line += comment.count('\n');
      rest = rest.drop_front(comment.size());
    } else if (isSpace(rest.front())) {
      line += rest.front() == '\n';
      rest = rest.drop_front();
    } else {
      return;
    }
  }
}

void PtxParser::advance() {
  skipSpace();
  token.line = line;
  size_t size = 0;
  if (rest.starts_with("\"")) {
    size = 1;
    while (size < rest.size() && rest[size] != '"' && rest[size] != '\n')
      size += rest[size] == '\\' ? 2 : 1;
    size = std::min(size + 1, rest.size());
  } else {
    // Directives may follow each other without a space: `.reg.b16`.
    bool isDirective = rest.starts_with(".");
    while (size < rest.size()) {
      if (size && isDirective && rest[size] == '.')
        break;
      if (isWordCharacter(rest[size]))
        ++size;
      else if (size && rest.substr(size).starts_with("::"))
        size += 2;
      else
        break;
    }
    if (size == 0 && !rest.empty())
      size = 1;
  }
  token.text = rest.take_front(size);
  rest = rest.drop_front(token.text.size());
}

bool PtxParser::isWord() const {
  return !token.text.empty() && isWordCharacter(token.text.front());
}

StringRef PtxParser::word() {
  if (!isWord()) {
    fail("expected a name before");
    return "";
  }
  StringRef text = token.text;
  advance();
  return text;
}

std::optional<uint64_t> PtxParser::number() {
  StringRef digits = token.text;
  digits.consume_back("U");
  uint64_t value;
  if (digits.getAsInteger(0, value)) {
    fail("expected a number before");
    return std::nullopt;
  }
  advance();
  return value;
}

bool PtxParser::skipLine() {
  unsigned here = token.line;
  while (!token.text.empty() && token.line == here)
    advance();
  return true;
}

bool PtxParser::skipBraces() {
  if (!expect('{'))
    return false;
  for (unsigned depth = 1; depth;) {
    if (token.text.empty())
      return fail("expected '}' before");
    depth += token.is('{');
    depth -= token.is('}');
    advance();
  }
  return true;
}
