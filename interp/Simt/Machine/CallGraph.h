//===- CallGraph.h - Which calls may come back ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_CALLGRAPH_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_CALLGRAPH_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

namespace tilefuzz::simt {

/// Whether code of `from`, or of what it calls, can come to `to`: a call of
/// `from` in `to` is recursive then. `calleesOf` gives a range of functions.
template <typename Function, typename CalleesOf>
bool leadsTo(const Function *from, const Function *to, CalleesOf calleesOf) {
  llvm::SmallVector<const Function *> open = {from};
  llvm::SmallPtrSet<const Function *, 8> seen;
  while (!open.empty()) {
    const Function *at = open.pop_back_val();
    if (at == to)
      return true;
    if (seen.insert(at).second)
      for (const Function *callee : calleesOf(at))
        open.push_back(callee);
  }
  return false;
}

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_CALLGRAPH_H
