//===- Results.h - What a GPU did with a bundle -----------------*- C++ -*-===//
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
  /// The device or driver does not support the target, or something that the
  /// kernel needs.
  Incompatible,
  /// No such kernel, or a launch that the driver refuses.
  LaunchFailed,
  /// The kernel ended with a device error such as an illegal address, whichever
  /// function of the driver returned it.
  Fault,
  /// The kernel wrote outside its buffers; `detail` names the nearest one.
  GuardOverwritten,
  /// No end within the runner's deadline.
  Timeout,
  /// The driver ran out of memory, or ended the kernel after a limit of its own
  /// on time or steps.
  ResourceLimit,
  /// The process that ran the case died.
  Crashed,
  /// The bundle has no code for it.
  NoCode,
};
const char *toString(CaseStatus status);

struct CaseResult {
  std::string name;
  CaseStatus status = CaseStatus::Completed;
  /// The driver's name of the error, e.g. `CUDA_ERROR_ILLEGAL_ADDRESS`.
  std::string error;
  /// What failed; then the log of the driver's PTX compiler, and what the
  /// driver wrote to standard error during the case, each at most 4 KiB.
  std::string detail;
  double milliseconds = 0;
  /// Contents after the run by buffer index; only for completed cases.
  std::vector<Bytes> buffers;
};

/// The file of a driver's library: two files with the same size and hash are
/// the same library.
struct LibraryFile {
  /// Empty: not known (a results file of version 1).
  std::string path;
  uint64_t size = 0;
  /// FNV-1a over the file's 64-bit little-endian words, the last one filled up
  /// with zeros.
  uint64_t hash = 0;
};

struct Results {
  /// Of the file's format. Version 1 lacks `library`; there is no later one
  /// than 2.
  int64_t version = 2;
  uint64_t bundleHash = 0;
  std::string device;
  std::string computeCapability;
  /// As cuDriverGetVersion gives it, e.g. 13000.
  int64_t driverVersion = 0;
  LibraryFile library;
  /// When the run began, in UTC: `2026-11-24T18:00:00Z`. Empty: not known.
  std::string date;
  std::vector<CaseResult> cases;
};

/// How the device, the driver's version or its library differ; empty if they do
/// not. Results of the two must not stand in one file.
std::string differenceOf(const Results &earlier, const Results &now);

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
