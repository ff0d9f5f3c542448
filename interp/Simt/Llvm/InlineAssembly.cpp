//===- InlineAssembly.cpp - Calls of PTX text -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Llvm/FunctionDecoder.h"
#include "interp/Simt/Ptx/PtxDecoder.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using LI = llvm::Instruction;
using SI = simt::Instruction;

/// The width of the registers of a constraint of the NVPTX back end, or of the
/// type for a constant; 0: it has no support.
static unsigned widthOf(const InlineAsm::ConstraintInfo &constraint,
                        unsigned constantWidth) {
  if (constraint.Codes.size() != 1 || constraint.isIndirect ||
      constraint.hasMatchingInput() || constraint.isMultipleAlternative ||
      constraint.Codes[0].size() != 1)
    return 0;
  switch (constraint.Codes[0][0]) {
  case 'n':
  case 'i':
    return constantWidth;
  case 'b':
    return 1;
  case 'h':
    return 16;
  case 'r':
  case 'f':
    return 32;
  case 'l':
  case 'd':
    return 64;
  default:
    return 0;
  }
}

Error FunctionDecoder::inlineAssembly(const CallInst &at,
                                      const simt::Instruction &op) {
  auto &assembly = *cast<InlineAsm>(at.getCalledOperand());
  SmallVector<RegisterType> results;
  if (!at.getType()->isVoidTy() && !flatten(at.getType(), results))
    return unsupported(at, "a type or constant without support");
  std::vector<PtxRegister> registers;
  unsigned resultCount = 0, argument = 0;
  for (const InlineAsm::ConstraintInfo &constraint :
       assembly.ParseConstraints()) {
    if (constraint.Type == InlineAsm::isClobber)
      continue;
    PtxRegister one;
    one.name = "$" + std::to_string(registers.size());
    one.isWritable = constraint.Type == InlineAsm::isOutput;
    RegisterType type;
    if (one.isWritable && resultCount < results.size()) {
      type = results[resultCount];
      one.slot = op.result + resultCount++;
    } else if (!one.isWritable && argument < at.arg_size()) {
      Value *value = at.getArgOperand(argument++);
      if (lanesOf(value->getType()) != 1)
        return unsupported(at, "a vector in an assembly call");
      type = typeOf(value->getType());
      one.slot = slotOf(value);
    } else {
      return unsupported(at, "constraints without support");
    }
    one.width = widthOf(constraint, type.width);
    // An address in shared memory has 32 bits, whatever a pointer has.
    one.isPointer = type.kind == TypeKind::Pointer && !one.isWritable;
    bool isPointer = type.kind == TypeKind::Pointer;
    if (one.width == 0 || (isPointer ? one.isWritable || one.width < 32
                                     : one.width != type.width))
      return unsupported(at, "constraint " + Twine(registers.size()));
    registers.push_back(std::move(one));
  }
  if (hasUnknownType)
    return unsupported(at, "a type or constant without support");
  if (Error error = decodePtx(assembly.getAsmString(), registers, kernel))
    return unsupported(at, toString(std::move(error)));
  origins.resize(kernel.code.size(), &at);
  return Error::success();
}

/// Of a type of floats, as PTX spells it.
static std::optional<StringRef> ptxNameOf(TypeKind kind) {
  switch (kind) {
  case TypeKind::F16:
    return "f16";
  case TypeKind::BF16:
    return "bf16";
  case TypeKind::F32:
    return "f32";
  case TypeKind::F64:
    return "f64";
  default:
    return std::nullopt;
  }
}

Error FunctionDecoder::asPtx(const LI &at, SI op) {
  auto &call = cast<CallInst>(at);
  auto *row = find_if(getIntrinsicRows(), [&](const IntrinsicRow &one) {
    return one.intrinsic == call.getIntrinsicID();
  });
  std::string text = row->ptx.str();
  if (size_t place = text.find("TYPE"); place != std::string::npos) {
    std::optional<StringRef> type = ptxNameOf(op.resultType.kind);
    if (!type || op.lanes != 1)
      return unsupported(at, "a type without support");
    text.replace(place, 4, type->str());
  }
  std::vector<PtxRegister> registers(1 + call.arg_size());
  registers[0].slot = op.result;
  registers[0].width = op.resultType.width;
  registers[0].isWritable = true;
  for (auto [i, argument] : enumerate(call.args())) {
    registers[i + 1].slot = slotOf(argument);
    registers[i + 1].width = typeOf(argument->getType()).width;
  }
  for (auto [i, one] : enumerate(registers))
    one.name = "$" + std::to_string(i);
  if (hasUnknownType)
    return unsupported(at, "a type or constant without support");
  if (Error error = decodePtx(text, registers, kernel))
    return unsupported(at, toString(std::move(error)));
  origins.resize(kernel.code.size(), &at);
  return Error::success();
}
