//===- Frames.h - Messages on a pipe ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// One letter, a 32-bit size, that many bytes. What letters mean is between who
// writes and who reads. No LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_GPU_FRAMES_H
#define TILEFUZZ_ORACLE_GPU_FRAMES_H

#include <string>
#include <string_view>

namespace tilefuzz::conform {

/// False if who reads is gone.
bool writeFrame(int file, char letter, std::string_view text);

/// The bytes of one side, as they come.
class FrameReader {
public:
  void add(const char *bytes, size_t size) { pending.append(bytes, size); }
  /// False: no whole frame is there, or `isBroken()`.
  bool take(char &letter, std::string &text);
  /// A frame is longer than any that is sent: who writes lost its mind.
  bool isBroken() const { return broken; }

private:
  std::string pending;
  bool broken = false;
};

} // namespace tilefuzz::conform

#endif // TILEFUZZ_ORACLE_GPU_FRAMES_H
