//===- FunctionCalls.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Function/FunctionCalls.h"
#include "interp/Function/FunctionProgram.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace tilefuzz;

static constexpr llvm::StringLiteral prefix = "// tilefuzz.call @";

std::string tilefuzz::printFunctionValue(const FunctionValue &value) {
  std::string text;
  for (const Element &element : value) {
    text += text.empty() ? "" : ",";
    switch (element.certainty) {
    case Certainty::Poison:
      text += "poison";
      continue;
    case Certainty::Unspecified:
    case Certainty::Undefined:
      text += "unspecified";
      continue;
    case Certainty::Near:
    case Certainty::Rough:
      text += "~";
      break;
    case Certainty::Exact:
      break;
    }
    text += "0x" + llvm::utohexstr(element.bits, /*LowerCase=*/true);
  }
  return text;
}

std::string
tilefuzz::printFunctionCall(llvm::StringRef function,
                            llvm::ArrayRef<FunctionValue> arguments) {
  std::string line = (prefix + function).str();
  for (const FunctionValue &value : arguments)
    line += " " + printFunctionValue(value);
  return line + "\n";
}

static bool parseElement(llvm::StringRef text, unsigned width,
                         Element &element) {
  if (text == "poison") {
    element.certainty = Certainty::Poison;
    return true;
  }
  return !text.getAsInteger(0, element.bits) &&
         (width == 64 || element.bits >> width == 0);
}

llvm::Expected<std::vector<FunctionCall>>
tilefuzz::parseFunctionCalls(llvm::StringRef text, mlir::ModuleOp module) {
  std::vector<FunctionCall> calls;
  unsigned number = 0;
  for (llvm::StringRef line : llvm::split(text, '\n')) {
    ++number;
    if (!line.consume_front(prefix))
      continue;
    auto fail = [&](const llvm::Twine &what) {
      return llvm::createStringError("line " + llvm::Twine(number) + ": " +
                                     what);
    };
    llvm::SmallVector<llvm::StringRef> words;
    llvm::SplitString(line, words);
    FunctionCall call;
    call.function = words.empty() ? "" : words.front().str();
    auto function =
        module.lookupSymbol<mlir::FunctionOpInterface>(call.function);
    if (!function)
      return fail("no function '" + call.function + "'");
    llvm::ArrayRef<mlir::Type> types = function.getArgumentTypes();
    if (types.size() + 1 != words.size())
      return fail("'" + call.function + "' takes " + llvm::Twine(types.size()) +
                  " arguments");
    for (auto [type, word] : llvm::zip_equal(types, llvm::drop_begin(words))) {
      FunctionValue value;
      for (llvm::StringRef element : llvm::split(word, ','))
        if (!parseElement(element, functionElementWidth(type),
                          value.emplace_back()))
          return fail("'" + element + "' is no element of its type");
      if (value.size() != functionNumElements(type))
        return fail("an argument needs " +
                    llvm::Twine(functionNumElements(type)) + " elements");
      call.arguments.push_back(std::move(value));
    }
    calls.push_back(std::move(call));
  }
  return calls;
}
