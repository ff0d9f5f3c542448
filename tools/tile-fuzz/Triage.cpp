//===- Triage.cpp - What people say about findings ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "compiler/Support/Options/SharedOptions.h"
#include "compiler/Support/Options/Terminal.h"
#include "fuzz/Findings/FindingStore.h"
#include "fuzz/Findings/Signature.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

namespace cl = llvm::cl;
using namespace tilefuzz;

static cl::SubCommand triageCommand("triage",
                                    "Lists findings, marks and merges them");
static cl::list<std::string> numberTexts(cl::Positional,
                                         cl::desc("[NUMBER...]"),
                                         cl::cat(toolOptions),
                                         cl::sub(triageCommand));

static OptionGroup listGroup("What is listed");
static DatabaseOption database(listGroup, cl::sub(triageCommand));
static cl::opt<std::string>
    only("status", cl::value_desc("STATUS"),
         cl::desc("Lists only findings of this status."), inGroup(listGroup),
         cl::sub(triageCommand));
static cl::opt<bool>
    stacks("stacks",
           cl::desc("Lists the synthetic stack of each finding, too."),
           inGroup(listGroup), cl::sub(triageCommand));
static cl::opt<bool>
    groups("groups",
           cl::desc("Lists findings by symptom, and of each symptom by the "
                    "tool's release."),
           inGroup(listGroup), cl::sub(triageCommand));
static JSONOption asJSON(listGroup, cl::sub(triageCommand));

static OptionGroup markGroup("What is changed");
static cl::opt<std::string> mark(
    "mark", cl::value_desc("STATUS"),
    cl::desc("Marks the findings as new, known, fixed (new again if it shows), "
             "ours (the oracle is wrong) or theirs (another tool is)."),
    inGroup(markGroup), cl::sub(triageCommand));
static cl::opt<int64_t>
    into("merge-into", cl::init(0), cl::value_desc("NUMBER"),
         cl::desc("Counts the findings as the same as this one."),
         inGroup(markGroup), cl::sub(triageCommand));
static cl::opt<std::string>
    note("note", cl::value_desc("TEXT"),
         cl::desc("Keeps this line of text with the findings."),
         inGroup(markGroup), cl::sub(triageCommand));

static llvm::Expected<std::optional<FindingStatus>>
statusOf(const std::string &text) {
  if (text.empty())
    return std::nullopt;
  std::optional<FindingStatus> status = parseFindingStatus(text);
  if (!status)
    return llvm::createStringError("'" + text +
                                   "' is no status; write new, known, fixed, "
                                   "ours or theirs");
  return status;
}

/// Not by cl::list<int64_t>, which goes on after a bad value.
static llvm::Expected<std::vector<int64_t>> wantedNumbers() {
  std::vector<int64_t> numbers;
  for (llvm::StringRef text : numberTexts)
    if (text.getAsInteger(10, numbers.emplace_back()))
      return llvm::createStringError("'" + text +
                                     "' is no number of a finding");
  return numbers;
}

namespace {
/// Findings of one symptom, by the tool and its release.
struct SymptomGroup {
  std::string kind, symptom;
  uint64_t times = 0;
  struct Release {
    std::vector<int64_t> numbers;
    uint64_t times = 0;
  };
  std::map<std::string, Release> releases;
};
} // namespace

/// Those that were met most often first.
static std::vector<SymptomGroup> groupsOf(llvm::ArrayRef<FindingRow> rows) {
  std::map<std::pair<std::string, std::string>, SymptomGroup> byKey;
  for (const FindingRow &row : rows) {
    if (row.mergedInto)
      continue;
    const Finding &finding = row.finding;
    SymptomGroup &group =
        byKey[{toString(finding.kind).str(), finding.symptom.key()}];
    group.kind = toString(finding.kind);
    group.symptom = finding.symptom.key();
    SymptomGroup::Release &release =
        group.releases[finding.release.empty()
                           ? finding.target
                           : finding.target + " " + finding.release];
    release.numbers.push_back(row.id);
    release.times += row.duplicates + 1;
    group.times += row.duplicates + 1;
  }
  std::vector<SymptomGroup> list;
  for (auto &[key, group] : byKey)
    list.push_back(std::move(group));
  llvm::sort(list, [](const SymptomGroup &a, const SymptomGroup &b) {
    return std::tie(b.times, a.kind, a.symptom) <
           std::tie(a.times, b.kind, b.symptom);
  });
  return list;
}

static void printGroups(llvm::ArrayRef<FindingRow> rows) {
  std::vector<SymptomGroup> list = groupsOf(rows);
  if (asJSON) {
    llvm::json::Array array;
    for (const SymptomGroup &group : list) {
      llvm::json::Array releases;
      for (const auto &[name, release] : group.releases)
        releases.push_back(llvm::json::Object{
            {"release", llvm::json::fixUTF8(name)},
            {"times", int64_t(release.times)},
            {"findings", llvm::json::Array(release.numbers)}});
      array.push_back(
          llvm::json::Object{{"kind", group.kind},
                             {"symptom", llvm::json::fixUTF8(group.symptom)},
                             {"times", int64_t(group.times)},
                             {"releases", std::move(releases)}});
    }
    return printJSON(std::move(array));
  }
  for (const SymptomGroup &group : list) {
    llvm::outs() << llvm::formatv("{0}{1}{2}, {3} times\n", group.kind,
                                  group.symptom.empty() ? "" : ": ",
                                  group.symptom, group.times);
    for (const auto &[name, release] : group.releases)
      llvm::outs() << llvm::formatv(
          "  {0}: {1} times, findings {2:$[, ]}\n", name, release.times,
          llvm::make_range(release.numbers.begin(), release.numbers.end()));
  }
  llvm::outs() << list.size() << " symptoms\n";
}

static void print(llvm::ArrayRef<FindingRow> rows) {
  if (groups)
    return printGroups(rows);
  if (asJSON) {
    llvm::json::Array array;
    for (const FindingRow &row : rows)
      array.push_back(
          llvm::json::Object{{"number", row.id},
                             {"status", toString(row.status)},
                             {"note", llvm::json::fixUTF8(row.note)},
                             {"mergedInto", row.mergedInto},
                             {"run", row.run},
                             {"found", row.found},
                             {"seconds", row.seconds},
                             {"duplicates", int64_t(row.duplicates)},
                             {"folder", row.folder},
                             {"stack", syntheticStack(row.finding)},
                             {"finding", row.finding.toJSON()}});
    printJSON(std::move(array));
    return;
  }
  for (const FindingRow &row : rows) {
    std::string status = llvm::formatv("{0,-6}", toString(row.status));
    if (row.status == FindingStatus::New)
      status = tinted(llvm::outs(), Tint::Bad, status);
    llvm::outs() << llvm::formatv("{0,4}  {1}  {2,4} times  {3}\n", row.id,
                                  status, row.duplicates + 1,
                                  row.finding.signature);
    llvm::outs() << "      " << row.finding.reason << "\n      " << row.folder
                 << "\n";
    if (row.mergedInto)
      llvm::outs() << "      the same as " << row.mergedInto << "\n";
    if (!row.note.empty())
      llvm::outs() << "      " << row.note << "\n";
    if (stacks)
      llvm::outs() << syntheticStack(row.finding);
  }
  llvm::outs() << rows.size() << " findings\n";
}

/// The finding of a number; an error if there is none.
static llvm::Expected<const FindingRow *>
findByNumber(llvm::ArrayRef<FindingRow> rows, int64_t number) {
  for (const FindingRow &row : rows)
    if (row.id == number)
      return &row;
  return llvm::createStringError("no finding has the number " +
                                 llvm::Twine(number));
}

/// There is a finding for each of `numbers`.
static llvm::Error change(Database &opened, llvm::ArrayRef<FindingRow> rows,
                          llvm::ArrayRef<int64_t> numbers,
                          std::optional<FindingStatus> status) {
  if (into) {
    llvm::Expected<const FindingRow *> target =
        findByNumber(rows, int64_t(into));
    if (!target)
      return target.takeError();
    if ((*target)->mergedInto)
      return llvm::createStringError("finding " + llvm::Twine(int64_t(into)) +
                                     " is merged itself, into " +
                                     llvm::Twine((*target)->mergedInto));
  }
  // All are looked up before one is changed.
  for (int64_t number : numbers) {
    const FindingRow *row = llvm::cantFail(findByNumber(rows, number));
    if (into && (number == into || row->mergedInto))
      return llvm::createStringError("finding " + llvm::Twine(number) +
                                     " cannot be merged into " +
                                     llvm::Twine(int64_t(into)));
  }
  for (int64_t number : numbers) {
    if (status)
      if (llvm::Error error = opened.setStatus(number, *status))
        return error;
    if (note.getNumOccurrences())
      if (llvm::Error error = opened.setNote(number, note))
        return error;
    if (into)
      if (llvm::Error error = opened.merge(number, into))
        return error;
  }
  return llvm::Error::success();
}

std::optional<int> tilefuzz::runTriage() {
  if (!triageCommand)
    return std::nullopt;
  llvm::Expected<std::optional<FindingStatus>> status = statusOf(mark);
  if (!status)
    return fail(status.takeError());
  llvm::Expected<std::optional<FindingStatus>> filter = statusOf(only);
  if (!filter)
    return fail(filter.takeError());
  llvm::Expected<std::vector<int64_t>> numbers = wantedNumbers();
  if (!numbers)
    return fail(numbers.takeError());
  bool changes = *status || note.getNumOccurrences() || into;
  if (changes && numbers->empty())
    return fail("name the numbers of the findings to change");
  llvm::Expected<Database> opened = Database::open(
      database, changes ? Database::Mode::ReadWrite : Database::Mode::ReadOnly);
  if (!opened)
    return fail(opened.takeError());
  auto read = [&] {
    return asJSON || groups || stacks ? opened->findings()
                                      : opened->findingList();
  };
  llvm::Expected<std::vector<FindingRow>> rows = read();
  if (!rows)
    return fail(rows.takeError());
  for (int64_t number : *numbers)
    if (llvm::Expected<const FindingRow *> row = findByNumber(*rows, number);
        !row)
      return fail(row.takeError());
  if (changes) {
    if (llvm::Error error = change(*opened, *rows, *numbers, *status))
      return fail(std::move(error));
    rows = read();
    if (!rows)
      return fail(rows.takeError());
    for (const FindingRow &row : *rows)
      if (llvm::is_contained(*numbers, row.id))
        if (llvm::Error error =
                FindingStore::writeTriage(row.folder, row.status, row.note))
          return fail(std::move(error));
  }
  llvm::erase_if(*rows, [&](const FindingRow &row) {
    return (*filter && row.status != **filter) ||
           (!numbers->empty() && !llvm::is_contained(*numbers, row.id));
  });
  print(*rows);
  return exitClean;
}
