//===- ChangeChoice.cpp - What to try because of a change -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Change/ChangeChoice.h"
#include "compiler/Branches/Branches.h"
#include "compiler/Support/Mutants/Mutants.h"
#include "oracle/Patterns/ConversionTemplates.h"
#include "oracle/Patterns/Conversions.h"
#include "oracle/Patterns/Folds.h"
#include "oracle/Patterns/ProofChoice.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace tilefuzz;
namespace json = llvm::json;

static constexpr ChangedFolder folders[] = {
#define CHANGED_FOLDER(Folder, Stages, Proofs, Trials, Why)                    \
  {Folder, Stages, Proofs, Trials, Why},
#include "fuzz/Change/ChangedFolders.def"
#undef CHANGED_FOLDER
};

/// As the sources name bugs, by number.
static constexpr llvm::StringLiteral bugEnumerators[] = {
#define SEEDED_BUG(Enum, Name, Class, Where, Summary) #Enum,
#include "compiler/Support/SeededBugs.def"
#undef SEEDED_BUG
};

llvm::ArrayRef<ChangedFolder> tilefuzz::getChangedFolders() { return folders; }

const ChangedFolder &tilefuzz::folderOf(llvm::StringRef path) {
  const ChangedFolder *best = &folders[0];
  for (const ChangedFolder &folder : folders)
    if (path.starts_with(folder.folder) &&
        folder.folder.size() > best->folder.size())
      best = &folder;
  return *best;
}

namespace {
class Chooser {
public:
  Chooser(llvm::StringRef root) : root(root) {
    choice.functions.resize(table.functions().size());
    allPatterns = patternNames();
    llvm::append_range(allPatterns, foldNames());
    llvm::append_range(allPatterns, conversionNames());
  }

  llvm::Error add(const ChangedFile &changed);
  ChangeChoice finish();

private:
  llvm::Error readText(llvm::StringRef path);
  llvm::Error checkConditions(llvm::StringRef path) const;
  void addFunctions(const ChangedFile &changed, ChangeChoice::File &file);
  void addFolder(const ChangedFolder &folder, llvm::StringRef path);
  void addStages(llvm::StringRef names, llvm::StringRef why);
  void addPatternsOfFunctions();
  unsigned countUncovered(llvm::StringRef pattern,
                          const BranchesRun &run) const;
  void addBugs(const ChangedFile &changed);
  void addMutants(const ChangedFile &changed);
  llvm::SmallVector<unsigned> innermostAt(llvm::StringRef path,
                                          unsigned line) const;
  bool isTouched(const ChangedFile &changed, unsigned line) const;

  const llvm::StringRef root;
  const BranchTable &table = BranchTable::get();
  ChangeChoice choice;
  std::vector<std::string> allPatterns;
  /// Of the file at hand, as it is now; none if it is gone.
  llvm::SmallVector<llvm::StringRef> lines;
  std::unique_ptr<llvm::MemoryBuffer> text;
};
} // namespace

/// Lambdas of some kinds have a name that nobody can read.
static std::string nameOf(const BranchFunction &function) {
  return llvm::StringRef(function.name).starts_with("_Z")
             ? llvm::formatv("lambda at line {0}", function.firstLine).str()
             : function.name;
}

static void addOnce(std::vector<Chosen> &list, llvm::StringRef name,
                    std::string why) {
  if (llvm::none_of(list,
                    [&](const Chosen &known) { return known.name == name; }))
    list.push_back({name.str(), std::move(why)});
}

llvm::Error Chooser::readText(llvm::StringRef path) {
  lines.clear();
  llvm::SmallString<128> full(root);
  llvm::sys::path::append(full, path);
  auto read = llvm::MemoryBuffer::getFile(full);
  if (!read) {
    text = nullptr;
    // It may be gone.
    if (read.getError() == std::errc::no_such_file_or_directory)
      return llvm::Error::success();
    return llvm::createStringError("error: " + full + ": " +
                                   read.getError().message());
  }
  text = std::move(*read);
  text->getBuffer().split(lines, '\n');
  return llvm::Error::success();
}

/// The table's conditions stand where they stand in the file.
llvm::Error Chooser::checkConditions(llvm::StringRef path) const {
  for (const Branch &branch : table.branches()) {
    if (table.functions()[branch.function].file != path)
      continue;
    llvm::StringRef line =
        branch.line <= lines.size() ? lines[branch.line - 1] : "";
    if (line.drop_front(std::min<size_t>(branch.column - 1, line.size()))
            .starts_with(branch.text.split(' ').first))
      continue;
    return llvm::createStringError(
        "'" + path + "' is not what this program was made from (line " +
        llvm::Twine(branch.line) +
        "); build it, and ask again with what was built");
  }
  return llvm::Error::success();
}

/// The bodies that hold the line and no other that does: of a lambda, not the
/// function around it, and of a template each instance.
llvm::SmallVector<unsigned> Chooser::innermostAt(llvm::StringRef path,
                                                 unsigned line) const {
  llvm::SmallVector<unsigned> found;
  unsigned least = ~0u;
  for (unsigned i = 0; i < table.functions().size(); ++i) {
    const BranchFunction &function = table.functions()[i];
    if (function.file != path || line < function.firstLine ||
        function.lastLine < line)
      continue;
    unsigned extent = function.lastLine - function.firstLine;
    if (extent < least)
      found.clear();
    least = std::min(least, extent);
    if (extent == least)
      found.push_back(i);
  }
  return found;
}

/// Whether the line is changed, or in a function that is.
bool Chooser::isTouched(const ChangedFile &changed, unsigned line) const {
  auto isIn = [&](unsigned function) {
    return choice.functions.test(function);
  };
  return changed.isWhole ||
         llvm::any_of(
             changed.lines,
             [&](LineRange range) { return range.meets(line, line); }) ||
         llvm::any_of(innermostAt(changed.path, line), isIn);
}

void Chooser::addFunctions(const ChangedFile &changed,
                           ChangeChoice::File &file) {
  llvm::BitVector touched(table.functions().size());
  // Lines outside of functions (tables, types, declarations) are of all.
  bool isAll = changed.isWhole;
  for (LineRange range : changed.lines)
    for (unsigned line = range.first; line <= range.last && !isAll; ++line) {
      llvm::SmallVector<unsigned> holders = innermostAt(changed.path, line);
      for (unsigned holder : holders)
        touched.set(holder);
      llvm::StringRef content =
          line <= lines.size() ? lines[line - 1].trim() : "";
      isAll |=
          holders.empty() && !content.empty() && !content.starts_with("//");
    }
  for (unsigned i = 0; i < table.functions().size(); ++i) {
    const BranchFunction &function = table.functions()[i];
    if (function.file != changed.path || !(isAll || touched.test(i)))
      continue;
    choice.functions.set(i);
    std::string name = nameOf(function);
    if (!llvm::is_contained(file.functions, name))
      file.functions.push_back(std::move(name));
  }
  if (isAll)
    file.what += ", outside of functions: all of it";
}

void Chooser::addStages(llvm::StringRef names, llvm::StringRef why) {
  for (const Stage &stage : getStages()) {
    bool isNamed =
        names == "all"
            ? !stage.isOnRequest &&
                  (stage.makePass || stage.runLlvm || stage.level == Level::PTX)
            : llvm::is_contained(llvm::split(names, ' '), stage.name);
    if (isNamed)
      addOnce(choice.stages, stage.name, why.str());
  }
}

void Chooser::addFolder(const ChangedFolder &folder, llvm::StringRef path) {
  choice.isAnyProgram |= !folder.stages.empty();
  for (const std::string &name : allPatterns) {
    bool isOf = folder.proofs == "all";
    if (!folder.proofs.empty() && !isOf) {
      isOf = llvm::StringRef(name).starts_with("fold:" + folder.proofs.str() +
                                               ".") ||
             (folder.proofs == "conversions" &&
              llvm::StringRef(name).starts_with(conversionPrefix));
      for (const PatternTable &patterns : getPatternTables())
        if (patterns.dialect == folder.proofs)
          isOf |= llvm::any_of(patterns.rows, [&](const PatternRow &row) {
            return row.name == name;
          });
    }
    if (isOf)
      addOnce(choice.patterns, name, path.str());
  }
}

/// Of what is touched, the branches that no instance takes and nobody explains.
unsigned Chooser::countUncovered(llvm::StringRef pattern,
                                 const BranchesRun &run) const {
  std::set<llvm::StringRef> touched;
  for (unsigned function : choice.functions.set_bits())
    touched.insert(table.functions()[function].name);
  return llvm::count_if(
      coverageOf(pattern, run).uncovered, [&](const UncoveredBranch &branch) {
        return branch.reason.empty() && touched.count(branch.function);
      });
}

void Chooser::addPatternsOfFunctions() {
  if (choice.functions.none())
    return;
  std::vector<std::string> touched;
  std::vector<PatternRun> runs =
      runPatterns(allPatterns, choice.functions, /*ofCombinations=*/false);
  for (auto [name, run] : llvm::zip_equal(allPatterns, runs)) {
    auto isChosen = [&](llvm::StringRef pattern) {
      return llvm::any_of(choice.patterns, [&](const Chosen &chosen) {
        return chosen.name == pattern;
      });
    };
    bool isConversion = llvm::StringRef(name).starts_with(conversionPrefix);
    // How an operation is lowered has instances of its own and of others: of
    // what none of them runs there is nothing to prove.
    if (isConversion && run.entering.empty())
      continue;
    for (unsigned function : choice.functions.set_bits())
      if (isCodeOf(name, run.branches, function)) {
        choice.onInstances |= run.branches.entered;
        // All of what the folder has chosen.
        if (isChosen(name))
          break;
        addOnce(choice.patterns, name, nameOf(table.functions()[function]));
        if (isConversion)
          choice.conversions[name] = {std::move(run.entering),
                                      countUncovered(name, run.branches)};
        else
          touched.push_back(name);
        break;
      }
  }
  runs = runPatterns(touched, choice.functions, /*ofCombinations=*/true);
  for (auto [name, run] : llvm::zip_equal(touched, runs)) {
    choice.onInstances |= run.branches.entered;
    choice.combinations[name] = std::move(run.entering);
  }
  choice.onInstances.resize(choice.functions.size());
  choice.onInstances &= choice.functions;
}

/// Bugs with a site in what is touched.
void Chooser::addBugs(const ChangedFile &changed) {
  for (auto [i, line] : llvm::enumerate(lines))
    for (size_t at = line.find("SeededBug::"); at != llvm::StringRef::npos;
         at = line.find("SeededBug::", at + 1)) {
      llvm::StringRef name =
          line.drop_front(at + strlen("SeededBug::")).take_while(llvm::isAlnum);
      const auto *known = llvm::find(bugEnumerators, name);
      if (known == std::end(bugEnumerators) || !isTouched(changed, i + 1))
        continue;
      addOnce(choice.bugs, getSeededBugs()[known - bugEnumerators].name,
              llvm::formatv("{0}:{1}", changed.path, i + 1));
    }
}

void Chooser::addMutants(const ChangedFile &changed) {
  MutantRegistry &registry = MutantRegistry::get();
  for (size_t number = 0; number < registry.size(); ++number) {
    Mutant mutant = registry.getMutant(number);
    if (mutant.file == changed.path && isTouched(changed, mutant.line))
      choice.mutants.push_back(number);
  }
}

llvm::Error Chooser::add(const ChangedFile &changed) {
  ChangeChoice::File &file = choice.files.emplace_back();
  file.path = changed.path;
  llvm::StringRef path = changed.path;
  if (changed.isComment || path.ends_with(".md")) {
    file.what = "only text";
    return llvm::Error::success();
  }
  const ChangedFolder &folder = folderOf(path);
  file.what = folder.why.str();
  bool isCounted =
      table.problem().empty() &&
      llvm::any_of(table.functions(), [&](const BranchFunction &function) {
        return function.file == path;
      });
  if (llvm::Error error = readText(path))
    return error;
  if (isCounted && text) {
    if (llvm::Error error = checkConditions(path))
      return error;
    addFunctions(changed, file);
  }
  addStages(folder.stages, path);
  // Functions that are known choose the programs and the proofs.
  if (file.functions.empty())
    addFolder(folder, path);
  for (llvm::StringRef trial : llvm::split(folder.trials, ' '))
    if (!trial.empty())
      addOnce(choice.trials, trial, path.str());
  if (!folder.stages.empty()) {
    addBugs(changed);
    addMutants(changed);
  }
  return llvm::Error::success();
}

ChangeChoice Chooser::finish() {
  addPatternsOfFunctions();
  // Wrong variants of patterns that are touched, wherever these stand.
  for (const SeededBugInfo &bug : getSeededBugs())
    for (const Chosen &pattern : choice.patterns)
      if (bug.where == pattern.name)
        addOnce(choice.bugs, bug.name, "a wrong " + pattern.name);
  llvm::sort(choice.stages, [](const Chosen &a, const Chosen &b) {
    return getStageIndex(*findStage(a.name)) <
           getStageIndex(*findStage(b.name));
  });
  return std::move(choice);
}

llvm::Expected<ChangeChoice>
tilefuzz::chooseForChange(llvm::StringRef root,
                          llvm::ArrayRef<ChangedFile> files) {
  Chooser chooser(root);
  for (const ChangedFile &file : files)
    if (llvm::Error error = chooser.add(file))
      return std::move(error);
  return chooser.finish();
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static json::Array toJSON(llvm::ArrayRef<Chosen> list) {
  json::Array rows;
  for (const Chosen &chosen : list)
    rows.push_back(json::Object{{"name", chosen.name}, {"why", chosen.why}});
  return rows;
}

json::Object ChangeChoice::toJSON() const {
  json::Array rows;
  for (const File &file : files)
    rows.push_back(json::Object{{"path", file.path},
                                {"what", file.what},
                                {"functions", json::Array(file.functions)}});
  json::Array mutantNames;
  for (size_t number : mutants)
    mutantNames.push_back(MutantRegistry::get().getMutant(number).name());
  return json::Object{
      {"files", std::move(rows)},          {"stages", ::toJSON(stages)},
      {"patterns", ::toJSON(patterns)},    {"bugs", ::toJSON(bugs)},
      {"mutants", std::move(mutantNames)}, {"trials", ::toJSON(trials)},
      {"anyProgram", isAnyProgram}};
}

/// At most so many names of a kind on one page.
static constexpr size_t maxShown = 12;

static void printList(llvm::raw_ostream &os, llvm::StringRef title,
                      llvm::ArrayRef<Chosen> list) {
  if (list.empty())
    return;
  os << title << ": " << list.size() << '\n';
  for (const Chosen &chosen : list.take_front(maxShown))
    os << llvm::formatv("  {0,-38} {1}\n", chosen.name, chosen.why);
  if (list.size() > maxShown)
    os << "  and " << list.size() - maxShown << " more\n";
}

void ChangeChoice::print(llvm::raw_ostream &os) const {
  for (const File &file : files) {
    os << file.path << ": " << file.what << '\n';
    for (llvm::StringRef function :
         llvm::ArrayRef(file.functions).take_front(maxShown))
      os << "  " << function << '\n';
    if (file.functions.size() > maxShown)
      os << "  and " << file.functions.size() - maxShown << " more functions\n";
  }
  printList(os, "stages", stages);
  printList(os, "patterns and folds", patterns);
  printList(os, "seeded bugs", bugs);
  printList(os, "other trials", trials);
  if (!mutants.empty())
    os << "mutants: " << mutants.size() << '\n';
}
