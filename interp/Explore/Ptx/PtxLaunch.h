//===- PtxLaunch.h - A kernel, its threads and its objects ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_EXPLORE_PTX_PTXLAUNCH_H
#define TILEFUZZ_INTERP_EXPLORE_PTX_PTXLAUNCH_H

#include "interp/Explore/Ptx/PtxEvent.h"
#include "interp/Program/Launch.h"
#include "interp/Simt/Machine/Kernel.h"
#include "interp/Simt/Ptx/PtxModule.h"

namespace tilefuzz::ptxmodel {

/// Where a thread is: what decides whom a scope includes (PTX model, 1.5).
struct ThreadPlacement {
  uint32_t cta, cluster, device, inCta;
};

class PtxLaunch {
public:
  /// Errors: what cannot be read or decoded, arguments that do not fit.
  static llvm::Expected<std::unique_ptr<PtxLaunch>> create(llvm::StringRef text,
                                                           const Launch &given);

  const simt::Kernel &kernel() const { return code; }
  const std::vector<ThreadPlacement> &threads() const { return places; }
  const std::vector<BufferImage> &buffers() const { return images; }
  bool includes(simt::Scope scope, uint32_t thread, uint32_t other) const;
  uint32_t special(uint32_t thread, simt::SpecialRegister which) const;
  uint32_t clusterSpecial(uint32_t cta, simt::SpecialRegister which) const;
  const std::vector<simt::Lane> &firstFrame() const { return frame; }

  /// What a number in a pointer is for a thread; its local objects are not
  /// here.
  struct Object {
    ObjectId id = 0;
    uint64_t size = 0;
    simt::StateSpace space = simt::StateSpace::Global;
    bool isConstant = false;
  };
  std::optional<Object> object(uint32_t thread, uint32_t number) const;
  uint32_t firstShared() const { return sharedFrom; }
  uint32_t numShared() const { return code.objects.size() - numGlobals; }
  /// What the launch gives.
  PtxValue initial(PtxGranule granule, unsigned size) const;
  /// Which buffer it is, if it is one.
  std::optional<size_t> bufferOf(ObjectId object) const;
  std::string nameOf(ObjectId object) const;

  /// Of an instruction: the label right before it in the text, or else the
  /// line.
  std::string locationOf(uint32_t instruction) const;
  /// Its name in the text.
  std::string operationOf(uint32_t instruction) const;
  AccessSite siteOf(uint32_t instruction) const;

private:
  PtxLaunch() = default;
  llvm::Error takeClusters(llvm::StringRef name);
  llvm::Error placeThreads(const Launch &given);
  llvm::Error setArguments(const Launch &given);
  const std::vector<uint8_t> *contentsOf(ObjectId object) const;

  std::string text;
  simt::PtxModule module;
  simt::Kernel code;
  std::array<uint32_t, 3> grid, cluster = {1, 1, 1};
  std::vector<ThreadPlacement> places;
  std::vector<BufferImage> images;
  std::vector<simt::Lane> frame;
  uint32_t sharedFrom = 0, numGlobals = 0;
  mutable std::map<uint32_t, std::string> locations;
};

} // namespace tilefuzz::ptxmodel

#endif // TILEFUZZ_INTERP_EXPLORE_PTX_PTXLAUNCH_H
