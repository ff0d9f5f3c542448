//===- Memory.cpp - Buffers, tokens as clocks, races ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Memory/Memory.h"
#include "interp/Memory/Clock.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace tilefuzz;

/// Of one granule, once the run has raced.
static constexpr size_t maxMarksAfterRace = 64;
/// Of one granule: so many are looked through at every write.
static constexpr size_t fewMarks = 32;

/// Pointwise maximum.
static void join(Clock &into, llvm::ArrayRef<ChainEntry> other) {
  Clock merged;
  auto a = into.begin();
  auto b = other.begin();
  while (a != into.end() || b != other.end()) {
    if (b == other.end() || (a != into.end() && a->chain < b->chain))
      merged.push_back(*a++);
    else if (a == into.end() || b->chain < a->chain)
      merged.push_back(*b++);
    else {
      merged.push_back({a->chain, std::max(a->index, b->index)});
      ++a;
      ++b;
    }
  }
  into = std::move(merged);
}

AccessSite SiteName::toSite() const {
  AccessSite site;
  site.location = location.str();
  site.operation = operation.str();
  return site;
}

/// As `join` with a clock of one entry.
static void include(Clock &into, ChainEntry entry) {
  auto at = llvm::lower_bound(
      into, entry.chain,
      [](const ChainEntry &e, uint32_t wanted) { return e.chain < wanted; });
  if (at != into.end() && at->chain == entry.chain)
    at->index = std::max(at->index, entry.index);
  else
    into.insert(at, entry);
}

/// In halves: one after the other would go through all entries so far for each
/// token.
static Clock joinClocks(llvm::ArrayRef<TokenRef> tokens) {
  if (tokens.empty() || (tokens.size() == 1 && !tokens[0]))
    return {};
  if (tokens.size() == 1)
    return tokens[0]->clock;
  size_t half = tokens.size() / 2;
  Clock clock = joinClocks(tokens.take_front(half));
  join(clock, joinClocks(tokens.drop_front(half)));
  return clock;
}

TokenRef tilefuzz::joinTokens(llvm::ArrayRef<TokenRef> tokens) {
  auto result = makeShared<TokenValue>();
  result->clock = joinClocks(tokens);
  for (const TokenRef &token : tokens) {
    if (token)
      llvm::append_range(result->members, token->members);
  }
  // What is joined again and again would double each time.
  if (result->members.size() > 16) {
    auto keyOf = [](ChainEntry entry) {
      return std::pair(entry.chain, entry.index);
    };
    llvm::sort(result->members,
               [&](ChainEntry a, ChainEntry b) { return keyOf(a) < keyOf(b); });
    auto end = std::unique(
        result->members.begin(), result->members.end(),
        [&](ChainEntry a, ChainEntry b) { return keyOf(a) == keyOf(b); });
    result->members.erase(end, result->members.end());
  }
  return result;
}

llvm::Expected<std::vector<BufferImage>>
Memory::initialImages(const Launch &launch) {
  std::vector<BufferImage> images;
  for (size_t i = 0; i < launch.buffers.size(); ++i) {
    llvm::Expected<std::vector<uint8_t>> bytes = initialContents(launch, i);
    if (!bytes)
      return bytes.takeError();
    BufferImage &image = images.emplace_back();
    image.name = launch.buffers[i].name;
    image.kind = launch.buffers[i].kind;
    image.bytes = std::move(*bytes);
  }
  return images;
}

llvm::Expected<Memory> Memory::create(const Launch &launch,
                                      const Schedule &schedule) {
  llvm::Expected<std::vector<BufferImage>> images = initialImages(launch);
  if (!images)
    return images.takeError();
  Memory memory = create(std::move(*images), schedule);
  memory.devices = launch.devices;
  return memory;
}

Memory Memory::create(std::vector<BufferImage> images,
                      const Schedule &schedule) {
  Memory memory;
  memory.schedule = schedule;
  memory.randomState = schedule.seed;
  memory.hasSimpleCase = !schedule.holdsBack();
  memory.noToken = makeShared<TokenValue>();
  memory.buffers.reserve(images.size() + 4);
  for (BufferImage &image : images)
    memory.buffers.emplace_back(std::move(image));
  return memory;
}

Memory::Buffer::Buffer(BufferImage contents)
    : image(std::move(contents)), granule(byteSize(image.kind)),
      granuleLog(llvm::Log2_32(granule)) {
  shadow.resize(llvm::divideCeil(image.bytes.size(), granule));
}

void Memory::Buffer::refine(unsigned size) {
  if (size >= granule)
    return;
  std::vector<Shadow> finer;
  finer.reserve(image.bytes.size() / size);
  for (size_t offset = 0; offset < image.bytes.size(); offset += size) {
    Shadow &one = finer.emplace_back(shadowAt(offset));
    if (!one.write && !one.read && !one.marks)
      continue;
    // Marks of more than the new granule.
    Marks copy = marksOf(shadowAt(offset), offset & -int64_t(granule));
    marks.push_back(std::move(copy));
    one = {0, 0, 0, uint32_t(marks.size()), one.release};
  }
  shadow = std::move(finer);
  granule = size;
  granuleLog = llvm::Log2_32(size);
}

Memory::Marks &Memory::Buffer::marksOf(Shadow &shadow, int64_t start) {
  if (shadow.marks)
    return marks[shadow.marks - 1];
  if (marks.empty())
    marks.reserve(std::min<size_t>(this->shadow.size(), 64));
  Marks &all = marks.emplace_back();
  // Those of the simple case are weak.
  all.writes.areAlike = !shadow.write;
  all.reads.areAlike = !shadow.read && !shadow.laterRead;
  if (shadow.write)
    all.writes.push_back({shadow.write - 1, start, uint8_t(granule)});
  for (uint32_t read : {shadow.read, shadow.laterRead})
    if (read)
      all.reads.push_back({read - 1, start, uint8_t(granule)});
  shadow = {0, 0, 0, uint32_t(marks.size()), shadow.release};
  return all;
}

bool Memory::Buffer::isUnspecified(int64_t offset, unsigned size) const {
  if (image.unspecified.empty())
    return false;
  auto first = image.unspecified.begin() + offset;
  return std::find(first, first + size, true) != first + size;
}

int Memory::allocate(BufferImage image, bool isConstant) {
  Buffer &buffer = buffers.emplace_back(std::move(image));
  buffer.isLaunched = false;
  buffer.isConstant = isConstant;
  return buffers.size() - 1;
}

void Memory::restart(size_t numBuffers) {
  buffers.erase(buffers.begin() + numBuffers, buffers.end());
  history.clear();
  chainLengths.clear();
}

bool Memory::isOrderedBefore(const Access &earlier, const TokenRef &token) {
  return token &&
         lookUp(token->clock, earlier.place.chain) >= earlier.place.index;
}

bool Memory::isBefore(const TokenValue &earlier, const TokenValue &later) {
  return llvm::all_of(earlier.members, [&](ChainEntry member) {
    return lookUp(later.clock, member.chain) >= member.index;
  });
}

Access Memory::begin(uint32_t block, AccessOrdering ordering, AccessScope scope,
                     SiteName site, const TokenRef &token) {
  Access &access = history.emplace_back();
  access.block = block;
  access.ordering = ordering;
  access.scope = scope;
  access.site = site;
  access.before = token ? token : noToken;
  access.id = history.size() - 1;
  // Extend a chain whose last instance is a direct predecessor, else open one.
  bool extended = false;
  for (ChainEntry member : access.before->members)
    if (chainLengths[member.chain] == member.index) {
      access.place = {member.chain, ++chainLengths[member.chain]};
      extended = true;
      break;
    }
  if (!extended) {
    access.place = {uint32_t(chainLengths.size()), 1};
    chainLengths.push_back(1);
  }
  return access;
}

TokenRef Memory::end(const Access &access) {
  auto result = makeShared<TokenValue>();
  Clock &clock = result->clock;
  clock = access.before->clock;
  if (!access.acquired.empty())
    join(clock, access.acquired);
  include(clock, access.place);
  result->members.push_back(access.place);
  return result;
}

bool Memory::includes(const Access &access, const Access &other) const {
  switch (access.scope) {
  case AccessScope::TileBlock:
  // A tile block is one CTA or is spread over one cluster (memory model, 5),
  // and without cluster dimensions a cluster is one CTA (PTX): no other block
  // is in it.
  case AccessScope::Cluster:
    return access.block == other.block;
  case AccessScope::Device:
    return access.block == other.block || devices.empty() ||
           devices[access.block] == devices[other.block];
  case AccessScope::System:
    return true;
  }
  llvm_unreachable("unknown scope");
}

bool Memory::isMorallyStrong(const Access &access, const Mark &mark,
                             int64_t start, unsigned size) const {
  const Access &other = history[mark.access];
  return access.isStrong() && other.isStrong() && includes(access, other) &&
         includes(other, access) && mark.start == start && mark.size == size;
}

void Memory::remember(MarkList &list, const Mark &mark) {
  const Access &access = history[mark.access];
  const Mark &first = list.empty() ? mark : list.front();
  const Access &other = history[first.access];
  list.areAlike = (list.empty() || list.areAlike) && access.isStrong() &&
                  access.block == other.block && access.scope == other.scope &&
                  mark.start == first.start && mark.size == first.size;
  list.push_back(mark);
}

void Memory::report(const Access &access, const Mark &mark, int buffer,
                    int64_t offset, bool isWrite, bool markIsWrite) {
  const Access &other = history[mark.access];
  for (const RaceReport &known : races)
    if (known.first.location == other.site.location &&
        known.second.location == access.site.location &&
        known.first.isWrite == markIsWrite && known.second.isWrite == isWrite)
      return;
  RaceReport race{other.site.toSite(), access.site.toSite()};
  race.first.isWrite = markIsWrite;
  race.second.isWrite = isWrite;
  race.first.buffer = race.second.buffer = buffers[buffer].image.name;
  race.first.offset = race.second.offset = offset;
  races.push_back(std::move(race));
}

void Memory::touch(Access &access, int buffer, int64_t offset, unsigned size,
                   bool isWrite) {
  buffers[buffer].refine(size);
  int64_t step = buffers[buffer].granule;
  for (int64_t start = offset; start < offset + int64_t(size); start += step)
    touchGranule(access, buffer, offset, size, isWrite, start);
}

void Memory::touchGranule(Access &access, int buffer, int64_t offset,
                          unsigned size, bool isWrite, int64_t start) {
  Shadow &cell = buffers[buffer].shadowAt(start);
  if (hasSimpleCase && !cell.marks && !access.isStrong() &&
      size == buffers[buffer].granule &&
      (isWrite ? writeGranule(access, cell) : readGranule(access, cell)))
    return;
  Marks &shadow = buffers[buffer].marksOf(cell, start);
  auto check = [&](const MarkList &marks, bool markIsWrite) {
    if (!isFullyOrdered && !marks.empty() && marks.areAlike &&
        isMorallyStrong(access, marks.front(), offset, size))
      return;
    for (const Mark &mark : marks) {
      const Access &other = history[mark.access];
      if (mark.access == access.id) {
        // Two elements of one operation: a race only between weak writes.
        if (isWrite && markIsWrite) {
          isFullyOrdered = false;
          if (!access.isStrong())
            report(access, mark, buffer, start, isWrite, markIsWrite);
        }
        continue;
      }
      bool ordered =
          lookUp(access.before->clock, other.place.chain) >= other.place.index;
      if (!ordered && !isMorallyStrong(access, mark, offset, size))
        report(access, mark, buffer, start, isWrite, markIsWrite);
      isFullyOrdered &= ordered && other.block == access.block;
    }
  };
  check(shadow.writes, /*markIsWrite=*/true);
  if (isWrite)
    check(shadow.reads, /*markIsWrite=*/false);
  // Forget what the new access stands for: whatever conflicts with the old
  // one and is not excused will not be excused from the new one either. A
  // strong access does not stand for a weak one, which no scope excuses.
  auto isCovered = [&](const Mark &mark) {
    const Access &other = history[mark.access];
    if (mark.access == access.id ||
        lookUp(access.before->clock, other.place.chain) < other.place.index)
      return false;
    return !access.isStrong() ||
           (other.isStrong() && other.block == access.block &&
            other.scope >= access.scope && mark.start == offset &&
            mark.size == size);
  };
  Mark mark{access.id, offset, uint8_t(size)};
  // A run that raced is undefined already; what unordered accesses in a long
  // loop leave behind would take quadratic time.
  if (!races.empty())
    for (auto *marks : {&shadow.writes, &shadow.reads})
      if (marks->size() > maxMarksAfterRace)
        marks->erase(marks->begin());
  if (isWrite) {
    for (MarkList *list : {&shadow.writes, &shadow.reads}) {
      if (list->size() > fewMarks && list->size() < list->forgetAt)
        continue;
      llvm::erase_if(*list, isCovered);
      list->forgetAt = 2 * list->size();
    }
    remember(shadow.writes, mark);
    return;
  }
  // What an operation reads more than once, it reads in a row; a poll covers
  // the one before it.
  if (!shadow.reads.empty() && isCovered(shadow.reads.back()))
    shadow.reads.pop_back();
  if (shadow.reads.empty() || shadow.reads.back().access != access.id)
    remember(shadow.reads, mark);
}

uint64_t Memory::read(Access &access, int buffer, int64_t offset, unsigned size,
                      bool &unspecified, BufferImage::Enclosure *enclosure) {
  ++loads;
  touch(access, buffer, offset, size, /*isWrite=*/false);
  performBefore(access.before->clock);
  Buffer &source = buffers[buffer];
  // An acquire that reads a release is ordered after it (its token successors
  // are; elements of one operation do not order each other).
  uint32_t release = source.shadowAt(offset).release;
  if (release && (access.ordering == AccessOrdering::Acquire ||
                  access.ordering == AccessOrdering::AcqRel)) {
    const Release &entry = releases[release - 1];
    const Access &writer = history[entry.access];
    if (includes(writer, access) && includes(access, writer)) {
      join(access.acquired, entry.clock);
      isFullyOrdered = false;
    }
  }
  uint64_t bits = 0;
  std::memcpy(&bits, &source.image.bytes[offset], size);
  unspecified = source.isUnspecified(offset, size);
  if (!source.image.enclosures.empty()) {
    unsigned element = byteSize(source.image.kind);
    for (int64_t at = offset / element; at * element < offset + size; ++at)
      if (!source.image.enclosures[at].exact) {
        if (enclosure && size == element)
          *enclosure = source.image.enclosures[at];
        else
          lostEnclosure = true;
      }
  }
  return bits;
}

void Memory::write(Access &access, int buffer, int64_t offset, unsigned size,
                   uint64_t bits, bool unspecified,
                   const BufferImage::Enclosure *enclosure, UpdateKind update) {
  bool isUpdate = update != UpdateKind::None;
  ++stores;
  touch(access, buffer, offset, size, /*isWrite=*/true);
  Store store = {buffer, offset, size, bits, unspecified, {}};
  if (enclosure)
    store.enclosure = *enclosure;
  if (isLate(access)) {
    if (late.empty() || late.back().id != access.id)
      late.push_back(
          {access.id, access.block, access.place, access.before, {}});
    late.back().stores.push_back(store);
    return;
  }
  performBefore(access.before->clock);
  uint32_t release = 0;
  if (access.ordering == AccessOrdering::Release ||
      access.ordering == AccessOrdering::AcqRel) {
    Clock clock = access.before->clock;
    join(clock, {access.place});
    if (isUpdate)
      if (uint32_t head = buffers[buffer].shadowAt(offset).release)
        join(clock, releases[head - 1].clock);
    releases.push_back({access.id, std::move(clock)});
    release = releases.size();
  }
  perform(store, release, isUpdate && !release);
}

void Memory::writeSum(Access &access, int buffer, int64_t offset, unsigned size,
                      uint64_t bits, FloatFormat format,
                      const EnclosedFloat &old, const EnclosedFloat &summand,
                      bool isOrdered, UpdateKind kind) {
  const FloatSum *before = sums.find(buffer, offset);
  FloatSum sum = before ? *before : FloatSum(format, old);
  sum.add(summand, access.id, isOrdered);
  BufferImage::Enclosure bounds = sum.bounds();
  bool isEnclosed = !choosesOrderOfSums && !bounds.exact;
  write(access, buffer, offset, size, bits, /*unspecified=*/false,
        isEnclosed ? &bounds : nullptr, kind);
  if (!choosesOrderOfSums)
    sums.keep(buffer, offset, size, sum);
}

template <typename T, bool isWrite, typename Packed>
size_t Memory::accessSimply(Access &access, Buffer &target,
                            llvm::ArrayRef<int64_t> offsets, Packed *packed) {
  uint8_t *bytes = target.image.bytes.data();
  uint64_t size = target.image.bytes.size();
  size_t done = 0;
  for (int64_t offset : offsets) {
    if (uint64_t(offset) >= size || size - uint64_t(offset) < sizeof(T) ||
        offset % sizeof(T))
      break;
    Shadow &shadow = target.shadow[size_t(offset) / sizeof(T)];
    if (shadow.marks ||
        !(isWrite ? writeGranule(access, shadow) : readGranule(access, shadow)))
      break;
    T old;
    std::memcpy(&old, bytes + offset, sizeof(T));
    if constexpr (isWrite) {
      T next;
      std::memcpy(&next, packed + done * sizeof(T), sizeof(T));
      std::memcpy(bytes + offset, &next, sizeof(T));
      shadow.release = 0;
      changes += old != next;
    } else {
      std::memcpy(packed + done * sizeof(T), &old, sizeof(T));
    }
    ++done;
  }
  (isWrite ? stores : loads) += done;
  return done;
}

size_t Memory::readFast(Access &access, int buffer,
                        llvm::ArrayRef<int64_t> offsets, unsigned size,
                        void *into) {
  if (buffer < 0 || size_t(buffer) >= buffers.size())
    return 0;
  Buffer &target = buffers[buffer];
  if (!target.isAlive || !isSimple(access, target, size))
    return 0;
  auto *packed = static_cast<char *>(into);
  switch (size) {
  case 1:
    return accessSimply<uint8_t, false>(access, target, offsets, packed);
  case 2:
    return accessSimply<uint16_t, false>(access, target, offsets, packed);
  case 4:
    return accessSimply<uint32_t, false>(access, target, offsets, packed);
  default:
    return accessSimply<uint64_t, false>(access, target, offsets, packed);
  }
}

size_t Memory::writeSimply(Access &access, int buffer,
                           llvm::ArrayRef<int64_t> offsets, unsigned size,
                           const void *from) {
  if (buffer < 0 || size_t(buffer) >= buffers.size())
    return 0;
  Buffer &target = buffers[buffer];
  if (!target.isAlive || target.isConstant || !isSimple(access, target, size))
    return 0;
  auto *packed = static_cast<const char *>(from);
  switch (size) {
  case 1:
    return accessSimply<uint8_t, true>(access, target, offsets, packed);
  case 2:
    return accessSimply<uint16_t, true>(access, target, offsets, packed);
  case 4:
    return accessSimply<uint32_t, true>(access, target, offsets, packed);
  default:
    return accessSimply<uint64_t, true>(access, target, offsets, packed);
  }
}

uint64_t Memory::hashContents() const {
  llvm::hash_code hash = llvm::hash_value(late.size());
  for (const Buffer &buffer : buffers) {
    hash = llvm::hash_combine(hash, buffer.isAlive,
                              llvm::hash_combine_range(buffer.image.bytes));
    // No marks are the same as marks that say nothing.
    for (size_t i = 0; i < buffer.image.unspecified.size(); ++i)
      if (buffer.image.unspecified[i])
        hash = llvm::hash_combine(hash, i);
  }
  for (const LateAccess &access : late)
    for (const Store &store : access.stores)
      hash = llvm::hash_combine(hash, store.buffer, store.offset, store.size,
                                store.bits);
  return hash;
}

std::vector<BufferImage> Memory::takeImages() {
  std::vector<BufferImage> images;
  for (Buffer &buffer : buffers)
    if (buffer.isLaunched)
      images.push_back(std::move(buffer.image));
  return images;
}
