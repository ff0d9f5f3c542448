//===- Signature.cpp - What makes two findings the same -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Findings/Signature.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace tilefuzz;

/// Needed to reach and observe anything at all.
static bool isScaffolding(llvm::StringRef name) {
  static constexpr llvm::StringLiteral names[] = {
      "module", "entry", "return", "constant", "iota", "reshape", "broadcast",
      "offset", "get_tile_block_id", "make_token", "yield", "continue",
      "assume", "load_ptr_tko", "store_ptr_tko", "load_view_tko",
      "store_view_tko", "make_tensor_view", "make_partition_view",
      // Those of nv_tileaa.
      "addptr", "block_tile", "create_mem_token", "func", "get_program_id",
      "load", "make_memref", "make_range", "splat", "store", "tiled_load",
      "tiled_store", "view"};
  return llvm::is_contained(names, name);
}

/// Brings a value from where it is made to where it shows, or is the memory
/// that it goes through.
static bool isCarrier(llvm::StringRef name) {
  static constexpr llvm::StringLiteral names[] = {"addf",
                                                  "addi",
                                                  "alloca",
                                                  "andi",
                                                  "bitcast",
                                                  "exti",
                                                  "ftof",
                                                  "ftoi",
                                                  "get_global",
                                                  "if",
                                                  "itof",
                                                  "make_gather_scatter_view",
                                                  "make_strided_view",
                                                  "mulf",
                                                  "muli",
                                                  "ori",
                                                  "select",
                                                  "subi",
                                                  "trunci",
                                                  "xori"};
  return llvm::is_contained(names, name);
}

static bool isViewAccess(llvm::StringRef name) {
  return isAccessName(name) && name != "load" && name != "store" &&
         name != "load_ptr_tko" && name != "store_ptr_tko";
}

std::vector<std::string>
tilefuzz::essentialOperations(llvm::ArrayRef<std::string> operations) {
  // From those that say the most; the first list that is not empty.
  std::vector<std::string> essential, viewAccesses, carriers, accesses, all;
  for (llvm::StringRef operation : operations) {
    llvm::StringRef name = operation.substr(operation.find('.') + 1);
    all.push_back(name.str());
    if (isCarrier(name))
      carriers.push_back(name.str());
    else if (!isScaffolding(name))
      essential.push_back(name.str());
    else if (isViewAccess(name))
      viewAccesses.push_back(name.str());
    else if (isAccessName(name))
      accesses.push_back(name.str());
  }
  // A store shows what was loaded.
  for (std::vector<std::string> *list : {&viewAccesses, &accesses})
    if (llvm::any_of(*list,
                     [](llvm::StringRef n) { return n.contains("load"); }))
      llvm::erase_if(*list,
                     [](llvm::StringRef n) { return !n.contains("load"); });
  // Any program can read and store by pointers, and has something to carry.
  std::vector<std::string> &kept = !essential.empty()      ? essential
                                   : !viewAccesses.empty() ? viewAccesses
                                   : !carriers.empty()     ? carriers
                                   : !accesses.empty()     ? accesses
                                                           : all;
  llvm::sort(kept);
  kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
  // Module, entry and return are in every program.
  if (&kept == &all)
    llvm::erase_if(kept, [](llvm::StringRef name) {
      return name == "module" || name == "entry" || name == "return";
    });
  return kept;
}

/// `-`: none.
static std::string blamedPass(const Finding &finding) {
  const std::string &name = finding.pass.empty() ? finding.stage : finding.pass;
  return name.empty() ? "-" : name;
}

/// The kinds of defects that signatures tell apart, where no pattern is to
/// blame; of some, the symptom is the defect whatever was found.
static llvm::StringRef defectOf(const Finding &finding) {
  const Symptom &symptom = finding.symptom;
  switch (symptom.kind) {
  case Symptom::Kind::Race:
  case Symptom::Kind::LostOrder:
    return "wrong-order";
  case Symptom::Kind::Gone:
  case Symptom::Kind::Added:
    // Of an access, which values show as well.
    return toString(symptom.unequalAccess().empty() ? finding.kind
                                                    : FindingKind::Differs);
  case Symptom::Kind::WrongValue:
  case Symptom::Kind::Undefined:
  case Symptom::Kind::Weakened:
  case Symptom::Kind::Message:
  case Symptom::Kind::Disagreement:
    return toString(finding.kind);
  }
  llvm_unreachable("unknown kind of symptom");
}

/// The symptom is the compiler's own doing, whichever operations show it.
static bool isSignedBySymptom(const Symptom &symptom) {
  switch (symptom.kind) {
  case Symptom::Kind::WrongValue:
  case Symptom::Kind::Undefined:
  case Symptom::Kind::LostOrder:
    return false;
  case Symptom::Kind::Race:
    // Shared memory is the lowering's own: any operation that needs an exchange
    // between threads shows the same defect.
    return symptom.isShared;
  case Symptom::Kind::Weakened:
    return true;
  case Symptom::Kind::Gone:
  case Symptom::Kind::Added:
    return symptom.unequalAccess().empty();
  case Symptom::Kind::Message:
  case Symptom::Kind::Disagreement:
    return !symptom.key().empty();
  }
  llvm_unreachable("unknown kind of symptom");
}

/// However it shows, a pattern makes wrong code; but a failure is something
/// else.
static bool isWrongCode(const Symptom &symptom) {
  return symptom.kind != Symptom::Kind::Message &&
         symptom.kind != Symptom::Kind::Disagreement;
}

std::string tilefuzz::signatureOf(const Finding &finding) {
  bool hasPattern = !finding.pattern.empty();
  std::string text = hasPattern && isWrongCode(finding.symptom)
                         ? "wrong-code"
                         : defectOf(finding).str();
  text += " | " + blamedPass(finding);
  if (hasPattern)
    return text + " | pattern " + finding.pattern;
  if (isSignedBySymptom(finding.symptom))
    return text + " | " + finding.symptom.key();
  return text + " | ops " +
         llvm::join(finding.essence.empty()
                        ? essentialOperations(finding.operations)
                        : finding.essence,
                    ",");
}

bool tilefuzz::isSignedByReason(const Finding &finding) {
  return !finding.pattern.empty() || isSignedBySymptom(finding.symptom);
}

bool tilefuzz::looksLike(const Finding &known, const Finding &met) {
  if (isSignedByReason(known) || isSignedByReason(met))
    return signatureOf(known) == signatureOf(met);
  // How wrong code shows depends on the program: a dropped token is a race in
  // one and lost order in another. The signature's first parts say what is one.
  if (defectOf(known) != defectOf(met) || blamedPass(known) != blamedPass(met))
    return false;
  std::vector<std::string> needed = essentialOperations(known.operations);
  return llvm::all_of(needed, [&](llvm::StringRef name) {
    return llvm::any_of(met.operations, [&](llvm::StringRef operation) {
      return operation.substr(operation.find('.') + 1) == name;
    });
  });
}

bool tilefuzz::isDeath(FindingKind kind) {
  return kind == FindingKind::Crash || kind == FindingKind::Timeout ||
         kind == FindingKind::OutOfMemory;
}

/// What a platform may take for the name of a function.
static std::string frameName(llvm::StringRef text) {
  std::string name;
  for (char c : text)
    name +=
        llvm::isAlnum(c) || llvm::StringRef("_-.:,()#").contains(c) ? c : '_';
  return name.empty() ? "-" : name;
}

std::string tilefuzz::syntheticStack(const Finding &finding) {
  // The last part of the signature: operations, or the message.
  llvm::StringRef last =
      llvm::StringRef(finding.signature).rsplit(" | ").second;
  if (!finding.pattern.empty())
    last = "";
  last.consume_front("ops ");
  return "#0 " + frameName(blamedPass(finding)) + "\n#1 " +
         frameName(finding.pattern) + "\n#2 " +
         frameName(llvm::StringRef(finding.signature).split(" | ").first) +
         "(" + frameName(last) + ")\n";
}
