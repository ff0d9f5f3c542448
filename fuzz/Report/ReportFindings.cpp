//===- ReportFindings.cpp - Findings on the page --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Findings/Signature.h"
#include "fuzz/Report/ReportHTML.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <numeric>

using namespace tilefuzz;
namespace json = llvm::json;

static std::string badge(const FindingRow &row) {
  std::string name = toString(row.status).str();
  return "<span class=\"badge " + name + "\">" +
         (row.isBack() ? "back again" : name) + "</span>";
}

static std::string timeToFind(const FindingRow &row) {
  return row.seconds < 0 ? std::string("-")
                         : llvm::formatv("{0:f1} s", row.seconds).str();
}

//===----------------------------------------------------------------------===//
// Outcomes
//===----------------------------------------------------------------------===//

namespace {
struct Buffer {
  std::string name, type;
  std::vector<std::string> elements;
};
} // namespace

/// Buffers of an outcome's JSON; empty if it is none.
static std::vector<Buffer> buffersOf(llvm::StringRef text) {
  std::vector<Buffer> buffers;
  llvm::Expected<json::Value> value = json::parse(text);
  if (!value) {
    llvm::consumeError(value.takeError());
    return buffers;
  }
  const json::Object *object = value->getAsObject();
  const json::Array *array = object ? object->getArray("buffers") : nullptr;
  if (!array)
    return buffers;
  for (const json::Value &item : *array) {
    const json::Object *entry = item.getAsObject();
    if (!entry)
      continue;
    Buffer buffer;
    buffer.name = entry->getString("name").value_or("").str();
    buffer.type = entry->getString("type").value_or("").str();
    if (const json::Array *elements = entry->getArray("elements"))
      for (const json::Value &element : *elements)
        buffer.elements.push_back(element.getAsString().value_or("").str());
    buffers.push_back(std::move(buffer));
  }
  return buffers;
}

/// Differing elements, with two equal ones on either side, up to a limit.
static void writeBuffer(const Buffer &expected, const Buffer &actual,
                        llvm::raw_ostream &os) {
  size_t size = std::max(expected.elements.size(), actual.elements.size());
  auto at = [](const Buffer &buffer, size_t i) {
    return i < buffer.elements.size() ? buffer.elements[i] : std::string();
  };
  auto differs = [&](size_t i) { return at(expected, i) != at(actual, i); };
  size_t count = 0, shown = 0;
  for (size_t i = 0; i < size; ++i)
    count += differs(i);
  if (!count)
    return;
  os << llvm::formatv(
      "<h4>{0}: {1} of {2} elements of type {3} differ</h4>\n<table "
      "class=\"values\"><tr><th>element</th><th>source allows</th><th>compiled"
      " program stores</th></tr>\n",
      escapeHTML(expected.name), count, size, escapeHTML(expected.type));
  size_t previous = 0;
  for (size_t i = 0; i < size && shown < 40; ++i) {
    bool near = false;
    for (size_t j = i < 2 ? 0 : i - 2; j < std::min(size, i + 3); ++j)
      near |= differs(j);
    if (!near)
      continue;
    if (i > previous)
      os << "<tr><td colspan=\"3\">&#8942;</td></tr>\n";
    os << llvm::formatv("<tr{0}><td>[{1}]</td><td>{2}</td><td>{3}</td></tr>\n",
                        differs(i) ? " class=\"bad\"" : "", i,
                        escapeHTML(at(expected, i)), escapeHTML(at(actual, i)));
    previous = i + 1;
    ++shown;
  }
  if (previous < size)
    os << "<tr><td colspan=\"3\">&#8942;</td></tr>\n";
  os << "</table>\n";
}

static void writeOutcomes(const Finding &finding, llvm::raw_ostream &os) {
  std::vector<Buffer> expected = buffersOf(finding.expected),
                      actual = buffersOf(finding.actual);
  for (const Buffer &left : expected)
    for (const Buffer &right : actual)
      if (left.name == right.name)
        writeBuffer(left, right, os);
}

//===----------------------------------------------------------------------===//
// One finding
//===----------------------------------------------------------------------===//

static void writeFacts(const FindingRow &row, llvm::raw_ostream &os) {
  const Finding &finding = row.finding;
  os << "<dl class=\"facts\">\n";
  auto fact = [&](llvm::StringRef name, const std::string &text) {
    if (!text.empty())
      os << "<dt>" << name << "</dt><dd>" << text << "</dd>\n";
  };
  fact("stage", escapeHTML(finding.stage));
  fact("pattern to blame", escapeHTML(finding.pattern));
  fact("of the pass", escapeHTML(finding.pass));
  fact("program",
       llvm::formatv("{0} operations, {1}, program {2} of seed {3}",
                     finding.operationCount, escapeHTML(finding.origin),
                     finding.programIndex, finding.campaignSeed)
           .str());
  fact("schedule", escapeHTML(finding.schedule));
  fact("seeded bugs", escapeHTML(llvm::join(finding.bugs, ", ")));
  fact("found", llvm::formatv("run {0}, after {1}; met again {2} times",
                              row.run, timeToFind(row), row.duplicates)
                    .str());
  fact("life", escapeHTML(lifeOf(row)));
  fact("note", escapeHTML(row.note));
  fact("folder", "<code>" + escapeHTML(row.folder) + "</code>");
  fact("again",
       "<code>" + escapeHTML(commandFor(finding, row.folder)) + "</code>");
  os << "</dl>\n";
}

static void writeFinding(size_t number, const FindingRow &row,
                         llvm::StringRef picture, bool open,
                         llvm::raw_ostream &os) {
  const Finding &finding = row.finding;
  os << "<details class=\"" << filterClasses(row) << " card finding\""
     << (open ? " open" : "") << "><summary>" << badge(row) << "<b>" << number
     << ". " << escapeHTML(finding.signature) << "</b></summary>\n<div id=\"f"
     << number << "\"><p class=\"reason\">" << escapeHTML(finding.reason)
     << "</p>\n";
  writeFacts(row, os);
  writeOutcomes(finding, os);
  os << picture;
  if (!finding.before.empty() || !finding.after.empty()) {
    os << "<h4>The stage that made it wrong</h4>\n";
    auto title = [](const std::string &stage) {
      return stage == "source" ? stage : "after " + stage;
    };
    writeDiff(title(finding.previousStage), finding.before,
              title(finding.stage), finding.after, os);
  }
  writeDetails("program", finding.program, os);
  writeDetails("program before it was reduced", finding.original, os);
  writeDetails("outcome that the source allows", finding.expected, os);
  writeDetails("outcome after the stage", finding.actual, os);
  writeDetails("stack for platforms that group crashes",
               syntheticStack(finding), os);
  os << "</div></details>\n";
}

static void writeList(llvm::ArrayRef<const FindingRow *> rows,
                      llvm::raw_ostream &os) {
  os << "<div class=\"card wide\"><table><tr><th class=\"n\">#</th><th>status"
        "</th><th>kind</th><th>stage</th><th>pattern</th><th class=\"n\">"
        "operations</th><th class=\"n\">met again</th><th class=\"n\">found "
        "after</th><th>what differs</th></tr>\n";
  for (const auto &[index, row] : llvm::enumerate(rows)) {
    const Finding &finding = row->finding;
    os << llvm::formatv(
        "<tr class=\"{9}\"><td class=\"n\">{0}</td><td>{1}"
        "</td><td>{2}</td><td>{3}</td><td>{4}</td><td class=\"n\">{5}</td><td "
        "class=\"n\">"
        "{6}</td><td class=\"n\">{7}</td><td>{8}</td></tr>\n",
        index < mostDetailed
            ? llvm::formatv("<a href=\"#f{0}\">{0}</a>", index + 1).str()
            : std::to_string(index + 1),
        badge(*row), toString(finding.kind), escapeHTML(finding.stage),
        finding.pattern.empty() ? "<span class=\"soft\">none</span>"
                                : escapeHTML(finding.pattern),
        finding.operationCount, row->duplicates, timeToFind(*row),
        escapeHTML(finding.reason) +
            (index < mostDetailed
                 ? ""
                 : "<br><code>" + escapeHTML(row->folder) + "</code>"),
        filterClasses(*row));
  }
  os << "</table></div>\n";
}

std::vector<size_t> tilefuzz::displayOrder(const ReportData &data,
                                           size_t most) {
  std::vector<size_t> order(data.findings.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order, [&](size_t left, size_t right) {
    const FindingRow &a = data.findings[left], &b = data.findings[right];
    return std::tie(a.status, a.id) < std::tie(b.status, b.id);
  });
  if (order.size() > most)
    order.resize(most);
  return order;
}

void tilefuzz::writeFindings(const ReportData &data, llvm::raw_ostream &os) {
  os << "<h2>Findings</h2>\n";
  if (data.findings.empty()) {
    os << "<p class=\"card\">No finding.</p>\n";
    return;
  }
  std::vector<const FindingRow *> rows;
  for (size_t index : displayOrder(data, mostListed))
    rows.push_back(&data.findings[index]);
  size_t count = data.findings.size();
  writeFilters(data, os);
  writeList(rows, os);
  if (count > mostDetailed)
    os << llvm::formatv(
        "<p class=\"soft\">Everything is said of the first {0}, {1} of {2} "
        "are listed; <code>tile-fuzz triage --db={3}</code> lists all.</p>\n",
        mostDetailed, grouped(rows.size()), grouped(count),
        escapeHTML(data.database));
  for (const auto &[index, row] :
       llvm::enumerate(llvm::ArrayRef(rows).take_front(mostDetailed))) {
    auto picture = data.pictures.find(row->id);
    writeFinding(index + 1, *row,
                 picture == data.pictures.end()
                     ? llvm::StringRef()
                     : llvm::StringRef(picture->second),
                 /*open=*/index < 3, os);
  }
}
