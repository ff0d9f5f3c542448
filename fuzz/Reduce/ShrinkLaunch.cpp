//===- ShrinkLaunch.cpp - Smaller grid, buffers, data and scalars ---------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Reduce/Reductions.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefuzz;

void tilefuzz::dropUnusedBuffers(Launch &launch) {
  for (int buffer = int(launch.buffers.size()) - 1; buffer >= 0; --buffer) {
    bool used = llvm::any_of(
        launch.args, [&](const ArgSpec &arg) { return arg.buffer == buffer; });
    if (used)
      continue;
    launch.buffers.erase(launch.buffers.begin() + buffer);
    for (ArgSpec &arg : launch.args)
      arg.buffer -= arg.buffer > buffer;
  }
}

using Edit = std::function<void(Launch &)>;

static void addGridEdits(const Launch &launch, std::vector<Edit> &edits) {
  edits.push_back([](Launch &edited) {
    edited.grid = {1, 1, 1};
    edited.devices.clear();
  });
  for (unsigned i = 0; i < 3; ++i)
    for (uint32_t smaller : {launch.grid[i] / 2, 1u})
      if (smaller >= 1 && smaller < launch.grid[i])
        edits.push_back([i, smaller](Launch &edited) {
          edited.grid[i] = smaller;
          uint64_t blocks =
              uint64_t(edited.grid[0]) * edited.grid[1] * edited.grid[2];
          if (edited.devices.size() > blocks)
            edited.devices.resize(blocks);
        });
  edits.push_back([](Launch &edited) { edited.devices.clear(); });
  edits.push_back([](Launch &edited) { edited.seed = 0; });
}

/// The first half of `list(a, b, ..)`; empty for other initialisers.
static std::string halfOfList(llvm::StringRef init) {
  if (!init.consume_front("list(") || !init.consume_back(")"))
    return "";
  llvm::SmallVector<llvm::StringRef> values;
  init.split(values, ',');
  values.truncate(std::max<size_t>(values.size() / 2, 1));
  return "list(" + llvm::join(values, ",") + ")";
}

static void addBufferEdits(const Launch &launch, std::vector<Edit> &edits) {
  for (size_t i = 0; i < launch.buffers.size(); ++i) {
    const BufferSpec &buffer = launch.buffers[i];
    // That format has neither zero nor most numbers.
    bool isScale = buffer.kind == ElementKind::F8E8M0FNU;
    for (std::string init :
         {std::string(isScale ? "" : "fill(0)"), std::string("fill(1)"),
          std::string(isScale ? "" : "iota(0, 1)"), halfOfList(buffer.init)})
      if (!init.empty() && init != buffer.init)
        edits.push_back(
            [i, init](Launch &edited) { edited.buffers[i].init = init; });
    // Some elements come in groups.
    uint64_t group = elementsPerByteGroup(buffer.kind);
    for (uint64_t smaller :
         {group, buffer.count / 2 / group * group, buffer.count - group})
      if (smaller >= 1 && smaller < buffer.count)
        edits.push_back([i, smaller](Launch &edited) {
          edited.buffers[i].count = smaller;
        });
  }
}

static void addArgumentEdits(const Launch &launch, std::vector<Edit> &edits) {
  for (size_t i = 0; i < launch.args.size(); ++i) {
    const ArgSpec &arg = launch.args[i];
    if (arg.buffer >= 0) {
      if (arg.offset)
        edits.push_back([i](Launch &edited) { edited.args[i].offset = 0; });
      continue;
    }
    std::vector<std::string> simpler = {"0", "1"};
    if (int64_t number; !llvm::StringRef(arg.scalar).getAsInteger(10, number))
      simpler.push_back(std::to_string(number / 2));
    for (const std::string &scalar : simpler)
      if (scalar != arg.scalar)
        edits.push_back(
            [i, scalar](Launch &edited) { edited.args[i].scalar = scalar; });
  }
}

static std::vector<Edit> editsOf(const Launch &launch) {
  std::vector<Edit> edits;
  // What random data is depends on a buffer's index, so this is an edit, too.
  Launch without = launch;
  dropUnusedBuffers(without);
  if (without.buffers.size() < launch.buffers.size())
    edits.push_back(dropUnusedBuffers);
  addArgumentEdits(launch, edits);
  addBufferEdits(launch, edits);
  addGridEdits(launch, edits);
  return edits;
}

static unsigned countLaunchEdits(const Subject &subject, unsigned) {
  return editsOf(subject.launch).size();
}

static bool editLaunch(Subject &subject, unsigned, unsigned begin, unsigned) {
  std::vector<Edit> edits = editsOf(subject.launch);
  if (begin >= edits.size())
    return false;
  edits[begin](subject.launch);
  return true;
}

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

const Reduction tilefuzz::editLaunchRow = {
    "shrink-launch", "smaller grid, buffers, data and scalars", oneLevel,
    countLaunchEdits, editLaunch};
