//===- PrintPair.cpp - Pairs as programs of cuda_tile ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Pairs/Pair.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilefuzz;

using Kind = PairAccess::Kind;

namespace {
/// Prints one side.
class Printer {
public:
  Printer(const Pair &pair, PairSide side, llvm::raw_ostream &os)
      : pair(pair), block(side == PairSide::Source ? pair.source : pair.target),
        side(side), os(os) {}

  void print();

private:
  void printLaunch();
  void printParameters();
  void printAccesses(const PairBlock &accesses, llvm::StringRef indent);
  void printAccess(const PairAccess &access, llvm::StringRef indent);
  /// Stores into the observers' places, which nobody else touches.
  void printStores(llvm::ArrayRef<unsigned> ids, llvm::StringRef indent);
  std::string valueOf(unsigned id);
  std::string constant(unsigned number, llvm::StringRef indent);
  std::vector<unsigned> observedOfOthers() const {
    std::vector<unsigned> ids;
    for (const PairAccess &access : pair.others)
      if (access.reads())
        ids.push_back(access.id);
    return ids;
  }

  const Pair &pair;
  const PairBlock &block;
  PairSide side;
  llvm::raw_ostream &os;
  unsigned constants = 0;
};
} // namespace

static std::string nameOf(unsigned id) {
  return id < 26 ? std::string(1, char('a' + id)) : "v" + std::to_string(id);
}

void Printer::printLaunch() {
  std::string arguments;
  os << "// tilefuzz.launch kernel=@program grid="
     << (pair.others.empty() ? 1 : 2) << " seed=1\n";
  for (unsigned i = 0; i < pair.places; ++i) {
    os << "// tilefuzz.buffer x" << i << " : i32[1] = list(0)\n";
    arguments += " &x" + std::to_string(i);
  }
  std::vector<unsigned> others = observedOfOthers();
  for (llvm::ArrayRef<unsigned> ids :
       {llvm::ArrayRef(pair.observed), llvm::ArrayRef(others)})
    for (unsigned id : ids) {
      os << "// tilefuzz.buffer " << nameOf(id) << " : i32[1] = fill(-1)\n";
      arguments += " &" + nameOf(id);
    }
  os << "// tilefuzz.args" << arguments << "\n";
}

void Printer::printParameters() {
  std::vector<std::string> parameters;
  for (unsigned i = 0; i < pair.places; ++i)
    parameters.push_back("%x" + std::to_string(i) + ": tile<ptr<i32>>");
  std::vector<unsigned> others = observedOfOthers();
  for (llvm::ArrayRef<unsigned> ids :
       {llvm::ArrayRef(pair.observed), llvm::ArrayRef(others)})
    for (unsigned id : ids)
      parameters.push_back("%" + nameOf(id) + "_out: tile<ptr<i32>>");
  os << '(' << llvm::join(parameters, ", ") << ")";
}

std::string Printer::constant(unsigned number, llvm::StringRef indent) {
  std::string name = "%c" + std::to_string(constants++);
  os << indent << name << " = constant <i32: " << number << "> : tile<i32>\n";
  return name;
}

/// In the target, of an access that is gone, too. Several may be gone, each
/// replaced by the next.
std::string Printer::valueOf(unsigned id) {
  auto instead = pair.exchanged.find(id);
  if (side == PairSide::Target && instead != pair.exchanged.end() &&
      llvm::any_of(block, [&](const PairAccess &access) {
        return access.id == instead->second;
      }))
    return "%" + nameOf(instead->second);
  for (unsigned steps = 0; steps <= pair.replaced.size(); ++steps) {
    if (llvm::any_of(block,
                     [&](const PairAccess &access) { return access.id == id; }))
      return "%" + nameOf(id);
    auto found = pair.replaced.find(id);
    if (found == pair.replaced.end())
      break;
    if (!found->second.of)
      return "#" + std::to_string(found->second.number);
    id = *found->second.of;
  }
  return "%" + nameOf(id);
}

void Printer::printAccess(const PairAccess &access, llvm::StringRef indent) {
  std::string name = nameOf(access.id), tokens, value;
  if (access.writes()) {
    value = access.valueOf ? valueOf(*access.valueOf)
                           : "#" + std::to_string(access.value);
    if (llvm::StringRef number = value; number.consume_front("#"))
      value = constant(std::stoul(number.str()), indent);
  }
  std::vector<std::string> after;
  for (unsigned id : access.after)
    after.push_back("%" + nameOf(id) + "_token");
  if (after.size() == 1) {
    tokens = " token=" + after.front();
  } else if (after.size() > 1) {
    os << indent << "%" << name << "_after = join_tokens "
       << llvm::join(after, ", ") << " : token\n";
    tokens = " token=%" + name + "_after";
  }
  std::string order = toString(access.ordering).str();
  if (!access.isWeak())
    order += " " + toString(access.scope).str();
  std::string place = "%x" + std::to_string(access.place);
  os << indent;
  switch (access.kind) {
  case Kind::Load:
    os << "%" << name << ", %" << name << "_token = load_ptr_tko " << order
       << ' ' << place << tokens << " : tile<ptr<i32>> -> tile<i32>, token";
    break;
  case Kind::Store:
    os << "%" << name << "_token = store_ptr_tko " << order << ' ' << place
       << ", " << value << tokens << " : tile<ptr<i32>>, tile<i32> -> token";
    break;
  case Kind::Add:
  case Kind::Exchange:
    os << "%" << name << ", %" << name << "_token = atomic_rmw_tko " << order
       << ' ' << place << (access.kind == Kind::Add ? ", add, " : ", xchg, ")
       << value << tokens << " : tile<ptr<i32>>, tile<i32> -> tile<i32>, token";
    break;
  }
  os << " loc(\"" << name << "\")\n";
}

void Printer::printAccesses(const PairBlock &accesses, llvm::StringRef indent) {
  for (const PairAccess &access : accesses)
    printAccess(access, indent);
}

void Printer::printStores(llvm::ArrayRef<unsigned> ids,
                          llvm::StringRef indent) {
  for (unsigned id : ids) {
    std::string value = valueOf(id);
    if (llvm::StringRef number = value; number.consume_front("#"))
      value = constant(std::stoul(number.str()), indent);
    os << indent << "%" << nameOf(id) << "_seen = store_ptr_tko weak %"
       << nameOf(id) << "_out, " << value
       << " : tile<ptr<i32>>, tile<i32> -> token\n";
  }
}

void Printer::print() {
  printLaunch();
  os << "cuda_tile.module @pair {\n  entry @program";
  printParameters();
  os << " {\n";
  if (pair.others.empty()) {
    printAccesses(block, "    ");
    printStores(pair.observed, "    ");
  } else {
    os << "    %block, %block_y, %block_z = get_tile_block_id : tile<i32>\n"
          "    %first = constant <i32: 0> : tile<i32>\n"
          "    %is_first = cmpi equal %block, %first, signed : tile<i32> -> "
          "tile<i1>\n"
          "    if %is_first {\n";
    printAccesses(block, "      ");
    printStores(pair.observed, "      ");
    os << "    } else {\n";
    // The other block is the same on both sides.
    printAccesses(pair.others, "      ");
    for (unsigned id : observedOfOthers())
      os << "      %" << nameOf(id) << "_seen = store_ptr_tko weak %"
         << nameOf(id) << "_out, %" << nameOf(id)
         << " : tile<ptr<i32>>, tile<i32> -> token\n";
    os << "    }\n";
  }
  os << "    return\n  }\n  entry @block";
  printParameters();
  os << " {\n";
  printAccesses(block, "    ");
  std::vector<std::string> values, types;
  for (unsigned id : pair.observed) {
    std::string value = valueOf(id);
    if (llvm::StringRef number = value; number.consume_front("#"))
      value = constant(std::stoul(number.str()), "    ");
    if (pair.observesSums) {
      std::string sum = "%" + nameOf(id) + "_sum";
      os << "    " << sum << " = addi " << value << ", " << value
         << " : tile<i32>\n";
      value = sum;
    }
    values.push_back(value);
    types.push_back("!cuda_tile.tile<i32>");
  }
  os << "    \"tilefuzz.observe\"(" << llvm::join(values, ", ") << ") : ("
     << llvm::join(types, ", ") << ") -> ()\n    return\n  }\n}\n";
}

std::string tilefuzz::printPair(const Pair &pair, PairSide side) {
  std::string text;
  llvm::raw_string_ostream os(text);
  Printer(pair, side, os).print();
  return text;
}
