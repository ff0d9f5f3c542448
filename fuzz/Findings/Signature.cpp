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

static bool isAccess(llvm::StringRef name) {
  return name.starts_with("load") || name.starts_with("store") ||
         name == "tiled_load" || name == "tiled_store" ||
         name == "gather_load" || name == "scatter_store";
}
static bool isViewAccess(llvm::StringRef name) {
  return isAccess(name) && name != "load" && name != "store" &&
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
    else if (isAccess(name))
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

/// Drops `FILE:LINE:COL: ` and `error: `.
static llvm::StringRef dropLocation(llvm::StringRef message) {
  size_t at = message.find("error: ");
  return at == llvm::StringRef::npos ? message : message.substr(at + 7);
}

std::string tilefuzz::normalizeMessage(llvm::StringRef message) {
  message = dropLocation(message.take_until([](char c) { return c == '\n'; }));
  std::string text;
  bool inWord = false;
  for (size_t i = 0; i < message.size(); ++i) {
    char c = message[i];
    if (c == '%' || c == '@') {
      text += c;
      while (i + 1 < message.size() &&
             (llvm::isAlnum(message[i + 1]) || message[i + 1] == '_' ||
              message[i + 1] == '#'))
        ++i;
      inWord = false;
      continue;
    }
    // A digit that continues a word (i32, sm_90a, v2) belongs to its name.
    if (llvm::isDigit(c) && !inWord) {
      text += '#';
      while (i + 1 < message.size() &&
             (llvm::isDigit(message[i + 1]) || message[i + 1] == '.'))
        ++i;
      // Shapes read 4x8xf32: keep the element type.
      if (i + 1 < message.size() && message[i + 1] == 'x') {
        text.pop_back();
        ++i;
      }
      continue;
    }
    inWord = llvm::isAlpha(c) || c == '_' || (inWord && llvm::isDigit(c));
    text += c;
  }
  return llvm::StringRef(text).trim().substr(0, 160).str();
}

/// The kinds whose reason is a message of the compiler, a tool or the system.
static bool hasMessage(FindingKind kind) {
  return kind != FindingKind::Differs && kind != FindingKind::TargetUndefined &&
         kind != FindingKind::Order;
}

std::string tilefuzz::unequalAccess(FindingKind kind, llvm::StringRef reason) {
  if (kind != FindingKind::Order)
    return "";
  auto [what, name] = reason.substr(0, reason.find(" (")).split(": ");
  name = name.substr(name.find('.') + 1);
  bool isUnequal = what == "new" || what == "gone";
  return isUnequal && (isAccess(name) || name.contains("atomic")) ? name.str()
                                                                  : "";
}

/// Of an access that became weaker, is gone or is new: which, without its
/// place. Of an edge: nothing, as any two operations may have been its ends.
static std::string normalizeLoss(llvm::StringRef reason) {
  if (reason.starts_with("lost order"))
    return "";
  auto [what, name] = reason.substr(0, reason.find(" (")).split(": ");
  if (what != "weakened")
    return (what + ": " + name).str();
  // `release sys -> relaxed sys`: of the ordering or of its scope. Loads and
  // stores are lowered alike.
  auto [before, after] = reason.rsplit(": ").second.split(" -> ");
  bool isOrdering = before.split(' ').first != after.split(' ').first;
  llvm::StringRef operation = name.substr(name.find('.') + 1);
  return (what + (isOrdering ? " ordering: " : " scope: ") +
          (isAccess(operation) ? "load or store" : operation))
      .str();
}

static constexpr llvm::StringLiteral sharedRace = "race in shared memory";

std::string tilefuzz::symptomOf(FindingKind kind, llvm::StringRef reason) {
  if (hasMessage(kind))
    return normalizeMessage(reason);
  switch (kind) {
  case FindingKind::Order:
    return reason.starts_with("lost order") ? "lost order"
                                            : normalizeLoss(reason);
  case FindingKind::TargetUndefined: {
    // `target: race: data-race at OPERATION`, or of the machine level `race on
    // 'BUFFER' at ..`; `target: undefined-behaviour: CONDITION at ..`.
    reason.consume_front("target: ");
    reason = reason.split(" at ").first;
    if (!reason.starts_with("race"))
      return reason.str();
    return reason.contains("global_smem") ? sharedRace.str() : "race";
  }
  default:
    return "";
  }
}

bool tilefuzz::isWrongOrder(FindingKind kind, llvm::StringRef reason) {
  std::string symptom = symptomOf(kind, reason);
  return (kind == FindingKind::Order && symptom == "lost order") ||
         (kind == FindingKind::TargetUndefined &&
          llvm::StringRef(symptom).starts_with("race"));
}

/// `-`: none.
static std::string blamedPass(const Finding &finding) {
  const std::string &name = finding.pass.empty() ? finding.stage : finding.pass;
  return name.empty() ? "-" : name;
}

std::string tilefuzz::signatureOf(const Finding &finding) {
  bool isOrder = isWrongOrder(finding.kind, finding.reason);
  bool isUnequal = !unequalAccess(finding.kind, finding.reason).empty();
  std::string symptom = symptomOf(finding.kind, finding.reason);
  std::string text = hasMessage(finding.kind)   ? toString(finding.kind).str()
                     : !finding.pattern.empty() ? "wrong-code"
                     : isOrder                  ? "wrong-order"
                     : isUnequal ? toString(FindingKind::Differs).str()
                                 : toString(finding.kind).str();
  text += " | " + blamedPass(finding);
  if (!finding.pattern.empty())
    return text + " | pattern " + finding.pattern;
  // Shared memory is the lowering's own: any operation that needs an exchange
  // between threads shows the same defect.
  if ((finding.kind == FindingKind::Order && !isOrder && !isUnequal) ||
      symptom == sharedRace || (hasMessage(finding.kind) && !symptom.empty()))
    return text + " | " + symptom;
  return text + " | ops " +
         llvm::join(finding.essence.empty()
                        ? essentialOperations(finding.operations)
                        : finding.essence,
                    ",");
}

bool tilefuzz::isSignedByReason(const Finding &finding) {
  return !finding.pattern.empty() || !llvm::StringRef(signatureOf(finding))
                                          .rsplit(" | ")
                                          .second.starts_with("ops ");
}

bool tilefuzz::looksLike(const Finding &known, const Finding &met) {
  if (isSignedByReason(known) || isSignedByReason(met))
    return signatureOf(known) == signatureOf(met);
  // How wrong code shows depends on the program: a dropped token is a race in
  // one and lost order in another. The signature's first parts say what is one.
  if (llvm::StringRef(signatureOf(known)).rsplit(" | ").first !=
      llvm::StringRef(signatureOf(met)).rsplit(" | ").first)
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
