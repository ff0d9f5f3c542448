//===- PtxPrint.cpp - System calls ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX interoperability guide, system calls: `.extern .func (.param .b32 status)
// vprintf (.param .b64 format, .param .b64 valist);` and the others.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Ptx/PtxEmitter.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

static constexpr uint64_t pointerBytes = 8, numberBytes = 4;

/// The object that the call names; `bytes` is its size.
static Expected<uint32_t> objectOf(PtxEmitter &e, const PtxOperand &name,
                                   uint64_t bytes) {
  auto symbol = e.symbols.find(name.text);
  if (name.kind != PtxOperand::Kind::Name || symbol == e.symbols.end() ||
      !symbol->second.isParameterObject || symbol->second.bytes != bytes)
    return malformedPtx("not an argument of this call:", name.text);
  return e.localPointer(symbol->second);
}

/// The number in it.
static Expected<uint32_t> argumentOf(PtxEmitter &e, const PtxOperand &name,
                                     uint64_t bytes) {
  Expected<uint32_t> object = objectOf(e, name, bytes);
  if (!object)
    return object.takeError();
  uint32_t value = e.newSlots();
  Instruction &load = e.emit(
      Opcode::Load, {TypeKind::Unsigned, uint8_t(8 * bytes)}, value, {*object});
  load.space = StateSpace::Local;
  load.bytes = load.alignment = bytes;
  return value;
}

static Expected<uint32_t> pointerOf(PtxEmitter &e, const PtxOperand &name) {
  Expected<uint32_t> address = argumentOf(e, name, pointerBytes);
  if (!address)
    return address.takeError();
  uint32_t pointer = e.newSlots();
  e.emit(Opcode::ResolveAddress, {TypeKind::Bits, 64}, pointer, {*address})
      .space = StateSpace::Generic;
  return pointer;
}

PtxEmitter::Known simt::decodePtxPrint(PtxEmitter &e,
                                       const PtxStatement &statement,
                                       ArrayRef<PtxOperand> results,
                                       ArrayRef<PtxOperand> arguments) {
  if (results.size() != 1 || arguments.size() != 2)
    return malformedPtx("wrong number of operands of", statement.name);
  uint32_t pointers[2];
  for (auto [argument, pointer] : zip_equal(arguments, pointers)) {
    Expected<uint32_t> slot = pointerOf(e, argument);
    if (!slot)
      return slot.takeError();
    pointer = *slot;
  }
  Expected<uint32_t> result = objectOf(e, results.front(), numberBytes);
  if (!result)
    return result.takeError();
  RegisterType type = {TypeKind::Unsigned, 32};
  uint32_t count = e.newSlots();
  e.emit(Opcode::Print, type, count, {pointers[0], pointers[1]});
  Instruction &store = e.emit(Opcode::Store, type, 0, {*result, count});
  store.space = StateSpace::Local;
  store.bytes = store.alignment = numberBytes;
  return true;
}

/// `.extern .func (.param .b64 p) malloc (.param .b64 bytes);`
PtxEmitter::Known simt::decodePtxAllocation(PtxEmitter &e,
                                            const PtxStatement &statement,
                                            ArrayRef<PtxOperand> results,
                                            ArrayRef<PtxOperand> arguments) {
  if (results.size() != 1 || arguments.size() != 1)
    return malformedPtx("wrong number of operands of", statement.name);
  Expected<uint32_t> size = argumentOf(e, arguments.front(), pointerBytes);
  if (!size)
    return size.takeError();
  Expected<uint32_t> result = objectOf(e, results.front(), pointerBytes);
  if (!result)
    return result.takeError();
  RegisterType type = {TypeKind::Bits, 64};
  uint32_t address = e.newSlots();
  e.emit(Opcode::HeapAllocate, type, address, {*size});
  Instruction &store = e.emit(Opcode::Store, type, 0, {*result, address});
  store.space = StateSpace::Local;
  store.bytes = store.alignment = pointerBytes;
  return true;
}

/// `.extern .func free (.param .b64 p);`
PtxEmitter::Known simt::decodePtxFree(PtxEmitter &e,
                                      const PtxStatement &statement,
                                      ArrayRef<PtxOperand> results,
                                      ArrayRef<PtxOperand> arguments) {
  if (!results.empty() || arguments.size() != 1)
    return malformedPtx("wrong number of operands of", statement.name);
  Expected<uint32_t> pointer = pointerOf(e, arguments.front());
  if (!pointer)
    return pointer.takeError();
  e.emit(Opcode::HeapFree, {TypeKind::Bits, 64}, 0, {*pointer});
  return true;
}

PtxEmitter::Known simt::decodePtxAssertion(PtxEmitter &e,
                                           const PtxStatement &statement,
                                           ArrayRef<PtxOperand> results,
                                           ArrayRef<PtxOperand> arguments) {
  // The text, the file, the line, the function and the size of a character.
  if (!results.empty() || arguments.size() != 5)
    return malformedPtx("wrong number of operands of", statement.name);
  Expected<uint32_t> text = pointerOf(e, arguments[0]);
  if (!text)
    return text.takeError();
  Expected<uint32_t> file = pointerOf(e, arguments[1]);
  if (!file)
    return file.takeError();
  Expected<uint32_t> line = argumentOf(e, arguments[2], numberBytes);
  if (!line)
    return line.takeError();
  for (const PtxOperand &unread : arguments.drop_front(3))
    if (Expected<uint32_t> object = objectOf(e, unread, pointerBytes); !object)
      return object.takeError();
  Instruction &op = e.emit(Opcode::Trap);
  op.operands = {*text, *file, *line};
  return true;
}
