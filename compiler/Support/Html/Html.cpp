//===- Html.cpp - Pages for people ----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/Html/Html.h"
#include "compiler/Support/Html/PageStyle.h"

using namespace tilefuzz;

std::string tilefuzz::escapeHTML(llvm::StringRef text) {
  std::string escaped;
  for (char c : text) {
    switch (c) {
    case '&':
      escaped += "&amp;";
      break;
    case '<':
      escaped += "&lt;";
      break;
    case '>':
      escaped += "&gt;";
      break;
    case '"':
      escaped += "&quot;";
      break;
    default:
      escaped += c;
    }
  }
  return escaped;
}

void tilefuzz::beginPage(llvm::StringRef title, llvm::StringRef style,
                         llvm::raw_ostream &os) {
  os << "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>"
     << escapeHTML(title) << "</title>\n<style>" << pageStyle << style
     << "</style></head><body><main>\n<h1>" << escapeHTML(title) << "</h1>\n";
}

void tilefuzz::endPage(llvm::raw_ostream &os) {
  os << "</main></body></html>\n";
}

void tilefuzz::writeDetails(llvm::StringRef title, llvm::StringRef text,
                            llvm::raw_ostream &os) {
  if (!text.empty())
    os << "<details class=\"more\"><summary>" << escapeHTML(title)
       << "</summary><pre>" << escapeHTML(text) << "</pre></details>\n";
}
