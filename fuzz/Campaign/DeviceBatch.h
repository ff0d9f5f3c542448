//===- DeviceBatch.h - Programs that wait for a device ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A device is asked about many programs at once. Until then each waits with
// what its source may end in, and with what its worker has to say of it. One
// that does not end so among its neighbours is compared again, alone: what a
// neighbour wrote or broke is not its fault.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CAMPAIGN_DEVICEBATCH_H
#define TILEFUZZ_FUZZ_CAMPAIGN_DEVICEBATCH_H

#include "fuzz/Campaign/WorkerConfig.h"
#include "fuzz/Stages/StageComparison.h"
#include "oracle/Conform/DeviceClient.h"

namespace tilefuzz {

/// Programs that a worker takes at once where it has a device.
inline constexpr uint64_t programsPerDeviceBatch = 32;

class DeviceBatch : public Device {
public:
  explicit DeviceBatch(std::shared_ptr<DeviceClient> client)
      : client(std::move(client)) {}

  bool defer(const DeviceKernel &kernel) override;
  /// Of what cannot be deferred: why.
  llvm::Expected<std::vector<Outcome>> run(const DeviceKernel &,
                                           unsigned) override {
    return llvm::createStringError(refusal);
  }
  std::string describe() const override { return client->describe(); }
  std::string address() const override { return client->address(); }

  /// A program that waits.
  struct Entry {
    uint64_t index;
    std::vector<Outcome> allowed;
    WorkerMessage message;
    /// Not all runs among neighbours ended as the source may.
    bool isOpen = false;
  };
  /// The program that was deferred last.
  void add(uint64_t index, std::vector<Outcome> allowed, WorkerMessage message);
  /// The program that was deferred last does not wait: it is decided.
  void drop() { last.reset(); }
  /// All that wait, after the device was asked: what it showed is counted in
  /// their messages. Errors: it cannot be reached.
  llvm::Expected<std::vector<Entry>> ask();
  /// What the device says of one that was compared alone.
  static void countAlone(const ComparisonReport &report, Counts &counters);

private:
  std::shared_ptr<DeviceClient> client;
  std::optional<conform::Case> last;
  std::string refusal;
  std::vector<conform::Case> cases;
  std::vector<Entry> entries;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CAMPAIGN_DEVICEBATCH_H
