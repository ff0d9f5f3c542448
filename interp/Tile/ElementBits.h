//===- ElementBits.h - The packed elements of a tile ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A sequence of raw bits, one entry per element, of 1, 2, 4 or 8 bytes each:
// what is written is cut to that size, what is read is zero-extended. Eight
// bytes are kept in place, so that a tile of one element needs no allocation.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILE_ELEMENTBITS_H
#define TILEFUZZ_INTERP_TILE_ELEMENTBITS_H

#include "llvm/ADT/iterator.h"
#include "llvm/Support/MemAlloc.h"
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <vector>

namespace tilefuzz {

class ElementBits {
public:
  /// The bytes that an element of this many bits takes.
  static unsigned bytesFor(unsigned width) {
    return width <= 8 ? 1 : width <= 16 ? 2 : width <= 32 ? 4 : 8;
  }
  /// Elements take eight bytes unless said otherwise.
  ElementBits() = default;
  ElementBits(std::initializer_list<uint64_t> elements) {
    reserve(elements.size());
    for (uint64_t element : elements)
      push_back(element);
  }
  /// `count` elements that the caller sets.
  static ElementBits uninitialized(size_t count, unsigned bytes) {
    ElementBits result;
    result.log = logOf(bytes);
    result.reserve(count);
    result.count = count;
    return result;
  }
  static ElementBits zeros(size_t count, unsigned bytes) {
    ElementBits result = uninitialized(count, bytes);
    std::memset(result.data(), 0, count << result.log);
    return result;
  }
  static ElementBits filled(size_t count, unsigned bytes, uint64_t bits) {
    ElementBits result = uninitialized(count, bytes);
    for (size_t i = 0; i < count; ++i)
      result.set(i, bits);
    return result;
  }
  ElementBits(const ElementBits &other) : log(other.log) {
    reserve(other.count);
    count = other.count;
    std::memcpy(data(), other.data(), count << log);
  }
  ElementBits(ElementBits &&other) noexcept { swap(other); }
  ElementBits &operator=(ElementBits other) noexcept {
    swap(other);
    return *this;
  }
  ~ElementBits() {
    if (capacityInBytes > sizeof(word))
      std::free(heap);
  }
  void swap(ElementBits &other) noexcept {
    std::swap(word, other.word);
    std::swap(count, other.count);
    std::swap(capacityInBytes, other.capacityInBytes);
    std::swap(log, other.log);
  }

  size_t size() const { return count; }
  bool empty() const { return count == 0; }
  unsigned bytesPerElement() const { return 1u << log; }
  /// Little-endian elements, so that a single one can be read in any smaller
  /// size, too.
  const void *data() const {
    return capacityInBytes > sizeof(word) ? static_cast<const void *>(heap)
                                          : &word;
  }
  void *data() {
    return const_cast<void *>(static_cast<const ElementBits *>(this)->data());
  }

  uint64_t operator[](size_t i) const {
    switch (log) {
    case 0:
      return at<uint8_t>(i);
    case 1:
      return at<uint16_t>(i);
    case 2:
      return at<uint32_t>(i);
    default:
      return at<uint64_t>(i);
    }
  }
  void set(size_t i, uint64_t bits) {
    switch (log) {
    case 0:
      return put<uint8_t>(i, bits);
    case 1:
      return put<uint16_t>(i, bits);
    case 2:
      return put<uint32_t>(i, bits);
    default:
      return put<uint64_t>(i, bits);
    }
  }
  /// An element that can be assigned to.
  class Reference {
  public:
    Reference(ElementBits &bits, size_t i) : bits(bits), i(i) {}
    operator uint64_t() const { return std::as_const(bits)[i]; }
    Reference &operator=(uint64_t value) {
      bits.set(i, value);
      return *this;
    }
    Reference &operator=(const Reference &other) {
      return *this = uint64_t(other);
    }
    Reference &operator+=(uint64_t value) { return *this = *this + value; }
    Reference &operator-=(uint64_t value) { return *this = *this - value; }
    Reference &operator&=(uint64_t value) { return *this = *this & value; }
    Reference &operator|=(uint64_t value) { return *this = *this | value; }

  private:
    ElementBits &bits;
    size_t i;
  };
  Reference operator[](size_t i) { return {*this, i}; }

  class Iterator : public llvm::iterator_facade_base<
                       Iterator, std::random_access_iterator_tag, uint64_t,
                       std::ptrdiff_t, const uint64_t *, uint64_t> {
  public:
    Iterator(const ElementBits &bits, size_t i) : bits(&bits), i(i) {}
    uint64_t operator*() const { return (*bits)[i]; }
    bool operator==(const Iterator &other) const { return i == other.i; }
    bool operator<(const Iterator &other) const { return i < other.i; }
    std::ptrdiff_t operator-(const Iterator &other) const {
      return std::ptrdiff_t(i) - std::ptrdiff_t(other.i);
    }
    Iterator &operator+=(std::ptrdiff_t n) { return i += n, *this; }
    Iterator &operator-=(std::ptrdiff_t n) { return i -= n, *this; }

  private:
    const ElementBits *bits;
    size_t i;
  };
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, count}; }
  operator std::vector<uint64_t>() const { return {begin(), end()}; }
  bool operator==(const ElementBits &other) const {
    return count == other.count && std::equal(begin(), end(), other.begin());
  }

  void reserve(size_t newCount) {
    size_t bytes = newCount << log;
    if (bytes <= capacityInBytes)
      return;
    void *grown = llvm::safe_malloc(bytes);
    std::memcpy(grown, data(), count << log);
    if (capacityInBytes > sizeof(word))
      std::free(heap);
    heap = grown;
    capacityInBytes = bytes;
  }
  void resize(size_t newCount) {
    reserve(newCount);
    if (newCount > count)
      std::memset(static_cast<char *>(data()) + (count << log), 0,
                  (newCount - count) << log);
    count = newCount;
  }
  void push_back(uint64_t bits) {
    if ((count + 1) << log > capacityInBytes)
      reserve(std::max<size_t>(8, 2 * count));
    set(count++, bits);
  }
  void assign(size_t newCount, uint64_t bits) {
    count = 0;
    reserve(newCount);
    count = newCount;
    for (size_t i = 0; i < count; ++i)
      set(i, bits);
  }
  /// From now on, elements take `bytes`; what does not fit is cut.
  void pack(unsigned bytes) {
    if (logOf(bytes) == log)
      return;
    ElementBits packed = uninitialized(count, bytes);
    for (size_t i = 0; i < count; ++i)
      packed.set(i, std::as_const(*this)[i]);
    swap(packed);
  }

private:
  static uint8_t logOf(unsigned bytes) {
    return bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 3;
  }
  template <typename T> T at(size_t i) const {
    T value;
    std::memcpy(&value, static_cast<const T *>(data()) + i, sizeof(T));
    return value;
  }
  template <typename T> void put(size_t i, uint64_t bits) {
    T value = T(bits);
    std::memcpy(static_cast<T *>(data()) + i, &value, sizeof(T));
  }

  union {
    uint64_t word = 0;
    void *heap;
  };
  size_t count = 0;
  size_t capacityInBytes = sizeof(word);
  uint8_t log = 3;
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_ELEMENTBITS_H
