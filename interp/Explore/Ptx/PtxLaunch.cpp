//===- PtxLaunch.cpp - A kernel, its threads and its objects --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Explore/Ptx/PtxLaunch.h"
#include "interp/Simt/Machine/FlatAddress.h"
#include "interp/Simt/Ptx/PtxKernel.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::ptxmodel;
using namespace llvm;

/// Shared memory is an object for each CTA.
static constexpr unsigned ctaShift = 32;

Expected<std::unique_ptr<PtxLaunch>> PtxLaunch::create(StringRef text,
                                                       const Launch &given) {
  std::unique_ptr<PtxLaunch> launch(new PtxLaunch);
  launch->text = text.str();
  Expected<simt::PtxModule> module = simt::parsePtxModule(launch->text);
  if (!module)
    return module.takeError();
  launch->module = std::move(*module);
  if (Error error = launch->takeClusters(given.kernel))
    return std::move(error);
  Expected<simt::Kernel> kernel = simt::decodePtxKernel(
      launch->module, given.kernel, 1 + given.buffers.size());
  if (!kernel)
    return kernel.takeError();
  launch->code = std::move(*kernel);
  Expected<std::array<uint32_t, 3>> shape =
      simt::ctaShapeOf(launch->code, given);
  if (!shape)
    return shape.takeError();
  launch->code.ctaShape = *shape;
  launch->code.threadsPerCta = std::min<uint64_t>(
      uint64_t((*shape)[0]) * (*shape)[1] * (*shape)[2], ~0u);
  for (simt::Object &object : launch->code.objects)
    if (object.hasLaunchSize)
      object.bytes.resize(given.sharedBytes);
  for (size_t i = 0; i < given.buffers.size(); ++i) {
    Expected<std::vector<uint8_t>> bytes = initialContents(given, i);
    if (!bytes)
      return bytes.takeError();
    BufferImage image;
    image.name = given.buffers[i].name;
    image.kind = given.buffers[i].kind;
    image.bytes = std::move(*bytes);
    launch->images.push_back(std::move(image));
  }
  for (const simt::Object &object : launch->code.objects)
    launch->numGlobals += object.space != simt::StateSpace::Shared;
  launch->sharedFrom = 1 + given.buffers.size() + launch->numGlobals;
  if (Error error = launch->placeThreads(given))
    return std::move(error);
  if (Error error = launch->setArguments(given))
    return std::move(error);
  return std::move(launch);
}

Error PtxLaunch::takeClusters(StringRef name) {
  for (const simt::PtxFunction &function : module.functions) {
    for (const simt::PtxStatement &statement : function.body)
      if (statement.name.starts_with("mapa."))
        return createStringError("'" + statement.name + "' is not explored");
    if (!function.isEntry || (!name.empty() && function.name != name))
      continue;
    for (const simt::PtxDirective &directive : function.directives)
      if (directive.name == "reqnctapercluster")
        for (auto [i, value] : enumerate(directive.values))
          if (i >= cluster.size() || value.getAsInteger(0, cluster[i]) ||
              !cluster[i])
            return createStringError("'" + value +
                                     "' is no extent of a cluster");
  }
  return Error::success();
}

Error PtxLaunch::placeThreads(const Launch &given) {
  constexpr uint64_t mostThreads = 1024;
  grid = simt::gridOf(code, given.grid);
  uint64_t ctas = uint64_t(grid[0]) * grid[1] * grid[2];
  if (ctas * code.threadsPerCta > mostThreads)
    return createStringError("a launch of more than " + Twine(mostThreads) +
                             " threads is not explored");
  for (unsigned i = 0; i < 3; ++i)
    if (grid[i] % cluster[i])
      return createStringError("the grid is no multiple of the cluster");
  for (uint32_t cta = 0; cta < ctas; ++cta) {
    uint32_t x = cta % grid[0], y = cta / grid[0] % grid[1],
             z = cta / grid[0] / grid[1];
    uint32_t of =
        (z / cluster[2] * grid[1] + y / cluster[1]) * grid[0] + x / cluster[0];
    // By block of the launch.
    uint32_t block = cta;
    if (code.blocksAreClusters)
      block =
          (z / cluster[2] * given.grid[1] + y / cluster[1]) * given.grid[0] +
          x / cluster[0];
    uint32_t device = given.devices.empty() ? 0 : given.devices[block];
    for (uint32_t i = 0; i < code.threadsPerCta; ++i)
      places.push_back({cta, of, device, i});
  }
  return Error::success();
}

Error PtxLaunch::setArguments(const Launch &given) {
  frame = code.frame;
  if (code.parameters.size() != given.args.size())
    return createStringError(
        "kernel '" + code.name + "' has " + Twine(code.parameters.size()) +
        " parameters, the launch " + Twine(given.args.size()) + " arguments");
  for (auto [i, parameter, arg] : enumerate(code.parameters, given.args)) {
    simt::Lane &value = frame[parameter.slot];
    if (arg.buffer >= 0) {
      if (parameter.type.width != 64)
        return createStringError("a buffer for parameter " + Twine(i));
      value.bits = simt::globalAddress(1 + arg.buffer, arg.offset);
      continue;
    }
    ElementKind kind;
    switch (parameter.type.width) {
    case 8:
      kind = ElementKind::I8;
      break;
    case 16:
      kind = ElementKind::I16;
      break;
    case 32:
      kind = parameter.type.isFloat() ? ElementKind::F32 : ElementKind::I32;
      break;
    case 64:
      kind = parameter.type.isFloat() ? ElementKind::F64 : ElementKind::I64;
      break;
    default:
      return createStringError("the type of parameter " + Twine(i));
    }
    Expected<uint64_t> bits = scalarBits(arg, kind);
    if (!bits)
      return bits.takeError();
    value.bits = *bits;
  }
  return Error::success();
}

bool PtxLaunch::includes(simt::Scope scope, uint32_t thread,
                         uint32_t other) const {
  const ThreadPlacement &a = places[thread], &b = places[other];
  switch (scope) {
  case simt::Scope::Cta:
    return a.cta == b.cta;
  case simt::Scope::Cluster:
    return a.cluster == b.cluster;
  case simt::Scope::Gpu:
    return a.device == b.device;
  case simt::Scope::System:
    return true;
  }
  llvm_unreachable("covered scopes");
}

uint32_t PtxLaunch::special(uint32_t thread,
                            simt::SpecialRegister which) const {
  constexpr unsigned warpSize = 32;
  using simt::SpecialRegister;
  const ThreadPlacement &at = places[thread];
  uint32_t lane = at.inCta % warpSize;
  switch (which) {
  case SpecialRegister::ThreadX:
    return at.inCta;
  case SpecialRegister::ThreadY:
  case SpecialRegister::ThreadZ:
    return 0;
  case SpecialRegister::CtaExtentX:
    return code.threadsPerCta;
  case SpecialRegister::CtaExtentY:
  case SpecialRegister::CtaExtentZ:
    return 1;
  case SpecialRegister::LaneInWarp:
    return lane;
  case SpecialRegister::LanesEqual:
    return 1u << lane;
  case SpecialRegister::LanesUpTo:
    return ~0u >> (warpSize - 1 - lane);
  case SpecialRegister::LanesBelow:
    return ~(~0u << lane);
  case SpecialRegister::LanesFrom:
    return ~0u << lane;
  case SpecialRegister::LanesAbove:
    return ~(~0u >> (warpSize - 1 - lane));
  case SpecialRegister::CtaX:
    return at.cta % grid[0];
  case SpecialRegister::CtaY:
    return at.cta / grid[0] % grid[1];
  case SpecialRegister::CtaZ:
    return at.cta / grid[0] / grid[1];
  case SpecialRegister::GridX:
    return grid[0];
  case SpecialRegister::GridY:
    return grid[1];
  case SpecialRegister::GridZ:
    return grid[2];
  // Its launches have none.
  case SpecialRegister::DynamicSharedBytes:
    return 0;
  default:
    return clusterSpecial(at.cta, which);
  }
}

uint32_t PtxLaunch::clusterSpecial(uint32_t cta,
                                   simt::SpecialRegister which) const {
  using simt::SpecialRegister;
  std::array<uint32_t, 3> id = {cta % grid[0], cta / grid[0] % grid[1],
                                cta / grid[0] / grid[1]};
  if (which == SpecialRegister::ClusterSize)
    return cluster[0] * cluster[1] * cluster[2];
  if (which == SpecialRegister::CtaRank)
    return (id[2] % cluster[2] * cluster[1] + id[1] % cluster[1]) * cluster[0] +
           id[0] % cluster[0];
  unsigned from = unsigned(which) - unsigned(SpecialRegister::ClusterX);
  unsigned axis = from % 3;
  switch (from / 3) {
  case 0:
    return id[axis] / cluster[axis];
  case 1:
    return grid[axis] / cluster[axis];
  case 2:
    return id[axis] % cluster[axis];
  default:
    return cluster[axis];
  }
}

std::optional<PtxLaunch::Object> PtxLaunch::object(uint32_t thread,
                                                   uint32_t number) const {
  if (number == 0)
    return std::nullopt;
  if (number <= images.size())
    return Object{number, images[number - 1].bytes.size()};
  uint32_t index = number - 1 - images.size();
  if (index >= code.objects.size())
    return std::nullopt;
  const simt::Object &variable = code.objects[index];
  Object result{number, variable.bytes.size(), variable.space,
                variable.isConstant};
  if (variable.space == simt::StateSpace::Shared)
    result.id |= uint64_t(1 + places[thread].cta) << ctaShift;
  return result;
}

const std::vector<uint8_t> *PtxLaunch::contentsOf(ObjectId object) const {
  if (object >> ctaShift)
    return nullptr;
  return object <= images.size()
             ? &images[object - 1].bytes
             : &code.objects[object - 1 - images.size()].bytes;
}

PtxValue PtxLaunch::initial(PtxGranule granule, unsigned size) const {
  const std::vector<uint8_t> *bytes = contentsOf(granule.object);
  PtxValue value;
  value.uninitialised = !bytes;
  for (unsigned i = 0; bytes && i < size; ++i) {
    uint64_t at = granule.index * size + i;
    if (at < bytes->size())
      value.bits |= uint64_t((*bytes)[at]) << (8 * i);
  }
  return value;
}

std::optional<size_t> PtxLaunch::bufferOf(ObjectId object) const {
  if (object == 0 || object > images.size())
    return std::nullopt;
  return object - 1;
}

std::string PtxLaunch::nameOf(ObjectId object) const {
  uint32_t number = object;
  if (number <= images.size())
    return images[number - 1].name;
  std::string name = code.objects[number - 1 - images.size()].name;
  if (uint32_t cta = object >> ctaShift)
    name += " of CTA " + std::to_string(cta - 1);
  return name;
}

std::string PtxLaunch::operationOf(uint32_t instruction) const {
  return code.placeOf(instruction).operation;
}

std::string PtxLaunch::locationOf(uint32_t instruction) const {
  auto [it, isNew] = locations.try_emplace(instruction);
  if (!isNew)
    return it->second;
  simt::Place place = code.placeOf(instruction);
  it->second = place.location;
  unsigned line = 0;
  StringRef number = place.location;
  if (!number.consume_front("ptx:") || number.consumeInteger(10, line))
    return it->second;
  for (const simt::PtxFunction &function : module.functions)
    for (size_t i = 1; i < function.body.size(); ++i) {
      const simt::PtxStatement &at = function.body[i],
                               &before = function.body[i - 1];
      if (at.kind == simt::PtxStatement::Kind::Instruction && at.line == line &&
          at.name == place.operation &&
          before.kind == simt::PtxStatement::Kind::Label &&
          !before.name.starts_with("$"))
        it->second = before.name.str();
    }
  return it->second;
}

AccessSite PtxLaunch::siteOf(uint32_t instruction) const {
  AccessSite site;
  site.location = locationOf(instruction);
  site.operation = operationOf(instruction);
  return site;
}
