//===- QueueChecks.h - Are queues used as before? ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_REFINE_QUEUECHECKS_H
#define TILEFUZZ_ORACLE_REFINE_QUEUECHECKS_H

#include "oracle/Smt/TileEncoding.h"

namespace tilefuzz {

struct QueueDifference {
  std::string what;
  /// Some input makes it happen.
  Term condition;
  /// It may do no harm.
  bool isOpen = false;
};

/// A put or get stays one of its queue, in the order of all of them: each may
/// wait for what another agent does between them. What stands in a body is
/// ordered by it (nv_tileaa, create_queue), and stays there.
std::vector<QueueDifference> queueDifferences(SymbolicDomain &domain,
                                              const SymbolicAccess &source,
                                              const SymbolicAccess &target);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_REFINE_QUEUECHECKS_H
