//===- PtxLitmus.cpp - Small programs of PTX ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "PtxLitmus.h"

using namespace tilefuzz::ptxlitmus;

static const char *const orderNames[] = {"weak",    "relaxed", "acquire",
                                         "release", "acq_rel", "sc"};
static const char *const scopeNames[] = {"cta", "cluster", "gpu", "sys"};

std::string tilefuzz::ptxlitmus::nameOf(unsigned thread, unsigned segment,
                                        unsigned op) {
  return "t" + std::to_string(thread) + "s" + std::to_string(segment) + "o" +
         std::to_string(op);
}

namespace {
class Writer {
public:
  explicit Writer(const Program &program) : program(program) {}
  std::string write();

private:
  std::string reg(unsigned thread, int op, unsigned element = 0) const {
    return "%r" + std::to_string(100 * (thread + 1) + 10 * op + element);
  }
  void line(const std::string &text) { body += "\t" + text + ";\n"; }
  /// Into `%v` or as a number.
  std::string operand(unsigned thread, const Value &value) {
    if (value.op < 0)
      return std::to_string(value.constant);
    line("add.u32 %v, " + reg(thread, value.op) + ", " +
         std::to_string(value.constant));
    return "%v";
  }
  std::string vectorOf(unsigned elements, const std::string &of,
                       unsigned thread, int op) const {
    if (elements == 1)
      return of.empty() ? reg(thread, op) : of;
    std::string list = "{";
    for (unsigned i = 0; i < elements; ++i)
      list += (i ? ", " : "") + (of.empty() ? reg(thread, op, i) : of);
    return list + "}";
  }
  void operation(unsigned thread, const Operation &op, unsigned number,
                 const std::string &label);

  const Program &program;
  std::string body;
  unsigned outputs = 0;
};
} // namespace

void Writer::operation(unsigned thread, const Operation &op, unsigned number,
                       const std::string &label) {
  std::string guard;
  if (op.hasCondition) {
    std::string value = operand(thread, op.condition);
    if (value != "%v") {
      line("mov.u32 %v, " + value);
      value = "%v";
    }
    line("setp.eq.u32 %p, " + value + ", " + std::to_string(op.equals));
    guard = op.isNegated ? "@!%p " : "@%p ";
  }
  std::string order = orderNames[int(op.order)],
              scope = scopeNames[int(op.scope)];
  std::string strength =
      op.order == Order::Weak ? ".weak" : "." + order + "." + scope;
  unsigned bytes = op.units * program.unit;
  std::string bits = std::to_string(8 * bytes);
  std::string at = "[%rd1+" + std::to_string(op.place * program.unit) + "]";
  std::string vector = op.elements == 2 ? ".v2" : "";
  std::string text;
  switch (op.kind) {
  case Kind::Load:
    text = "ld" + strength + ".global" + vector + ".u" + bits + " " +
           vectorOf(op.elements, "", thread, number) + ", " + at;
    break;
  case Kind::Store:
    text = "st" + strength + ".global" + vector + ".u" + bits + " " + at +
           ", " +
           vectorOf(op.elements, operand(thread, op.value), thread, number);
    break;
  case Kind::Add:
  case Kind::Exchange:
  case Kind::Reduce: {
    std::string value = operand(thread, op.value);
    text = op.kind == Kind::Reduce
               ? "red" + strength + ".global.add.u" + bits + " " + at
               : "atom" + strength + ".global." +
                     (op.kind == Kind::Add ? "add.u" : "exch.b") + bits + " " +
                     reg(thread, number) + ", " + at;
    text += ", " + value;
    break;
  }
  case Kind::Compare: {
    std::string value = operand(thread, op.value);
    text = "atom" + strength + ".global.cas.b" + bits + " " +
           reg(thread, number) + ", " + at + ", " +
           std::to_string(op.expected) + ", " + value;
    break;
  }
  case Kind::Fence:
    text = "fence." + order + "." + scope;
    break;
  case Kind::Leave:
    text = "exit";
    break;
  }
  body += label + ":\t" + guard + text + ";\n";
  if (op.returns())
    for (unsigned i = 0; i < op.elements; ++i)
      line("st.weak.global.u32 [%rd2+" + std::to_string(4 * outputs++) + "], " +
           reg(thread, number, i));
}

std::string Writer::write() {
  std::string zeros;
  for (unsigned segment = 0; segment < program.threads[0].segments.size();
       ++segment) {
    if (segment)
      line("bar.sync 0");
    unsigned number = 0;
    for (unsigned t = 0; t < program.threads.size(); ++t) {
      std::string over =
          "$after_" + std::to_string(segment) + "_" + std::to_string(t);
      line("setp.ne.u32 %p, %id, " + std::to_string(t));
      line("@%p bra " + over);
      number = 0;
      for (unsigned before = 0; before < segment; ++before)
        number += program.threads[t].segments[before].size();
      const std::vector<Operation> &ops = program.threads[t].segments[segment];
      for (unsigned i = 0; i < ops.size(); ++i, ++number) {
        if (ops[i].returns())
          for (unsigned e = 0; e < ops[i].elements; ++e)
            zeros += "\tmov.u32 " + reg(t, number, e) + ", 0;\n";
        operation(t, ops[i], number, nameOf(t, segment, i));
      }
      body += over + ":\n";
    }
  }
  std::string text =
      "// tilefuzz.launch kernel=@litmus grid=" + std::to_string(program.ctas) +
      " seed=1";
  if (!program.devices.empty()) {
    text += " devices=";
    for (unsigned i = 0; i < program.devices.size(); ++i)
      text += (i ? "," : "") + std::to_string(program.devices[i]);
  }
  text += "\n// tilefuzz.buffer m : " +
          std::string(program.unit == 4 ? "i32" : "i16") + "[" +
          std::to_string(program.numUnits) + "] = fill(0)\n";
  text += "// tilefuzz.buffer out : i32[" + std::to_string(outputs + 1) +
          "] = fill(-1)\n// tilefuzz.args &m &out\n";
  text += ".version 8.0\n.target sm_90\n.address_size 64\n"
          ".visible .entry litmus(.param .u64 m, .param .u64 out)\n.reqntid " +
          std::to_string(program.threadsPerCta) + "\n";
  if (program.ctasPerCluster > 1)
    text +=
        ".reqnctapercluster " + std::to_string(program.ctasPerCluster) + "\n";
  text += "{\n\t.reg .pred %p;\n\t.reg .b32 %r<1000>, %v, %id, %cta;\n"
          "\t.reg .b64 %rd<3>;\n\tld.param.u64 %rd1, [m];\n"
          "\tld.param.u64 %rd2, [out];\n\tmov.u32 %id, %tid.x;\n"
          "\tmov.u32 %cta, %ctaid.x;\n\tmad.lo.u32 %id, %cta, " +
          std::to_string(program.threadsPerCta) + ", %id;\n" + zeros + body +
          "\tret;\n}\n";
  return text;
}

std::string tilefuzz::ptxlitmus::toText(const Program &program) {
  return Writer(program).write();
}

namespace {
class Drawing {
public:
  explicit Drawing(std::mt19937_64 &random) : random(random) {}
  Program draw();

private:
  unsigned below(unsigned count) { return random() % count; }
  bool chance(unsigned percent) { return below(100) < percent; }
  Operation operation(const Program &program,
                      const std::vector<int> &returning);
  Value value(const std::vector<int> &returning, unsigned percent) {
    Value made;
    made.constant = 1 + below(2);
    if (!returning.empty() && chance(percent)) {
      made.op = returning[below(returning.size())];
      made.constant = below(2);
    }
    return made;
  }

  std::mt19937_64 &random;
  /// What all scopes of a program are, mostly, so that something is strong.
  Scope usual = Scope::Gpu;
  bool isMixed = false, hasVectors = false;
};
} // namespace

Operation Drawing::operation(const Program &program,
                             const std::vector<int> &returning) {
  Operation op;
  static const Kind kinds[] = {Kind::Load,   Kind::Load,     Kind::Load,
                               Kind::Store,  Kind::Store,    Kind::Store,
                               Kind::Add,    Kind::Exchange, Kind::Compare,
                               Kind::Reduce, Kind::Fence,    Kind::Fence};
  op.kind = kinds[below(12)];
  op.scope = chance(75) ? usual : Scope(below(4));
  op.place = below(program.numUnits);
  if (isMixed && (op.isAtomic() || chance(50))) {
    op.units = 2;
    op.place &= ~1u;
  }
  auto pick = [&](std::initializer_list<Order> orders) {
    return orders.begin()[below(orders.size())];
  };
  switch (op.kind) {
  case Kind::Load:
    op.order =
        pick({Order::Weak, Order::Relaxed, Order::Relaxed, Order::Acquire});
    break;
  case Kind::Store:
    op.order =
        pick({Order::Weak, Order::Relaxed, Order::Relaxed, Order::Release});
    break;
  case Kind::Reduce:
    op.order = pick({Order::Relaxed, Order::Release});
    break;
  case Kind::Fence:
    op.order = pick({Order::AcqRel, Order::Sc, Order::Acquire, Order::Release});
    break;
  default:
    op.order =
        pick({Order::Relaxed, Order::Acquire, Order::Release, Order::AcqRel});
  }
  if (hasVectors && !op.isAtomic() && op.isAccess() && op.units == 1 &&
      program.numUnits >= 2 && chance(30)) {
    op.elements = 2;
    op.place &= ~1u;
  }
  op.value = value(returning, 30);
  // Both halves of what covers two units change.
  if (op.units == 2)
    op.value.constant |= op.value.constant << 16;
  op.expected = below(2);
  if (!returning.empty() && chance(15)) {
    op.hasCondition = true;
    op.isNegated = chance(40);
    op.condition = {0, returning[below(returning.size())]};
    op.equals = below(2);
  }
  return op;
}

Program Drawing::draw() {
  Program program;
  isMixed = chance(20);
  hasVectors = !isMixed && chance(25);
  program.unit = isMixed ? 2 : 4;
  program.numUnits = isMixed ? 2 + 2 * below(2) : 2;
  usual = Scope(below(4));
  unsigned threads = 2 + below(2);
  if (chance(30)) {
    program.threadsPerCta = threads;
  } else {
    program.ctas = threads;
    if (threads == 2 && chance(20))
      program.ctasPerCluster = 2;
  }
  if (program.ctas > 1 && chance(25))
    for (unsigned i = 0; i < program.ctas; ++i)
      program.devices.push_back(program.ctasPerCluster > 1 ? 0 : below(2));
  unsigned segments = program.ctas == 1 && chance(50) ? 2 : 1;
  unsigned most = threads == 2 ? 4 : 3;
  for (unsigned t = 0; t < threads; ++t) {
    Thread thread;
    thread.cta = t / program.threadsPerCta;
    std::vector<int> returning;
    int number = 0;
    for (unsigned s = 0; s < segments; ++s) {
      std::vector<Operation> ops;
      for (unsigned i = 0, n = segments == 1 ? 1 + below(most) : below(3);
           i < n; ++i, ++number) {
        Operation op = operation(program, returning);
        if (s + 1 == segments && !returning.empty() && chance(8)) {
          op = {};
          op.kind = Kind::Leave;
          op.hasCondition = true;
          op.condition = {0, returning.back()};
          op.equals = below(2);
        }
        ops.push_back(op);
        if (op.returns() && op.elements == 1)
          returning.push_back(number);
      }
      thread.segments.push_back(std::move(ops));
    }
    program.threads.push_back(std::move(thread));
  }
  return program;
}

Program tilefuzz::ptxlitmus::drawProgram(std::mt19937_64 &random) {
  return Drawing(random).draw();
}
