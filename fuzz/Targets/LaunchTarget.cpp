//===- LaunchTarget.cpp - libFuzzer: launch lines -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Whatever the text is: a diagnostic, or a launch that is written and read back
// as the same lines, and whose buffers have the contents that its first reading
// said they may have.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Targets/Complain.h"
#include "interp/Program/Launch.h"

using namespace tilefuzz;

extern "C" __attribute__((visibility("default"))) int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  llvm::Expected<Launch> launch = parseLaunch(text, "input");
  if (!launch) {
    llvm::consumeError(launch.takeError());
    return 0;
  }
  std::string lines = launch->toString();
  llvm::Expected<Launch> again = parseLaunch(lines, "written");
  if (!again)
    complain("what was written cannot be read: " +
             llvm::toString(again.takeError()));
  if (again->toString() != lines)
    complain("writing what was written gives other lines");
  for (size_t i = 0; i < launch->buffers.size(); ++i) {
    // Contents cost as much as they are long, which is for whoever runs.
    if (launch->buffers[i].count > 4096)
      continue;
    llvm::Expected<std::vector<uint8_t>> bytes = initialContents(*launch, i);
    if (!bytes)
      complain("a buffer without contents: " +
               llvm::toString(bytes.takeError()));
    llvm::Expected<std::vector<uint8_t>> same = initialContents(*again, i);
    if (!same || *same != *bytes)
      complain("what was written has other contents");
  }
  return 0;
}
