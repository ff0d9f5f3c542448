//===- QueueChecks.cpp - Are queues used as before? -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Refine/QueueChecks.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;

static bool isUse(const SymbolicAccess &access) {
  return access.role == AccessRole::Put || access.role == AccessRole::Get;
}

std::vector<QueueDifference>
tilefuzz::queueDifferences(SymbolicDomain &d, const SymbolicAccess &source,
                           const SymbolicAccess &target) {
  std::vector<QueueDifference> found;
  std::string name = source.op->getName().getStringRef().str();
  auto add = [&](std::string what, Term condition, bool isOpen) {
    if (!d.isFalse(condition))
      found.push_back({std::move(what), condition, isOpen});
  };
  auto differs = [&](Term x, Term y) {
    return d.land(source.guard, d.lnot(d.eq(x, y)));
  };
  if (isUse(source) && isUse(target)) {
    add("the rewrite makes " + name + " use another queue",
        differs(source.use.queue, target.use.queue), /*isOpen=*/false);
    add("queues are used in another order",
        differs(source.use.number, target.use.number), /*isOpen=*/true);
  }
  if (source.within.size() > target.within.size()) {
    add("the rewrite moves " + name + " out of a body that orders it",
        source.guard, /*isOpen=*/false);
    return found;
  }
  bool isElsewhere = source.within.size() != target.within.size();
  Term other = d.truth(false);
  for (auto [x, y] : llvm::zip(source.within, target.within)) {
    isElsewhere |= x.role != y.role;
    other = d.lor(
        other, d.lor(differs(x.queue, y.queue), differs(x.number, y.number)));
  }
  add(name + " stands in the body of another put or get",
      isElsewhere ? source.guard : other, /*isOpen=*/true);
  return found;
}
