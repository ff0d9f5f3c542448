//===- SimtOptions.h - How a launch is run, thread by thread ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_SIMTOPTIONS_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_SIMTOPTIONS_H

#include <cstdint>

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
  bool detectRaces = true;
  /// Told of accesses, fences and barriers, if not null.
  simt::ThreadObserver *observer = nullptr;
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_SIMTOPTIONS_H
