//===- Mutants.cpp - The mutants that a build holds -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/Mutants/Mutants.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <cstdlib>
#include <cstring>

using namespace tilefuzz;

MutatedFile::MutatedFile(const char *name, const MutantRow *rows,
                         unsigned numRows, unsigned char *reached,
                         unsigned *active)
    : name(name), rows(rows), numRows(numRows), reached(reached),
      active(active) {
  MutantRegistry::get().add(*this);
  // For any tool of the build: the one mutant that this names is on.
  const char *wanted = std::getenv("TILEFUZZ_MUTANT");
  if (!wanted)
    return;
  auto [file, text] = llvm::StringRef(wanted).rsplit(':');
  unsigned place = 0;
  if (file == name && !text.getAsInteger(10, place) && place <= numRows)
    *active = place;
}

std::string Mutant::name() const {
  return (file + ":" + llvm::Twine(place)).str();
}

MutantRegistry &MutantRegistry::get() {
  static MutantRegistry self;
  return self;
}

void MutantRegistry::add(MutatedFile &file) {
  files.push_back(&file);
  firstOf.clear();
}

/// The order in which files announce themselves is the linker's.
void MutantRegistry::number() {
  if (!firstOf.empty())
    return;
  llvm::sort(files, [](const MutatedFile *a, const MutatedFile *b) {
    return llvm::StringRef(a->name) < b->name;
  });
  size_t count = 0;
  for (const MutatedFile *file : files) {
    firstOf.push_back(count);
    count += file->numRows;
  }
  firstOf.push_back(count);
}

size_t MutantRegistry::size() {
  number();
  return firstOf.back();
}

std::pair<const MutatedFile *, unsigned> MutantRegistry::locate(size_t wanted) {
  number();
  size_t file = llvm::upper_bound(firstOf, wanted) - firstOf.begin() - 1;
  return {files[file], unsigned(wanted - firstOf[file])};
}

Mutant MutantRegistry::getMutant(size_t wanted) {
  auto [file, index] = locate(wanted);
  const MutantRow &row = file->rows[index];
  return {file->name, index + 1, row.line, row.mutation, row.before, row.after};
}

std::optional<size_t> MutantRegistry::find(llvm::StringRef name) {
  number();
  auto [file, text] = name.rsplit(':');
  unsigned place = 0;
  if (text.getAsInteger(10, place) || place == 0)
    return std::nullopt;
  for (auto [known, first] : llvm::zip(files, firstOf))
    if (file == known->name && place <= known->numRows)
      return first + place - 1;
  return std::nullopt;
}

void MutantRegistry::activate(std::optional<size_t> wanted) {
  if (active)
    *active->active = 0;
  active = nullptr;
  if (!wanted)
    return;
  auto [file, index] = locate(*wanted);
  active = const_cast<MutatedFile *>(file);
  *active->active = index + 1;
}

llvm::BitVector MutantRegistry::takeReached() {
  llvm::BitVector reached(size());
  for (auto [file, first] : llvm::zip(files, firstOf)) {
    for (unsigned i = 0; i < file->numRows; ++i)
      if (file->reached[i + 1])
        reached.set(first + i);
    std::memset(file->reached, 0, file->numRows + 1);
  }
  return reached;
}

void MutantRegistry::addReached(const llvm::BitVector &reached) {
  for (unsigned number : reached.set_bits()) {
    auto [file, index] = locate(number);
    file->reached[index + 1] = 1;
  }
}
