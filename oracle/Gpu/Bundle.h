//===- Bundle.h - Programs packed for a machine with a GPU ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A bundle is one file: everything that a GPU needs to run some programs and
// everything that is needed to judge the results, built on a machine without a
// GPU. No LLVM.
//
// File: 40 bytes of header (8 bytes `TILECONF`; then, little-endian: u32 format
// version, u32 zero, u64 manifest size, u64 blob size, u64 FNV-1a hash of all
// that follows), the manifest (JSON), the blobs. The manifest names each blob
// by offset and size within the blobs. Version 1 has code for every case, and
// no formats that only tensor cores have; what fits is written as version 1.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_GPU_BUNDLE_H
#define TILEFUZZ_ORACLE_GPU_BUNDLE_H

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilefuzz::conform {

using Bytes = std::vector<uint8_t>;

/// Which values are right for one element (see BufferImage::Enclosure).
struct Enclosure {
  double lo = 0, hi = 0;
  bool exact = true, mayBeNaN = false;
};

struct Buffer {
  std::string name;
  /// Element type as the dialect spells it, e.g. `f32`.
  std::string type;
  Bytes input;
  /// As long as `input`.
  Bytes expected;
  /// Empty, or one byte per byte: nonzero where any value is right.
  Bytes unspecified;
  /// Empty, or one per element.
  std::vector<Enclosure> enclosures;
};

/// One kernel parameter: a pointer into a buffer, or a scalar's bits.
struct Argument {
  int buffer = -1;
  uint64_t offset = 0;
  uint64_t bits = 0;
  unsigned bytes = 8;
};

struct Case {
  /// Unique in the bundle.
  std::string name;
  /// The program's text, for reproducing.
  std::string program;
  /// e.g. `sm_90a`.
  std::string target;
  std::string kernel;
  /// Empty: there is none, and `noCode` says why. What other people's code for
  /// the kernel gives can be judged all the same.
  std::string ptx;
  std::string noCode;
  std::array<uint32_t, 3> grid = {1, 1, 1}, block = {1, 1, 1};
  uint32_t sharedBytes = 0;
  std::vector<Buffer> buffers;
  std::vector<Argument> arguments;
};

struct Bundle {
  /// Tool and version that built it.
  std::string producer;
  std::vector<Case> cases;
  /// Set by parseBundle; ties results to the bundle that they belong to.
  uint64_t hash = 0;
};

/// How elements of a type stand in memory.
struct ElementSize {
  /// Of a group of elements; 0 if there is no such type.
  unsigned bytes = 0;
  /// Elements that share these bytes.
  unsigned perGroup = 1;
};
ElementSize elementSize(std::string_view type);
/// In a buffer of whole groups.
size_t countElements(const Buffer &buffer);

/// What ties the header to the content (FNV-1a).
uint64_t hashOf(std::string_view bytes);
std::string serialize(const Bundle &bundle);
/// Absent on anything malformed; `error` says what. Accepts exactly what is
/// safe to run: sizes agree, indices and offsets are in range, names are
/// unique.
std::optional<Bundle> parseBundle(std::string_view file, std::string &error);

/// Absent if the file cannot be read; `error` says why.
std::optional<std::string> readFile(const std::string &path,
                                    std::string &error);
bool writeFile(const std::string &path, std::string_view text,
               std::string &error);

} // namespace tilefuzz::conform

#endif // TILEFUZZ_ORACLE_GPU_BUNDLE_H
