//===- TileMutate.cpp - Writes all mutants of a file into it --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What does not compile is found by compiling, and left out: an error names a
// place, and the mutant at that place goes, until there is no error left.
//
//===----------------------------------------------------------------------===//

#include "MutatedText.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Tooling/CommonOptionsParser.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace clang;
using namespace tilefuzz;
namespace cl = llvm::cl;

static cl::OptionCategory category("tile-mutate");
static cl::opt<std::string>
    root("root", cl::Required, cl::value_desc("FOLDER"),
         cl::desc("Names files by their place below FOLDER."),
         cl::cat(category));
static cl::opt<std::string>
    out("out", cl::Required, cl::value_desc("FOLDER"),
        cl::desc("Writes the mutated files to the same places below FOLDER."),
        cl::cat(category));
static cl::opt<bool>
    listOnly("list",
             cl::desc("Prints what would be tried, compiled or not, and writes "
                      "nothing."),
             cl::cat(category));

/// Rounds of leaving out what does not compile.
static constexpr unsigned maxRounds = 12;

namespace {
/// Calls `take` with the declarations of the main file, once all are there.
/// Those of a precompiled header are not loaded.
class DeclCollector : public ASTConsumer {
public:
  using TakeFn = std::function<void(ASTContext &, const std::vector<Decl *> &)>;
  explicit DeclCollector(TakeFn take) : take(std::move(take)) {}
  bool HandleTopLevelDecl(DeclGroupRef group) override {
    for (Decl *decl : group) {
      SourceManager &sources = decl->getASTContext().getSourceManager();
      if (sources.isInMainFile(sources.getExpansionLoc(decl->getLocation())))
        decls.push_back(decl);
    }
    return true;
  }
  void HandleTranslationUnit(ASTContext &context) override {
    take(context, decls);
  }

private:
  TakeFn take;
  std::vector<Decl *> decls;
};

class CollectAction : public ASTFrontendAction {
public:
  explicit CollectAction(DeclCollector::TakeFn take) : take(std::move(take)) {}
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &,
                                                 llvm::StringRef) override {
    return std::make_unique<DeclCollector>(take);
  }

private:
  DeclCollector::TakeFn take;
};

class CollectFactory : public tooling::FrontendActionFactory {
public:
  explicit CollectFactory(DeclCollector::TakeFn take) : take(std::move(take)) {}
  std::unique_ptr<FrontendAction> create() override {
    return std::make_unique<CollectAction>(take);
  }

private:
  DeclCollector::TakeFn take;
};

/// Where in the main file there are errors: at the error itself, or where what
/// it is in was instantiated.
class ErrorPlaces : public DiagnosticConsumer {
public:
  void HandleDiagnostic(DiagnosticsEngine::Level level,
                        const Diagnostic &info) override {
    DiagnosticConsumer::HandleDiagnostic(level, info);
    bool isError = level >= DiagnosticsEngine::Error;
    if (!isError && !(isOpen && level == DiagnosticsEngine::Note))
      return;
    if (isError) {
      ++count;
      llvm::SmallString<128> text;
      info.FormatDiagnostic(text);
      last = text.str().str();
    }
    std::optional<size_t> place = placeOf(info);
    if (place)
      places.insert(*place);
    isOpen = !place;
  }
  std::set<size_t> places;
  size_t count = 0;
  std::string last;

private:
  static std::optional<size_t> placeOf(const Diagnostic &info) {
    if (!info.hasSourceManager() || info.getLocation().isInvalid())
      return std::nullopt;
    SourceManager &sources = info.getSourceManager();
    SourceLocation place = sources.getExpansionLoc(info.getLocation());
    if (!sources.isWrittenInMainFile(place))
      return std::nullopt;
    return sources.getFileOffset(place);
  }
  /// The last error has no place yet.
  bool isOpen = false;
};
} // namespace

/// The file's own flags, without its warnings.
static tooling::ArgumentsAdjuster adjustArguments() {
  return [](const tooling::CommandLineArguments &given, llvm::StringRef) {
    tooling::CommandLineArguments arguments;
    for (const std::string &one : given)
      if (one != "-Werror" && one != "-Wall" && one != "-Wextra")
        arguments.push_back(one);
    for (const char *one : {"-w", "-Wno-c++11-narrowing", "-ferror-limit=0",
                            "-fno-caret-diagnostics"})
      arguments.push_back(one);
    return arguments;
  };
}

/// Leaves out what is to blame for the errors; false: nothing is.
static bool dropErrors(std::vector<Site> &sites, const MutatedText &mutated,
                       const std::set<size_t> &places) {
  std::set<std::pair<size_t, size_t>> dropped;
  for (size_t place : places) {
    const MutatedSpan *span = findSpan(mutated, place);
    if (!span)
      continue;
    if (span->alternative)
      dropped.insert({span->site, *span->alternative});
    else
      for (size_t i = 0; i < sites[span->site].alternatives.size(); ++i)
        dropped.insert({span->site, i});
  }
  for (auto [site, alternative] : llvm::reverse(dropped))
    sites[site].alternatives.erase(sites[site].alternatives.begin() +
                                   alternative);
  llvm::erase_if(sites,
                 [](const Site &site) { return site.alternatives.empty(); });
  return !dropped.empty();
}

/// All of it or, if this is stopped, nothing.
static llvm::Error writeFile(const std::string &path, llvm::StringRef text) {
  if (std::error_code error =
          llvm::sys::fs::create_directories(llvm::sys::path::parent_path(path)))
    return llvm::errorCodeToError(error);
  return llvm::writeToOutput(path, [&](llvm::raw_ostream &os) {
    os << text;
    return llvm::Error::success();
  });
}

static void printSites(llvm::StringRef name, const std::vector<Site> &sites) {
  for (const Site &site : sites)
    for (const Alternative &one : site.alternatives)
      llvm::outs() << name << ":" << site.line << ": " << one.mutation << ": "
                   << one.before << " -> "
                   << (one.after.empty() ? "nothing" : one.after) << "\n";
}

static int mutate(const tooling::CompilationDatabase &commands,
                  const std::string &path) {
  llvm::SmallString<256> name(path);
  llvm::sys::path::replace_path_prefix(name, root, "");
  llvm::StringRef shown = name.str().ltrim('/');
  auto source = llvm::MemoryBuffer::getFile(path);
  if (!source) {
    llvm::errs() << "tile-mutate: cannot read '" << path << "'\n";
    return 1;
  }
  std::vector<Site> sites;
  CollectFactory factory(
      [&](ASTContext &context, const std::vector<Decl *> &decls) {
        sites = findSites(context, decls);
      });
  tooling::ClangTool tool(commands, {path});
  tool.appendArgumentsAdjuster(adjustArguments());
  if (tool.run(&factory)) {
    llvm::errs() << "tile-mutate: '" << path << "' does not compile\n";
    return 1;
  }
  if (listOnly) {
    printSites(shown, sites);
    return 0;
  }
  size_t tried = 0;
  for (const Site &site : sites)
    tried += site.alternatives.size();
  for (unsigned round = 0; round < maxRounds; ++round) {
    MutatedText mutated =
        writeMutants((*source)->getBuffer(), shown, path, sites);
    ErrorPlaces errors;
    tooling::ClangTool check(commands, {path});
    check.appendArgumentsAdjuster(adjustArguments());
    check.mapVirtualFile(path, mutated.text);
    check.setDiagnosticConsumer(&errors);
    check.setPrintErrorMessage(false);
    check.run(tooling::newFrontendActionFactory<SyntaxOnlyAction>().get());
    if (errors.count == 0) {
      llvm::outs() << shown << ": " << mutated.numMutants << " mutants, "
                   << tried - mutated.numMutants << " do not compile\n";
      std::string target = out + "/" + shown.str();
      llvm::Error error = writeFile(target, mutated.text);
      if (!error)
        return 0;
      llvm::errs() << "tile-mutate: cannot write '" << target
                   << "': " << llvm::toString(std::move(error)) << "\n";
      return 1;
    }
    if (!dropErrors(sites, mutated, errors.places)) {
      llvm::errs() << "tile-mutate: " << shown
                   << " does not compile with mutants: " << errors.last << "\n";
      return 1;
    }
  }
  llvm::errs() << "tile-mutate: " << shown << " has too many errors\n";
  return 1;
}

int main(int argc, const char **argv) {
  llvm::Expected<tooling::CommonOptionsParser> options =
      tooling::CommonOptionsParser::create(
          argc, argv, category, cl::OneOrMore,
          "Writes copies of C++ files that hold all their mutants behind "
          "switches.\n");
  if (!options) {
    llvm::errs() << llvm::toString(options.takeError());
    return 1;
  }
  int status = 0;
  for (const std::string &path : options->getSourcePathList())
    status |= mutate(options->getCompilations(), path);
  return status;
}
