//===- Symptom.cpp - What is the matter with a program --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Findings/Symptom.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace tilefuzz;
namespace json = llvm::json;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

bool tilefuzz::isAccessName(llvm::StringRef name) {
  return name.starts_with("load") || name.starts_with("store") ||
         name == "tiled_load" || name == "tiled_store" ||
         name == "gather_load" || name == "scatter_store";
}
/// Drops `FILE:LINE:COL: ` and `error: `.
static llvm::StringRef dropLocation(llvm::StringRef message) {
  size_t at = message.find("error: ");
  return at == llvm::StringRef::npos ? message : message.substr(at + 7);
}

std::string tilefuzz::normalizeMessage(llvm::StringRef message) {
  message = dropLocation(message.take_until([](char c) { return c == '\n'; }));
  std::string text;
  bool inWord = false;
  for (size_t i = 0; i < message.size(); ++i) {
    char c = message[i];
    if (c == '%' || c == '@') {
      text += c;
      while (i + 1 < message.size() &&
             (llvm::isAlnum(message[i + 1]) || message[i + 1] == '_' ||
              message[i + 1] == '#'))
        ++i;
      inWord = false;
      continue;
    }
    // A digit that continues a word (i32, sm_90a, v2) belongs to its name.
    if (llvm::isDigit(c) && !inWord) {
      text += '#';
      while (i + 1 < message.size() &&
             (llvm::isDigit(message[i + 1]) || message[i + 1] == '.'))
        ++i;
      // Shapes read 4x8xf32: keep the element type.
      if (i + 1 < message.size() && message[i + 1] == 'x') {
        text.pop_back();
        ++i;
      }
      continue;
    }
    inWord = llvm::isAlpha(c) || c == '_' || (inWord && llvm::isDigit(c));
    text += c;
  }
  return llvm::StringRef(text).trim().substr(0, 160).str();
}

//===----------------------------------------------------------------------===//
// Symptoms
//===----------------------------------------------------------------------===//

Symptom Symptom::undefined(const llvm::Twine &rule) {
  Symptom symptom;
  symptom.kind = Kind::Undefined;
  symptom.rule = rule.str();
  return symptom;
}

Symptom Symptom::race(bool isShared) {
  Symptom symptom;
  symptom.kind = Kind::Race;
  symptom.isShared = isShared;
  return symptom;
}

Symptom Symptom::message(llvm::StringRef message) {
  Symptom symptom;
  symptom.kind = Kind::Message;
  symptom.rule = normalizeMessage(message);
  return symptom;
}

Symptom Symptom::disagreement(llvm::StringRef which, llvm::StringRef about) {
  Symptom symptom;
  symptom.kind = Kind::Disagreement;
  symptom.rule = which.str();
  symptom.detail = about.str();
  return symptom;
}

static llvm::StringRef withoutDialect(llvm::StringRef operation) {
  return operation.substr(operation.find('.') + 1);
}

std::string Symptom::unequalAccess() const {
  if (kind != Kind::Gone && kind != Kind::Added)
    return "";
  llvm::StringRef name = withoutDialect(access);
  return isAccessName(name) || name.contains("atomic") ? name.str() : "";
}

std::string Symptom::key() const {
  switch (kind) {
  case Kind::WrongValue:
    return "";
  case Kind::Undefined:
  case Kind::Message:
    return rule;
  case Kind::Race:
    return isShared ? "race in shared memory" : "race";
  case Kind::LostOrder:
    return "lost order";
  case Kind::Gone:
    return "gone: " + access;
  case Kind::Added:
    return "new: " + access;
  case Kind::Weakened: {
    // Loads and stores are lowered alike.
    llvm::StringRef name = withoutDialect(access);
    return (llvm::Twine("weakened ") +
            (change == Change::Scope ? "scope: " : "ordering: ") +
            (isAccessName(name) ? "load or store" : name))
        .str();
  }
  case Kind::Disagreement:
    return normalizeMessage(rule + ": " + detail);
  }
  llvm_unreachable("unknown kind of symptom");
}

//===----------------------------------------------------------------------===//
// In files
//===----------------------------------------------------------------------===//

// By enumerator.
static constexpr llvm::StringLiteral kindNames[] = {
    "wrong-value", "undefined", "race",    "lost-order",  "weakened",
    "gone",        "added",     "message", "disagreement"};
static constexpr llvm::StringLiteral changeNames[] = {"", "ordering", "scope"};

json::Value Symptom::toJSON() const {
  json::Object object{{"kind", kindNames[unsigned(kind)]}};
  if (!rule.empty())
    object["rule"] = json::fixUTF8(rule);
  if (!access.empty())
    object["access"] = access;
  if (change != Change::None)
    object["change"] = changeNames[unsigned(change)];
  if (isShared)
    object["shared"] = true;
  if (!detail.empty())
    object["detail"] = json::fixUTF8(detail);
  return object;
}

/// The position of the text in the table; nothing if it is not there.
static std::optional<unsigned>
indexOf(llvm::ArrayRef<llvm::StringLiteral> names, llvm::StringRef text) {
  for (auto [index, name] : llvm::enumerate(names))
    if (name == text)
      return index;
  return std::nullopt;
}

std::optional<Symptom> tilefuzz::parseSymptom(const json::Value &value) {
  const json::Object *object = value.getAsObject();
  if (!object)
    return std::nullopt;
  auto text = [&](llvm::StringRef key) {
    return object->getString(key).value_or("").str();
  };
  std::optional<unsigned> kind = indexOf(kindNames, text("kind"));
  std::optional<unsigned> change = indexOf(changeNames, text("change"));
  if (!kind || !change)
    return std::nullopt;
  Symptom symptom;
  symptom.kind = Symptom::Kind(*kind);
  symptom.rule = text("rule");
  symptom.access = text("access");
  symptom.change = Symptom::Change(*change);
  symptom.isShared = object->getBoolean("shared").value_or(false);
  symptom.detail = text("detail");
  return symptom;
}
