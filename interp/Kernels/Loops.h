//===- Loops.h - Loops that kernels are made of -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// For the files of this folder only.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_KERNELS_LOOPS_H
#define TILEFUZZ_INTERP_KERNELS_LOOPS_H

#include "interp/Kernels/Kernels.h"
#include <cstring>
#include <type_traits>

namespace tilefuzz::kernels {

template <typename To, typename From> To bitCast(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof(To));
  return to;
}

/// Whether the machine has wider vectors than the compiler may assume.
inline bool hasWideVectors() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2");
#else
  return false;
#endif
}

/// A loop compiled twice, and the version for this machine.
#if defined(__x86_64__)
#define TILEFUZZ_LOOP(...)                                                     \
  static bool run(const KernelParameters &, size_t count,                      \
                  const void *const *operands, void *result) __VA_ARGS__       \
      __attribute__((target("avx2"))) static bool runWide(                     \
          const KernelParameters &, size_t count, const void *const *operands, \
          void *result) __VA_ARGS__ static KernelFn choose() {                 \
    return hasWideVectors() ? runWide : run;                                   \
  }
#else
#define TILEFUZZ_LOOP(...)                                                     \
  static bool run(const KernelParameters &, size_t count,                      \
                  const void *const *operands, void *result)                   \
      __VA_ARGS__ static KernelFn choose() {                                   \
    return run;                                                                \
  }
#endif

/// `F` is stateless: it takes elements as they are stored.
template <typename In, typename Out, typename F> struct Map1 {
  TILEFUZZ_LOOP({
    const In *__restrict a = static_cast<const In *>(operands[0]);
    Out *__restrict out = static_cast<Out *>(result);
    for (size_t i = 0; i < count; ++i)
      out[i] = F()(a[i]);
    return true;
  })
};
template <typename In, typename Out, typename F> struct Map2 {
  TILEFUZZ_LOOP({
    const In *a = static_cast<const In *>(operands[0]);
    const In *b = static_cast<const In *>(operands[1]);
    Out *__restrict out = static_cast<Out *>(result);
    for (size_t i = 0; i < count; ++i)
      out[i] = F()(a[i], b[i]);
    return true;
  })
};
template <typename In, typename Out, typename F> struct Map3 {
  TILEFUZZ_LOOP({
    const In *a = static_cast<const In *>(operands[0]);
    const In *b = static_cast<const In *>(operands[1]);
    const In *c = static_cast<const In *>(operands[2]);
    Out *__restrict out = static_cast<Out *>(result);
    for (size_t i = 0; i < count; ++i)
      out[i] = F()(a[i], b[i], c[i]);
    return true;
  })
};

/// `F` takes the operands and a place for the result, and says whether the
/// operation is undefined.
template <typename In, typename Out, typename F> struct TryMap1 {
  TILEFUZZ_LOOP({
    const In *__restrict a = static_cast<const In *>(operands[0]);
    Out *__restrict out = static_cast<Out *>(result);
    Out undefined = 0; // As wide as an element, for the sake of vectors.
    for (size_t i = 0; i < count; ++i)
      undefined |= Out(F()(a[i], out[i]));
    return !undefined;
  })
};
template <typename In, typename Out, typename F> struct TryMap2 {
  TILEFUZZ_LOOP({
    const In *a = static_cast<const In *>(operands[0]);
    const In *b = static_cast<const In *>(operands[1]);
    Out *__restrict out = static_cast<Out *>(result);
    Out undefined = 0;
    for (size_t i = 0; i < count; ++i)
      undefined |= Out(F()(a[i], b[i], out[i]));
    return !undefined;
  })
};
#undef TILEFUZZ_LOOP

template <typename In, typename Out, typename F> KernelFn map1() {
  return Map1<In, Out, F>::choose();
}
template <typename In, typename Out, typename F> KernelFn map2() {
  return Map2<In, Out, F>::choose();
}
template <typename In, typename Out, typename F> KernelFn map3() {
  return Map3<In, Out, F>::choose();
}
template <typename In, typename Out, typename F> KernelFn tryMap1() {
  return TryMap1<In, Out, F>::choose();
}
template <typename In, typename Out, typename F> KernelFn tryMap2() {
  return TryMap2<In, Out, F>::choose();
}

KernelFn selectInteger(const ScalarOp &op);
/// f32 and f64, to nearest, and what is the same in every format.
KernelFn selectFloat(const ScalarOp &op);
/// f16 and bf16, and directed rounding of formats up to 32 bits.
KernelFn selectNarrow(const ScalarOp &op);
KernelFn selectConvert(const ScalarOp &op);

} // namespace tilefuzz::kernels

#endif // TILEFUZZ_INTERP_KERNELS_LOOPS_H
