//===- EntryPoints.cpp - Functions by name, and those that refuse ---------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Driver/EntryPoints.h"
#include "oracle/Driver/Process.h"

using namespace tilefuzz::driver;

static Status refuse(const char *name) {
  ReadyCall call;
  if (call.failed())
    return call.status;
  report(llvm::Twine(name) + " is not supported");
  return Status::NotSupported;
}

#define TILECUDA_REFUSED(NAME, SYMBOL, SINCE)                                  \
  TILECUDA_API Status SYMBOL() { return refuse(#SYMBOL); }
#include "oracle/Driver/EntryPoints.def"

namespace {
/// CUdriverProcAddressQueryResult.
enum QueryResult { Found = 0, SymbolNotFound = 1, VersionNotSufficient = 2 };
} // namespace

/// The last row that a client of that version may have.
static QueryResult find(const char *name, int version, void **function) {
  *function = nullptr;
  QueryResult result = SymbolNotFound;
  for (const EntryPoint &row : getEntryPoints()) {
    if (row.name != name)
      continue;
    if (row.since <= version) {
      *function = reinterpret_cast<void *>(row.function);
      result = Found;
    } else if (result == SymbolNotFound) {
      result = VersionNotSufficient;
    }
  }
  return result;
}

TILECUDA_API Status cuGetProcAddress_v2(const char *name, void **function,
                                        int version, uint64_t,
                                        int *symbolStatus) {
  if (!name || !function)
    return Status::InvalidValue;
  QueryResult result = find(name, version, function);
  if (symbolStatus)
    *symbolStatus = result;
  return Status::Success;
}

TILECUDA_API Status cuGetProcAddress(const char *name, void **function,
                                     int version, uint64_t) {
  if (!name || !function)
    return Status::InvalidValue;
  return find(name, version, function) == Found ? Status::Success
                                                : Status::NotFound;
}

/// Tables that are not documented.
TILECUDA_API Status cuGetExportTable(const void **table, const void *) {
  if (!table)
    return Status::InvalidValue;
  *table = nullptr;
  report("cuGetExportTable: export tables are not supported");
  return Status::NotFound;
}
