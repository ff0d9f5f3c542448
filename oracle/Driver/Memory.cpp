//===- Memory.cpp - What kernels may access -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Driver/Memory.h"
#include "interp/Simt/Machine/FlatAddress.h"
#include "oracle/Driver/Settings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cstdlib>
#include <cstring>
#include <set>

using namespace tilefuzz;
using namespace tilefuzz::driver;

/// Numbers of addresses below those of functions and windows (FlatAddress.h).
static constexpr uint32_t endOfNumbers = 0x800000;
/// What memory holds that nobody wrote.
static constexpr uint8_t unwrittenByte = 0xa5;

uint64_t Memory::capacity() { return settings().memoryBytes; }

Block &Memory::insert(Block block) {
  used += block.size;
  uint64_t address = block.address;
  return blocks[address] = std::move(block);
}

uint64_t Memory::allocate(Context *owner, uint64_t size, llvm::StringRef name) {
  if (size == 0 || size > capacity() || used > capacity() - size ||
      nextNumber >= endOfNumbers)
    return 0;
  Block block;
  block.address = simt::globalAddress(nextNumber++);
  block.size = size;
  block.owner = owner;
  block.contents.name =
      (name + " " + llvm::Twine(++made) + " of " + llvm::Twine(size) + " bytes")
          .str();
  block.contents.bytes.assign(size, unwrittenByte);
  block.contents.undefined.assign(size, settings().checks ? 2 : 0);
  return insert(std::move(block)).address;
}

void *Memory::allocateHost(Context *owner, uint64_t size, MemoryKind kind,
                           unsigned flags) {
  if (size == 0 || size > capacity() || used > capacity() - size)
    return nullptr;
  constexpr size_t page = 4096;
  void *begin = std::aligned_alloc(page, (size + page - 1) / page * page);
  if (!begin)
    return nullptr;
  std::memset(begin, 0, size);
  Block block;
  block.address = reinterpret_cast<uintptr_t>(begin);
  block.size = size;
  block.kind = kind;
  block.owner = owner;
  block.flags = flags;
  block.contents.name =
      (llvm::Twine(kind == MemoryKind::Managed ? "managed" : "host") +
       " allocation " + llvm::Twine(++made) + " of " + llvm::Twine(size) +
       " bytes")
          .str();
  insert(std::move(block));
  return begin;
}

bool Memory::registerHost(Context *owner, void *begin, uint64_t size,
                          unsigned flags) {
  uint64_t address = reinterpret_cast<uintptr_t>(begin);
  auto behind = blocks.lower_bound(address);
  bool isKnown = find(address) ||
                 (behind != blocks.end() && behind->first - address < size);
  if (isKnown || used > capacity() || size > capacity() - used)
    return false;
  Block block;
  block.address = address;
  block.size = size;
  block.kind = MemoryKind::Registered;
  block.owner = owner;
  block.flags = flags;
  block.contents.name =
      "registered host memory of " + std::to_string(size) + " bytes";
  insert(std::move(block));
  return true;
}

uint32_t Memory::reserveNumbers(uint32_t count) {
  if (count > endOfNumbers - nextNumber)
    return 0;
  uint32_t first = nextNumber;
  nextNumber += count;
  return first;
}

Block &Memory::addVariable(Context *owner, uint32_t number,
                           simt::Allocation contents) {
  Block block;
  block.address = simt::globalAddress(number);
  block.size = contents.bytes.size();
  block.kind = MemoryKind::Variable;
  block.owner = owner;
  block.contents = std::move(contents);
  return insert(std::move(block));
}

bool Memory::free(uint64_t address, llvm::ArrayRef<MemoryKind> kinds) {
  auto found = blocks.find(address);
  if (found == blocks.end() || !llvm::is_contained(kinds, found->second.kind))
    return false;
  Block &block = found->second;
  if (block.kind == MemoryKind::Managed || block.kind == MemoryKind::Host)
    std::free(reinterpret_cast<void *>(uintptr_t(address)));
  used -= block.size;
  blocks.erase(found);
  return true;
}

void Memory::freeOwnedBy(const Context *owner) {
  for (auto it = blocks.begin(); it != blocks.end();) {
    const Block &block = (it++)->second;
    if (block.owner == owner)
      free(block.address, block.kind);
  }
}

Block *Memory::find(uint64_t address) {
  auto behind = blocks.upper_bound(address);
  if (behind == blocks.begin())
    return nullptr;
  Block &block = std::prev(behind)->second;
  return block.holds(address, 1) ? &block : nullptr;
}

Block *Memory::findExactly(uint64_t address) {
  auto found = blocks.find(address);
  return found == blocks.end() ? nullptr : &found->second;
}

Status Memory::copy(uint64_t to, uint64_t from, uint64_t bytes) {
  if (bytes == 0)
    return Status::Success;
  // Null where the host may be asked directly.
  Block *target = nullptr, *source = nullptr;
  for (auto [address, block] : {std::pair{to, &target}, {from, &source}}) {
    *block = find(address);
    if (!*block && simt::isDeviceAddress(address))
      return Status::InvalidValue;
    if (!*block && !address)
      return Status::InvalidValue;
    // Memory of the host may go on behind what is registered.
    if (*block && (*block)->isOnHost())
      *block = nullptr;
    if (*block && !(*block)->holds(address, bytes))
      return Status::InvalidValue;
  }
  auto *hostTo = reinterpret_cast<uint8_t *>(uintptr_t(to));
  auto *hostFrom = reinterpret_cast<const uint8_t *>(uintptr_t(from));
  if (target)
    hostTo = target->contents.bytes.data() + (to - target->address);
  if (source)
    hostFrom = source->contents.bytes.data() + (from - source->address);
  std::memmove(hostTo, hostFrom, bytes);
  if (!target)
    return Status::Success;
  uint8_t *undefined =
      target->contents.undefined.data() + (to - target->address);
  if (source)
    std::memmove(undefined,
                 source->contents.undefined.data() + (from - source->address),
                 bytes);
  else
    std::memset(undefined, 0, bytes);
  return Status::Success;
}

Status Memory::fill(uint64_t to, const void *pattern, unsigned width,
                    uint64_t count) {
  if (to % width)
    return Status::InvalidValue;
  if (count == 0)
    return Status::Success;
  Block *target = find(to);
  if (!target || count > target->size || !target->holds(to, count * width))
    return Status::InvalidValue;
  uint64_t offset = to - target->address;
  uint8_t *bytes = target->isOnHost()
                       ? reinterpret_cast<uint8_t *>(uintptr_t(to))
                       : target->contents.bytes.data() + offset;
  for (uint64_t i = 0; i < count; ++i)
    std::memcpy(bytes + i * width, pattern, width);
  if (!target->isOnHost())
    std::memset(target->contents.undefined.data() + offset, 0, count * width);
  return Status::Success;
}

std::vector<simt::DeviceObject> Memory::lend() {
  std::vector<simt::DeviceObject> objects;
  for (auto &[address, block] : blocks) {
    if (block.isOnHost()) {
      auto *begin = reinterpret_cast<const uint8_t *>(uintptr_t(address));
      block.contents.bytes.assign(begin, begin + block.size);
      block.contents.undefined.assign(block.size, 0);
      block.lent = block.contents.bytes;
    }
    objects.push_back({address, std::move(block.contents)});
  }
  return objects;
}

void Memory::takeBack(Context *owner, std::vector<simt::DeviceObject> objects) {
  std::set<uint64_t> left;
  for (const simt::DeviceObject &object : objects)
    left.insert(object.address);
  for (auto it = blocks.begin(); it != blocks.end();)
    it = it->second.kind == MemoryKind::Heap && !left.count(it->first)
             ? blocks.erase(it)
             : std::next(it);
  for (simt::DeviceObject &object : objects) {
    auto [it, isNew] = blocks.try_emplace(object.address);
    Block &block = it->second;
    if (isNew) {
      block.address = object.address;
      block.size = object.contents.bytes.size();
      block.kind = MemoryKind::Heap;
      block.owner = owner;
    }
    block.contents = std::move(object.contents);
    if (!block.isOnHost()) {
      // A launch may have padded it.
      block.contents.bytes.resize(block.size);
      block.contents.undefined.resize(block.size);
      continue;
    }
    // What the launch did not change may belong to somebody who did meanwhile.
    auto *begin = reinterpret_cast<uint8_t *>(uintptr_t(block.address));
    for (uint64_t i = 0; i < block.size; ++i)
      if (block.contents.bytes[i] != block.lent[i])
        begin[i] = block.contents.bytes[i];
    block.contents.bytes = {};
    block.contents.undefined = {};
    block.lent = {};
  }
}

uint64_t Memory::largest() const {
  uint64_t size = 0;
  for (const auto &[address, block] : blocks)
    size = std::max(size, block.size);
  return size;
}
