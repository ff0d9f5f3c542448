//===- ThreadExplainer.cpp - Tells what threads do ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/ThreadExplainer.h"
#include "interp/Simt/Machine/FlatAddress.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
namespace json = llvm::json;

static llvm::StringRef nameOf(StateSpace space) {
  switch (space) {
  case StateSpace::Generic:
    return "generic";
  case StateSpace::Global:
    return "global";
  case StateSpace::Shared:
    return "shared";
  case StateSpace::Constant:
    return "constant";
  case StateSpace::Local:
    return "local";
  case StateSpace::SharedCluster:
    return "shared cluster";
  default:
    return "other";
  }
}

bool ThreadExplainer::isHidden(const ThreadPlace &place) const {
  return (options.onlyBlock && *options.onlyBlock != place.cta) ||
         (options.onlyThread &&
          *options.onlyThread != place.thread - place.cta * threadsPerCta);
}

/// Of what happens now: another statement, or more of the same one.
void ThreadExplainer::begin(const ThreadPlace &place) {
  Place where = place.kernel.placeOf(place.instruction);
  // An instruction that comes again belongs to the next execution.
  if (current && current->thread == place.thread &&
      current->place.location == where.location &&
      current->place.operation == where.operation &&
      place.instruction >= current->instruction) {
    current->instruction = place.instruction;
    return;
  }
  tell();
  current.emplace();
  current->thread = place.thread;
  current->cta = place.cta;
  current->inCta = place.thread - place.cta * threadsPerCta;
  current->instruction = place.instruction;
  current->place = std::move(where);
  if (place.kernel.textOf)
    current->text = place.kernel.textOf(place.instruction);
}

std::string ThreadExplainer::objectOf(const ThreadPlace &place,
                                      const ThreadAccess &access) const {
  if (access.space == StateSpace::Local)
    return "local memory";
  // Object 0 is none.
  size_t number = access.object - 1;
  if (number < launch.buffers.size())
    return launch.buffers[number].name;
  number -= launch.buffers.size();
  const std::vector<Object> &objects = place.kernel.objects;
  return number < objects.size() ? objects[number].name : "memory";
}

void ThreadExplainer::onAccess(const ThreadPlace &place,
                               const ThreadAccess &access) {
  learn(place.kernel);
  if (isHidden(place))
    return;
  begin(place);
  current->accesses.push_back({objectOf(place, access), access.space,
                               access.offset, access.offset + access.size - 1,
                               access.isWrite});
}

/// A number of that format, as short as it can be.
static std::string numberOf(const llvm::fltSemantics &format, uint64_t bits) {
  llvm::SmallString<24> text;
  llvm::APFloat(format, llvm::APInt(llvm::APFloat::getSizeInBits(format), bits))
      .toString(text);
  return text.str().str();
}

std::string ThreadExplainer::valueOf(const Lane &lane,
                                     RegisterType type) const {
  if (lane.poison)
    return "unspecified";
  std::string text;
  switch (type.kind) {
  case TypeKind::F16:
    text = numberOf(llvm::APFloat::IEEEhalf(), lane.bits & 0xffff);
    break;
  case TypeKind::BF16:
    text = numberOf(llvm::APFloat::BFloat(), lane.bits & 0xffff);
    break;
  case TypeKind::F32:
    text = numberOf(llvm::APFloat::IEEEsingle(), lane.bits & 0xffffffff);
    break;
  case TypeKind::F64:
    text = numberOf(llvm::APFloat::IEEEdouble(), lane.bits);
    break;
  case TypeKind::Signed:
    text = std::to_string(llvm::SignExtend64(lane.bits, type.width));
    break;
  default:
    if (type.width == 1)
      return lane.bits ? "true" : "false";
    text = std::to_string(lane.bits);
    // An address, or a number that is easier to read so.
    if (type.width == 64) {
      FlatPlace place = placeOf(lane.bits, StateSpace::Generic);
      size_t buffer = size_t(place.object) - 1;
      if (place.space == StateSpace::Global && buffer < launch.buffers.size() &&
          place.offset >= 0) {
        text = "&" + launch.buffers[buffer].name;
        if (place.offset)
          text += "+" + std::to_string(place.offset);
      }
    }
    if (lane.bits >= 1 << 16 && text[0] != '&')
      text = "0x" + llvm::utohexstr(lane.bits, /*LowerCase=*/true);
  }
  return lane.isInexact ? text + ", not unique" : text;
}

void ThreadExplainer::noteSlot(uint32_t slot, llvm::ArrayRef<Lane> frame) {
  auto found = names.find(slot);
  if (found == names.end())
    return;
  std::string value = valueOf(frame[slot], found->second->type);
  for (auto &[name, old] : current->registers)
    if (name == found->second->name) {
      old = std::move(value);
      return;
    }
  current->registers.emplace_back(found->second->name, std::move(value));
}

void ThreadExplainer::learn(const Kernel &kernel) {
  if (known == &kernel)
    return;
  known = &kernel;
  names.clear();
  for (const NamedSlot &one : kernel.namedSlots)
    names[one.slot] = &one;
  if (auto shape = ctaShapeOf(kernel, launch))
    threadsPerCta = (*shape)[0] * (*shape)[1] * (*shape)[2];
  else
    llvm::consumeError(shape.takeError());
}

void ThreadExplainer::onInstruction(const ThreadPlace &place,
                                    llvm::ArrayRef<Lane> frame,
                                    bool wasGuardedOff) {
  learn(place.kernel);
  if (isHidden(place))
    return;
  const Instruction &op = place.op();
  // What is behind the last statement has no text.
  if (place.kernel.placeOf(place.instruction).location.empty())
    return;
  begin(place);
  if (wasGuardedOff) {
    current->isGuardedOff = true;
    return;
  }
  for (uint32_t i = 0; op.result && i < op.lanes; ++i)
    noteSlot(op.result + i, frame);
  if (op.opcode == Opcode::Move)
    for (const Copy &copy :
         llvm::ArrayRef(place.kernel.copies).slice(op.first, op.count))
      for (uint32_t i = 0; i < copy.lanes; ++i)
        noteSlot(copy.to + i, frame);
}

void ThreadExplainer::tell() {
  if (!current)
    return;
  const Statement &one = *current;
  if (options.json) {
    json::Object object{{"event", "statement"},
                        {"block", one.cta},
                        {"thread", one.inCta},
                        {"location", one.place.location},
                        {"operation", one.place.operation},
                        {"text", one.text}};
    if (one.isGuardedOff)
      object["guardedOff"] = true;
    json::Array accesses;
    for (const Access &access : one.accesses)
      accesses.push_back(json::Object{{"object", access.object},
                                      {"space", nameOf(access.space)},
                                      {"first", access.first},
                                      {"last", access.last},
                                      {"isWrite", access.isWrite}});
    if (!accesses.empty())
      object["accesses"] = std::move(accesses);
    json::Object registers;
    for (const auto &[name, value] : one.registers)
      registers[name] = value;
    if (!registers.empty())
      object["registers"] = std::move(registers);
    os << json::Value(std::move(object)) << "\n";
    current.reset();
    return;
  }
  if (told != one.thread)
    os << "thread " << one.inCta << " of block " << one.cta << "\n";
  told = one.thread;
  os << "  " << one.place.location << "  "
     << (one.text.empty() ? one.place.operation : one.text) << "\n";
  if (one.isGuardedOff)
    os << "      nothing: its guard does not hold\n";
  for (const Access &access : one.accesses)
    os << "      " << (access.isWrite ? "writes" : "reads") << " bytes "
       << access.first << " to " << access.last << " of " << access.object
       << "\n";
  for (const auto &[name, value] : one.registers)
    os << "      " << name << " = " << value << "\n";
  current.reset();
}

void ThreadExplainer::finish(const Outcome &outcome) {
  tell();
  if (!options.json)
    return outcome.print(os);
  json::Object object = *outcome.toJSON().getAsObject();
  object["event"] = "outcome";
  os << json::Value(std::move(object)) << "\n";
}
