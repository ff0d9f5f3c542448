//===- PtxParser.cpp - Text to statements -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Ptx/PtxParser.h"
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
  statement.text = StringRef(token.text.data(), rest.end() - token.text.data())
                       .take_until([](char c) { return c == ';'; })
                       .rtrim();
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
