//===- KeptPrograms.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/KeptPrograms.h"
#include "compiler/Support/Files/StorageError.h"
#include "compiler/Support/Files/SyncedFile.h"
#include "fuzz/Findings/Signature.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace tilefuzz;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

static void eraseDead(mlir::Operation *root) {
  llvm::SmallVector<mlir::Operation *> operations;
  root->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    if (op != root)
      operations.push_back(op);
  });
  // Users before what they use; an operation goes with its regions, which were
  // looked at before it.
  for (mlir::Operation *op : llvm::reverse(operations))
    if (mlir::isOpTriviallyDead(op))
      op->erase();
}

/// One constant of each value, in order, at the beginning.
static void uniteConstants(mlir::Operation *root) {
  std::map<std::string, llvm::SmallVector<mlir::Operation *>> constants;
  root->walk([&](mlir::arith::ConstantOp op) {
    std::string text;
    llvm::raw_string_ostream(text) << op.getValue();
    constants[text].push_back(op);
  });
  if (root->getNumRegions() != 1 || root->getRegion(0).empty())
    return;
  mlir::Block &entry = root->getRegion(0).front();
  for (auto &[text, equal] : llvm::reverse(constants)) {
    for (mlir::Operation *other : llvm::drop_begin(equal)) {
      other->replaceAllUsesWith(equal.front());
      other->erase();
    }
    equal.front()->moveBefore(&entry, entry.begin());
  }
}

ProgramForm tilefuzz::formOf(mlir::Operation *op) {
  mlir::OwningOpRef<mlir::Operation *> copy(op->clone());
  eraseDead(*copy);
  uniteConstants(*copy);
  ProgramForm form;
  llvm::raw_string_ostream os(form.text);
  copy->print(os);
  copy->walk([&](mlir::Operation *inner) {
    ++form.operations[inner->getName().getStringRef().str()];
  });
  return form;
}

std::vector<std::string> tilefuzz::effectsOn(const ProgramForm &source,
                                             const ProgramForm &target) {
  std::vector<std::string> effects, lost, gained;
  if (source.text == target.text)
    return effects;
  effects.push_back("changes");
  std::map<std::string, int> difference = target.operations;
  for (const auto &[name, count] : source.operations)
    difference[name] -= count;
  for (const auto &[name, count] : difference)
    if (count)
      (count < 0 ? lost : gained).push_back(name);
  for (const std::string &name : lost)
    effects.push_back("loses " + name);
  for (const std::string &name : gained)
    effects.push_back("gains " + name);
  // Of a program that became another one as a whole, pairs say nothing.
  constexpr size_t most = 4;
  if (lost.size() <= most && gained.size() <= most)
    for (const std::string &from : lost)
      for (const std::string &to : gained)
        effects.push_back(from + " to " + to);
  llvm::sort(effects);
  return effects;
}

std::vector<std::string> tilefuzz::effectsSaid(StringRef lines) {
  std::vector<std::string> effects;
  for (StringRef line : llvm::split(lines, '\n')) {
    std::string said = normalizeMessage(line.trim());
    if (llvm::any_of(said, [](char c) { return llvm::isAlpha(c); }))
      effects.push_back("says " + said);
  }
  llvm::sort(effects);
  effects.erase(llvm::unique(effects), effects.end());
  return effects;
}

//===----------------------------------------------------------------------===//
// The folder
//===----------------------------------------------------------------------===//

/// The first line of a file: the run, and after tabs its effects.
static constexpr llvm::StringLiteral heading = "// kept:\t";

llvm::Error KeptPrograms::keep(const SutRun &run, uint64_t number,
                               llvm::ArrayRef<std::string> effects,
                               llvm::function_ref<std::string()> print) {
  bool isNew = false;
  for (const std::string &effect : effects)
    isNew |= met.insert(run.name + " " + effect).second;
  if (!isNew)
    return llvm::Error::success();
  if (std::error_code code = llvm::sys::fs::create_directories(folder))
    return storageError(folder + ": error: " + code.message());
  // All effects: whether it is the first with one of them depends on what other
  // workers have.
  return replaceSynced(
      (folder + "/" + llvm::Twine(number) + "-" + run.name + ".mlir").str(),
      (heading + run.name + "\t" + llvm::join(effects, "\t") + "\n" + print())
          .str());
}

/// What is made says more of what a pass is for than what is gone: many fold
/// and clean up on the way.
static StringRef groupOf(StringRef effect) {
  if (effect.starts_with("says "))
    return effect;
  if (effect.starts_with("loses "))
    return "loses";
  effect.consume_front("gains ");
  auto [from, to] = effect.split(" to ");
  return to.empty() ? effect : to;
}

llvm::Error KeptPrograms::lookAt(uint64_t newLimit) {
  if (newLimit <= limit)
    return llvm::Error::success();
  limit = newLimit;
  std::error_code code;
  for (llvm::sys::fs::directory_iterator it(folder, code), end;
       it != end && !code; it.increment(code)) {
    StringRef name = llvm::sys::path::filename(it->path());
    uint64_t number;
    // Not what is being written.
    if (!name.ends_with(".mlir") ||
        name.split('-').first.getAsInteger(10, number) || number >= limit ||
        !read.insert(name.str()).second)
      continue;
    auto buffer = llvm::MemoryBuffer::getFile(it->path());
    if (!buffer)
      return storageError(it->path() +
                          ": error: " + buffer.getError().message());
    StringRef line = (*buffer)->getBuffer().split('\n').first;
    if (!line.consume_front(heading))
      continue;
    auto [run, effects] = line.split('\t');
    for (StringRef effect : llvm::split(effects, '\t')) {
      First program = {number, it->path()};
      auto [place, isNew] = first[run.str()][groupOf(effect).str()].insert(
          {effect.str(), program});
      if (!isNew && number < place->second.first)
        place->second = program;
    }
  }
  // Nothing was kept yet.
  if (code && code != std::errc::no_such_file_or_directory)
    return storageError(folder + ": error: " + code.message());
  return llvm::Error::success();
}

llvm::Expected<std::string>
KeptPrograms::pick(ByteSource &choices,
                   llvm::ArrayRef<const SutRun *> runs) const {
  llvm::SmallVector<const std::map<std::string, std::map<std::string, First>> *>
      kept;
  for (const SutRun *run : runs)
    if (auto it = first.find(run->name); it != first.end())
      kept.push_back(&it->second);
  if (kept.empty())
    return std::string();
  auto pickOf = [&](const auto &map) -> const auto & {
    return std::next(map.begin(), choices.below(map.size()))->second;
  };
  const auto &groups = *kept[choices.below(kept.size())];
  const std::string &file = pickOf(pickOf(groups)).second;
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return storageError(file + ": error: " + buffer.getError().message());
  return (*buffer)->getBuffer().str();
}
