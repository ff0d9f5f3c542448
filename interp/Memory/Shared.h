//===- Shared.h - Counted references within one thread ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// As std::shared_ptr, in one word and with a plain count: a run makes several
// per operation, and never hands one to another thread.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_MEMORY_SHARED_H
#define TILEFUZZ_INTERP_MEMORY_SHARED_H

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace tilefuzz {

/// A value and how many refer to it.
template <typename T> struct SharedBlock {
  T value;
  size_t uses;
};

template <typename T> class Shared {
  using Block = SharedBlock<std::remove_const_t<T>>;

public:
  Shared() = default;
  Shared(std::nullptr_t) {}
  Shared(const Shared &other) : counted(other.counted) { retain(); }
  Shared(Shared &&other) noexcept
      : counted(std::exchange(other.counted, nullptr)) {}
  /// Of one that may change the value.
  template <typename U, typename = std::enable_if_t<
                            std::is_same_v<const U, T> && !std::is_const_v<U>>>
  Shared(Shared<U> other) : counted(std::exchange(other.counted, nullptr)) {}
  Shared &operator=(const Shared &other) {
    Shared copy(other);
    std::swap(counted, copy.counted);
    return *this;
  }
  Shared &operator=(Shared &&other) noexcept {
    std::swap(counted, other.counted);
    return *this;
  }
  ~Shared() {
    if (counted && --counted->uses == 0)
      delete counted;
  }

  template <typename... Args> static Shared make(Args &&...args) {
    Shared result;
    result.counted = new Block{{std::forward<Args>(args)...}, 1};
    return result;
  }

  T *get() const { return counted ? &counted->value : nullptr; }
  T &operator*() const { return counted->value; }
  T *operator->() const { return &counted->value; }
  explicit operator bool() const { return counted; }
  bool operator==(const Shared &other) const {
    return counted == other.counted;
  }
  bool operator!=(const Shared &other) const {
    return counted != other.counted;
  }

private:
  template <typename U> friend class Shared;
  void retain() {
    if (counted)
      ++counted->uses;
  }

  Block *counted = nullptr;
};

template <typename T, typename... Args> Shared<T> makeShared(Args &&...args) {
  return Shared<T>::make(std::forward<Args>(args)...);
}

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_MEMORY_SHARED_H
