//===- TemplateBody.h - Templates of cuda_tile, put together ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_PATTERNS_TEMPLATEBODY_H
#define TILEFUZZ_ORACLE_PATTERNS_TEMPLATEBODY_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace tilefuzz {

/// The body of a PatternTemplate, line by line. Values are named without %.
class TemplateBody {
public:
  /// What tiles are made of, and the tile of truth values: with $E and @T (of
  /// any element and shape), or spelled out.
  explicit TemplateBody(llvm::StringRef element = "$E",
                        llvm::StringRef shape = "")
      : element(element), shape(shape) {}

  std::string tileOf(llvm::StringRef of) const {
    if (shape.empty())
      return "@T<" + of.str() + ">";
    return "!cuda_tile.tile<" + (shape == "." ? "" : shape) + of.str() + ">";
  }
  std::string tile() const { return tileOf(element); }
  std::string truth() const { return tileOf("i1"); }

  TemplateBody &lines(llvm::StringRef code) {
    text += code;
    return *this;
  }
  TemplateBody &input(llvm::StringRef name) { return input(name, tile()); }
  TemplateBody &input(llvm::StringRef name, const std::string &type) {
    return lines("  %" + name.str() + " = \"tilefuzz.input\"() {name = \"" +
                 name.str() + "\"} : () -> " + type + "\n");
  }
  TemplateBody &constant(llvm::StringRef name, llvm::StringRef value) {
    return constant(name, value, element);
  }
  TemplateBody &constant(llvm::StringRef name, llvm::StringRef value,
                         llvm::StringRef of) {
    return lines("  %" + name.str() + " = constant <" + of.str() + ": " +
                 value.str() + "> : " + tileOf(of) + "\n");
  }
  /// `code` without its result and type.
  TemplateBody &let(llvm::StringRef name, const std::string &code) {
    return let(name, code, tile());
  }
  TemplateBody &let(llvm::StringRef name, const std::string &code,
                    const std::string &type) {
    return lines("  %" + name.str() + " = " + code + " : " + type + "\n");
  }
  TemplateBody &compare(llvm::StringRef name, const std::string &code) {
    return let(name, "cmpi " + code, tile() + " -> " + truth());
  }
  /// Observed, in this order, by `str`.
  TemplateBody &observe(llvm::StringRef name) { return observe(name, tile()); }
  TemplateBody &observe(llvm::StringRef name, const std::string &type) {
    const char *separator = names.empty() ? "" : ", ";
    names += separator + ("%" + name.str());
    types += separator + type;
    return *this;
  }
  /// A value that is only observed.
  TemplateBody &see(const std::string &code) { return see(code, tile()); }
  TemplateBody &see(const std::string &code, const std::string &type) {
    return see(code, type, type);
  }
  TemplateBody &see(const std::string &code, const std::string &type,
                    const std::string &result) {
    std::string name = "r" + std::to_string(next++);
    return let(name, code, type).observe(name, result);
  }
  TemplateBody &seeCompare(const std::string &code) {
    return see("cmpi " + code, tile() + " -> " + truth(), truth());
  }
  TemplateBody &seeSelect(const std::string &operands) {
    return see("select " + operands, truth() + ", " + tile(), tile());
  }

  std::string str() const {
    return "\n" + text + "  \"tilefuzz.observe\"(" + names + ") : (" + types +
           ") -> ()\n";
  }

private:
  std::string element, shape, text, names, types;
  unsigned next = 0;
};

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_PATTERNS_TEMPLATEBODY_H
