//===- TouchedBytes.h - Which bytes each instruction accessed ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What a run shows about addresses, for who claims something about them.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_TOUCHEDBYTES_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_TOUCHEDBYTES_H

#include "interp/Simt/Machine/ThreadObserver.h"
#include <map>
#include <set>

namespace tilefuzz::simt {

class TouchedBytes : public ThreadObserver {
public:
  /// A byte: the object, whose object it is (a thread's plus 1 for local
  /// memory, a CTA's plus 1 for shared memory, else 0), and the offset.
  struct Byte {
    uint32_t object, owner, offset;
    bool operator<(const Byte &other) const {
      return std::tie(object, owner, offset) <
             std::tie(other.object, other.owner, other.offset);
    }
  };

  void onAccess(const ThreadPlace &place, const ThreadAccess &access) override {
    uint32_t owner = access.space == StateSpace::Local    ? place.thread + 1
                     : access.space == StateSpace::Shared ? place.cta + 1
                                                          : 0;
    for (uint64_t i = 0; i < access.size; ++i)
      bytes[place.instruction].insert(
          {access.object, owner, uint32_t(access.offset + i)});
  }

  /// Of an instruction that touched none: empty.
  const std::set<Byte> &of(uint32_t instruction) const {
    static const std::set<Byte> none;
    auto it = bytes.find(instruction);
    return it == bytes.end() ? none : it->second;
  }
  bool overlap(uint32_t a, uint32_t b) const {
    const std::set<Byte> &other = of(b);
    for (const Byte &byte : of(a))
      if (other.count(byte))
        return true;
    return false;
  }

private:
  std::map<uint32_t, std::set<Byte>> bytes;
};

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_TOUCHEDBYTES_H
