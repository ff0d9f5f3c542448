//===- SimtOptions.h - How a launch is run, thread by thread ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_SIMTOPTIONS_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_SIMTOPTIONS_H

#include "interp/Program/ResultChoice.h"
#include <cstdint>
#include <optional>

namespace tilefuzz {

namespace simt {
class ThreadObserver;
} // namespace simt

struct SimtOptions {
  /// Threads per CTA; 0: from the kernel's "nvvm.reqntid" attribute.
  unsigned threads = 0;
  /// Instructions over all threads.
  uint64_t stepLimit = 100'000'000;
  /// How often a thread may jump back in the code, for each jump back that
  /// there is: between two iterations of its loops it takes none twice. One
  /// that goes beyond ends the run as `tooManyIterations`. 0: any number.
  uint64_t tripLimit = 0;
  /// Decides the interleaving of threads.
  uint64_t schedule = 0;
  /// Instructions that a thread runs, at most, before another one has its turn.
  unsigned quantum = 4096;
  /// Whether lanes of a warp do together what they do alike (Lockstep.h). It
  /// changes no outcome.
  bool lockstep = true;
  bool detectRaces = true;
  /// What approximate instructions give.
  ResultChoice results = ResultChoice::Nearest;
  /// Whether values that are not unique have enclosures; if not, nothing shows
  /// that they are not.
  bool keepsEnclosures = true;
  /// Plain writes of one value to one range, and asynchronous copies that bring
  /// the same bytes, do not race with each other: PTX
  /// says what races of one size leave (PTX ISA, memory consistency model,
  /// conflicts and data races), and compilers let several threads write the
  /// element that they all hold.
  bool allowEqualWrites = false;
  /// Whether an aligned barrier may not be waited at by a warp of which a lane
  /// has exited: PTX wants all threads of the warp at it (PTX ISA 9.0,
  /// 9.7.13.1). GPUs let the others go on, and programs rely on it.
  bool alignsExitedLanes = true;
  /// PTX: what registers and memory hold that nothing wrote, 0 or 1 (the bits
  /// of a register, and which of two bytes). None: they hold nothing; to read
  /// such memory, or to decide by such a register, ends the run, and a register
  /// of which a part is unspecified is so as a whole.
  std::optional<uint64_t> unwritten;
  uint8_t unwrittenByte() const { return unwritten && *unwritten ? 0xa5 : 0; }
  /// Told of accesses, fences and barriers, if not null.
  simt::ThreadObserver *observer = nullptr;
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_SIMTOPTIONS_H
