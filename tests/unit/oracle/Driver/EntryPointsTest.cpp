//===- EntryPointsTest.cpp ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The table of the driver's functions, every row of which is called.
//
//===----------------------------------------------------------------------===//

#include "oracle/Driver/EntryPoints.h"
#include "oracle/Driver/Process.h"
#include "gtest/gtest.h"
#include <set>

using namespace tilefuzz::driver;

namespace {

/// Whatever a function of the API takes, it is no more than this, in registers
/// and on the stack.
using AnyFunction = int (*)(uintptr_t, uintptr_t, uintptr_t, uintptr_t,
                            uintptr_t, uintptr_t, uintptr_t, uintptr_t,
                            uintptr_t, uintptr_t, uintptr_t, uintptr_t);

int callWith(const EntryPoint &row, uintptr_t value) {
  auto function = reinterpret_cast<AnyFunction>(row.function);
  return function(value, value, value, value, value, value, value, value, value,
                  value, value, value);
}

bool isStatus(int value) {
  switch (Status(value)) {
#define TILECUDA_STATUS(ENUMERATOR, NUMBER, NAME, MEANING)                     \
  case Status::ENUMERATOR:
#include "oracle/Driver/Statuses.def"
    return true;
  }
  return false;
}

const EntryPoint &rowOf(llvm::StringRef symbol) {
  for (const EntryPoint &row : getEntryPoints())
    if (row.symbol == symbol)
      return row;
  ADD_FAILURE() << "no row for " << symbol.str();
  return getEntryPoints().front();
}

TEST(EntryPoints, HaveNamesOfTheApi) {
  std::set<std::string> symbols;
  for (const EntryPoint &row : getEntryPoints()) {
    EXPECT_TRUE(row.symbol.starts_with(row.name)) << row.symbol.str();
    EXPECT_TRUE(symbols.insert(row.symbol.str()).second) << row.symbol.str();
    llvm::StringRef suffix = row.symbol.drop_front(row.name.size());
    EXPECT_TRUE(suffix.empty() || suffix == "_v2" || suffix == "_v3" ||
                suffix == "_v4")
        << row.symbol.str();
    EXPECT_GE(row.since, 2000);
    EXPECT_LE(row.since, 13009);
  }
  EXPECT_GT(symbols.size(), 250u);
}

/// Nothing is initialised in the first round; in the second there is a context
/// that is current.
TEST(EntryPoints, TakeNullArguments) {
  for (const EntryPoint &row : getEntryPoints()) {
    int status = callWith(row, 0);
    EXPECT_TRUE(isStatus(status)) << row.symbol.str() << " " << status;
    if (row.isRefused)
      EXPECT_NE(status, 0) << row.symbol.str();
  }
  void *context = nullptr;
  int device = 0;
  ASSERT_EQ(reinterpret_cast<int (*)(unsigned)>(rowOf("cuInit").function)(0),
            0);
  for (const EntryPoint &row : getEntryPoints()) {
    auto create = reinterpret_cast<int (*)(void **, unsigned, int)>(
        rowOf("cuCtxCreate_v2").function);
    ASSERT_EQ(create(&context, 0, device), 0);
    int status = callWith(row, 0);
    EXPECT_TRUE(isStatus(status)) << row.symbol.str() << " " << status;
    if (row.isRefused)
      EXPECT_EQ(status, int(Status::NotSupported)) << row.symbol.str();
    auto destroy =
        reinterpret_cast<int (*)(void *)>(rowOf("cuCtxDestroy_v2").function);
    destroy(context);
  }
}

/// Handles and device addresses that are none: what is no pointer into the
/// caller's memory must be told as wrong, and never followed.
TEST(EntryPoints, TellHandlesThatAreNone) {
  static uint64_t room[64];
  const uintptr_t nothing = 0x1234567890;
  auto init = reinterpret_cast<int (*)(unsigned)>(rowOf("cuInit").function);
  ASSERT_EQ(init(0), 0);
  void *context = nullptr;
  ASSERT_EQ(reinterpret_cast<int (*)(void **, unsigned, int)>(
                rowOf("cuCtxCreate_v2").function)(&context, 0, 0),
            0);
  auto place = reinterpret_cast<uintptr_t>(room);
  struct {
    const char *symbol;
    uintptr_t arguments[4];
    Status expected;
  } rows[] = {
      {"cuCtxSetCurrent", {nothing}, Status::InvalidContext},
      {"cuCtxPushCurrent_v2", {nothing}, Status::InvalidContext},
      {"cuCtxDestroy_v2", {nothing}, Status::InvalidContext},
      {"cuModuleUnload", {nothing}, Status::InvalidHandle},
      {"cuLibraryUnload", {nothing}, Status::InvalidHandle},
      {"cuModuleGetFunction", {place, nothing, place}, Status::InvalidHandle},
      {"cuModuleGetGlobal_v2",
       {place, place, nothing, place},
       Status::InvalidHandle},
      {"cuKernelGetFunction", {place, nothing}, Status::InvalidHandle},
      {"cuFuncGetAttribute", {place, 0, nothing}, Status::InvalidHandle},
      {"cuFuncSetAttribute", {nothing, 8, 0}, Status::InvalidHandle},
      {"cuStreamSynchronize", {nothing}, Status::InvalidHandle},
      {"cuStreamDestroy_v2", {nothing}, Status::InvalidHandle},
      {"cuStreamWaitEvent", {0, nothing, 0}, Status::InvalidHandle},
      {"cuEventRecord", {nothing, 0}, Status::InvalidHandle},
      {"cuEventDestroy_v2", {nothing}, Status::InvalidHandle},
      {"cuEventElapsedTime", {place, nothing, nothing}, Status::InvalidHandle},
      {"cuLinkComplete", {nothing, place, place}, Status::InvalidHandle},
      {"cuLinkDestroy", {nothing}, Status::InvalidHandle},
      {"cuMemFree_v2", {nothing}, Status::InvalidValue},
      {"cuMemFreeHost", {place}, Status::InvalidValue},
      {"cuMemHostUnregister", {place}, Status::HostMemoryNotRegistered},
      {"cuMemsetD8_v2", {nothing, 1, 1}, Status::InvalidValue},
      {"cuMemsetD32_v2", {place, 1, 1}, Status::InvalidValue},
      {"cuMemcpyHtoD_v2", {uintptr_t(1) << 50, place, 8}, Status::InvalidValue},
      {"cuMemcpyDtoH_v2", {place, ~uintptr_t(0), 8}, Status::InvalidValue},
      {"cuMemGetAddressRange_v2", {place, place, nothing}, Status::NotFound},
      {"cuPointerGetAttribute", {place, 2, nothing}, Status::InvalidValue},
      {"cuDeviceGet", {place, 1}, Status::InvalidDevice},
      {"cuDeviceGetAttribute", {place, 99999, 0}, Status::InvalidValue},
      {"cuCtxGetLimit", {place, 77}, Status::UnsupportedLimit},
      {"cuMemAlloc_v2", {place, ~uintptr_t(0)}, Status::OutOfMemory},
      {"cuMemAlloc_v2", {place, 0}, Status::InvalidValue},
      {"cuMemHostAlloc", {place, ~uintptr_t(0), 0}, Status::OutOfMemory},
  };
  for (const auto &row : rows) {
    auto function = reinterpret_cast<AnyFunction>(rowOf(row.symbol).function);
    const uintptr_t *a = row.arguments;
    EXPECT_EQ(function(a[0], a[1], a[2], a[3], 0, 0, 0, 0, 0, 0, 0, 0),
              int(row.expected))
        << row.symbol;
  }
  EXPECT_EQ(reinterpret_cast<int (*)(void *)>(
                rowOf("cuCtxDestroy_v2").function)(context),
            0);
}

TEST(EntryPoints, AreFoundByNameAndVersion) {
  using Find = int (*)(const char *, void **, int, uint64_t, int *);
  auto find = reinterpret_cast<Find>(rowOf("cuGetProcAddress_v2").function);
  for (const EntryPoint &row : getEntryPoints()) {
    void *function = nullptr;
    int status = -1;
    EXPECT_EQ(find(row.name.data(), &function, 13009, 0, &status), 0);
    EXPECT_NE(function, nullptr) << row.symbol.str();
    EXPECT_EQ(status, 0);
    EXPECT_EQ(find(row.name.data(), &function, row.since, 0, &status), 0);
    EXPECT_NE(function, nullptr) << row.symbol.str();
  }
  // Who was built for 11.3 has a cuGetProcAddress of four parameters.
  void *earlier = nullptr, *later = nullptr;
  int status = -1;
  EXPECT_EQ(find("cuGetProcAddress", &earlier, 11030, 0, nullptr), 0);
  EXPECT_EQ(find("cuGetProcAddress", &later, 12000, 0, nullptr), 0);
  EXPECT_NE(earlier, later);
  EXPECT_EQ(find("cuLibraryLoadData", &later, 11000, 0, &status), 0);
  EXPECT_EQ(later, nullptr);
  EXPECT_EQ(status, 2);
  EXPECT_EQ(find("cuLibraryLoad", &later, 13000, 0, &status), 0);
  EXPECT_EQ(later, nullptr);
  EXPECT_EQ(status, 1);
}

/// Everything that says what it is says that it is simulated.
TEST(EntryPoints, SayThatTheDeviceIsSimulated) {
  ASSERT_EQ(reinterpret_cast<int (*)(unsigned)>(rowOf("cuInit").function)(0),
            0);
  char name[200] = "", uuid[17] = "";
  int version = 0;
  EXPECT_EQ(reinterpret_cast<int (*)(char *, int, int)>(
                rowOf("cuDeviceGetName").function)(name, sizeof name, 0),
            0);
  EXPECT_EQ(reinterpret_cast<int (*)(char *, int)>(
                rowOf("cuDeviceGetUuid_v2").function)(uuid, 0),
            0);
  EXPECT_EQ(reinterpret_cast<int (*)(int *)>(
                rowOf("cuDriverGetVersion").function)(&version),
            0);
  EXPECT_TRUE(llvm::StringRef(name).contains("simulated")) << name;
  EXPECT_EQ(llvm::StringRef(uuid), "tilefuzz-simulat");
  EXPECT_EQ(version % 10, 9);
}

} // namespace
