//===- PtxStack.cpp - Memory on the stack of a function -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA, 7.3 and 9.7.17: what a function allocates so is gone when it
// returns, or when the stack is restored.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/FlatAddress.h"
#include "interp/Simt/Ptx/PtxForms.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using Known = PtxEmitter::Known;

/// Objects in local memory begin in the middle of their places.
static constexpr uint64_t mostAlignment = uint64_t(1) << (windowShift - 1);

/// `alloca.u64 p, bytes` and `alloca.u64 p, bytes, alignment`.
static Known decodeAllocation(PtxEmitter &e, const PtxStatement &statement,
                              const PtxMatch &match) {
  if (statement.operands.size() == 3) {
    const PtxOperand &alignment = statement.operands[2];
    uint64_t value;
    if (alignment.kind != PtxOperand::Kind::Constant ||
        alignment.text.getAsInteger(0, value) || !isPowerOf2_64(value))
      return malformedPtx("not an alignment:", alignment.text);
    if (value > mostAlignment)
      return false;
  } else if (Error error = e.expectOperands(statement, 2)) {
    return std::move(error);
  }
  RegisterType type = match.types.front().type;
  Expected<uint32_t> result = e.destination(statement.operands[0], type.width);
  if (!result)
    return result.takeError();
  Expected<uint32_t> size = e.source(statement.operands[1], type);
  if (!size)
    return size.takeError();
  e.emit(Opcode::LocalObject, type, *result, {*size}).immediate = 1;
  return true;
}

/// `stackrestore.u64 saved`.
static Known decodeRestore(PtxEmitter &e, const PtxStatement &statement,
                           const PtxMatch &match) {
  if (Error error = e.expectOperands(statement, 1))
    return std::move(error);
  RegisterType type = match.types.front().type;
  Expected<uint32_t> saved = e.source(statement.operands[0], type);
  if (!saved)
    return saved.takeError();
  e.emit(Opcode::StackRestore, type, 0, {*saved});
  return true;
}

static constexpr PtxForm forms[] = {
    {"alloca.u32|u64",
     Opcode::LocalObject,
     "",
     {},
     Modifier::None,
     decodeAllocation},
    {"stacksave.u32|u64", Opcode::StackSave, "t:"},
    {"stackrestore.u32|u64",
     Opcode::StackRestore,
     "",
     {},
     Modifier::None,
     decodeRestore},
};
ArrayRef<PtxForm> simt::getPtxStackForms() { return forms; }
