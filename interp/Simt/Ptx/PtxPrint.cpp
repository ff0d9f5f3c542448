//===- PtxPrint.cpp - The system call that prints -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX interoperability guide, system calls: `.extern .func (.param .b32 status)
// vprintf (.param .b64 format, .param .b64 valist);`
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Ptx/PtxEmitter.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

PtxEmitter::Known simt::decodePtxPrint(PtxEmitter &e,
                                       const PtxStatement &statement,
                                       ArrayRef<PtxOperand> results,
                                       ArrayRef<PtxOperand> arguments) {
  constexpr uint64_t resultBytes = 4, argumentBytes = 8;
  auto objectOf = [&](const PtxOperand &name,
                      uint64_t bytes) -> Expected<uint32_t> {
    auto symbol = e.symbols.find(name.text);
    if (name.kind != PtxOperand::Kind::Name || symbol == e.symbols.end() ||
        !symbol->second.isParameterObject || symbol->second.bytes != bytes)
      return malformedPtx("not an argument of this call:", name.text);
    return e.localPointer(symbol->second);
  };
  if (results.size() != 1 || arguments.size() != 2)
    return malformedPtx("wrong number of operands of", statement.name);
  uint32_t pointers[2];
  for (auto [argument, pointer] : zip_equal(arguments, pointers)) {
    Expected<uint32_t> object = objectOf(argument, argumentBytes);
    if (!object)
      return object.takeError();
    RegisterType type = {TypeKind::Unsigned, 64};
    uint32_t address = e.newSlots();
    Instruction &load = e.emit(Opcode::Load, type, address, {*object});
    load.space = StateSpace::Local;
    load.bytes = load.alignment = argumentBytes;
    pointer = e.newSlots();
    e.emit(Opcode::ResolveAddress, {TypeKind::Bits, 64}, pointer, {address})
        .space = StateSpace::Generic;
  }
  Expected<uint32_t> result = objectOf(results.front(), resultBytes);
  if (!result)
    return result.takeError();
  RegisterType type = {TypeKind::Unsigned, 32};
  uint32_t count = e.newSlots();
  e.emit(Opcode::Print, type, count, {pointers[0], pointers[1]});
  Instruction &store = e.emit(Opcode::Store, type, 0, {*result, count});
  store.space = StateSpace::Local;
  store.bytes = store.alignment = resultBytes;
  return true;
}
