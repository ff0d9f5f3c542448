//===- OrderReport.cpp - What is lost, in words ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Order/RequiredOrder.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefuzz;

llvm::StringRef tilefuzz::toString(OrderLoss::Kind kind) {
  static constexpr llvm::StringLiteral kinds[] = {"edge", "strength",
                                                  "eliminated", "added"};
  return kinds[unsigned(kind)];
}

static std::string nameOf(const AccessSite &site) {
  if (site.location.empty())
    return site.operation;
  return site.operation + " (" + site.location + ")";
}

std::string OrderLoss::toString() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  switch (kind) {
  case Kind::Edge:
    os << "lost order (" << tilefuzz::toString(rule) << "): " << nameOf(first)
       << " before " << nameOf(second);
    if (!first.buffer.empty() && rule == OrderRule::Conflict)
      os << " on " << second.buffer << '+' << second.offset;
    os << "\n  now " << nameOf(targetFirst) << " and " << nameOf(targetSecond)
       << " are not ordered\n  the order ran " << llvm::join(path, " -> ");
    break;
  case Kind::Strength:
    os << "weakened: " << nameOf(first) << ", now " << nameOf(targetFirst)
       << ": " << change;
    break;
  case Kind::Eliminated:
    os << "gone: " << nameOf(first) << " on " << first.buffer << '+'
       << first.offset;
    break;
  case Kind::Added:
    os << "new: " << nameOf(targetFirst) << " on " << targetFirst.buffer << '+'
       << targetFirst.offset;
    break;
  }
  return text;
}

llvm::json::Value OrderLoss::toJSON() const {
  auto site = [](const AccessSite &site) {
    return llvm::json::Object{{"operation", site.operation},
                              {"location", site.location},
                              {"buffer", site.buffer},
                              {"offset", site.offset}};
  };
  llvm::json::Object object{{"kind", tilefuzz::toString(kind)},
                            {"block", int64_t(block)}};
  if (kind != Kind::Added)
    object["first"] = site(first);
  if (kind != Kind::Eliminated)
    object["targetFirst"] = site(targetFirst);
  if (kind == Kind::Edge) {
    object["rule"] = tilefuzz::toString(rule);
    object["second"] = site(second);
    object["targetSecond"] = site(targetSecond);
    object["path"] = llvm::json::Array(path);
  }
  if (kind == Kind::Strength)
    object["change"] = change;
  return object;
}
