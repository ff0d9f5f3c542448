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

/// `F` is stateless: it takes elements as they are stored.
template <typename In, typename Out, typename F>
bool map1(const KernelParameters &, size_t count, const void *const *operands,
          void *result) {
  const In *__restrict a = static_cast<const In *>(operands[0]);
  Out *__restrict out = static_cast<Out *>(result);
  for (size_t i = 0; i < count; ++i)
    out[i] = F()(a[i]);
  return true;
}
template <typename In, typename Out, typename F>
bool map2(const KernelParameters &, size_t count, const void *const *operands,
          void *result) {
  const In *a = static_cast<const In *>(operands[0]);
  const In *b = static_cast<const In *>(operands[1]);
  Out *__restrict out = static_cast<Out *>(result);
  for (size_t i = 0; i < count; ++i)
    out[i] = F()(a[i], b[i]);
  return true;
}
template <typename In, typename Out, typename F>
bool map3(const KernelParameters &, size_t count, const void *const *operands,
          void *result) {
  const In *a = static_cast<const In *>(operands[0]);
  const In *b = static_cast<const In *>(operands[1]);
  const In *c = static_cast<const In *>(operands[2]);
  Out *__restrict out = static_cast<Out *>(result);
  for (size_t i = 0; i < count; ++i)
    out[i] = F()(a[i], b[i], c[i]);
  return true;
}

/// `F` takes the operands and a place for the result, and says whether the
/// operation is undefined.
template <typename In, typename Out, typename F>
bool tryMap1(const KernelParameters &, size_t count,
             const void *const *operands, void *result) {
  const In *__restrict a = static_cast<const In *>(operands[0]);
  Out *__restrict out = static_cast<Out *>(result);
  // As wide as an element, for the sake of vectors.
  Out undefined = 0;
  for (size_t i = 0; i < count; ++i)
    undefined |= Out(F()(a[i], out[i]));
  return !undefined;
}
template <typename In, typename Out, typename F>
bool tryMap2(const KernelParameters &, size_t count,
             const void *const *operands, void *result) {
  const In *a = static_cast<const In *>(operands[0]);
  const In *b = static_cast<const In *>(operands[1]);
  Out *__restrict out = static_cast<Out *>(result);
  // As wide as an element, for the sake of vectors.
  Out undefined = 0;
  for (size_t i = 0; i < count; ++i)
    undefined |= Out(F()(a[i], b[i], out[i]));
  return !undefined;
}

KernelFn selectInteger(const ScalarOp &op);
/// f32 and f64, to nearest, and what is the same in every format.
KernelFn selectFloat(const ScalarOp &op);
/// f16 and bf16, and directed rounding of formats up to 32 bits.
KernelFn selectNarrow(const ScalarOp &op);
KernelFn selectConvert(const ScalarOp &op);

} // namespace tilefuzz::kernels

#endif // TILEFUZZ_INTERP_KERNELS_LOOPS_H
