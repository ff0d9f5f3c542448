//===- DeviceClient.h - A device behind tile-conform-run --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Starts `tile-conform-run --serve`, here or through ssh, and hands it kernels
// (oracle/Gpu/Serve.h). A server that dies is started again; one that cannot be
// started, or has no device, is a failure for good.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_CONFORM_DEVICECLIENT_H
#define TILEFUZZ_ORACLE_CONFORM_DEVICECLIENT_H

#include "interp/Program/Device.h"
#include "oracle/Gpu/Results.h"
#include <memory>

namespace tilefuzz {

/// Where the device is and how it is reached: `HOST` or `local`, then any of
/// `,driver=FILE` (`simulated` names the one built here), `,device=N`,
/// `,deadline=SECONDS`, `,guard=BYTES` and `,runner=FILE`.
struct DeviceAddress {
  std::string text;
  /// Empty: this machine.
  std::string host;
  /// What is started, the program first.
  std::vector<std::string> command;
  /// A server that says nothing for so long is dead.
  double patience = 0;
};
llvm::Expected<DeviceAddress> parseDeviceAddress(llvm::StringRef text);

/// Beside the tool of this path, as they are built or installed.
std::string runnerBeside(llvm::StringRef tool);
std::string simulatedDriverBeside(llvm::StringRef tool);

class DeviceClient : public Device {
public:
  explicit DeviceClient(DeviceAddress address);
  ~DeviceClient() override;

  llvm::Expected<std::vector<Outcome>> run(const DeviceKernel &kernel,
                                           unsigned runs) override;
  /// All of them beside each other, in few processes: of each case what its
  /// runs end in. Errors: the device cannot be reached.
  llvm::Expected<std::vector<std::vector<Outcome>>>
  runTogether(const std::vector<conform::Case> &cases, unsigned runs);

  std::string failure() const override { return reason; }
  std::string describe() const override { return device; }
  std::string address() const override { return where.text; }

private:
  class Connection;

  /// One request; `alone`: each case in a process of its own.
  llvm::Expected<std::vector<std::vector<Outcome>>>
  request(const std::vector<conform::Case> &cases, unsigned runs, bool alone);

  DeviceAddress where;
  std::unique_ptr<Connection> connection;
  std::string reason, device;
};

/// The kernel as a case of a bundle of that name. Errors: an argument that fits
/// no parameter, or a kernel that does not say how many threads it has.
llvm::Expected<conform::Case> packKernel(const DeviceKernel &kernel,
                                         llvm::StringRef name);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_CONFORM_DEVICECLIENT_H
