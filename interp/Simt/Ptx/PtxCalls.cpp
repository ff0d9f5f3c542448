//===- PtxCalls.cpp - Calls, and what they reach ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/CallGraph.h"
#include "interp/Simt/Ptx/PtxKernelDecoder.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

/// Whether something but a call names it.
bool KernelDecoder::isAddressTaken(const PtxFunction &function) const {
  auto names = [&](const PtxOperand &operand) {
    return operand.text == function.name;
  };
  for (const PtxFunction &other : module.functions)
    for (const PtxStatement &statement : other.body)
      if (!StringRef(statement.name).starts_with("call") &&
          any_of(statement.operands, names))
        return true;
  return any_of(module.variables, [&](const PtxVariable &variable) {
    return is_contained(variable.initial, function.name);
  });
}

/// The function, and all that it calls.
FunctionState *KernelDecoder::reach(const PtxFunction &function) {
  for (const auto &state : functions)
    if (&state->function == &function)
      return state.get();
  functions.push_back(
      std::make_unique<FunctionState>(function, kernel, origins));
  FunctionState *state = functions.back().get();
  for (const PtxStatement &statement : function.body) {
    if (statement.kind != PtxStatement::Kind::Instruction ||
        !(statement.name == "call" || statement.name == "call.uni"))
      continue;
    // Through a register it may be any that something has the address of.
    const PtxOperand *target = nullptr;
    for (const PtxOperand &operand : statement.operands)
      if (!target && operand.kind == PtxOperand::Kind::Name)
        target = &operand;
    bool isIndirect =
        target && none_of(module.functions, [&](const PtxFunction &one) {
          return one.name == target->text;
        });
    if (isIndirect)
      for (const PtxFunction &callee : module.functions)
        if (callee.hasBody && !callee.isEntry && isAddressTaken(callee))
          state->callees.push_back(reach(callee));
    for (const PtxOperand &operand : statement.operands)
      for (const PtxFunction &callee : module.functions)
        if (operand.kind == PtxOperand::Kind::Name && callee.hasBody &&
            !callee.isEntry && operand.text == callee.name)
          state->callees.push_back(reach(callee));
  }
  return state;
}

bool KernelDecoder::mayComeBack(const FunctionState &callee,
                                const FunctionState &caller) {
  return leadsTo(&callee, &caller, [](const FunctionState *one) {
    return ArrayRef(one->callees);
  });
}

/// What a recursive function has in memory.
void KernelDecoder::makeObjects(FunctionState &state,
                                ArrayRef<PtxSymbol> objects) {
  for (const PtxSymbol &object : objects) {
    simt::Instruction &op = state.emitter.emit(Opcode::LocalObject);
    op.immediate = object.bytes;
    op.result = object.slot;
  }
}

/// The caller's object that a call names for this one of the function; null: it
/// names none of that size.
static const PtxSymbol *findPassed(const FunctionState &caller,
                                   const PtxOperand &name,
                                   const PtxSymbol &object) {
  if (name.kind != PtxOperand::Kind::Name)
    return nullptr;
  auto symbol = caller.emitter.symbols.find(name.text);
  bool fits = symbol != caller.emitter.symbols.end() &&
              symbol->second.isParameterObject &&
              symbol->second.bytes == object.bytes;
  return fits ? &symbol->second : nullptr;
}

/// Copies between the objects that a call names and those of the function.
Error KernelDecoder::pass(FunctionState &caller, ArrayRef<PtxOperand> names,
                          ArrayRef<PtxSymbol> objects, bool isResult,
                          const PtxStatement &statement) {
  // Of what was linked, the caller may have declared a result that the callee
  // does not give: nothing is written then.
  if (isResult && objects.empty() && kind == PtxLaunchKind::Driver)
    return Error::success();
  if (names.size() != objects.size())
    return malformedPtx("wrong number of operands of", statement.name);
  for (auto [name, object] : zip_equal(names, objects)) {
    const PtxSymbol *symbol = findPassed(caller, name, object);
    if (!symbol)
      return malformedPtx("not an argument of this call:", name.text);
    uint32_t ofCaller = caller.emitter.localPointer(*symbol);
    uint32_t ofCallee = caller.emitter.localPointer(object);
    simt::Instruction &op = caller.emitter.emit(Opcode::CopyBytes);
    op.operands = {isResult ? ofCaller : ofCallee,
                   isResult ? ofCallee : ofCaller, 0};
    op.immediate = object.bytes;
    op.space = op.sourceSpace = StateSpace::Local;
  }
  return Error::success();
}

Error KernelDecoder::callOf(FunctionState &caller, const FunctionState &callee,
                            ArrayRef<PtxOperand> results,
                            ArrayRef<PtxOperand> arguments,
                            const PtxStatement &statement) {
  PtxEmitter &emitter = caller.emitter;
  auto jump = [&] {
    pending.push_back({uint32_t(kernel.edges.size()), &callee});
    emitter.emit(Opcode::Call).edges[0] = kernel.edges.size();
    kernel.edges.emplace_back();
  };
  if (!callee.isRecursive) {
    if (Error error = pass(caller, arguments, callee.parameters,
                           /*isResult=*/false, statement))
      return error;
    jump();
    return pass(caller, results, callee.results, /*isResult=*/true, statement);
  }
  if (places) {
    // Products look at registers wherever they are (Warpgroups.cpp).
    emitter.refuse("a recursive call beside wgmma, of '" +
                   callee.function.name + "'");
    return Error::success();
  }
  auto emitOfRegisters = [&](Opcode opcode) {
    simt::Instruction &op = emitter.emit(opcode);
    op.first = caller.firstRange;
    op.count = mayComeBack(callee, caller) ? 2 : 0;
  };
  emitOfRegisters(Opcode::SaveRegisters);
  makeObjects(caller, callee.parameters);
  makeObjects(caller, callee.results);
  if (Error error = pass(caller, arguments, callee.parameters,
                         /*isResult=*/false, statement))
    return error;
  jump();
  // Where the results are is in registers of the callee, which may be those
  // that the caller takes back.
  std::vector<PtxSymbol> returned = callee.results;
  for (auto [symbol, slot] : zip_equal(returned, callee.returned)) {
    emitter.emitMove(slot, symbol.slot);
    symbol.slot = slot;
  }
  emitOfRegisters(Opcode::RestoreRegisters);
  if (Error error =
          pass(caller, results, returned, /*isResult=*/true, statement))
    return error;
  emitter.emit(Opcode::DropObjects);
  return Error::success();
}

/// Whether the call's objects are those of the function, by number and size.
static bool fits(const FunctionState &caller, ArrayRef<PtxOperand> names,
                 ArrayRef<PtxSymbol> objects) {
  if (names.size() != objects.size())
    return false;
  return all_of(zip_equal(names, objects), [&](auto pair) {
    return findPassed(caller, std::get<0>(pair), std::get<1>(pair));
  });
}

/// `call (results), %register, (arguments), prototype;`: one of the functions
/// whose address is taken and which fit; PTX ISA, call.
Expected<bool> KernelDecoder::indirectCall(FunctionState &caller,
                                           const PtxStatement &statement,
                                           const PtxOperand &callee,
                                           ArrayRef<PtxOperand> results,
                                           ArrayRef<PtxOperand> arguments) {
  Expected<uint32_t> slot =
      caller.emitter.source(callee, {TypeKind::Unsigned, 64});
  if (!slot)
    return slot.takeError();
  std::vector<const FunctionState *> candidates;
  for (const FunctionState *one : caller.callees)
    if (!is_contained(candidates, one) && isAddressTaken(one->function) &&
        fits(caller, arguments, one->parameters) &&
        fits(caller, results, one->results))
      candidates.push_back(one);
  simt::Instruction &choice = caller.emitter.emit(Opcode::Switch);
  uint32_t firstEdge = kernel.edges.size();
  choice.operands[0] = *slot;
  choice.first = kernel.cases.size();
  choice.count = candidates.size();
  choice.edges[0] = firstEdge;
  kernel.edges.resize(firstEdge + 1 + candidates.size());
  for (auto [i, one] : enumerate(candidates))
    kernel.cases.push_back(
        {caller.emitter.symbols.find(one->function.name)->second.address,
         uint32_t(firstEdge + 1 + i)});
  // None of them: undefined, with a name of its own.
  kernel.edges[firstEdge].target = kernel.code.size();
  caller.emitter.emit(Opcode::CallIndirect).operands[0] = *slot;
  std::vector<uint32_t> ends;
  for (auto [i, one] : enumerate(candidates)) {
    kernel.edges[firstEdge + 1 + i].target = kernel.code.size();
    if (Error error = callOf(caller, *one, results, arguments, statement))
      return std::move(error);
    ends.push_back(kernel.edges.size());
    caller.emitter.emit(Opcode::Jump).edges[0] = kernel.edges.size();
    kernel.edges.emplace_back();
  }
  for (uint32_t end : ends)
    kernel.edges[end].target = kernel.code.size();
  return true;
}

/// `call (results), name, (arguments);`
Expected<bool> KernelDecoder::call(FunctionState &caller,
                                   const PtxStatement &statement) {
  ArrayRef<PtxOperand> operands = statement.operands;
  ArrayRef<PtxOperand> results, arguments;
  if (!operands.empty() && operands.front().kind == PtxOperand::Kind::List) {
    results = operands.front().parts;
    operands = operands.drop_front();
  }
  if (operands.empty() || operands.front().kind != PtxOperand::Kind::Name)
    return malformedPtx("wrong number of operands of", statement.name);
  StringRef name = operands.front().text;
  if (operands.size() > 1 && operands[1].kind == PtxOperand::Kind::List)
    arguments = operands[1].parts;
  const FunctionState *callee = nullptr;
  for (const FunctionState *one : caller.callees)
    if (one->function.name == name)
      callee = one;
  static constexpr std::pair<StringLiteral, decltype(&decodePtxPrint)>
      systemCalls[] = {{"vprintf", decodePtxPrint},
                       {"__assertfail", decodePtxAssertion},
                       {"malloc", decodePtxAllocation},
                       {"free", decodePtxFree}};
  for (auto [called, decode] : systemCalls)
    if (!callee && name == called && !caller.emitter.find(name))
      return decode(caller.emitter, statement, results, arguments);
  bool isIndirect = !callee && caller.emitter.find(name);
  if (!callee && !isIndirect) {
    caller.emitter.refuse("PTX instruction 'call' of '" + name + "'");
    return true;
  }
  // The guard of a recursive call is a register that the callee writes.
  std::optional<uint32_t> edge;
  if (isIndirect || callee->isRecursive)
    edge = caller.emitter.beginGuarded();
  Expected<bool> known = true;
  if (isIndirect)
    known =
        indirectCall(caller, statement, operands.front(), results, arguments);
  else if (Error error = callOf(caller, *callee, results, arguments, statement))
    known = std::move(error);
  caller.emitter.endGuarded(edge);
  return known;
}
