//===- Corpus.cpp - The programs beside the database ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/Corpus.h"
#include "Commands.h"
#include "compiler/Support/Options/SharedOptions.h"
#include "fuzz/Campaign/Campaign.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"

namespace cl = llvm::cl;
using namespace tilefuzz;

static cl::SubCommand
    corpusCommand("corpus", "Lists, adds, imports, exports or minimises the "
                            "programs beside a database");
static cl::opt<std::string>
    action(cl::Positional, cl::Required,
           cl::desc("list | add | import | export | minimise"),
           cl::cat(toolOptions), cl::sub(corpusCommand));
static cl::list<std::string> paths(cl::Positional, cl::desc("[PATH...]"),
                                   cl::cat(toolOptions),
                                   cl::sub(corpusCommand));

static OptionGroup corpusGroup("The programs");
static cl::opt<std::string>
    database("db", cl::init("campaign.db"), cl::value_desc("FILE"),
             cl::desc("Names the database; the programs are in FILE with the "
                      "extension replaced by .corpus. Default: campaign.db."),
             inGroup(corpusGroup), cl::sub(corpusCommand));
static cl::opt<std::string> format(
    "format", cl::init("text"), cl::value_desc("F"),
    cl::desc("Exports text, or bytecode with .launch files. Default: text."),
    inGroup(corpusGroup), cl::sub(corpusCommand));
static cl::opt<bool> dryRun("dry-run",
                            cl::desc("Only says what minimise would remove."),
                            inGroup(corpusGroup), cl::sub(corpusCommand));

static OptionGroup outputGroup("What is printed");
static JSONOption asJSON(outputGroup, cl::sub(corpusCommand));

static int listFolder(llvm::StringRef folder) {
  std::vector<std::string> files;
  if (llvm::sys::fs::is_directory(folder)) {
    llvm::Expected<std::vector<std::string>> found = listCorpus(folder);
    if (!found)
      return fail(found.takeError());
    files = std::move(*found);
  }
  llvm::json::Array rows;
  for (const std::string &file : files) {
    uint64_t size = 0;
    llvm::sys::fs::file_size(file, size);
    if (asJSON)
      rows.push_back(
          llvm::json::Object{{"file", file}, {"bytes", int64_t(size)}});
    else
      llvm::outs() << llvm::formatv("{0,8}  {1}\n", size, file);
  }
  if (asJSON)
    printJSON(
        llvm::json::Object{{"folder", folder}, {"programs", std::move(rows)}});
  else
    llvm::outs() << files.size() << " programs in " << folder << "\n";
  return exitClean;
}

static int show(llvm::Expected<CorpusChange> change, llvm::StringRef verb,
                llvm::StringRef same) {
  if (!change)
    return fail(change.takeError());
  for (const std::string &reason : change->refused)
    llvm::errs() << reason << "\n";
  // Some may be no programs; that none is one is a mistake.
  int code = change->files.empty() && !change->same && !change->refused.empty()
                 ? exitBadUsage
                 : exitClean;
  if (asJSON) {
    printJSON(
        llvm::json::Object{{verb, llvm::json::Array(change->files)},
                           {same, int64_t(change->same)},
                           {"refused", llvm::json::Array(change->refused)}});
    return code;
  }
  llvm::outs() << change->files.size() << " " << verb << ", " << change->same
               << " " << same << ", " << change->refused.size() << " refused\n";
  return code;
}

std::optional<int> tilefuzz::runCorpus() {
  if (!corpusCommand)
    return std::nullopt;
  if (database.empty())
    return fail("--db names no file");
  std::string folder = corpusFolderFor(database);
  bool takesPaths = action == "add" || action == "import";
  if (takesPaths && paths.empty())
    return fail("name the files or folders to " + action);
  if (action == "export" && paths.size() != 1)
    return fail("name the one folder to export to");
  if ((action == "list" || action == "minimise") && !paths.empty())
    return fail("'" + action + "' takes no path");
  if (dryRun && action != "minimise")
    return fail("--dry-run goes with minimise");
  if (format.getNumOccurrences() && action != "export")
    return fail("--format goes with export");
  if (format != "text" && format != "bytecode")
    return fail("'" + format + "' is no format; write text or bytecode");
  if (action == "list")
    return listFolder(folder);
  if (takesPaths)
    return show(addToCorpus(folder, paths), "added", "there");
  if (action == "export")
    return show(exportCorpus(folder, paths[0], format == "bytecode"),
                "exported", "there");
  if (action == "minimise")
    return show(minimiseCorpus(folder, dryRun),
                dryRun ? "removable" : "removed", "kept");
  return fail("'" + action +
              "' is none of list, add, import, export, "
              "minimise");
}
