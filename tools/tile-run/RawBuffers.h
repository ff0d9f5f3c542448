//===- RawBuffers.h - Buffers of a run as files -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TOOLS_TILE_RUN_RAWBUFFERS_H
#define TILEFUZZ_TOOLS_TILE_RUN_RAWBUFFERS_H

#include "interp/Program/Outcome.h"
#include "llvm/Support/Error.h"

namespace tilefuzz {

/// Writes the buffers as raw bytes.
llvm::Error writeRaw(const Outcome &outcome, llvm::StringRef folder);

} // namespace tilefuzz

#endif // TILEFUZZ_TOOLS_TILE_RUN_RAWBUFFERS_H
