//===- LitmusProgram.cpp - Small programs for the memory model ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "LitmusProgram.h"

using namespace tilefuzz::litmus;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

namespace {
class Writer {
public:
  explicit Writer(const Program &program) : program(program) {}
  std::string write();

private:
  std::string fresh() { return "%v" + std::to_string(++count); }
  void line(const std::string &text) { body += "    " + text + "\n"; }
  static std::string tileOf(size_t n, const std::string &element) {
    return "tile<" + (n > 1 ? std::to_string(n) + "x" : "") + element + ">";
  }
  static std::string nameOf(unsigned block, unsigned op) {
    return std::to_string(block) + "_" + std::to_string(op);
  }
  std::string constant(int32_t value) {
    std::string name = fresh();
    line(name + " = constant <i32: " + std::to_string(value) + "> : tile<i32>");
    return name;
  }
  std::string scalar(unsigned block, const Operand &operand);
  std::string together(const std::vector<std::string> &parts,
                       const std::string &element);
  std::string pointers(const std::string &base,
                       const std::vector<unsigned> &places);
  std::string values(unsigned block, const std::vector<Operand> &operands);
  void access(unsigned block, unsigned index, const std::string &suffix,
              const std::string &token);
  void operation(unsigned block, unsigned index);

  const Program &program;
  std::string body;
  unsigned count = 0;
};
} // namespace

std::string Writer::scalar(unsigned block, const Operand &operand) {
  if (operand.op < 0)
    return constant(operand.constant);
  std::string value = "%r" + nameOf(block, operand.op);
  if (program.blocks[block][operand.op].places.size() > 1) {
    std::string at = constant(operand.element), part = fresh(), whole = fresh();
    line(part + " = extract " + value + "[" + at +
         "] : tile<2xi32> -> tile<1xi32>");
    line(whole + " = reshape " + part + " : tile<1xi32> -> tile<i32>");
    value = whole;
  }
  if (operand.isErased) {
    std::string zero = constant(0), product = fresh();
    line(product + " = muli " + value + ", " + zero + " : tile<i32>");
    value = product;
  }
  if (operand.constant) {
    std::string more = constant(operand.constant), sum = fresh();
    line(sum + " = addi " + value + ", " + more + " : tile<i32>");
    value = sum;
  }
  return value;
}

std::string Writer::together(const std::vector<std::string> &parts,
                             const std::string &element) {
  if (parts.size() == 1)
    return parts[0];
  std::vector<std::string> rows;
  for (const std::string &part : parts) {
    rows.push_back(fresh());
    line(rows.back() + " = reshape " + part + " : tile<" + element +
         "> -> tile<1x" + element + ">");
  }
  std::string tile = fresh();
  line(tile + " = cat " + rows[0] + ", " + rows[1] + " dim = 0 : tile<1x" +
       element + ">, tile<1x" + element + "> -> tile<2x" + element + ">");
  return tile;
}

std::string Writer::pointers(const std::string &base,
                             const std::vector<unsigned> &places) {
  std::vector<std::string> parts;
  for (unsigned place : places) {
    std::string offset = constant(place), moved = fresh();
    line(moved + " = offset " + base + ", " + offset +
         " : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>");
    parts.push_back(moved);
  }
  return together(parts, "ptr<i32>");
}

std::string Writer::values(unsigned block,
                           const std::vector<Operand> &operands) {
  std::vector<std::string> parts;
  for (const Operand &operand : operands)
    parts.push_back(scalar(block, operand));
  return together(parts, "i32");
}

void Writer::access(unsigned block, unsigned index, const std::string &suffix,
                    const std::string &token) {
  static constexpr const char *orderings[] = {"weak", "relaxed", "acquire",
                                              "release", "acq_rel"};
  static constexpr const char *scopes[] = {"tl_blk", "device", "sys"};
  const Operation &op = program.blocks[block][index];
  std::string name = nameOf(block, index);
  size_t n = op.places.size();
  std::string at = pointers("%memory", op.places);
  std::string how = orderings[int(op.ordering)];
  if (op.ordering != Ordering::Weak)
    how += std::string(" ") + scopes[int(op.scope)];
  std::string after = token.empty() ? "" : " token=" + token;
  std::string type = tileOf(n, "i32"), pointer = tileOf(n, "ptr<i32>");
  std::string location =
      " loc(\"" + std::to_string(block) + "." + std::to_string(index) + "\")";
  std::string results = "%r" + name + suffix + ", %t" + name + suffix;
  switch (op.kind) {
  case Kind::Load:
    line(results + " = load_ptr_tko " + how + " " + at + after + " : " +
         pointer + " -> " + type + ", token" + location);
    break;
  case Kind::Store:
    line("%t" + name + suffix + " = store_ptr_tko " + how + " " + at + ", " +
         values(block, op.values) + after + " : " + pointer + ", " + type +
         " -> token" + location);
    break;
  case Kind::Update:
    line(results + " = atomic_rmw_tko " + how + " " + at + ", " +
         modeNames[int(op.mode)] + ", " + values(block, op.values) + after +
         " : " + pointer + ", " + type + " -> " + type + ", token" + location);
    break;
  case Kind::CompareAndSwap: {
    std::string expected = values(block, op.expected);
    line(results + " = atomic_cas_tko " + how + " " + at + ", " + expected +
         ", " + values(block, op.values) + after + " : " + pointer + ", " +
         type + " -> " + type + ", token" + location);
    break;
  }
  }
  if (!op.reads())
    return;
  std::vector<unsigned> elements;
  for (unsigned i = 0; i < n; ++i)
    elements.push_back(i);
  std::string out = pointers("%out" + name, elements);
  line(fresh() + " = store_ptr_tko weak " + out + ", %r" + name + suffix +
       " : " + pointer + ", " + type + " -> token");
}

void Writer::operation(unsigned block, unsigned index) {
  const Operation &op = program.blocks[block][index];
  std::string name = nameOf(block, index), token;
  if (op.tokens.size() == 1) {
    token = "%t" + nameOf(block, op.tokens[0]);
  } else if (!op.tokens.empty()) {
    token = fresh();
    std::string list;
    for (unsigned of : op.tokens)
      list += (list.empty() ? "%t" : ", %t") + nameOf(block, of);
    line(token + " = join_tokens " + list + " : token");
  }
  if (!op.hasCondition)
    return access(block, index, "", token);
  std::string left = scalar(block, op.condition), right = constant(op.equals);
  std::string holds = fresh();
  line(holds + " = cmpi equal " + left + ", " + right +
       ", signed : tile<i32> -> tile<i1>");
  if (token.empty()) {
    token = fresh();
    line(token + " = make_token : token");
  }
  std::string type = tileOf(op.places.size(), "i32"), nothing;
  if (op.reads()) {
    nothing = fresh();
    line(nothing + " = constant <i32: 0> : " + type);
  }
  line((op.reads() ? "%r" + name + ", %t" : "%t") + name + " = if " + holds +
       (op.reads() ? " -> (" + type + ", token) {" : " -> (token) {"));
  access(block, index, "then", token);
  line(op.reads() ? "  yield %r" + name + "then, %t" + name + "then : " + type +
                        ", token"
                  : "  yield %t" + name + "then : token");
  line("} else {");
  line(op.reads()
           ? "  yield " + nothing + ", " + token + " : " + type + ", token"
           : "  yield " + token + " : token");
  line("}");
}

std::string Writer::write() {
  std::string head =
      "// tilefuzz.launch grid=" + std::to_string(program.blocks.size()) +
      " seed=1 devices=";
  for (size_t i = 0; i < program.devices.size(); ++i)
    head += (i ? "," : "") + std::to_string(program.devices[i]);
  head += "\n// tilefuzz.buffer memory : i32[" +
          std::to_string(program.memory.size()) + "] = list(";
  for (size_t i = 0; i < program.memory.size(); ++i)
    head += (i ? ", " : "") + std::to_string(program.memory[i]);
  head += ")\n";
  std::string args = "&memory", parameters = "%memory: tile<ptr<i32>>";
  line("%block, %block_y, %block_z = get_tile_block_id : tile<i32>");
  for (unsigned b = 0; b < program.blocks.size(); ++b) {
    std::string number = constant(b), isMine = fresh();
    line(isMine + " = cmpi equal %block, " + number +
         ", signed : tile<i32> -> tile<i1>");
    line("if " + isMine + " {");
    for (unsigned i = 0; i < program.blocks[b].size(); ++i) {
      operation(b, i);
      if (!program.blocks[b][i].reads())
        continue;
      std::string name = nameOf(b, i);
      head += "// tilefuzz.buffer r" + name + " : i32[" +
              std::to_string(program.blocks[b][i].places.size()) +
              "] = fill(-1)\n";
      args += " &r" + name;
      parameters += ", %out" + name + ": tile<ptr<i32>>";
    }
    line("}");
  }
  return head + "// tilefuzz.args " + args +
         "\n\ncuda_tile.module @litmus {\n  entry @t(" + parameters + ") {\n" +
         body + "    return\n  }\n}\n";
}

std::string tilefuzz::litmus::toText(const Program &program) {
  return Writer(program).write();
}

//===----------------------------------------------------------------------===//
// Random programs
//===----------------------------------------------------------------------===//

Program tilefuzz::litmus::drawProgram(std::mt19937_64 &random) {
  auto below = [&](unsigned bound) { return unsigned(random() % bound); };
  auto rarely = [&](unsigned n) { return below(n) == 0; };
  Program program;
  unsigned numBlocks = 2 + rarely(3), numPlaces = 1 + below(3);
  // The sign, so that updates in either reading differ, and what absorbs.
  static constexpr int32_t unusual[] = {-1, -2, INT32_MAX, INT32_MIN};
  auto number = [&] {
    return rarely(7) ? unusual[below(4)] : int32_t(below(3));
  };
  for (unsigned i = 0; i < numPlaces; ++i)
    program.memory.push_back(rarely(4) ? number() : 0);
  bool areDevicesApart = rarely(8), mayBeWeak = rarely(3);
  bool hasTiles = rarely(3), mostlyDevice = !rarely(4);
  for (unsigned b = 0; b < numBlocks; ++b) {
    program.devices.push_back(areDevicesApart && b + 1 == numBlocks);
    std::vector<Operation> &block = program.blocks.emplace_back();
    for (unsigned i = 0, n = 1 + below(numBlocks > 2 ? 2 : 3); i < n; ++i) {
      Operation op;
      op.kind = rarely(4) ? (rarely(3) ? Kind::CompareAndSwap : Kind::Update)
                          : Kind(below(2));
      switch (op.kind) {
      case Kind::Load:
        op.ordering = Ordering(1 + below(2));
        break;
      case Kind::Store:
        op.ordering = rarely(2) ? Ordering::Relaxed : Ordering::Release;
        break;
      default:
        op.ordering = Ordering(1 + below(4));
      }
      if (mayBeWeak && rarely(3) && op.kind < Kind::Update)
        op.ordering = Ordering::Weak;
      op.scope = mostlyDevice ? Scope::Device : Scope(below(3));
      op.mode = Mode(below(9));
      auto operand = [&] {
        Operand result;
        result.constant = number();
        if (i && rarely(3)) {
          int of = below(i);
          if (block[of].reads()) {
            result.op = of;
            result.element = below(block[of].places.size());
            result.isErased = rarely(4);
            result.constant = rarely(3);
          }
        }
        return result;
      };
      for (unsigned k = 0, m = 1 + (hasTiles && rarely(2)); k < m; ++k) {
        op.places.push_back(below(numPlaces));
        op.values.push_back(operand());
        op.expected.push_back(operand());
      }
      for (unsigned k = 0; k < i; ++k)
        if (!rarely(3))
          op.tokens.push_back(k);
      if (i && rarely(3)) {
        op.condition = operand();
        op.hasCondition = op.condition.op >= 0;
        op.equals = below(3);
      }
      block.push_back(std::move(op));
    }
  }
  return program;
}
