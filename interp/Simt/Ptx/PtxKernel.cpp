//===- PtxKernel.cpp - A kernel of a PTX module ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Ptx/PtxKernel.h"
#include "interp/Simt/Machine/FlatAddress.h"
#include "interp/Simt/Ptx/PtxEmitter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

/// Of one object in memory; PTX itself has no limit, but no target has more.
static constexpr uint64_t maxObjectBytes = uint64_t(1) << 28;

static Error wrongLine(unsigned line, const Twine &what, StringRef text) {
  return createStringError("line " + Twine(line) + ": error: " + what + " '" +
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
class KernelDecoder {
public:
  KernelDecoder(const PtxModule &module, const PtxFunction &function,
                uint32_t firstObject)
      : module(module), function(function), firstObject(firstObject),
        emitter(kernel) {}
  Expected<Kernel> run();

private:
  Error parameters();
  Error directives();
  Error object(const PtxVariable &variable);
  Expected<Object> contents(const PtxVariable &variable);

  const PtxModule &module;
  const PtxFunction &function;
  uint32_t firstObject;
  Kernel kernel;
  PtxEmitter emitter;
  std::vector<Object> shared;
  unsigned localCount = 0;
};
} // namespace

Expected<Object> KernelDecoder::contents(const PtxVariable &variable) {
  const PtxTypeRow *type = findPtxType(variable.type);
  if (!type || type->registerType.width < 8)
    return wrongLine(variable.line,
                     "a variable of a type without support:", variable.type);
  unsigned bytes = type->registerType.width / 8;
  uint64_t count = variable.numElements();
  if (count > maxObjectBytes / bytes)
    return wrongLine(variable.line,
                     "a variable that is too large:", variable.name);
  if (count == 0 || variable.isExtern)
    return wrongLine(variable.line,
                     "a variable whose size or contents another module says:",
                     variable.name);
  if (variable.initial.size() > count)
    return wrongLine(variable.line, "too many initial values of",
                     variable.name);
  Object object;
  object.name = variable.name.str();
  object.bytes.resize(count * bytes);
  for (auto [i, text] : enumerate(variable.initial)) {
    std::optional<uint64_t> bits = initialBits(text, bytes);
    if (!bits)
      return wrongLine(variable.line,
                       "an initial value without support:", text);
    for (unsigned k = 0; k < bytes; ++k)
      object.bytes[i * bytes + k] = *bits >> (8 * k);
  }
  return object;
}

/// A variable in memory, of the module or of the function.
Error KernelDecoder::object(const PtxVariable &variable) {
  if (variable.space == "reg" || variable.space == "param")
    return Error::success();
  PtxSymbol symbol;
  Expected<Object> object = contents(variable);
  if (!object)
    return object.takeError();
  if (variable.space == "shared") {
    object->space = StateSpace::Shared;
    symbol.address = windowAddress(shared.size());
    shared.push_back(std::move(*object));
  } else if (variable.space == "local") {
    simt::Instruction &op = emitter.emit(Opcode::LocalObject);
    op.immediate = object->bytes.size();
    op.result = emitter.newSlots();
    symbol.address = windowAddress(localCount++);
  } else if (variable.space == "global" || variable.space == "const") {
    object->isConstant = variable.space == "const";
    object->space =
        object->isConstant ? StateSpace::Constant : StateSpace::Global;
    symbol.address = globalAddress(firstObject + kernel.objects.size());
    kernel.objects.push_back(std::move(*object));
  } else {
    return wrongLine(variable.line,
                     "a variable in a space without support:", variable.space);
  }
  if (!emitter.symbols.try_emplace(variable.name, symbol).second)
    return wrongLine(variable.line, "declared twice:", variable.name);
  return Error::success();
}

Error KernelDecoder::parameters() {
  for (const PtxVariable &variable : function.parameters) {
    const PtxTypeRow *type = findPtxType(variable.type);
    // What a launch passes is one number; an array of bytes may hold it.
    uint64_t width =
        type ? variable.numElements() * type->registerType.width : 0;
    bool isNumber = variable.extents.empty() && variable.lanes == 1;
    if (!isNumber && width != 8 && width != 16 && width != 32 && width != 64)
      type = nullptr;
    if (!type)
      return wrongLine(variable.line,
                       "a parameter without support:", variable.name);
    PtxSymbol symbol;
    symbol.kind = PtxSymbol::Kind::Parameter;
    symbol.type = isNumber ? type->registerType
                           : RegisterType{TypeKind::Bits, uint8_t(width)};
    symbol.slot = emitter.newSlots();
    kernel.frame[symbol.slot].poison = false;
    kernel.parameters.push_back({symbol.type, symbol.slot});
    if (!emitter.symbols.try_emplace(variable.name, symbol).second)
      return wrongLine(variable.line, "declared twice:", variable.name);
  }
  return Error::success();
}

Error KernelDecoder::directives() {
  for (const PtxDirective &directive : function.directives) {
    if (directive.name != "reqntid")
      continue;
    uint64_t threads = 1;
    for (auto [i, text] : enumerate(directive.values)) {
      unsigned extent;
      if (text.getAsInteger(0, extent) || (i > 0 && extent != 1))
        return wrongLine(function.line,
                         "a CTA of more than one dimension, or none:", text);
      threads *= extent;
    }
    kernel.threadsPerCta = threads;
  }
  return Error::success();
}

Expected<Kernel> KernelDecoder::run() {
  kernel.name = function.name.str();
  kernel.hasFlatAddresses = true;
  kernel.frame.resize(1);
  if (Error error = directives())
    return std::move(error);
  if (Error error = parameters())
    return std::move(error);
  for (const PtxVariable &variable : module.variables)
    if (Error error = object(variable))
      return std::move(error);
  for (const PtxStatement &statement : function.body)
    for (const PtxVariable &variable : statement.variables)
      if (Error error = object(variable))
        return std::move(error);
  // Names of a function are not hidden by its outermost braces.
  for (const PtxStatement &statement :
       ArrayRef(function.body).drop_front().drop_back())
    if (Error error = emitter.statement(statement))
      return std::move(error);
  // A kernel may end at its last brace.
  emitter.origins.resize(kernel.code.size(), nullptr);
  kernel.code.emplace_back().opcode = Opcode::Exit;
  if (Error error = emitter.finish())
    return std::move(error);
  llvm::append_range(kernel.objects, shared);
  kernel.placeOf = [module = &module,
                    origins = std::move(emitter.origins)](uint32_t index) {
    const PtxStatement *at = index < origins.size() ? origins[index] : nullptr;
    Place place;
    if (at) {
      place.operation = at->name.str();
      place.location = "ptx:" + std::to_string(at->line);
      for (const auto &[number, name] : module->files)
        if (at->position.line && number == at->position.file)
          place.location += (" (" + name + ":" + Twine(at->position.line) +
                             ":" + Twine(at->position.column) + ")")
                                .str();
    }
    return place;
  };
  kernel.originOf = [](uint32_t) -> const void * { return nullptr; };
  return std::move(kernel);
}

Expected<Kernel> simt::decodePtxKernel(const PtxModule &module, StringRef name,
                                       uint32_t firstObject) {
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
    return createStringError("addresses of " + Twine(module.addressSize) +
                             " bits");
  return KernelDecoder(module, *found, firstObject).run();
}
