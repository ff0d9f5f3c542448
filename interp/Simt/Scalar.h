//===- Scalar.h - One lane of an LLVM operation ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_SCALAR_H
#define TILEFUZZ_INTERP_SIMT_SCALAR_H

#include "interp/Simt/Decode.h"

namespace tilefuzz::simt {

/// Sets `undefined` to a name on immediate undefined behaviour (division).
Lane binary(const Decoded &op, const Lane &a, const Lane &b,
            const char *&undefined);
Lane castLane(const Decoded &op, const Lane &a);
Lane compareLanes(const Decoded &op, const Lane &a, const Lane &b);
/// A lane of an intrinsic without side effects; false if it has no support.
bool pureIntrinsic(const Decoded &op, const Lane *a, const Lane *b,
                   const Lane *c, Lane &result);

inline uint64_t maskTo(uint64_t bits, unsigned width) {
  return width >= 64 ? bits : bits & ((uint64_t(1) << width) - 1);
}

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_SCALAR_H
