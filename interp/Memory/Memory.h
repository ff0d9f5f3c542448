//===- Memory.h - Buffers, tokens as clocks, races --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The memory of one run. Accesses are ordered by tokens only; a token's value
// is a clock over chains, and a shadow per byte finds conflicting accesses that
// no clock orders (memory model, 3.3, reading W).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_MEMORY_MEMORY_H
#define TILEFUZZ_INTERP_MEMORY_MEMORY_H

#include "interp/Memory/Access.h"
#include "interp/Memory/FloatSums.h"
#include "interp/Memory/Schedule.h"
#include "interp/Program/Launch.h"
#include "interp/Program/UndefinedBehaviors.h"
#include "llvm/ADT/SmallVector.h"
#include <cstring>

namespace tilefuzz {

class Memory {
public:
  Memory() = default;
  Memory(Memory &&) = default;
  Memory &operator=(Memory &&) = default;
  /// The explorer replaces what accesses do (interp/Explore/BlockReplay.h).
  virtual ~Memory() = default;

  static llvm::Expected<Memory> create(const Launch &launch,
                                       const Schedule &schedule = {});
  /// What the launch's buffers hold when it begins.
  static llvm::Expected<std::vector<BufferImage>>
  initialImages(const Launch &launch);
  /// With these contents; what is `unspecified` in them reads so. The images
  /// of an outcome mark nothing where nothing unspecified was ever stored.
  static Memory create(std::vector<BufferImage> images,
                       const Schedule &schedule = {});

  /// Starts an operation instance ordered after `token` (may be null).
  virtual Access begin(uint32_t block, AccessOrdering ordering,
                       AccessScope scope, SiteName site, const TokenRef &token);
  /// The result token of a finished instance.
  TokenRef end(const Access &access);

  /// None if `[offset, offset+size)` lies in the buffer and is aligned to
  /// `size`; else what is undefined.
  std::optional<Undefined> check(int buffer, int64_t offset,
                                 unsigned size) const {
    if (buffer < 0 || size_t(buffer) >= buffers.size())
      return Undefined::InvalidPointer;
    const Buffer &target = buffers[buffer];
    if (!target.isAlive)
      return Undefined::UseAfterEnd;
    if (offset < 0 ||
        offset > int64_t(target.image.bytes.size()) - int64_t(size))
      return Undefined::OutOfBounds;
    // Buffers start at addresses that are multiples of every element size,
    // which are powers of two.
    if (offset & (size - 1))
      return Undefined::MisalignedAccess;
    return std::nullopt;
  }

  /// One element, little-endian. `check` must have passed. A race is recorded
  /// in `races`.
  /// An inexact element has an enclosure (null or exact: it has none). An
  /// update, the second half of a read-modify-write, continues the release
  /// sequence that it read from.
  virtual uint64_t read(Access &access, int buffer, int64_t offset,
                        unsigned size, bool &unspecified,
                        BufferImage::Enclosure *enclosure = nullptr);
  virtual void write(Access &access, int buffer, int64_t offset, unsigned size,
                     uint64_t bits, bool unspecified,
                     const BufferImage::Enclosure *enclosure = nullptr,
                     UpdateKind update = UpdateKind::None);
  /// The second half of an atomic addition of `summand`, which makes `bits` of
  /// `old`. `isOrdered`: as FloatSum::add says. Whatever the order of these
  /// additions may be, what they leave is in the element's enclosure.
  void writeSum(Access &access, int buffer, int64_t offset, unsigned size,
                uint64_t bits, FloatFormat format, const EnclosedFloat &old,
                const EnclosedFloat &summand, bool isOrdered, UpdateKind kind);
  /// Whether the element is a sum whose order is known to be open.
  bool hasOpenSum(int buffer, int64_t offset) const {
    const FloatSum *sum = sums.find(buffer, offset);
    return sum && sum->isOrderOpen();
  }
  /// As `read` and `write` of one specified and exact element, in the most
  /// frequent case: a weak access in program order, to an element that was so
  /// far accessed as a whole, by a writer that the access is ordered after, and
  /// by few readers. False: nothing was done, it is another case.
  bool readFast(Access &access, int buffer, int64_t offset, unsigned size,
                uint64_t &bits) {
    Shadow *shadow = simpleShadow(access, buffer, offset, size);
    if (!shadow || !readGranule(access, *shadow))
      return false;
    ++loads;
    bits = 0;
    copyElement(&bits, &buffers[buffer].image.bytes[offset], size);
    return true;
  }
  bool writeSimply(Access &access, int buffer, int64_t offset, unsigned size,
                   uint64_t bits) {
    Shadow *shadow = simpleShadow(access, buffer, offset, size);
    if (!shadow || !writeGranule(access, *shadow))
      return false;
    ++stores;
    shadow->release = 0;
    uint8_t *target = &buffers[buffer].image.bytes[offset];
    uint64_t old = 0;
    copyElement(&old, target, size);
    copyElement(target, &bits, size);
    changes += old != (bits & (~uint64_t(0) >> (64 - 8 * size)));
    return true;
  }
  /// Of many elements in turn, packed in `size` bytes each. Returns how many
  /// were done before one that is another case (or undefined).
  size_t readFast(Access &access, int buffer, llvm::ArrayRef<int64_t> offsets,
                  unsigned size, void *into);
  size_t writeSimply(Access &access, int buffer,
                     llvm::ArrayRef<int64_t> offsets, unsigned size,
                     const void *from);
  /// An inexact element was read or written in part, or as another type.
  bool lostEnclosure = false;

  /// Adds a buffer that is no part of the outcome: an allocation, or a global.
  /// `isConstant`: writes are undefined.
  virtual int allocate(BufferImage image, bool isConstant = false);
  /// Ends an allocation's life.
  void release(int buffer) { buffers[buffer].isAlive = false; }
  /// Empty if there is no such buffer.
  llvm::StringRef nameOf(int buffer) const {
    return buffer >= 0 && size_t(buffer) < buffers.size()
               ? llvm::StringRef(buffers[buffer].image.name)
               : llvm::StringRef();
  }
  bool isConstant(int buffer) const { return buffers[buffer].isConstant; }

  /// Performs the stores of a block that the schedule holds back: at the end
  /// of the block, or when nothing else can happen.
  void performHeldBack(uint32_t block);

  /// Of what all buffers hold and what is held back.
  uint64_t hashContents() const;
  std::vector<BufferImage> takeImages();
  /// On which device each block runs; empty: one device.
  std::vector<uint32_t> devices;
  /// Whether the scope of the first includes the block of the second.
  bool includes(const Access &access, const Access &other) const;
  /// All instances begun so far, by id.
  llvm::ArrayRef<Access> accesses() const { return history; }
  /// Whether what uses `token` is ordered after `earlier`.
  static bool isOrderedBefore(const Access &earlier, const TokenRef &token);
  /// Whether `later` stands for all that `earlier` does.
  static bool isBefore(const TokenValue &earlier, const TokenValue &later);
  /// The first races found, one per pair of operations.
  std::vector<RaceReport> races;
  /// Every conflicting pair so far was token-ordered (Proposition 1).
  bool isFullyOrdered = true;
  uint64_t loads = 0, stores = 0;
  /// How often a performed store changed what memory holds.
  uint64_t changes = 0;

protected:
  /// Forgets all instances, and the buffers from this one on.
  void restart(size_t numBuffers);
  const BufferImage &imageOf(int buffer) const { return buffers[buffer].image; }
  size_t numBuffers() const { return buffers.size(); }
  /// Accesses are performed as this class says: there is a simple case.
  bool hasSimpleCase = false;
  /// Every order of additions is a run of its own: sums have no enclosures.
  bool choosesOrderOfSums = false;

private:
  struct Mark {
    uint32_t access;
    int64_t start;
    uint8_t size;
  };
  /// Unordered accesses in a long loop must not take quadratic time.
  struct MarkList : llvm::SmallVector<Mark, 1> {
    /// All are strong, of one block and scope and the same bytes: what one is
    /// morally strong with, all are.
    bool areAlike = true;
    /// The size at which covered ones are looked for again, of a long list.
    uint32_t forgetAt = 0;
  };
  struct Marks {
    MarkList writes, reads;
  };
  /// What accessed a granule.
  struct Shadow {
    /// The last write and up to two reads, if there are no more to remember and
    /// they were of this granule alone: the access plus one; 0: none.
    uint32_t write = 0, read = 0, laterRead = 0;
    /// Else, index into the buffer's `marks` plus one.
    uint32_t marks = 0;
    /// Index into `releases` plus one; 0: none.
    uint32_t release = 0;
  };
  struct Buffer {
    explicit Buffer(BufferImage contents);

    BufferImage image;
    /// One for so many bytes, which have only been accessed together so far:
    /// element sizes are powers of two, and accesses aligned.
    std::vector<Shadow> shadow;
    std::vector<Marks> marks;
    unsigned granule, granuleLog;
    bool isLaunched = true, isAlive = true, isConstant = false;

    Shadow &shadowAt(int64_t offset) { return shadow[offset >> granuleLog]; }
    /// All marks of the granule that begins at `start`.
    Marks &marksOf(Shadow &shadow, int64_t start);
    /// Makes granules no larger than `size`.
    void refine(unsigned size);
    bool isUnspecified(int64_t offset, unsigned size) const;
  };
  struct Release {
    uint32_t access;
    llvm::SmallVector<ChainEntry> clock;
  };

  struct Store {
    int buffer;
    int64_t offset;
    unsigned size;
    uint64_t bits;
    bool unspecified;
    BufferImage::Enclosure enclosure;
  };
  /// A store operation whose effect the schedule holds back.
  struct LateAccess {
    uint32_t id, block;
    ChainEntry place;
    TokenRef before;
    llvm::SmallVector<Store> stores;
  };
  /// Whether the schedule holds this access's stores back.
  bool isLate(const Access &access);
  void perform(const Store &store, uint32_t release, bool keepsRelease = false);
  void writeEnclosure(const Store &store);
  void perform(const LateAccess &access);
  /// Performs the late stores that `clock` orders before something.
  void performBefore(llvm::ArrayRef<ChainEntry> clock);

  static void copyElement(void *to, const void *from, unsigned size) {
    switch (size) {
    case 1:
      std::memcpy(to, from, 1);
      return;
    case 2:
      std::memcpy(to, from, 2);
      return;
    case 4:
      std::memcpy(to, from, 4);
      return;
    default:
      std::memcpy(to, from, 8);
    }
  }
  /// Whether an access is simple as far as it does not depend on the element.
  bool isSimple(const Access &access, const Buffer &target,
                unsigned size) const {
    return hasSimpleCase && !access.isStrong() && size == target.granule &&
           late.empty() && sums.empty() && target.image.unspecified.empty() &&
           target.image.enclosures.empty();
  }
  /// Null: the access is not simple.
  Shadow *simpleShadow(const Access &access, int buffer, int64_t offset,
                       unsigned size) {
    Buffer &target = buffers[buffer];
    if (!isSimple(access, target, size))
      return nullptr;
    Shadow &shadow = target.shadowAt(offset);
    return shadow.marks ? nullptr : &shadow;
  }
  template <typename T, bool isWrite, typename Packed>
  size_t accessSimply(Access &access, Buffer &target,
                      llvm::ArrayRef<int64_t> offsets, Packed *packed);
  /// Whether the access is token-ordered after the other.
  bool isAfter(Access &access, uint32_t other) const {
    if (access.cachedOrderQuery != other) {
      access.cachedOrderQuery = other;
      access.askedIsOrdered = isOrderedBefore(history[other], access.before);
    }
    return access.askedIsOrdered;
  }
  /// What `touchGranule` does for a weak access of this granule alone, if the
  /// numbers can say who accessed it before and after.
  bool readGranule(Access &access, Shadow &shadow) {
    uint32_t self = access.id + 1;
    bool hasOther = shadow.write && shadow.write != self;
    if (hasOther && !isAfter(access, shadow.write - 1))
      return false;
    // In the place of the last reader, if that is ordered before, or beside it.
    uint32_t &last = shadow.laterRead ? shadow.laterRead : shadow.read;
    if (!last || last == self || isAfter(access, last - 1))
      last = self;
    else if (!shadow.laterRead)
      shadow.laterRead = self;
    else
      return false;
    if (hasOther)
      isFullyOrdered &= history[shadow.write - 1].block == access.block;
    return true;
  }
  bool writeGranule(Access &access, Shadow &shadow) {
    uint32_t self = access.id + 1;
    for (uint32_t other : {shadow.write, shadow.read, shadow.laterRead})
      if (other && (other == self || !isAfter(access, other - 1)))
        return false;
    for (uint32_t other : {shadow.write, shadow.read, shadow.laterRead})
      if (other)
        isFullyOrdered &= history[other - 1].block == access.block;
    shadow.write = self;
    shadow.read = shadow.laterRead = 0;
    return true;
  }

  void touch(Access &access, int buffer, int64_t offset, unsigned size,
             bool isWrite);
  void touchGranule(Access &access, int buffer, int64_t offset, unsigned size,
                    bool isWrite, int64_t start);
  /// Both are strong, each scope includes the other's block, and they are of
  /// the same bytes.
  bool isMorallyStrong(const Access &access, const Mark &mark, int64_t start,
                       unsigned size) const;
  void remember(MarkList &list, const Mark &mark);
  void report(const Access &access, const Mark &mark, int buffer,
              int64_t offset, bool isWrite, bool markIsWrite);

  std::vector<Buffer> buffers;
  /// All instances, by id (the parts that later conflicts need).
  std::vector<Access> history;
  std::vector<uint32_t> chainLengths;
  /// Of accesses that take no token.
  TokenRef noToken;
  std::vector<Release> releases;
  FloatSums sums;
  Schedule schedule;
  uint64_t randomState = 0;
  /// In the order of the program.
  std::vector<LateAccess> late;
  /// The last access that `isLate` was asked for, and the answer.
  uint32_t askedAccess = ~uint32_t(0);
  bool askedAnswer = false;
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_MEMORY_MEMORY_H
