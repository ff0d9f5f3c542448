//===- PtxObjects.cpp - Parameters and variables of PTX -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/FlatAddress.h"
#include "interp/Simt/Ptx/PtxKernelDecoder.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

/// Of one object in memory; PTX itself has no limit, but no target has more.
static constexpr uint64_t maxObjectBytes = uint64_t(1) << 28;

/// The value of an initialiser in `bytes` bytes.
static std::optional<uint64_t> initialBits(StringRef text, unsigned bytes) {
  uint64_t bits;
  StringRef digits = text;
  if ((digits.consume_front_insensitive("0f") && bytes == 4) ||
      (digits.consume_front_insensitive("0d") && bytes == 8)) {
    if (digits.getAsInteger(16, bits))
      return std::nullopt;
    return bits;
  }
  bool isNegative = text.consume_front("-");
  text.consume_back("U");
  if (text.getAsInteger(0, bits))
    return std::nullopt;
  return isNegative ? -bits : bits;
}

/// PTX ISA, 5.4.4: a function, or a variable that is declared before, in its
/// space or as `generic(name)`, and bytes behind it. Generic addresses of
/// global and constant memory are the same.
std::optional<uint64_t> KernelDecoder::initialAddress(StringRef text) const {
  StringRef name = text.take_until([](char c) { return c == '+' || c == '-'; });
  uint64_t offset = 0;
  StringRef behind = text.drop_front(name.size()),
            digits =
                behind.drop_front(std::min<size_t>(1, behind.size())).trim();
  if (!behind.empty() && digits.getAsInteger(0, offset))
    return std::nullopt;
  if (behind.starts_with("-"))
    offset = -offset;
  name = name.trim();
  if (name.consume_front("generic")) {
    name = name.ltrim();
    if (!name.consume_front("(") || !name.consume_back(")"))
      return std::nullopt;
    name = name.trim();
  }
  for (auto [index, function] : enumerate(module.functions))
    if (function.name == name)
      return functionAddress(index) + offset;
  auto symbol = global.find(name);
  if (symbol == global.end() || symbol->second.isInWindow)
    return std::nullopt;
  return symbol->second.address + offset;
}

Expected<Object> KernelDecoder::contents(const PtxVariable &variable) {
  const PtxTypeRow *type = findPtxType(variable.type);
  if (!type || type->registerType.width < 8)
    return unsupportedLine(
        variable.line, "a variable of a type without support:", variable.type);
  unsigned bytes = type->registerType.width / 8;
  uint64_t count = variable.numElements();
  if (count > maxObjectBytes / bytes)
    return unsupportedLine(variable.line,
                           "a variable that is too large:", variable.name);
  if (count == 0 || variable.isExtern)
    return unsupportedLine(
        variable.line, "a variable whose size or contents another module says:",
        variable.name);
  if (variable.initial.size() > count)
    return wrongLine(variable.line, "too many initial values of",
                     variable.name);
  Object object;
  object.name = variable.name.str();
  object.bytes.resize(count * bytes);
  for (auto [i, text] : enumerate(variable.initial)) {
    std::optional<uint64_t> bits = initialBits(text, bytes);
    if (!bits && bytes == 8)
      bits = initialAddress(text);
    if (!bits)
      return unsupportedLine(variable.line,
                             "an initial value without support:", text);
    for (unsigned k = 0; k < bytes; ++k)
      object.bytes[i * bytes + k] = *bits >> (8 * k);
  }
  return object;
}

/// The address of the next object in shared memory, in its window.
Expected<uint64_t> KernelDecoder::placeShared(const Object &object) {
  uint64_t address = windowAddress(shared.size());
  if (!places)
    return address;
  Expected<uint32_t> place = places->add(object);
  if (!place)
    return place.takeError();
  return address + *place;
}

Expected<PtxSymbol> KernelDecoder::object(const PtxVariable &variable,
                                          FunctionState *state) {
  PtxSymbol symbol;
  if (const PtxTypeRow *type = findPtxType(variable.type))
    symbol.elementBytes = type->registerType.width / 8 * variable.lanes;
  if (variable.isExtern && variable.space == "shared") {
    if (!launchSized) {
      Object object;
      object.name = variable.name.str();
      object.space = StateSpace::Shared;
      object.hasLaunchSize = true;
      object.alignment = std::max(variable.alignment, 1u);
      Expected<uint64_t> address = placeShared(object);
      if (!address)
        return address.takeError();
      launchSized = *address;
      shared.push_back(std::move(object));
    }
    symbol.address = *launchSized;
    symbol.isInWindow = true;
    return symbol;
  }
  Expected<Object> object = contents(variable);
  if (!object)
    return object.takeError();
  if (variable.space == "shared") {
    if (shared.size() == maxSharedObjects)
      return unsupportedLine(
          variable.line, "too many variables in shared memory:", variable.name);
    object->space = StateSpace::Shared;
    object->alignment =
        std::max<uint32_t>(variable.alignment, symbol.elementBytes);
    Expected<uint64_t> address = placeShared(*object);
    if (!address)
      return address.takeError();
    symbol.address = *address;
    symbol.isInWindow = true;
    shared.push_back(std::move(*object));
  } else if (variable.space == "local" || variable.space == "param") {
    symbol.isInWindow = true;
    symbol.bytes = object->bytes.size();
    symbol.isParameterObject = variable.space == "param";
    if (state && state->isRecursive) {
      symbol.hasSlot = true;
      symbol.slot = state->emitter.newSlots();
    } else {
      if (locals.size() == maxLocalObjects)
        return unsupportedLine(
            variable.line,
            "too many variables in local memory:", variable.name);
      symbol.address = windowAddress(locals.size());
      locals.push_back(symbol.bytes);
    }
  } else if (variable.space == "global" || variable.space == "const") {
    object->isConstant = variable.space == "const";
    object->space =
        object->isConstant ? StateSpace::Constant : StateSpace::Global;
    symbol.address = globalAddress(firstObject + kernel.objects.size());
    kernel.objects.push_back(std::move(*object));
  } else {
    return unsupportedLine(
        variable.line,
        "a variable in a space without support:", variable.space);
  }
  return symbol;
}

/// Whether something other than `ld.param` names a parameter.
static bool takesAddress(const PtxStatement &statement, StringRef parameter) {
  bool isAccess = statement.name.starts_with("ld.param") ||
                  statement.name.starts_with("st.param");
  auto names = [&](const PtxOperand &operand, auto &self) -> bool {
    bool isPlace = operand.kind == PtxOperand::Kind::Address ||
                   operand.kind == PtxOperand::Kind::Element;
    return (operand.text == parameter && !(isAccess && isPlace)) ||
           any_of(operand.parts,
                  [&](const PtxOperand &part) { return self(part, self); });
  };
  return statement.kind == PtxStatement::Kind::Instruction &&
         any_of(statement.operands, [&](const PtxOperand &operand) {
           return names(operand, names);
         });
}

/// A parameter whose address is taken (PTX ISA, 5.1.6.1: `mov` gives it in the
/// space of parameters) is an object, too.
Error KernelDecoder::parameterObject(const PtxVariable &variable,
                                     PtxSymbol &symbol) {
  if (locals.size() == maxLocalObjects)
    return unsupportedLine(
        variable.line, "too many variables in local memory:", variable.name);
  ParameterObject object;
  object.slot = symbol.slot;
  object.bytes = symbol.bytes ? symbol.bytes : symbol.type.width / 8;
  symbol = PtxSymbol();
  symbol.isInWindow = symbol.isParameterObject = true;
  symbol.bytes = object.bytes;
  symbol.address = windowAddress(locals.size());
  locals.push_back(object.bytes);
  object.symbol = symbol;
  parameterObjects.push_back(object);
  return Error::success();
}

/// Numbers that the launch passes: they are in registers.
Error KernelDecoder::kernelParameters(FunctionState &state) {
  for (const PtxVariable &variable : entry.parameters) {
    const PtxTypeRow *type = findPtxType(variable.type);
    // What a launch passes is one number; an array of bytes may hold it.
    uint64_t width =
        type ? variable.numElements() * type->registerType.width : 0;
    bool isNumber =
        variable.extents.empty() && variable.lanes == 1 && width <= 64;
    bool fitsNumber = width == 8 || width == 16 || width == 32 || width == 64;
    // PTX ISA, 5.2 (limits of kernel parameters): 32764 bytes.
    bool isStructure = kind == PtxLaunchKind::Driver && !isNumber &&
                       !fitsNumber && width >= 8 && width <= 32764 * 8;
    if (!isNumber && !fitsNumber && !isStructure)
      type = nullptr;
    if (!type)
      return unsupportedLine(variable.line,
                             "a parameter without support:", variable.name);
    PtxSymbol symbol;
    symbol.kind = PtxSymbol::Kind::Parameter;
    symbol.type = isNumber ? type->registerType
                           : RegisterType{TypeKind::Bits, uint8_t(width)};
    if (isStructure) {
      symbol.type = {TypeKind::Bits, 64};
      symbol.bytes = width / 8;
    }
    unsigned slots = isStructure ? divideCeil(symbol.bytes, 8) : 1;
    symbol.slot = state.emitter.newSlots(slots);
    for (unsigned i = 0; i < slots; ++i)
      kernel.frame[symbol.slot + i].poison = false;
    // An array is aligned as its elements are, unless the module says more.
    kernel.parameters.push_back(
        {symbol.type, symbol.slot, uint32_t(symbol.bytes),
         std::max<uint32_t>(variable.alignment, type->registerType.width / 8)});
    if (any_of(entry.body, [&](const PtxStatement &statement) {
          return takesAddress(statement, variable.name);
        }))
      if (Error error = parameterObject(variable, symbol))
        return error;
    if (!state.emitter.symbols.try_emplace(variable.name, symbol).second)
      return wrongLine(variable.line, "declared twice:", variable.name);
  }
  return Error::success();
}

/// Every object of the function.
Error KernelDecoder::declare(FunctionState &state) {
  uint32_t first = kernel.frame.size();
  auto parameters = [&](ArrayRef<PtxVariable> variables,
                        std::vector<PtxSymbol> &into) -> Error {
    for (const PtxVariable &variable : variables) {
      if (variable.space != "param")
        return unsupportedLine(variable.line,
                               "a parameter without support:", variable.name);
      Expected<PtxSymbol> symbol = object(variable, &state);
      if (!symbol)
        return symbol.takeError();
      into.push_back(*symbol);
      if (!state.emitter.symbols.try_emplace(variable.name, *symbol).second)
        return wrongLine(variable.line, "declared twice:", variable.name);
    }
    return Error::success();
  };
  if (&state.function == &entry) {
    if (Error error = kernelParameters(state))
      return error;
  } else {
    state.emitter.returning = Opcode::Return;
    if (Error error = parameters(state.function.parameters, state.parameters))
      return error;
    if (Error error = parameters(state.function.results, state.results))
      return error;
  }
  for (const PtxStatement &statement : state.function.body)
    for (const PtxVariable &variable : statement.variables) {
      if (variable.space == "reg")
        continue;
      Expected<PtxSymbol> symbol = object(variable, &state);
      if (!symbol)
        return symbol.takeError();
      state.emitter.objects[&variable] = *symbol;
      if (variable.space == "local")
        state.locals.push_back(*symbol);
      if (symbol->hasSlot)
        state.own.push_back(*symbol);
    }
  state.firstRange = kernel.ranges.size();
  kernel.ranges.resize(state.firstRange + 2);
  kernel.ranges[state.firstRange] = {first,
                                     uint32_t(kernel.frame.size()) - first};
  if (state.isRecursive)
    for (size_t i = 0; i < state.results.size(); ++i)
      state.returned.push_back(state.emitter.newSlots());
  return Error::success();
}
