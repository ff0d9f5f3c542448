//===- Statement.h - A prepared SQL statement -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Only for the files of Database.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_FINDINGS_STATEMENT_H
#define TILEFUZZ_FUZZ_FINDINGS_STATEMENT_H

#include "llvm/ADT/StringRef.h"
#include <sqlite3.h>
#include <string>

namespace tilefuzz {

/// A prepared statement; bind in order, then step.
class Statement {
public:
  Statement(sqlite3 *handle, const char *sql) {
    code = sqlite3_prepare_v2(handle, sql, -1, &statement, nullptr);
  }
  ~Statement() { sqlite3_finalize(statement); }
  Statement(const Statement &) = delete;
  Statement &operator=(const Statement &) = delete;

  Statement &bind(int64_t value) {
    note(sqlite3_bind_int64(statement, ++bound, value));
    return *this;
  }
  Statement &bind(double value) {
    note(sqlite3_bind_double(statement, ++bound, value));
    return *this;
  }
  Statement &bind(llvm::StringRef text) {
    note(sqlite3_bind_text(statement, ++bound, text.data(), text.size(),
                           SQLITE_TRANSIENT));
    return *this;
  }
  /// Ready for the next row's values.
  void reset() {
    sqlite3_reset(statement);
    bound = 0;
  }
  /// True while there is a row.
  bool step() {
    if (code != SQLITE_OK && code != SQLITE_ROW)
      return false;
    code = sqlite3_step(statement);
    return code == SQLITE_ROW;
  }
  /// SQLITE_OK, or what went wrong.
  int failureCode() const {
    return code == SQLITE_DONE || code == SQLITE_ROW ? SQLITE_OK : code;
  }

  int64_t integer(int column) const {
    return sqlite3_column_int64(statement, column);
  }
  double real(int column) const {
    return sqlite3_column_double(statement, column);
  }
  std::string text(int column) const {
    auto *data =
        reinterpret_cast<const char *>(sqlite3_column_text(statement, column));
    return std::string(data ? data : "",
                       sqlite3_column_bytes(statement, column));
  }

private:
  void note(int result) {
    if (code == SQLITE_DONE)
      code = SQLITE_OK;
    if (code == SQLITE_OK)
      code = result;
  }

  sqlite3_stmt *statement = nullptr;
  int code = SQLITE_OK;
  int bound = 0;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_FINDINGS_STATEMENT_H
