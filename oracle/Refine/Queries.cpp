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

QuerySink QueryFolder::sinkFor(llvm::StringRef name) {
  std::string stem;
  for (char c : name)
    if (llvm::isAlnum(c) || c == '-' || c == '.')
      stem += c;
    else if (!stem.empty() && stem.back() != '-')
      stem += '-';
  auto count = std::make_shared<unsigned>(0);
  return
      [=, title = name.str()](llvm::StringRef script, llvm::StringRef answer) {
        if (!failure().empty())
          return;
        std::string file =
            path + "/" + stem + "." + std::to_string((*count)++) + ".smt2";
        std::error_code code;
        llvm::raw_fd_ostream os(file, code);
        if (!code) {
          os << "; " << title << "\n(set-info :status " << answer << ")\n"
             << script;
          os.close();
          code = os.error();
          // Or it ends the process.
          os.clear_error();
        }
        if (!code)
          return;
        std::lock_guard<std::mutex> lock(mutex);
        error = "cannot write '" + file + "': " + code.message();
      };
}

std::string QueryFolder::failure() {
  std::lock_guard<std::mutex> lock(mutex);
  return error;
}
