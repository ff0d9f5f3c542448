//===- Memory.h - What kernels may access -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Allocations by address. Addresses of device memory are numbers of the machine
// (FlatAddress.h), far apart and never given twice, so that what lies beside an
// allocation, or in one that was freed, is in none. Memory of the host that
// kernels may access (managed, mapped, registered) has the host's addresses;
// a launch takes its contents and gives them back.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_DRIVER_MEMORY_H
#define TILEFUZZ_ORACLE_DRIVER_MEMORY_H

#include "interp/Simt/Machine/DeviceLaunch.h"
#include "oracle/Driver/Abi.h"
#include <map>
#include <optional>

namespace tilefuzz::driver {

struct Context;

enum class MemoryKind {
  Device,
  Managed,
  Host,
  Registered,
  Variable,
  /// What a kernel has allocated.
  Heap
};

struct Block {
  uint64_t address = 0, size = 0;
  MemoryKind kind = MemoryKind::Device;
  Context *owner = nullptr;
  /// As the call that made it gave them.
  unsigned flags = 0;
  /// Of device memory; of the host's only while a kernel runs.
  simt::Allocation contents;
  /// Of the host's: as a launch that runs was given it.
  std::vector<uint8_t> lent;

  bool isOnHost() const {
    return kind == MemoryKind::Managed || isHostMemory();
  }
  bool isHostMemory() const {
    return kind == MemoryKind::Host || kind == MemoryKind::Registered;
  }
  bool holds(uint64_t first, uint64_t bytes) const {
    return first >= address && first - address <= size &&
           bytes <= size - (first - address);
  }
};

class Memory {
public:
  /// Zero if there is no room.
  uint64_t allocate(Context *owner, uint64_t size, llvm::StringRef name);
  /// The same for memory of the host, which is zero.
  void *allocateHost(Context *owner, uint64_t size, MemoryKind kind,
                     unsigned flags);
  /// False if some of it is known already.
  bool registerHost(Context *owner, void *begin, uint64_t size, unsigned flags);
  /// Variables of a module: so many addresses in a row, one for each.
  uint32_t reserveNumbers(uint32_t count);
  Block &addVariable(Context *owner, uint32_t number,
                     simt::Allocation contents);

  /// False if no block of that kind begins there.
  bool free(uint64_t address, llvm::ArrayRef<MemoryKind> kinds);
  void freeOwnedBy(const Context *owner);

  /// The block that holds the address; null: none does.
  Block *find(uint64_t address);
  Block *findExactly(uint64_t address);

  /// Between two places, each of which is in one block or, if `isHost` allows
  /// it, anywhere in the host's memory.
  Status copy(uint64_t to, uint64_t from, uint64_t bytes);
  Status fill(uint64_t to, const void *pattern, unsigned width, uint64_t count);

  /// Moves all contents into what a launch takes, in the order of addresses,
  /// and back. What `owner`'s kernels allocated or freed comes or goes.
  std::vector<simt::DeviceObject> lend();
  void takeBack(Context *owner, std::vector<simt::DeviceObject> objects);
  /// Of what kernels allocate: DeviceLaunch.h.
  uint32_t nextOnHeap = 0;

  uint64_t bytesUsed() const { return used; }
  static uint64_t capacity();
  /// Of the largest block.
  uint64_t largest() const;

private:
  Block &insert(Block block);

  std::map<uint64_t, Block> blocks;
  uint64_t used = 0;
  /// Of the next object, in addresses.
  uint32_t nextNumber = 0x1000;
  uint64_t made = 0;
};

} // namespace tilefuzz::driver

#endif // TILEFUZZ_ORACLE_DRIVER_MEMORY_H
