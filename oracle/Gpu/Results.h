//===- Results.h - What a GPU did with a bundle ------------------*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The file that travels back: which device ran the bundle and how each case
// ended. No LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_GPU_RESULTS_H
#define TILEFUZZ_ORACLE_GPU_RESULTS_H

#include "oracle/Gpu/Bundle.h"
#include "oracle/Gpu/Json.h"

namespace tilefuzz::conform {

enum class CaseStatus {
  Completed,
  /// The driver does not accept the PTX; `error` and `detail` (its log) say
  /// why.
  Rejected,
  /// The device or driver cannot run this target at all.
  Incompatible,
  /// No memory, no such kernel, or a launch that the driver refuses.
  LaunchFailed,
  /// The kernel ended with a device error such as an illegal address.
  Fault,
  /// The kernel wrote outside its buffer; `detail` names the buffer.
  GuardOverwritten,
  Timeout,
  /// The process that ran the case died.
  Crashed,
};
const char *toString(CaseStatus status);

struct CaseResult {
  std::string name;
  CaseStatus status = CaseStatus::Completed;
  /// The driver's name of the error, e.g. `CUDA_ERROR_ILLEGAL_ADDRESS`.
  std::string error;
  std::string detail;
  double milliseconds = 0;
  /// Contents after the run by buffer index; only for completed cases.
  std::vector<Bytes> buffers;
};

struct Results {
  uint64_t bundleHash = 0;
  std::string device;
  std::string computeCapability;
  /// As cuDriverGetVersion gives it, e.g. 13000.
  int64_t driverVersion = 0;
  std::vector<CaseResult> cases;
};

Json toJson(const CaseResult &result);
/// What a file says of all cases; also what a child tells of its device.
Json headerOf(const Results &results);
/// Absent on malformed input; `error` says what.
std::optional<CaseResult> parseCaseResult(const Json &json, std::string &error);
/// A results file: one line of JSON with the header, then one per case. A last
/// line without an end, of a run that was killed, is left out; `complete`, if
/// not null, gets the size of what was taken.
std::optional<Results> parseResults(std::string_view text, std::string &error,
                                    size_t *complete = nullptr);

} // namespace tilefuzz::conform

#endif // TILEFUZZ_ORACLE_GPU_RESULTS_H
