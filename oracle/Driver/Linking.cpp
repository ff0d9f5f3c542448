//===- Linking.cpp - Several texts of PTX as one --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Works on the words of the texts: at the outermost level a statement begins
// with its linking directive, and the first name that is no directive, type or
// number is what it declares.
//
//===----------------------------------------------------------------------===//

#include "oracle/Driver/Linking.h"
#include "oracle/Driver/Process.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace tilefuzz;
using namespace tilefuzz::driver;
using namespace llvm;

namespace {
struct Word {
  StringRef text;
  /// Of the outermost level; braces of a body are inside.
  bool isOutside = true;
};

/// Of one input: from a directive up to what ends it.
struct Statement {
  enum class Linking { Own, Visible, Weak, Common, Extern };
  Linking linking = Linking::Own;
  /// Its words, by index.
  size_t begin = 0, end = 0;
  /// What it declares: one, unless it is `.global .u32 a, b;`, or nothing.
  SmallVector<StringRef, 1> names;
  bool isFunction = false, hasBody = false;
};

/// An input, cut into words and statements.
class Input {
public:
  explicit Input(StringRef text) {
    cut(text);
    group();
  }

  std::vector<Word> words;
  std::vector<Statement> statements;

private:
  void cut(StringRef text);
  void group();
  void read(Statement &statement);
};
} // namespace

static bool isNameCharacter(char c) {
  return isAlnum(c) || c == '_' || c == '$' || c == '%' || c == '.';
}

void Input::cut(StringRef text) {
  unsigned depth = 0;
  while (true) {
    text = text.ltrim();
    if (text.empty())
      return;
    if (text.starts_with("//")) {
      text = text.drop_until([](char c) { return c == '\n'; });
      continue;
    }
    if (text.starts_with("/*")) {
      text = text.drop_front(std::min(text.find("*/"), text.size() - 2) + 2);
      continue;
    }
    size_t size = 1;
    if (text.front() == '"')
      size = std::min(text.find('"', 1), text.size() - 1) + 1;
    else if (isNameCharacter(text.front()))
      size = text.take_while(isNameCharacter).size();
    StringRef word = text.take_front(size);
    depth -= word == "}" && depth;
    words.push_back({word, depth == 0});
    depth += word == "{";
    text = text.drop_front(size);
  }
}

/// Directives that end with their line's last value, and have no name.
static bool isHead(StringRef word) {
  return word == ".version" || word == ".target" || word == ".address_size";
}

void Input::group() {
  for (size_t i = 0; i < words.size();) {
    Statement statement;
    statement.begin = i;
    bool isHeadLine = isHead(words[i].text);
    bool isFile = words[i].text == ".file";
    for (++i; i < words.size(); ++i) {
      StringRef word = words[i].text;
      if (!words[i].isOutside)
        continue;
      if (isHeadLine || isFile) {
        // Values with commas between; then another directive.
        if (word.starts_with("."))
          break;
        continue;
      }
      // A function's body, or a section, or the end of a declaration.
      if (word == ";" || (word == "}" && (i + 1 == words.size() ||
                                          words[i + 1].text != ";"))) {
        ++i;
        break;
      }
    }
    statement.end = i;
    read(statement);
    statements.push_back(statement);
  }
}

void Input::read(Statement &statement) {
  using Linking = Statement::Linking;
  unsigned parentheses = 0;
  bool isDeclaration = false;
  for (size_t i = statement.begin; i < statement.end; ++i) {
    if (!words[i].isOutside)
      continue;
    StringRef word = words[i].text;
    parentheses += word == "(";
    parentheses -= word == ")" && parentheses;
    if (parentheses || word == ")")
      continue;
    if (word == ".visible")
      statement.linking = Linking::Visible;
    else if (word == ".weak")
      statement.linking = Linking::Weak;
    else if (word == ".common")
      statement.linking = Linking::Common;
    else if (word == ".extern")
      statement.linking = Linking::Extern;
    isDeclaration |= word == ".func" || word == ".entry" || word == ".global" ||
                     word == ".const" || word == ".shared";
    statement.isFunction |= word == ".func" || word == ".entry";
    statement.hasBody |= word == "{";
    bool mayBeNext = statement.names.empty() ||
                     (!statement.isFunction && words[i - 1].text == ",");
    if (isDeclaration && mayBeNext && !isDigit(word.front()) &&
        !word.starts_with(".") && isNameCharacter(word.front()))
      statement.names.push_back(word);
  }
}

namespace {
class Linker {
public:
  Linker(ArrayRef<std::string> texts, ArrayRef<std::string> names)
      : names(names) {
    for (StringRef text : texts)
      inputs.emplace_back(text);
  }

  /// Fails where two inputs define one visible name.
  Error resolve();
  std::string print() const;

private:
  /// The files of debug information have numbers of their own in each input.
  static constexpr unsigned filesOfInput = 1u << 20;

  static bool defines(const Statement &statement) {
    return statement.isFunction
               ? statement.hasBody
               : statement.linking != Statement::Linking::Extern;
  }
  std::string freshName(StringRef name, size_t input) const;
  bool isKept(const Statement &statement, size_t input) const;
  void print(const Statement &statement, size_t input, std::string &out) const;

  ArrayRef<std::string> names;
  std::vector<Input> inputs;
  /// Of what is defined for all inputs: by which, and where there.
  StringMap<std::pair<size_t, const Statement *>> visible;
  /// Of variables that are declared only: where that is first.
  StringMap<const Statement *> declared;
  /// How often a name is one of an input, whatever it means there.
  StringMap<unsigned> uses;
  /// By input: what is called otherwise in the whole.
  std::vector<StringMap<std::string>> renamed;
};
} // namespace

Error Linker::resolve() {
  using Linking = Statement::Linking;
  for (auto [i, input] : enumerate(inputs)) {
    StringSet<> met;
    for (const Statement &statement : input.statements) {
      for (StringRef name : statement.names)
        if (met.insert(name).second)
          ++uses[name];
      if (statement.names.empty() || statement.linking == Linking::Own)
        continue;
      StringRef name = statement.names.front();
      if (statement.names.size() > 1)
        return createStringError(names[i] + ": '" + name +
                                 "' is declared together with others");
      if (!defines(statement)) {
        declared.try_emplace(name, &statement);
        continue;
      }
      auto [it, isNew] = visible.try_emplace(name, std::pair(i, &statement));
      bool isStrong = statement.linking == Linking::Visible,
           wasStrong = it->second.second->linking == Linking::Visible;
      if (!isNew && isStrong && wasStrong)
        return createStringError(names[i] + ": '" + name + "' is defined by " +
                                 names[it->second.first] + ", too");
      // Of several weak ones the first stands for all.
      if (isStrong)
        it->second = {i, &statement};
    }
  }
  for (auto [i, input] : enumerate(inputs)) {
    StringMap<std::string> &changed = renamed.emplace_back();
    for (const Statement &statement : input.statements)
      if (statement.linking == Linking::Own)
        for (StringRef name : statement.names)
          if (uses[name] > 1)
            changed[name] = freshName(name, i);
  }
  return Error::success();
}

std::string Linker::freshName(StringRef name, size_t input) const {
  std::string fresh = (name + "$" + Twine(input)).str();
  while (uses.contains(fresh))
    fresh += '$';
  return fresh;
}

bool Linker::isKept(const Statement &statement, size_t input) const {
  if (isHead(inputs[input].words[statement.begin].text))
    return input == 0;
  if (statement.names.empty() || statement.linking == Statement::Linking::Own)
    return true;
  StringRef name = statement.names.front();
  // A function may be declared as often as one likes.
  if (!defines(statement) && statement.isFunction)
    return true;
  auto found = visible.find(name);
  if (found == visible.end())
    return declared.lookup(name) == &statement;
  return found->second.second == &statement;
}

/// Whether a word of a body is an instruction, of which some are called like
/// functions (`exit`, `trap`).
static bool isInstruction(ArrayRef<Word> words, size_t i) {
  if (words[i].isOutside || words[i + 1].text == ":")
    return false;
  StringRef before = words[i - 1].text;
  if (before == ";" || before == "{" || before == "}" || before == ":")
    return true;
  // A guard: `@%p` or `@!%p`.
  StringRef sign = words[i - 2].text;
  return sign == "@" || (sign == "!" && words[i - 3].text == "@");
}

void Linker::print(const Statement &statement, size_t input,
                   std::string &out) const {
  const std::vector<Word> &words = inputs[input].words;
  const char *at = words[statement.begin].text.begin();
  StringRef before;
  for (size_t i = statement.begin; i < statement.end; ++i) {
    StringRef word = words[i].text;
    out.append(at, word.begin());
    at = word.end();
    unsigned file;
    auto found = renamed[input].find(word);
    if ((before == ".file" || before == ".loc" || before == "inlined_at") &&
        !word.getAsInteger(10, file) && file < filesOfInput)
      out += std::to_string(file + input * filesOfInput);
    else if (found != renamed[input].end() && !isInstruction(words, i))
      out += found->second;
    else
      out += word;
    before = word;
  }
  out += '\n';
}

std::string Linker::print() const {
  std::string text;
  for (auto [i, input] : enumerate(inputs))
    for (const Statement &statement : input.statements)
      if (isKept(statement, i))
        print(statement, i, text);
  return text;
}

Expected<std::string> tilefuzz::driver::linkPtx(ArrayRef<std::string> inputs,
                                                ArrayRef<std::string> names) {
  if (inputs.empty())
    return createStringError("there is no input");
  // What is no PTX has no statements.
  for (auto [text, name] : zip_equal(inputs, names))
    if (Error error = parseImage(text).takeError())
      return createStringError(name + ": " + toString(std::move(error)));
  if (inputs.size() == 1)
    return inputs.front();
  Linker linker(inputs, names);
  if (Error error = linker.resolve())
    return std::move(error);
  return linker.print();
}
