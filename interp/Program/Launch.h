//===- Launch.h - How a program is started ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A program is a module plus a launch. The launch stands in leading comment
// lines of the module's text file, so that other MLIR tools read the file
// unchanged; for bytecode it stands alone in a side file `NAME.launch` with the
// same lines.
//
//   // tilefuzz.launch kernel=@saxpy grid=4,1,1 seed=7
//   // tilefuzz.buffer x : f32[1000] = uniform(-8, 8)
//   // tilefuzz.buffer out : f32[1000] = fill(0)
//   // tilefuzz.args &x 1000 1 &out+16 1000 1 2.5
//
// `devices=0,1,..` in the launch line says on which device each block runs
// (default: all on device 0), which decides whom a device scope includes. A
// kernel in PTX or LLVM IR may leave two things to its launch: `block=8,4,1`,
// the threads of each CTA, and `shared=4096`, the bytes of dynamic shared
// memory; tile programs have neither.
// Other lines that begin with `// tilefuzz.expect` are for the explorer
// (interp/Explore/Expectation.h).
//
// `args` are positional, one per entry parameter: `&name[+byteoffset]` for a
// pointer, an integer, a decimal float, or `0x..` raw bits for a scalar (as
// they stand in memory: a tf32 has 32). Several `args` lines concatenate.
// Buffer initialisers:
//   fill(v)          every element v
//   iota(start,step) start + i*step
//   uniform(lo, hi)  random, uniform; integers inclusive; from the seed
//   permutation()    a random permutation of 0..n-1
//   special()        random choice among special values of the type (±0, inf,
//                    NaN, subnormals, extremes; for integers 0, ±1, min, max)
//   bits()           uniformly random bit patterns
//   list(v, v, ..)   literal elements, repeated cyclically
// An element of i64 may be `&name[+byteoffset]`, an address (Address.h) of the
// buffer itself or one before it: tables of arrays are made of these.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_PROGRAM_LAUNCH_H
#define TILEFUZZ_INTERP_PROGRAM_LAUNCH_H

#include "interp/Program/Outcome.h"
#include "llvm/Support/Error.h"
#include <array>

namespace tilefuzz {

struct BufferSpec {
  std::string name;
  ElementKind kind = ElementKind::I32;
  uint64_t count = 0;
  /// Initialiser as written, e.g. `uniform(-8, 8)`.
  std::string init = "fill(0)";
};

struct ArgSpec {
  /// Index into `Launch::buffers`, or -1 for a scalar.
  int buffer = -1;
  /// Byte offset into the buffer.
  int64_t offset = 0;
  /// Scalar as written: integer, decimal float or 0x raw bits.
  std::string scalar;
};

struct Launch {
  /// Entry symbol without `@`; empty: the module's only entry.
  std::string kernel;
  std::array<uint32_t, 3> grid = {1, 1, 1};
  uint64_t seed = 0;
  /// The threads of each CTA; 0 of the first: the kernel says it.
  std::array<uint32_t, 3> block = {0, 1, 1};
  /// Of dynamic shared memory, in bytes.
  uint32_t sharedBytes = 0;
  /// The device of each block, by linear index; empty: one device.
  std::vector<uint32_t> devices;
  std::vector<BufferSpec> buffers;
  std::vector<ArgSpec> args;

  /// The launch lines, each with the leading `// `, newline-terminated.
  std::string toString() const;
};

/// Reads the `// tilefuzz.` lines among the leading comment lines of `text`.
/// Errors are of the form `NAME:line:col: error: ...`.
llvm::Expected<Launch> parseLaunch(llvm::StringRef text,
                                   llvm::StringRef fileName);

/// Initial contents, as `ElementKind` says; a function of the spec, the launch
/// seed and the buffer's index only.
llvm::Expected<std::vector<uint8_t>> initialContents(const Launch &launch,
                                                     size_t bufferIndex);

/// Bits of a scalar argument of the given type, as they stand in memory. i1 is
/// 0 or 1.
llvm::Expected<uint64_t> scalarBits(const ArgSpec &arg, ElementKind kind);

/// Bits in memory of a float literal in a format, round to nearest even. What a
/// format lacks is as in conversions (docs/semantics.md).
uint64_t floatBits(double value, ElementKind kind);
/// The value of bits in memory; the low 13 bits of a tf32 do not count.
double floatValue(uint64_t bits, ElementKind kind);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_PROGRAM_LAUNCH_H
