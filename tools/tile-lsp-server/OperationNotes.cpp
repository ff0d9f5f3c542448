//===- OperationNotes.cpp - What an operation means -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "OperationNotes.h"
#include "interp/Program/UndefinedBehaviors.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

using namespace tilefuzz;

namespace {
enum class Exactness {
  Exact,
  Bounded,
  ByRounding,
  FreeOrder,
  Atomic,
  Structure
};

struct OperationDoc {
  llvm::StringLiteral name, summary, description;
};

struct OperationNote {
  llvm::StringLiteral name;
  Exactness exactness;
  llvm::SmallVector<Undefined, 8> undefined;
};
} // namespace

static constexpr OperationDoc docs[] = {
#define OPERATION_DOC(NAME, SUMMARY, DESCRIPTION) {NAME, SUMMARY, DESCRIPTION},
#include "CudaTileDocs.inc"
#define OPERATION_DOC(NAME, SUMMARY, DESCRIPTION) {NAME, SUMMARY, DESCRIPTION},
#include "TileAADocs.inc"
#define OPERATION_DOC(NAME, SUMMARY, DESCRIPTION) {NAME, SUMMARY, DESCRIPTION},
#include "TileASDocs.inc"
};

/// The part of the name before what is unique in the dialect.
static constexpr llvm::StringLiteral publicDialect = "cuda_tile.";

static const llvm::SmallVectorImpl<OperationNote> &notes() {
  static const llvm::SmallVector<OperationNote, 0> rows = {
#define TILEFUZZ_NOTE(NAME, CLASS, ...) {NAME, Exactness::CLASS, {__VA_ARGS__}},
#include "OperationNotes.def"
  };
  return rows;
}

static llvm::StringRef describe(Exactness exactness) {
  switch (exactness) {
  case Exactness::Exact:
    return "exact: one result is legal";
  case Exactness::Bounded:
    return "bounded: results within a documented error are legal";
  case Exactness::ByRounding:
    return "exact with an IEEE rounding, bounded with approx or full";
  case Exactness::FreeOrder:
    return "free-order of floats: any association is legal; exact of integers";
  case Exactness::Atomic:
    return "exact, each update as one; in which order several take effect is "
           "not stated";
  case Exactness::Structure:
    return "computes no value of its own: what it moves stays as it is";
  }
  llvm_unreachable("unknown class");
}

static const OperationNote *findNote(llvm::StringRef name) {
  if (!name.consume_front(publicDialect))
    return nullptr;
  for (const OperationNote &note : notes())
    if (note.name == name)
      return &note;
  return nullptr;
}

std::string tilefuzz::describeOperation(llvm::StringRef name) {
  for (const OperationDoc &doc : docs) {
    if (doc.name != name)
      continue;
    std::string text = ("**" + doc.name + "**: " + doc.summary + "\n").str();
    if (!doc.description.empty())
      text += ("\n" + doc.description + "\n").str();
    const OperationNote *note = findNote(name);
    if (!note)
      return text;
    text += ("\nExactness: " + describe(note->exactness) + ".\n").str();
    if (note->undefined.empty())
      return text + "\nUndefined behaviour: none of its own.\n";
    text += "\nUndefined behaviour:\n";
    for (Undefined condition : note->undefined)
      text += ("- `" + toString(condition) +
               "`: " + tilefuzz::meaningOf(condition) + "\n")
                  .str();
    return text;
  }
  return "";
}

bool tilefuzz::listOperationNotes(llvm::raw_ostream &os) {
  bool isWhole = true;
  size_t count = 0;
  for (const OperationDoc &doc : docs) {
    if (!doc.name.starts_with(publicDialect))
      continue;
    ++count;
    const OperationNote *note = findNote(doc.name);
    os << doc.name << " | " << doc.summary << " | ";
    if (!note) {
      os << "no row in OperationNotes.def\n";
      isWhole = false;
      continue;
    }
    os << describe(note->exactness) << " |";
    for (Undefined condition : note->undefined)
      os << " " << toString(condition);
    os << "\n";
  }
  return isWhole && count == notes().size();
}
