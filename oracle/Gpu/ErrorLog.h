//===- ErrorLog.h - What a driver writes to standard error ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_GPU_ERRORLOG_H
#define TILEFUZZ_ORACLE_GPU_ERRORLOG_H

#include <string>
#include <string_view>

namespace tilefuzz::conform {

/// At most 4 KiB of a log: its begin and its end, without trailing blanks.
std::string shortened(std::string_view log);
/// Adds a log to a text of lines; nothing if the log is empty.
void addLog(std::string &text, const char *title, std::string_view log);

/// Memory of 64 KiB that takes the place of standard error in child processes.
/// Parent and children share its position, so that the parent can read what a
/// child wrote that is dead. What is written beyond the end is lost. Where the
/// system has no such memory, nothing is kept and standard error stays.
class ErrorLog {
public:
  ErrorLog();
  ~ErrorLog();
  ErrorLog(const ErrorLog &) = delete;
  ErrorLog &operator=(const ErrorLog &) = delete;

  /// In the child: from now on standard error is this.
  void redirect() const;
  /// Forgets what was written.
  void clear() const;
  /// What was written since it was cleared.
  std::string text() const;

private:
  int file = -1;
};

} // namespace tilefuzz::conform

#endif // TILEFUZZ_ORACLE_GPU_ERRORLOG_H
