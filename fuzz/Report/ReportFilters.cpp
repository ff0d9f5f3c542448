//===- ReportFilters.cpp - What of the list is seen -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Boxes that are ticked, and a style that leaves out what has a class whose box
// is not: it works in mail readers and where scripts are forbidden. A word is
// searched for with the browser's own search, which opens what is folded.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Report/ReportHTML.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tilefuzz;

namespace {
/// What findings are chosen by.
struct Facet {
  llvm::StringLiteral name;
  /// Begins its classes.
  char letter;
  std::string (*valueOf)(const FindingRow &row);
};
} // namespace

static std::string statusOf(const FindingRow &row) {
  return row.isBack() ? "back again" : toString(row.status).str();
}

static constexpr Facet facets[] = {
    {"status", 's', statusOf},
    {"kind", 'k',
     [](const FindingRow &row) { return toString(row.finding.kind).str(); }},
    {"stage", 't', [](const FindingRow &row) { return row.finding.stage; }},
    {"pattern", 'p',
     [](const FindingRow &row) {
       return row.finding.pattern.empty() ? std::string("none")
                                          : row.finding.pattern;
     }},
    {"run", 'r', [](const FindingRow &row) { return std::to_string(row.run); }},
};

/// More choices than this are no help.
static constexpr size_t mostValues = 24;

static std::string classOf(const Facet &facet, llvm::StringRef value) {
  std::string name = std::string("is-") + facet.letter + "-";
  for (char c : value)
    name += llvm::isAlnum(c) ? c : '-';
  return name;
}

/// The values of a facet that are worth a choice, and how many have each.
static Counts valuesOf(const Facet &facet, const ReportData &data) {
  Counts values;
  for (const FindingRow &row : data.findings)
    ++values[facet.valueOf(row)];
  if (values.size() < 2 || values.size() > mostValues)
    values.clear();
  return values;
}

std::string tilefuzz::filterClasses(const FindingRow &row) {
  std::string classes;
  for (const Facet &facet : facets)
    classes +=
        (classes.empty() ? "" : " ") + classOf(facet, facet.valueOf(row));
  return classes;
}

std::string tilefuzz::filterStyle(const ReportData &data) {
  std::string style;
  for (const Facet &facet : facets)
    for (const auto &[value, count] : valuesOf(facet, data)) {
      std::string name = classOf(facet, value);
      style += llvm::formatv("main:has(#{0}:not(:checked)) .{0}", name).str() +
               "{display:none}\n";
    }
  return style;
}

void tilefuzz::writeFilters(const ReportData &data, llvm::raw_ostream &os) {
  std::string choices;
  llvm::raw_string_ostream text(choices);
  for (const Facet &facet : facets) {
    Counts values = valuesOf(facet, data);
    if (values.empty())
      continue;
    text << "<fieldset><legend>" << facet.name << "</legend>";
    for (const auto &[value, count] : values)
      text << llvm::formatv("<label><input type=\"checkbox\" id=\"{0}\" "
                            "checked>{1} <span class=\"soft\">{2}</span>"
                            "</label>",
                            classOf(facet, value), escapeHTML(value), count);
    text << "</fieldset>\n";
  }
  if (!choices.empty())
    os << "<form class=\"filters\">" << choices
       << "<button type=\"reset\">All</button></form>\n";
}
