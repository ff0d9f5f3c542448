//===- Queries.cpp - Questions to the solver as files ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Refine/Refinement.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilefuzz;

QuerySink tilefuzz::writeQueriesTo(llvm::StringRef folder,
                                   llvm::StringRef name) {
  std::string stem;
  for (char c : name)
    if (llvm::isAlnum(c) || c == '-' || c == '.')
      stem += c;
    else if (!stem.empty() && stem.back() != '-')
      stem += '-';
  auto count = std::make_shared<unsigned>(0);
  return [=, path = folder.str() + "/" + stem,
          title = name.str()](llvm::StringRef script, llvm::StringRef answer) {
    std::error_code error;
    llvm::raw_fd_ostream os(path + "." + std::to_string((*count)++) + ".smt2",
                            error);
    if (!error)
      os << "; " << title << "\n(set-info :status " << answer << ")\n"
         << script;
  };
}
