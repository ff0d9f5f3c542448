//===- PtxParser.h - Text to statements, in its parts -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PtxLexer.cpp reads words, PtxOperands.cpp operands, PtxParser.cpp all else.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_PTX_PTXPARSER_H
#define TILEFUZZ_INTERP_SIMT_PTX_PTXPARSER_H

#include "interp/Simt/Ptx/PtxModule.h"
#include "llvm/ADT/Twine.h"

namespace tilefuzz::simt {

/// Names, numbers, directives and instructions are words; a string has its
/// quotes; all else is one character. Empty: the text ends.
struct Token {
  llvm::StringRef text;
  unsigned line = 1;
  bool is(char c) const { return text.size() == 1 && text.front() == c; }
};

class PtxParser {
public:
  explicit PtxParser(llvm::StringRef text) : rest(text) { advance(); }
  llvm::Expected<PtxModule> module();
  llvm::Expected<std::vector<PtxStatement>> statements();

private:
  void advance();
  void skipSpace();
  bool failed() const { return !message.empty(); }
  bool fail(const llvm::Twine &what);
  llvm::Error takeError() { return llvm::createStringError(message); }
  bool take(char c) {
    if (!token.is(c))
      return false;
    advance();
    return true;
  }
  bool expect(char c) {
    return take(c) || fail("expected '" + llvm::Twine(c) + "' before");
  }
  llvm::StringRef word();
  bool takeWord(llvm::StringRef text) {
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
  bool variables(llvm::StringRef space, std::vector<PtxVariable> &into);
  bool initialValues(PtxVariable &into);
  bool body(std::vector<PtxStatement> &into, bool isWhole);
  bool statement(std::vector<PtxStatement> &into);
  bool directive(std::vector<PtxStatement> &into);
  bool position();
  bool operand(PtxOperand &into);
  bool simpleOperand(PtxOperand &into);
  bool offsets(int64_t &into);
  bool isSign() const { return token.is('+') || token.is('-'); }
  bool operands(std::vector<PtxOperand> &into, char end);
  bool skipLine();
  bool skipBraces();

  llvm::StringRef rest;
  Token token;
  unsigned line = 1;
  PtxPosition current;
  std::string message;
};

/// Braces and lists nest no deeper; the parser must not exhaust the stack.
inline constexpr unsigned maxDepth = 64;

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_PTX_PTXPARSER_H
