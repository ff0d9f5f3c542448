//===- PtxKernel.cpp - A kernel of a PTX module ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Ptx/PtxKernel.h"
#include "interp/Simt/Machine/FlatAddress.h"
#include "interp/Simt/Ptx/PtxEmitter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include <memory>

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

/// Of one object in memory; PTX itself has no limit, but no target has more.
static constexpr uint64_t maxObjectBytes = uint64_t(1) << 28;

static Error wrongLine(unsigned line, const Twine &what, StringRef text) {
  return createStringError("line " + Twine(line) + ": error: " + what + " '" +
                           text + "'");
}

std::error_code simt::unsupportedPtx() {
  return std::make_error_code(std::errc::not_supported);
}

static Error unsupportedLine(unsigned line, const Twine &what, StringRef text) {
  return createStringError(unsupportedPtx(), "line " + Twine(line) +
                                                 ": error: " + what + " '" +
                                                 text + "'");
}

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

namespace {
/// A function, or the kernel, that is being decoded.
struct FunctionState {
  FunctionState(const PtxFunction &function, Kernel &kernel,
                std::vector<const PtxStatement *> &origins)
      : function(function), emitter(kernel, origins) {}

  const PtxFunction &function;
  PtxEmitter emitter;
  /// Objects in local memory.
  std::vector<PtxSymbol> parameters, results, locals;
  std::vector<const FunctionState *> callees;
  uint32_t start = 0;
};

/// Functions are not recursive, so that each has one set of registers,
/// parameters and local objects in a thread: all are there when it starts.
class KernelDecoder {
public:
  KernelDecoder(const PtxModule &module, const PtxFunction &entry,
                uint32_t firstObject, PtxLaunchKind kind)
      : module(module), entry(entry), firstObject(firstObject), kind(kind) {}
  Expected<Kernel> run();

private:
  FunctionState *reach(const PtxFunction &function);
  Error directives();
  Error kernelParameters(FunctionState &state);
  Error declare(FunctionState &state);
  Error body(FunctionState &state);
  Expected<bool> call(FunctionState &caller, const PtxStatement &statement);
  Expected<bool> indirectCall(FunctionState &caller,
                              const PtxStatement &statement,
                              const PtxOperand &callee,
                              ArrayRef<PtxOperand> results,
                              ArrayRef<PtxOperand> arguments);
  Error callOf(FunctionState &caller, const FunctionState &callee,
               ArrayRef<PtxOperand> results, ArrayRef<PtxOperand> arguments,
               const PtxStatement &statement);
  bool isAddressTaken(const PtxFunction &function) const;
  Error pass(FunctionState &caller, ArrayRef<PtxOperand> names,
             ArrayRef<PtxSymbol> objects, bool isResult,
             const PtxStatement &statement);
  Expected<PtxSymbol> object(const PtxVariable &variable);
  Expected<Object> contents(const PtxVariable &variable);

  const PtxModule &module;
  const PtxFunction &entry;
  uint32_t firstObject;
  PtxLaunchKind kind;
  Kernel kernel;
  std::vector<const PtxStatement *> origins;
  std::vector<Object> shared;
  /// All variables in `.extern .shared` are the same memory.
  std::optional<uint64_t> launchSized;
  /// The sizes of the objects in local memory.
  std::vector<uint64_t> locals;
  /// The kernel first.
  std::vector<std::unique_ptr<FunctionState>> functions;
  /// Edges of calls.
  std::vector<std::pair<uint32_t, const FunctionState *>> pending;
};
} // namespace

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
    auto named =
        find_if(module.functions, [text = text](const PtxFunction &function) {
          return function.name == text;
        });
    if (bytes == 8 && named != module.functions.end())
      bits = functionAddress(named - module.functions.begin());
    if (!bits)
      return unsupportedLine(variable.line,
                             "an initial value without support:", text);
    for (unsigned k = 0; k < bytes; ++k)
      object.bytes[i * bytes + k] = *bits >> (8 * k);
  }
  return object;
}

/// A variable in memory, of the module or of a function.
Expected<PtxSymbol> KernelDecoder::object(const PtxVariable &variable) {
  PtxSymbol symbol;
  if (kind == PtxLaunchKind::Driver && variable.isExtern &&
      variable.space == "shared") {
    if (!launchSized) {
      launchSized = windowAddress(shared.size());
      Object &object = shared.emplace_back();
      object.name = variable.name.str();
      object.space = StateSpace::Shared;
      object.hasLaunchSize = true;
    }
    symbol.address = *launchSized;
    return symbol;
  }
  Expected<Object> object = contents(variable);
  if (!object)
    return object.takeError();
  if (variable.space == "shared") {
    object->space = StateSpace::Shared;
    symbol.address = windowAddress(shared.size());
    shared.push_back(std::move(*object));
  } else if (variable.space == "local" || variable.space == "param") {
    symbol.address = windowAddress(locals.size());
    symbol.bytes = object->bytes.size();
    symbol.isParameterObject = variable.space == "param";
    locals.push_back(symbol.bytes);
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

/// Numbers that the launch passes: they are in registers.
Error KernelDecoder::kernelParameters(FunctionState &state) {
  for (const PtxVariable &variable : entry.parameters) {
    const PtxTypeRow *type = findPtxType(variable.type);
    // What a launch passes is one number; an array of bytes may hold it.
    uint64_t width =
        type ? variable.numElements() * type->registerType.width : 0;
    bool isNumber = variable.extents.empty() && variable.lanes == 1;
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
    if (!state.emitter.symbols.try_emplace(variable.name, symbol).second)
      return wrongLine(variable.line, "declared twice:", variable.name);
  }
  return Error::success();
}

Error KernelDecoder::directives() {
  for (const PtxDirective &directive : entry.directives) {
    if (directive.name == "reqnctapercluster")
      for (StringRef text : directive.values)
        if (text != "1")
          return unsupportedLine(entry.line,
                                 "a cluster of more than one CTA:", text);
    if (directive.name != "reqntid")
      continue;
    uint64_t threads = 1;
    kernel.ctaShape = {1, 1, 1};
    for (auto [i, text] : enumerate(directive.values)) {
      unsigned extent;
      if (text.getAsInteger(0, extent) || extent == 0 || i > 2)
        return wrongLine(entry.line, "an extent of a CTA that is none:", text);
      kernel.ctaShape[i] = extent;
      threads = std::min<uint64_t>(threads * extent, ~0u);
    }
    kernel.threadsPerCta = threads;
  }
  return Error::success();
}

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

/// Whether a call of `from` can lead to a call of `to`.
static bool leadsTo(const FunctionState *from, const FunctionState *to) {
  std::vector<const FunctionState *> open = {from};
  SmallPtrSet<const FunctionState *, 8> seen;
  while (!open.empty()) {
    const FunctionState *at = open.back();
    open.pop_back();
    if (at == to)
      return true;
    if (seen.insert(at).second)
      append_range(open, at->callees);
  }
  return false;
}

/// Every object of the function.
Error KernelDecoder::declare(FunctionState &state) {
  auto parameters = [&](ArrayRef<PtxVariable> variables,
                        std::vector<PtxSymbol> &into) -> Error {
    for (const PtxVariable &variable : variables) {
      if (variable.space != "param")
        return unsupportedLine(variable.line,
                               "a parameter without support:", variable.name);
      Expected<PtxSymbol> symbol = object(variable);
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
      Expected<PtxSymbol> symbol = object(variable);
      if (!symbol)
        return symbol.takeError();
      state.emitter.objects[&variable] = *symbol;
      if (variable.space == "local")
        state.locals.push_back(*symbol);
    }
  return Error::success();
}

/// Copies between the objects that a call names and those of the function.
Error KernelDecoder::pass(FunctionState &caller, ArrayRef<PtxOperand> names,
                          ArrayRef<PtxSymbol> objects, bool isResult,
                          const PtxStatement &statement) {
  if (names.size() != objects.size())
    return malformedPtx("wrong number of operands of", statement.name);
  for (auto [name, object] : zip_equal(names, objects)) {
    auto symbol = caller.emitter.symbols.find(name.text);
    if (symbol == caller.emitter.symbols.end() ||
        !symbol->second.isParameterObject ||
        symbol->second.bytes != object.bytes)
      return malformedPtx("not an argument of this call:", name.text);
    uint32_t ofCaller = caller.emitter.localPointer(symbol->second.address);
    uint32_t ofCallee = caller.emitter.localPointer(object.address);
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
  if (Error error = pass(caller, arguments, callee.parameters,
                         /*isResult=*/false, statement))
    return error;
  pending.push_back({uint32_t(kernel.edges.size()), &callee});
  caller.emitter.emit(Opcode::Call).edges[0] = kernel.edges.size();
  kernel.edges.emplace_back();
  return pass(caller, results, callee.results, /*isResult=*/true, statement);
}

/// Whether the call's objects are those of the function, by number and size.
static bool fits(const FunctionState &caller, ArrayRef<PtxOperand> names,
                 ArrayRef<PtxSymbol> objects) {
  if (names.size() != objects.size())
    return false;
  for (auto [name, object] : zip_equal(names, objects)) {
    auto symbol = caller.emitter.symbols.find(name.text);
    if (symbol == caller.emitter.symbols.end() ||
        !symbol->second.isParameterObject ||
        symbol->second.bytes != object.bytes)
      return false;
  }
  return true;
}

/// `call (results), %register, (arguments), prototype;`: one of the functions
/// whose address is taken and which fit; PTX ISA, call.
Expected<bool> KernelDecoder::indirectCall(FunctionState &caller,
                                           const PtxStatement &statement,
                                           const PtxOperand &callee,
                                           ArrayRef<PtxOperand> results,
                                           ArrayRef<PtxOperand> arguments) {
  if (!statement.guard.empty()) {
    caller.emitter.refuse("a guarded indirect call");
    return true;
  }
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
    if (leadsTo(one, &caller)) {
      caller.emitter.refuse("a recursive call of '" + one->function.name + "'");
      continue;
    }
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
  if (!callee && name == "vprintf" && !caller.emitter.find(name))
    return decodePtxPrint(caller.emitter, statement, results, arguments);
  if (!callee && caller.emitter.find(name))
    return indirectCall(caller, statement, operands.front(), results,
                        arguments);
  if (!callee || leadsTo(callee, &caller)) {
    caller.emitter.refuse(Twine(callee ? "a recursive call of '"
                                       : "PTX instruction 'call' of '") +
                          name + "'");
    return true;
  }
  if (Error error = callOf(caller, *callee, results, arguments, statement))
    return std::move(error);
  return true;
}

Error KernelDecoder::body(FunctionState &state) {
  PtxEmitter &emitter = state.emitter;
  state.start = kernel.code.size();
  if (&state.function == &entry)
    for (uint64_t bytes : locals) {
      simt::Instruction &op = emitter.emit(Opcode::LocalObject);
      op.immediate = bytes;
      op.result = emitter.newSlots();
    }
  else
    // What an earlier call left there is gone.
    for (const PtxSymbol &local : state.locals) {
      uint32_t pointer = emitter.localPointer(local.address);
      simt::Instruction &op = emitter.emit(Opcode::FillBytes);
      op.operands = {pointer, emitter.constant(0, /*isPoison=*/true),
                     emitter.constant(local.bytes)};
      op.space = StateSpace::Local;
    }
  emitter.decodeCall = [&](const PtxStatement &statement) {
    return call(state, statement);
  };
  if (kind == PtxLaunchKind::Program)
    emitter.findProducts(state.function.body);
  // Names of a function are not hidden by its outermost braces.
  for (const PtxStatement &statement :
       ArrayRef(state.function.body).drop_front().drop_back())
    if (Error error = emitter.statement(statement)) {
      if (kind == PtxLaunchKind::Program)
        return error;
      std::string text = toString(std::move(error));
      return createStringError("line " + Twine(statement.line) +
                               ": error: " + text);
    }
  // A function may end at its last brace.
  origins.resize(kernel.code.size(), nullptr);
  kernel.code.emplace_back().opcode = emitter.returning;
  return emitter.finish();
}

Expected<Kernel> KernelDecoder::run() {
  kernel.name = entry.name.str();
  kernel.hasFlatAddresses = true;
  kernel.frame.resize(1);
  if (Error error = directives())
    return std::move(error);
  reach(entry);
  StringMap<PtxSymbol> global;
  for (const PtxVariable &variable : module.variables) {
    Expected<PtxSymbol> symbol = object(variable);
    if (!symbol)
      return symbol.takeError();
    if (!global.try_emplace(variable.name, *symbol).second)
      return wrongLine(variable.line, "declared twice:", variable.name);
  }
  for (auto [index, function] : enumerate(module.functions)) {
    PtxSymbol symbol;
    symbol.address = functionAddress(index);
    // A function may be declared before it is defined.
    global.try_emplace(function.name, symbol);
  }
  for (const auto &state : functions) {
    state->emitter.symbols = global;
    if (Error error = declare(*state))
      return std::move(error);
  }
  for (const auto &state : functions)
    if (Error error = body(*state))
      return std::move(error);
  for (auto [edge, callee] : pending)
    kernel.edges[edge].target = callee->start;
  append_range(kernel.objects, shared);
  kernel.placeOf = [module = &module,
                    origins = std::move(origins)](uint32_t index) {
    const PtxStatement *at = index < origins.size() ? origins[index] : nullptr;
    Place place;
    if (!at)
      return place;
    place.operation = at->name.str();
    place.location = "ptx:" + std::to_string(at->line);
    for (const auto &[number, name] : module->files)
      if (at->position.line && number == at->position.file)
        place.location += (" (" + name + ":" + Twine(at->position.line) + ":" +
                           Twine(at->position.column) + ")")
                              .str();
    return place;
  };
  kernel.originOf = [](uint32_t) -> const void * { return nullptr; };
  return std::move(kernel);
}

Expected<Kernel> simt::decodePtxKernel(const PtxModule &module, StringRef name,
                                       uint32_t firstObject,
                                       PtxLaunchKind kind) {
  const PtxFunction *found = nullptr;
  for (const PtxFunction &function : module.functions) {
    if (!function.isEntry || !function.hasBody ||
        (!name.empty() && function.name != name))
      continue;
    if (found)
      return createStringError("the module has several kernels; the launch "
                               "must name one");
    found = &function;
  }
  if (!found)
    return createStringError(
        name.empty() ? "the module has no kernel"
                     : ("the module has no kernel '" + name + "'").str());
  if (module.addressSize != 64)
    return createStringError(unsupportedPtx(), "addresses of " +
                                                   Twine(module.addressSize) +
                                                   " bits");
  return KernelDecoder(module, *found, firstObject, kind).run();
}
