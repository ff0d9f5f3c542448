//===- TileAAUpdateTemplates.cpp - Atomics that change nothing ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/PatternInstances.h"

using namespace tilefuzz;

namespace {
/// An update of one element by constants.
struct Update {
  llvm::StringLiteral type;
  /// Of atomic_rmw; empty: a CAS.
  llvm::StringLiteral mode;
  /// What is compared with (a CAS only), and what is written or added.
  llvm::StringLiteral compare, value;
};
/// How it is ordered.
struct Order {
  llvm::StringLiteral semantic, scope;
};
} // namespace

static constexpr Update updates[] = {
    {"i32", "", "5", "5"},
    {"i32", "add", "", "0"},
    {"i64", "or", "", "0"},
    {"i32", "xor", "", "0"},
    {"i32", "and", "", "-1"},
    // -0.0 + +0.0 is +0.0.
    {"f32", "addf", "", "0.0"},
};
static constexpr Order orders[] = {{"relaxed", "gpu"}, {"acq_rel", "sys"}};
/// A refutation of a CAS takes the solver seconds: one will do.
static llvm::ArrayRef<Order> ordersOf(const Update &update) {
  return llvm::ArrayRef(orders).take_front(update.mode.empty() ? 1 : 2);
}

static std::string bodyOf(const Update &update, const Order &order) {
  std::string type = update.type.str(), token = "!nv_tileaa.mem_token";
  std::string pointer = "!nv_tileaa.ptr<" + type + ", 1>";
  auto input = [](std::string name, const std::string &type) {
    return "  %" + name + " = \"tilefuzz.input\"() {name = \"" + name +
           "\"} : () -> " + type + "\n";
  };
  auto constant = [&](std::string name, llvm::StringRef value) {
    return "  %" + name + " = arith.constant " + value.str() + " : " + type +
           "\n";
  };
  std::string attributes =
      "mem_semantic = #nv_tileaa.mem_semantic<" + order.semantic.str() +
      ">, mem_scope = #nv_tileaa.mem_scope<" + order.scope.str() + ">";
  std::string operands = "%p, %y", types = pointer + ", " + type;
  std::string name = "atomic_rmw", text = input("p", pointer) +
                                          input("t", token) +
                                          constant("y", update.value);
  if (update.mode.empty()) {
    name = "atomic_cas";
    text += constant("c", update.compare);
    operands = "%p, %c, %y";
    types += ", " + type;
  } else {
    attributes += ", rmw_mode = #nv_tileaa.rmw_mode<" + update.mode.str() + ">";
  }
  return "\n" + text + "  %v, %u = nv_tileaa." + name + " " + operands +
         " token %t {" + attributes + "} : (" + types + ", " + token +
         ") -> (" + type + ", " + token +
         ")\n  \"tilefuzz.observe\"(%v, %u) : (" + type + ", " + token +
         ") -> ()\n";
}

llvm::ArrayRef<PatternTemplate> tilefuzz::getTileAAUpdateTemplates() {
  static const std::vector<std::string> bodies = [] {
    std::vector<std::string> all;
    for (const Update &update : updates)
      for (const Order &order : ordersOf(update))
        all.push_back(bodyOf(update, order));
    return all;
  }();
  static const std::vector<PatternTemplate> templates = [] {
    std::vector<PatternTemplate> all;
    size_t next = 0;
    for (const Update &update : updates)
      for (size_t i = 0; i < ordersOf(update).size(); ++i)
        if (update.mode.empty())
          all.push_back({"tileaa-atomic-cas-same", InstanceElements::Fixed,
                         bodies[next++]});
        else
          all.push_back({"tileaa-atomic-rmw-identity", InstanceElements::Fixed,
                         bodies[next++]});
    return all;
  }();
  return templates;
}
