//===- GpuOption.h - Which device is asked ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TOOLS_TILE_FUZZ_GPUOPTION_H
#define TILEFUZZ_TOOLS_TILE_FUZZ_GPUOPTION_H

#include "compiler/Support/Options/ToolOptions.h"

namespace tilefuzz {

/// --gpu=HOST
struct GpuOption : llvm::cl::opt<std::string> {
  template <class... Modifiers>
  explicit GpuOption(OptionGroup &group, const Modifiers &...modifiers)
      : opt("gpu", llvm::cl::value_desc("HOST"),
            llvm::cl::desc(
                "Runs the PTX on a device, too: of this host, through ssh, or "
                "of this machine if HOST is local. Then may follow, each after "
                "a comma: driver=FILE (simulated: the driver without a GPU), "
                "device=N, deadline=SECONDS, guard=BYTES, runner=FILE."),
            inGroup(group), modifiers...) {}
};

} // namespace tilefuzz

#endif // TILEFUZZ_TOOLS_TILE_FUZZ_GPUOPTION_H
