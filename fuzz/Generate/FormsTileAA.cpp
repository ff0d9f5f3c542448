//===- FormsTileAA.cpp - The ways to write an operation of nv_tileaa ------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/FormWords.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <optional>

using namespace mlir;
using namespace tilefuzz;

//===----------------------------------------------------------------------===//
// What ODS declares
//===----------------------------------------------------------------------===//

namespace {
enum class Count { One, Optional, Variadic };
enum class Presence { Required, Optional, Default };
enum class Kind { Unit, Enum, Other };

struct DeclaredOperand {
  StringRef name;
  Count count;
};
struct DeclaredAttribute {
  StringRef name;
  Presence presence;
  Kind kind;
  /// Of an enumeration.
  SmallVector<std::pair<StringRef, int64_t>> words;
};
struct Declaration {
  SmallVector<DeclaredOperand> operands;
  SmallVector<DeclaredAttribute> attributes;
  /// Beside those that are variadic.
  unsigned numResults = 0;
  bool hasVariadicResults = false;
};
} // namespace

static llvm::StringMap<Declaration> readDeclarations() {
  llvm::StringMap<Declaration> declarations;
  Declaration *last = nullptr;
#define OPERATION(MNEMONIC, NUM_RESULTS, HAS_VARIADIC_RESULTS, NUM_REGIONS)    \
  last = &declarations[MNEMONIC];                                              \
  last->numResults = NUM_RESULTS;                                              \
  last->hasVariadicResults = HAS_VARIADIC_RESULTS;
#define OPERAND(NAME, COUNT) last->operands.push_back({NAME, Count::COUNT});
#define ATTRIBUTE(NAME, PRESENCE, KIND)                                        \
  last->attributes.push_back({NAME, Presence::PRESENCE, Kind::KIND, {}});
#define ENUMERATOR(TEXT, VALUE)                                                \
  last->attributes.back().words.push_back({TEXT, VALUE});
#include "compiler/TileAA/TileAAOperations.inc"
  return declarations;
}

static const Declaration *findDeclaration(StringRef operation) {
  static const llvm::StringMap<Declaration> declarations = readDeclarations();
  auto found = declarations.find(operation);
  return found == declarations.end() ? nullptr : &found->second;
}

/// It may be left out, and then there is none.
static bool isOptional(const DeclaredAttribute &attribute) {
  return attribute.presence == Presence::Optional ||
         attribute.kind == Kind::Unit;
}

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

Forms tilefuzz::tileaa::possibleForms(StringRef operation) {
  Forms forms;
  const Declaration *declaration = findDeclaration(operation);
  if (!declaration)
    return forms;
  for (const DeclaredAttribute &attribute : declaration->attributes) {
    if (isOptional(attribute))
      forms.push_back(there(attribute.name, false));
    for (auto [word, value] : attribute.words)
      forms.push_back((attribute.name + "=" + word).str());
    if (isOptional(attribute) && attribute.words.empty())
      forms.push_back(there(attribute.name, true));
  }
  auto addCounts = [&](StringRef name) {
    for (size_t count : {0, 1, 2})
      forms.push_back(counted(name, count));
  };
  for (const DeclaredOperand &operand : declaration->operands) {
    if (operand.count == Count::Optional)
      for (bool isThere : {false, true})
        forms.push_back(there(operand.name, isThere));
    if (operand.count == Count::Variadic)
      addCounts(operand.name);
  }
  if (declaration->hasVariadicResults)
    addCounts("results");
  return forms;
}

/// The word of an enumeration: `#nv_tileaa.mem_semantic<relaxed>`, or a number.
static std::string wordOf(const DeclaredAttribute &attribute, Attribute value) {
  if (auto number = dyn_cast<IntegerAttr>(value)) {
    for (auto [word, known] : attribute.words)
      if (known == number.getInt())
        return word.str();
    return "?";
  }
  std::string text;
  llvm::raw_string_ostream(text) << value;
  StringRef inside = StringRef(text).split('<').second;
  return inside.rsplit('>').first.str();
}

Forms tilefuzz::tileaa::formsOf(Operation *op) {
  Forms forms;
  const Declaration *declaration =
      findDeclaration(op->getName().stripDialect());
  if (!declaration)
    return forms;
  for (const DeclaredAttribute &attribute : declaration->attributes) {
    Attribute value = op->getInherentAttr(attribute.name).value_or(Attribute());
    if (!value) {
      if (isOptional(attribute))
        forms.push_back(there(attribute.name, false));
    } else if (attribute.kind == Kind::Enum) {
      forms.push_back((attribute.name + "=" + wordOf(attribute, value)).str());
    } else if (isOptional(attribute)) {
      forms.push_back(there(attribute.name, true));
    }
  }
  DenseI32ArrayAttr sizes = segmentsOf(op);
  for (auto [i, operand] : llvm::enumerate(declaration->operands)) {
    size_t size = sizes ? size_t(sizes[i])
                        : op->getNumOperands() + 1 -
                              std::min<size_t>(op->getNumOperands() + 1,
                                               declaration->operands.size());
    if (operand.count == Count::Optional)
      forms.push_back(there(operand.name, size != 0));
    if (operand.count == Count::Variadic)
      forms.push_back(counted(operand.name, size));
  }
  if (declaration->hasVariadicResults)
    forms.push_back(
        counted("results", op->getNumResults() - declaration->numResults));
  return forms;
}
