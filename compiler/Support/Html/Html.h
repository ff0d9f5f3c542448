//===- Html.h - Pages for people --------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// One self-contained file: no script, style or image from elsewhere, so it can
// be mailed and opened anywhere.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_HTML_HTML_H
#define TILEFUZZ_COMPILER_SUPPORT_HTML_HTML_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace tilefuzz {

std::string escapeHTML(llvm::StringRef text);

/// Up to the page's heading. `style` is for this page alone.
void beginPage(llvm::StringRef title, llvm::StringRef style,
               llvm::raw_ostream &os);
void endPage(llvm::raw_ostream &os);

/// Text behind a line that opens it; nothing if there is none.
void writeDetails(llvm::StringRef title, llvm::StringRef text,
                  llvm::raw_ostream &os);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_HTML_HTML_H
