//===- PtxIsaTest.cpp - The names that the ISA has ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Each name that PtxIsaSyntax.h spells is in the tables of forms, and the
// tables have no other but those that are listed with a reason.
//
//===----------------------------------------------------------------------===//

#include "PtxIsaMemorySyntax.h"
#include "PtxIsaSyntax.h"
#include "interp/Simt/Ptx/PtxForms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <set>

using namespace tilefuzz::simt;
using llvm::StringRef;

static void expand(StringRef syntax, const std::string &name,
                   std::set<std::string> &names) {
  if (syntax.empty()) {
    names.insert(name);
    return;
  }
  bool isOptional = syntax.consume_front("{");
  if (isOptional || syntax.starts_with("."))
    syntax = syntax.drop_front();
  StringRef part = syntax.take_while(
      [](char c) { return c != '.' && c != '{' && c != '}'; });
  StringRef rest = syntax.drop_front(part.size());
  if (isOptional) {
    rest = rest.drop_front();
    expand(rest, name, names);
  }
  bool mayBeSet = !name.empty() || llvm::isUpper(part.front());
  auto set = mayBeSet ? common.find(part.str()) : common.end();
  llvm::SmallVector<StringRef> alternatives = {part};
  if (set != common.end()) {
    alternatives.clear();
    StringRef(set->second).split(alternatives, ' ');
  }
  for (StringRef one : alternatives)
    expand(rest, name + (name.empty() ? "" : ".") + one.str(), names);
}

/// What the tables have beyond the syntax of the ISA, and why.
static StringRef reasonFor(StringRef name) {
  if (name.contains(".sat.ftz.f32") ||
      (name.contains(".relu.satfinite.") && name.ends_with(".tf32.f32")))
    return "LLVM writes them in this order";
  if (name.ends_with(".add") || name.ends_with(".noftz"))
    return "the examples of the ISA name vectors in this order";
  if (name.contains("matrix.sync.aligned.x"))
    return "CUTLASS names the number before the shape";
  if (name.starts_with("wgmma.") && name.ends_with(".satfinite"))
    return "CUTLASS names it last";
  return "";
}

TEST(PtxIsa, QualifiersMayStandInAnyOrderAndTypesMayNot) {
  auto partsOf = [](StringRef name) {
    std::optional<PtxMatch> match = matchPtxForm(name);
    return match ? llvm::join(match->parts, ".") : "none";
  };
  // As tileiras 13.4 writes them and its ptxas takes them.
  for (auto [written, meant] :
       {std::pair<StringRef, StringRef>("atom.global.cta.acq_rel.cas.b64",
                                        "atom.acq_rel.cta.global.cas.b64"),
        {"atom.shared.cta.max.u32", "atom.cta.shared.max.u32"},
        {"cvt.f16.f32.rz", "cvt.rz.f16.f32"}})
    EXPECT_EQ(partsOf(written), meant) << written.str();
  // What is meant by these would have another result.
  for (StringRef name : {"cvt.f32.s32.rzi", "cvt.f16.f32.rz.rz",
                         "atom.global.cta.acq_rel.sys.cas.b64"})
    EXPECT_EQ(partsOf(name), "none") << name.str();
}

TEST(PtxIsa, TheTablesHaveTheNamesOfTheIsa) {
  std::set<std::string> isa, tables;
  auto all = llvm::concat<const char *const>(syntaxes, memorySyntaxes);
  for (StringRef syntax : all) {
    size_t before = isa.size();
    expand(syntax, "", isa);
    EXPECT_GT(isa.size(), before) << syntax.str() << " says nothing new";
  }
  for (llvm::ArrayRef<PtxForm> table : getPtxForms())
    for (const PtxForm &form : table)
      for (const std::string &name : namesOf(form))
        tables.insert(name);
  for (const std::string &name : isa)
    EXPECT_TRUE(tables.count(name)) << "no table has " << name;
  for (const std::string &name : tables)
    EXPECT_TRUE(isa.count(name) || reasonFor(name) != "")
        << "the ISA has no " << name;
  EXPECT_GT(isa.size(), 10'000u);
}
