//===- Frames.cpp - Messages on a pipe ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Gpu/Frames.h"
#include <cerrno>
#include <cstdint>
#include <unistd.h>

using namespace tilefuzz::conform;

/// A result holds the buffers as text.
static constexpr uint32_t maxFrame = 1u << 30;
static constexpr size_t headSize = 5;

bool tilefuzz::conform::writeFrame(int file, char letter,
                                   std::string_view text) {
  if (text.size() > maxFrame)
    return false;
  std::string frame(1, letter);
  for (unsigned i = 0; i < 4; ++i)
    frame += char(text.size() >> (8 * i));
  frame += text;
  for (size_t at = 0; at < frame.size();) {
    ssize_t written = write(file, frame.data() + at, frame.size() - at);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    at += size_t(written);
  }
  return true;
}

bool FrameReader::take(char &letter, std::string &text) {
  if (broken || pending.size() < headSize)
    return false;
  uint32_t size = 0;
  for (unsigned i = 0; i < 4; ++i)
    size |= uint32_t(uint8_t(pending[1 + i])) << (8 * i);
  broken = size > maxFrame;
  if (broken || pending.size() - headSize < size)
    return false;
  letter = pending[0];
  text = pending.substr(headSize, size);
  pending.erase(0, headSize + size_t(size));
  return true;
}
