//===- PtxParser.cpp - Text to statements ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Ptx/PtxModule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

uint64_t PtxVariable::numElements() const {
  uint64_t elements = lanes;
  for (uint64_t extent : extents)
    elements *= extent;
  return elements;
}

namespace {
/// Names, numbers, directives and instructions are words; a string has its
/// quotes; all else is one character. Empty: the text ends.
struct Token {
  StringRef text;
  unsigned line = 1;
  bool is(char c) const { return text.size() == 1 && text.front() == c; }
};

class PtxParser {
public:
  explicit PtxParser(StringRef text) : rest(text) { advance(); }
  Expected<PtxModule> module();
  Expected<std::vector<PtxStatement>> statements();

private:
  void advance();
  void skipSpace();
  bool failed() const { return !message.empty(); }
  bool fail(const Twine &what);
  Error takeError() { return createStringError(message); }
  bool take(char c) {
    if (!token.is(c))
      return false;
    advance();
    return true;
  }
  bool expect(char c) {
    return take(c) || fail("expected '" + Twine(c) + "' before");
  }
  StringRef word();
  bool takeWord(StringRef text) {
    if (token.text != text)
      return false;
    advance();
    return true;
  }
  std::optional<uint64_t> number();
  bool isWord() const;

  bool topLevel(PtxModule &module);
  bool function(PtxModule &module, bool isEntry);
  bool parameters(std::vector<PtxVariable> &into);
  bool variable(PtxVariable &into);
  bool variables(StringRef space, std::vector<PtxVariable> &into);
  bool initialValues(PtxVariable &into);
  bool body(std::vector<PtxStatement> &into, bool isWhole);
  bool statement(std::vector<PtxStatement> &into);
  bool directive(std::vector<PtxStatement> &into);
  bool position();
  bool operand(PtxOperand &into);
  bool simpleOperand(PtxOperand &into);
  bool operands(std::vector<PtxOperand> &into, char end);
  bool skipLine();
  bool skipBraces();

  StringRef rest;
  Token token;
  unsigned line = 1;
  PtxPosition current;
  std::string message;
};
} // namespace

/// Braces and lists nest no deeper; the parser must not exhaust the stack.
static constexpr unsigned maxDepth = 64;

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
    while (size < rest.size()) {
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

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

bool PtxParser::simpleOperand(PtxOperand &into) {
  into.isNegated = take('!');
  bool isNegative = token.is('-');
  // A sign stands directly before its number.
  const char *begin = token.text.data();
  if (isNegative || token.is('+'))
    advance();
  StringRef text = word();
  if (failed())
    return false;
  bool isNumber = isDigit(text.front());
  if (isNegative && !isNumber)
    return fail("expected a number after '-', before");
  into.kind = isNumber ? PtxOperand::Kind::Constant : PtxOperand::Kind::Name;
  into.text = isNegative ? StringRef(begin, text.end() - begin) : text;
  return true;
}

bool PtxParser::operand(PtxOperand &into) {
  if (take('{')) {
    into.kind = PtxOperand::Kind::Vector;
    return operands(into.parts, '}');
  }
  if (take('(')) {
    into.kind = PtxOperand::Kind::List;
    return operands(into.parts, ')');
  }
  if (take('[')) {
    into.kind = PtxOperand::Kind::Address;
    if (isWord() && !isDigit(token.text.front()))
      into.text = word();
    while (!failed() && !token.is(']')) {
      bool isNegative = take('-');
      if (!isNegative)
        take('+');
      isNegative ^= take('-');
      std::optional<uint64_t> offset = number();
      if (!offset)
        return false;
      into.offset += int64_t(isNegative ? -*offset : *offset);
    }
    return expect(']');
  }
  if (!simpleOperand(into))
    return false;
  if (!take('|'))
    return true;
  PtxOperand pair;
  pair.kind = PtxOperand::Kind::Pair;
  pair.parts.resize(2);
  pair.parts[0] = std::move(into);
  if (!simpleOperand(pair.parts[1]))
    return false;
  into = std::move(pair);
  return true;
}

/// Up to `end`, which is taken.
bool PtxParser::operands(std::vector<PtxOperand> &into, char end) {
  if (take(end))
    return true;
  static constexpr unsigned maxOperands = 4096;
  do {
    if (into.size() == maxOperands)
      return fail("too many operands before");
    // A vector or list in a vector or list is nothing that PTX has.
    if (end != ';' && (token.is('{') || token.is('(')))
      return fail("expected a register before");
    if (!operand(into.emplace_back()))
      return false;
  } while (take(','));
  return expect(end);
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

bool PtxParser::initialValues(PtxVariable &into) {
  unsigned depth = 0;
  do {
    if (take('{')) {
      if (++depth > maxDepth)
        return fail("braces nest too deeply before");
    } else if (take('}')) {
      if (depth-- == 0)
        return fail("expected a value before");
    } else if (token.is(',') && depth) {
      advance();
    } else {
      const char *begin = token.text.data();
      // A value: a number, a name, `generic(name)`, each with an offset.
      while (!token.text.empty() && !token.is(',') && !token.is('}') &&
             !token.is(';'))
        advance();
      StringRef value = StringRef(begin, token.text.data() - begin).rtrim();
      if (value.empty())
        return fail("expected a value before");
      into.initial.push_back(value);
    }
  } while (depth);
  return true;
}

/// What follows the space: `.align 4 .v2 .b32 name[3]`.
bool PtxParser::variable(PtxVariable &into) {
  into.line = token.line;
  while (token.text.starts_with(".")) {
    StringRef what = word().drop_front();
    if (what == "align") {
      std::optional<uint64_t> bytes = number();
      if (!bytes)
        return false;
      into.alignment = unsigned(*bytes);
    } else if (what == "v2" || what == "v4") {
      into.lanes = what == "v2" ? 2 : 4;
    } else if (what == "ptr") {
      // `.ptr .global .align 4`: what a parameter points to.
      if (token.text == ".global" || token.text == ".const" ||
          token.text == ".shared" || token.text == ".local")
        advance();
      if (takeWord(".align") && !number())
        return false;
    } else if (what == "attribute") {
      if (!expect('('))
        return false;
      while (!failed() && !token.is(')'))
        word(), take('('), take(',');
      if (!expect(')'))
        return false;
    } else {
      into.type = what;
    }
    if (failed())
      return false;
  }
  if (into.type.empty())
    return fail("expected a type before");
  into.name = word();
  if (take('<')) {
    std::optional<uint64_t> count = number();
    if (!count || !expect('>'))
      return false;
    into.count = unsigned(std::min<uint64_t>(*count, ~0u));
  }
  while (take('[')) {
    std::optional<uint64_t> extent = 0;
    if (!token.is(']'))
      extent = number();
    if (!extent || !expect(']'))
      return false;
    if (into.extents.size() == maxDepth || *extent > UINT32_MAX)
      return fail("an array that is too large, before");
    into.extents.push_back(*extent);
  }
  if (take('='))
    return initialValues(into);
  return !failed();
}

/// `TYPE a, b = 1;` after the space.
bool PtxParser::variables(StringRef space, std::vector<PtxVariable> &into) {
  PtxVariable first;
  first.space = space;
  if (!variable(first))
    return false;
  into.push_back(first);
  while (take(',')) {
    PtxVariable next;
    next.space = space;
    next.type = first.type;
    next.lanes = first.lanes;
    next.alignment = first.alignment;
    if (!variable(next))
      return false;
    into.push_back(std::move(next));
  }
  return expect(';');
}

bool PtxParser::parameters(std::vector<PtxVariable> &into) {
  if (take(')'))
    return true;
  do {
    PtxVariable &parameter = into.emplace_back();
    StringRef space = word();
    if (!space.consume_front("."))
      return fail("expected '.param' or '.reg' before");
    parameter.space = space;
    if (!variable(parameter))
      return false;
  } while (take(','));
  return expect(')');
}

static bool isSpace(StringRef text) {
  return StringSwitch<bool>(text)
      .Cases(
          {"reg", "sreg", "param", "const", "global", "local", "shared", "tex"},
          true)
      .Default(false);
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// `.loc 1 20 5`, or with `, function_name label, inlined_at 1 2 3`.
bool PtxParser::position() {
  auto file = number(), at = file ? number() : std::nullopt,
       column = at ? number() : std::nullopt;
  if (!column)
    return false;
  current = {unsigned(*file), unsigned(*at), unsigned(*column)};
  return !token.is(',') || skipLine();
}

bool PtxParser::directive(std::vector<PtxStatement> &into) {
  PtxStatement statement;
  statement.line = token.line;
  statement.position = current;
  StringRef name = word().drop_front();
  if (isSpace(name)) {
    statement.kind = PtxStatement::Kind::Variables;
    if (!variables(name, statement.variables))
      return false;
    into.push_back(std::move(statement));
    return true;
  }
  if (name == "loc")
    return position();
  if (name == "branchtargets") {
    if (into.empty() || into.back().kind != PtxStatement::Kind::Label)
      return fail("no label before '.branchtargets', before");
    return operands(into.back().operands, ';');
  }
  if (name == "pragma" || name == "calltargets" || name == "callprototype") {
    // What calls may be of is seen from the functions.
    while (!token.text.empty() && !token.is(';'))
      advance();
    return expect(';');
  }
  if (name == "section")
    return word(), skipBraces();
  return fail("no directive of a function is '." + name + "', before");
}

bool PtxParser::statement(std::vector<PtxStatement> &into) {
  if (token.text.starts_with("."))
    return directive(into);
  PtxStatement statement;
  statement.line = token.line;
  statement.position = current;
  if (take('@')) {
    statement.guardIsNegated = take('!');
    statement.guard = word();
  }
  statement.name = word();
  if (failed())
    return false;
  if (statement.guard.empty() && take(':')) {
    statement.kind = PtxStatement::Kind::Label;
  } else if (take(';')) {
  } else if (!operands(statement.operands, ';')) {
    return false;
  }
  into.push_back(std::move(statement));
  return true;
}

/// Statements up to the brace that closes the outermost block, or of inline
/// assembly, to the end of the text.
bool PtxParser::body(std::vector<PtxStatement> &into, bool isWhole) {
  unsigned depth = 0;
  do {
    if (token.text.empty())
      return (isWhole && depth == 0) || fail("expected '}' before");
    bool opens = token.is('{'), closes = token.is('}');
    if (!opens && !closes) {
      if (!isWhole && depth == 0)
        return fail("expected '{' before");
      if (!statement(into))
        return false;
      continue;
    }
    if (closes && depth == 0)
      return fail("no block is open at");
    if (opens && depth == maxDepth)
      return fail("blocks nest too deeply at");
    depth += opens ? 1 : -1;
    PtxStatement &brace = into.emplace_back();
    brace.kind =
        opens ? PtxStatement::Kind::OpenBlock : PtxStatement::Kind::CloseBlock;
    brace.line = token.line;
    advance();
  } while (depth || isWhole);
  return true;
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

bool PtxParser::function(PtxModule &module, bool isEntry) {
  PtxFunction &into = module.functions.emplace_back();
  into.isEntry = isEntry;
  into.line = token.line;
  if (take('(') && !parameters(into.results))
    return false;
  into.name = word();
  if (take('(') && !parameters(into.parameters))
    return false;
  while (!failed() && token.text.starts_with(".")) {
    PtxDirective &directive = into.directives.emplace_back();
    directive.name = word().drop_front();
    while (!failed() && isWord() && !token.text.starts_with(".")) {
      directive.values.push_back(word());
      take(',');
    }
    // `.pragma "text";`
    while (token.text.starts_with("\"")) {
      directive.values.push_back(token.text);
      advance();
      take(',');
    }
    if (directive.name == "pragma" && !expect(';'))
      return false;
  }
  if (failed() || take(';'))
    return !failed();
  into.hasBody = true;
  current = {};
  return body(into.body, /*isWhole=*/false);
}

bool PtxParser::topLevel(PtxModule &module) {
  bool isExtern = false;
  while (token.text == ".visible" || token.text == ".extern" ||
         token.text == ".weak" || token.text == ".common") {
    isExtern |= token.text == ".extern";
    advance();
  }
  StringRef name = word();
  if (!name.consume_front("."))
    return fail("expected a directive, not '" + name + "', before");
  if (name == "version")
    return module.version = word(), !failed();
  if (name == "target") {
    module.target = word();
    while (take(','))
      word();
    return !failed();
  }
  if (name == "address_size") {
    std::optional<uint64_t> size = number();
    module.addressSize = size.value_or(0);
    return size.has_value();
  }
  if (name == "file") {
    std::optional<uint64_t> index = number();
    if (!index)
      return false;
    module.files.push_back({unsigned(*index), token.text.trim('"')});
    return skipLine();
  }
  if (name == "section")
    return word(), skipBraces();
  if (name == "entry" || name == "func")
    return function(module, name == "entry");
  if (isSpace(name)) {
    size_t first = module.variables.size();
    if (!variables(name, module.variables))
      return false;
    for (PtxVariable &one : drop_begin(module.variables, first))
      one.isExtern = isExtern;
    return true;
  }
  if (name == "alias" || name == "pragma") {
    while (!token.text.empty() && !token.is(';'))
      advance();
    return expect(';');
  }
  return fail("no directive of a module is '." + name + "', before");
}

Expected<PtxModule> PtxParser::module() {
  PtxModule module;
  while (!failed() && !token.text.empty())
    topLevel(module);
  if (failed())
    return takeError();
  return module;
}

Expected<std::vector<PtxStatement>> PtxParser::statements() {
  std::vector<PtxStatement> all;
  if (!body(all, /*isWhole=*/true))
    return takeError();
  return all;
}

Expected<PtxModule> simt::parsePtxModule(StringRef text) {
  return PtxParser(text).module();
}
Expected<std::vector<PtxStatement>> simt::parsePtxStatements(StringRef text) {
  return PtxParser(text).statements();
}
