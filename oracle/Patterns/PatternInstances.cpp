//===- PatternInstances.cpp - What a pattern is proved on -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/PatternInstances.h"
#include "oracle/Patterns/ConstantCompositions.h"
#include "oracle/Patterns/ConversionTemplates.h"
#include "oracle/Patterns/SystematicTemplates.h"
#include "llvm/ADT/SmallVector.h"

using namespace tilefuzz;

using Elements = InstanceElements;

llvm::ArrayRef<PatternTemplate> tilefuzz::getPatternTemplates() {
  static const std::vector<PatternTemplate> all = [] {
    std::vector<PatternTemplate> rows;
    for (llvm::ArrayRef<PatternTemplate> part :
         {getPublicTemplates(), getExpressionTemplates(), getFoldTemplates(),
          getTileAATemplates(), getTileAARewriteTemplates(),
          getTileAAUpdateTemplates(), getTileAAMotionTemplates(),
          getTileAAViewTemplates(), getOptimizerTemplates(),
          getNearMissTemplates()})
      rows.insert(rows.end(), part.begin(), part.end());
    return rows;
  }();
  return all;
}

std::vector<PatternTemplate>
tilefuzz::toTemplates(llvm::ArrayRef<MadeTemplate> made) {
  std::vector<PatternTemplate> templates;
  for (const MadeTemplate &row : made)
    templates.push_back({row.pattern, row.elements, row.body});
  return templates;
}

void tilefuzz::replaceAll(std::string &text, llvm::StringRef from,
                          llvm::StringRef to) {
  for (size_t at = text.find(from.data(), 0, from.size());
       at != std::string::npos;
       at = text.find(from.data(), at + to.size(), from.size()))
    text.replace(at, from.size(), to.str());
}

llvm::ArrayRef<llvm::StringLiteral>
tilefuzz::elementTypesOf(Elements elements) {
  static constexpr llvm::StringLiteral all[] = {
      "i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"};
  static constexpr llvm::StringLiteral memory[] = {"i1", "i8", "f16", "i32",
                                                   "i64"};
  switch (elements) {
  case Elements::All:
    return all;
  case Elements::Integers:
    return llvm::ArrayRef(all).take_front(5);
  case Elements::Floats:
    return llvm::ArrayRef(all).drop_front(5);
  case Elements::Memory:
    return memory;
  case Elements::Fixed:
    return {};
  }
  llvm_unreachable("unknown set of elements");
}

/// Of `types`, those that a template takes.
static std::vector<llvm::StringRef>
elementTypes(Elements elements, llvm::ArrayRef<std::string> types) {
  if (types.empty()) {
    if (elements == Elements::Fixed)
      return {""};
    llvm::ArrayRef<llvm::StringLiteral> own = elementTypesOf(elements);
    return {own.begin(), own.end()};
  }
  std::vector<llvm::StringRef> taken;
  for (const std::string &type : types) {
    bool isInteger = llvm::StringRef(type).starts_with("i");
    if (elements != Elements::Fixed &&
        (isInteger ? elements != Elements::Floats
                   : elements != Elements::Integers))
      taken.push_back(type);
  }
  return taken;
}

bool tilefuzz::isPublicPattern(llvm::StringRef pattern) {
  return pattern.starts_with("cuda-tile-") || pattern == "fuse-fma" ||
         pattern == "loop-split" || pattern.starts_with("fold:cuda_tile.") ||
         pattern.starts_with(conversionPrefix);
}

std::string tilefuzz::moduleOf(llvm::StringRef code, bool isPublic) {
  std::string text = isPublic ? "cuda_tile.module @m {\nentry @f() {"
                              : "nv_tileaa.func @f() {";
  text += code;
  return text + (isPublic ? "  return\n}\n}\n" : "  nv_tileaa.return\n}\n");
}

llvm::ArrayRef<ConversionRow> tilefuzz::getConversionRows() {
  static const std::vector<ConversionRow> all = [] {
    std::vector<ConversionRow> rows = makeValueConversions();
    for (ConversionRow &row : makeMemoryConversions())
      rows.push_back(std::move(row));
    return rows;
  }();
  return all;
}

namespace {
/// A template whose body may be its own.
struct OwnedTemplate {
  Elements elements;
  std::string body;
};
} // namespace

/// The templates of a pattern, fold or conversion.
static std::vector<OwnedTemplate> templatesOf(llvm::StringRef pattern) {
  std::vector<OwnedTemplate> rows;
  if (llvm::StringRef operation = pattern;
      operation.consume_front(conversionPrefix)) {
    for (const ConversionRow &row : getConversionRows())
      if (operation == "cuda_tile." + row.operation)
        rows.push_back({row.elements, row.body});
    return rows;
  }
  for (const PatternTemplate &row : getPatternTemplates())
    if (row.pattern == pattern)
      rows.push_back({row.elements, row.body.str()});
  return rows;
}

static std::string instantiateBody(std::string body, bool isPublic,
                                   llvm::StringRef element,
                                   llvm::StringRef offset,
                                   llvm::StringRef shape) {
  replaceAll(body, "@T<", isPublic ? "!cuda_tile.tile<$S" : "tensor<$S");
  replaceAll(body, "$S", shape);
  replaceAll(body, "$E", element);
  replaceAll(body, "$O", offset);
  return isPublic
             ? "cuda_tile.module @m {\nentry @f() {" + body + "  return\n}\n}\n"
             : "nv_tileaa.func @f() {" + body + "  nv_tileaa.return\n}\n";
}

std::string tilefuzz::instantiate(const PatternTemplate &row,
                                  llvm::StringRef element,
                                  llvm::StringRef offset,
                                  llvm::StringRef shape) {
  return instantiateBody(row.body.str(), isPublicPattern(row.pattern), element,
                         offset, shape);
}

std::vector<PatternInstance>
tilefuzz::instancesOf(llvm::StringRef pattern,
                      llvm::ArrayRef<std::string> types) {
  static constexpr llvm::StringLiteral offsets[] = {"i8", "i16", "i32", "i64"};
  static constexpr llvm::StringLiteral noOffset[] = {""};
  // A tensor of rank 0 is a bare scalar, which templates write themselves.
  static constexpr llvm::StringLiteral shapes[] = {"2x", "2x2x", ""};
  static constexpr llvm::StringLiteral fewShapes[] = {"2x", ""};
  static constexpr llvm::StringLiteral noShape[] = {""};
  bool isPublic = isPublicPattern(pattern);
  std::vector<PatternInstance> instances;
  unsigned number = 0;
  for (const OwnedTemplate &row : templatesOf(pattern)) {
    ++number;
    bool hasOffset = llvm::StringRef(row.body).contains("$O");
    bool hasShape = llvm::StringRef(row.body).contains("@T");
    llvm::ArrayRef<llvm::StringLiteral> rowShapes = noShape;
    if (hasShape && pattern.starts_with(conversionPrefix))
      rowShapes = fewShapes;
    else if (hasShape)
      rowShapes = llvm::ArrayRef(shapes).drop_back(isPublic ? 0 : 1);
    for (llvm::StringRef element : elementTypes(row.elements, types))
      for (llvm::StringRef offset :
           hasOffset ? llvm::ArrayRef(offsets) : llvm::ArrayRef(noOffset))
        for (llvm::StringRef shape : rowShapes) {
          PatternInstance &instance = instances.emplace_back();
          instance.name = std::to_string(number) + ":";
          for (auto [what, text] :
               {std::pair("", element), std::pair("offset ", offset),
                std::pair("shape ", shape.drop_back(!shape.empty()))})
            if (!text.empty())
              instance.name +=
                  std::string(instance.name.back() == ':' ? " " : ", ") + what +
                  text.str();
          instance.text =
              instantiateBody(row.body, isPublic, element, offset, shape);
        }
  }
  return instances;
}

std::vector<PatternInstance> tilefuzz::combinationsOf(llvm::StringRef pattern) {
  std::vector<PatternInstance> instances;
  for (auto make : {constantCompositions, systematicTemplates})
    for (std::string &body : make(pattern)) {
      PatternInstance &instance = instances.emplace_back();
      instance.name = "combination " + std::to_string(instances.size());
      instance.text = moduleOf(body, isPublicPattern(pattern));
    }
  return instances;
}
