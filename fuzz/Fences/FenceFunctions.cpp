//===- FenceFunctions.cpp - Random functions with tensor memory -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Fences/FenceFunctions.h"
#include "compiler/Support/Random/Random.h"
#include "compiler/Target/TargetTable.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

using namespace tilefuzz;

namespace {
/// What an event is in text; `@` is a number of its own.
struct EventText {
  unsigned weight;
  llvm::StringLiteral text;
  /// Its result is a load's.
  bool isLoad = false;
};
} // namespace

static constexpr EventText events[] = {
    {4, "nvvm.tcgen05.cp %tmem, %desc {shape = "
        "#nvvm.tcgen05_cp_shape<shape_128x256b>}"},
    {1, "nvvm.tcgen05.shift %tmem : !llvm.ptr<6>"},
    {3,
     "%v@ = nvvm.tcgen05.ld %tmem {shape = "
     "#nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32",
     true},
    {3, "nvvm.tcgen05.st %tmem, %phase {shape = "
        "#nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32"},
    {1, "nvvm.tcgen05.dealloc %tmem, %phase : !llvm.ptr<6>, i32"},
    {3, "nvvm.barrier0"},
    {3, "%s@ = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64"},
    {3, "nvvm.mbarrier.try_wait.parity %bar, %phase, %ticks : "
        "!llvm.ptr<3>, i32, i32"},
    {1, "nvvm.cluster.arrive"},
    {1, "nvvm.cluster.wait"},
    {2, "nvvm.tcgen05.commit %bar : !llvm.ptr<3>"},
    // What a program may have of its own.
    {1, "nvvm.tcgen05.fence <before>"},
    {1, "nvvm.tcgen05.fence <after>"},
    {1, "nvvm.tcgen05.wait <load>"},
    {1, "nvvm.tcgen05.wait <store>"},
};

/// All that have tensor memory, the first one twice, and a later one that has
/// none.
static std::vector<std::string> listTargets() {
  std::vector<std::string> names;
  std::string without;
  for (const TargetRow &row : getTargetRows()) {
    if (!row.refusal.empty() || !row.archPtx)
      continue;
    TargetVariant variant = {&row, 'a'};
    if (variant.hasTcgen05())
      names.push_back(variant.getName());
    else if (!names.empty() && without.empty())
      without = variant.getName();
  }
  names.insert(names.begin(), names.front());
  names.push_back(without);
  return names;
}

namespace {
class Writer {
public:
  Writer(uint64_t state, unsigned numSteps) : state(state), left(numSteps) {}

  FenceProgram write();

private:
  unsigned below(unsigned bound) { return nextRandom(state) % bound; }
  void line(const llvm::Twine &text) { body += ("    " + text + "\n").str(); }
  void label(const llvm::Twine &text) { body += ("  " + text + ":\n").str(); }
  std::string condition() {
    return ("%if" + llvm::Twine(below(numConditions))).str();
  }
  void writeSteps(unsigned depth);
  void writeEvent();
  void writeIf(unsigned depth);
  void writeFor(unsigned depth);

  static constexpr unsigned numConditions = 3, maxDepth = 3;

  uint64_t state;
  unsigned left, number = 0;
  std::string body;
  /// By event; some kinds are left out, so that the others meet more often.
  llvm::SmallVector<unsigned> weights;
  /// Results of loads that dominate what is written next.
  llvm::SmallVector<unsigned> loads;
};
} // namespace

void Writer::writeEvent() {
  unsigned total = 0;
  for (unsigned weight : weights)
    total += weight;
  unsigned drawn = below(total), i = 0;
  for (; drawn >= weights[i]; ++i)
    drawn -= weights[i];
  llvm::StringRef text = events[i].text;
  auto [ahead, behind] = text.split('@');
  if (ahead.size() == text.size())
    return line(text);
  line(ahead + llvm::Twine(number) + behind);
  if (events[i].isLoad)
    loads.push_back(number);
  ++number;
}

void Writer::writeIf(unsigned depth) {
  std::string n = std::to_string(number++);
  bool hasElse = below(2);
  line("llvm.cond_br " + condition() + ", ^then" + n + ", ^" +
       (hasElse ? "else" : "join") + n);
  size_t numLoads = loads.size();
  label("^then" + n);
  writeSteps(depth + 1);
  line("llvm.br ^join" + n);
  loads.truncate(numLoads);
  if (hasElse) {
    label("^else" + n);
    writeSteps(depth + 1);
    line("llvm.br ^join" + n);
    loads.truncate(numLoads);
  }
  label("^join" + n);
}

void Writer::writeFor(unsigned depth) {
  std::string n = std::to_string(number++);
  bool hasExit = below(3) == 0;
  line("llvm.br ^head" + n + "(%zero : i32)");
  label("^head" + n + "(%i" + n + ": i32)");
  line("%more" + n + " = llvm.icmp \"slt\" %i" + n + ", %trips : i32");
  line("llvm.cond_br %more" + n + ", ^body" + n + ", ^end" + n);
  size_t numLoads = loads.size();
  label("^body" + n);
  writeSteps(depth + 1);
  if (hasExit) {
    line("llvm.cond_br " + condition() + ", ^end" + n + ", ^rest" + n);
    label("^rest" + n);
    writeSteps(depth + 1);
  }
  line("%next" + n + " = llvm.add %i" + n + ", %one : i32");
  line("llvm.br ^head" + n + "(%next" + n + " : i32)");
  loads.truncate(numLoads);
  label("^end" + n);
}

void Writer::writeSteps(unsigned depth) {
  // An arm may be empty.
  unsigned wanted = depth ? below(5) : left;
  for (unsigned i = 0; i != wanted && left; ++i) {
    --left;
    unsigned drawn = below(16);
    if (drawn < 2 && depth < maxDepth)
      writeIf(depth);
    else if (drawn < 4 && depth < maxDepth)
      writeFor(depth);
    else if (drawn < 7 && !loads.empty())
      line("llvm.store %v" + llvm::Twine(loads[below(loads.size())]) +
           ", %out : i32, !llvm.ptr<1>");
    else
      writeEvent();
  }
}

FenceProgram Writer::write() {
  for (const EventText &event : events)
    weights.push_back(below(3) ? event.weight : 0);
  // There is always something to hand over.
  weights[0] = events[0].weight;
  static const std::vector<std::string> targets = listTargets();
  llvm::StringRef target = targets[below(targets.size())];
  // Reads of results and constructs are drawn beside them.
  left = 1 + below(left);
  writeSteps(0);
  std::string text = "gpu.module @kernels {\n"
                     "  llvm.mlir.global internal @barriers() {addr_space = 3 "
                     ": i32} : !llvm.array<2 x i64>\n"
                     "  llvm.func @k(%t: i32, %desc: i64, %phase: i32, %trips: "
                     "i32, %out: !llvm.ptr<1>";
  for (unsigned i = 0; i != numConditions; ++i)
    text += ", %if" + std::to_string(i) + ": i1";
  text += ") attributes {nvvm.kernel} {\n"
          "    %tmem = llvm.inttoptr %t : i32 to !llvm.ptr<6>\n"
          "    %bar = llvm.mlir.addressof @barriers : !llvm.ptr<3>\n"
          "    %zero = llvm.mlir.constant(0 : i32) : i32\n"
          "    %one = llvm.mlir.constant(1 : i32) : i32\n"
          "    %ticks = llvm.mlir.constant(1000 : i32) : i32\n" +
          body + "    llvm.return\n  }\n}\n";
  return {std::move(text), target.str()};
}

FenceProgram tilefuzz::generateFenceProgram(uint64_t seed, uint64_t index,
                                            unsigned numSteps) {
  return Writer(mixBits(mixBits(seed) + index), numSteps).write();
}
