//===- PtxKernel.cpp - A kernel of a PTX module -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/FlatAddress.h"
#include "interp/Simt/Ptx/PtxKernelDecoder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

Error simt::wrongLine(unsigned line, const Twine &what, StringRef text) {
  return createStringError("line " + Twine(line) + ": error: " + what + " '" +
                           text + "'");
}

std::error_code simt::unsupportedPtx() {
  return std::make_error_code(std::errc::not_supported);
}

Error simt::unsupportedLine(unsigned line, const Twine &what, StringRef text) {
  return createStringError(unsupportedPtx(), "line " + Twine(line) +
                                                 ": error: " + what + " '" +
                                                 text + "'");
}

Error KernelDecoder::directives() {
  for (const PtxDirective &directive : entry.directives) {
    if (directive.name == "reqnctapercluster") {
      kernel.hasClusters = true;
      for (auto [i, text] : enumerate(directive.values))
        if (i > 2 || text.getAsInteger(0, kernel.clusterShape[i]) ||
            kernel.clusterShape[i] == 0)
          return wrongLine(entry.line,
                           "an extent of a cluster that is none:", text);
    }
    kernel.blocksAreClusters |= directive.name == "blocksareclusters";
    if (directive.name == "maxnreg" &&
        (directive.values.size() != 1 ||
         directive.values[0].getAsInteger(0, kernel.registersPerThread)))
      return wrongLine(entry.line,
                       "a number of registers that is none:", directive.name);
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
  // PTX ISA 9.0, 11.5.
  if (kernel.blocksAreClusters && !(kernel.hasClusters && kernel.threadsPerCta))
    return wrongLine(entry.line, "without .reqnctapercluster and .reqntid:",
                     ".blocksareclusters");
  return Error::success();
}

/// At the start of the kernel's threads: their copies of parameters.
void KernelDecoder::fillParameters(PtxEmitter &emitter) {
  for (const ParameterObject &one : parameterObjects) {
    uint32_t pointer = emitter.localPointer(one.symbol);
    for (uint64_t offset = 0; offset < one.bytes;) {
      // What is left of 8 bytes, in pieces of powers of two.
      uint64_t within = offset % 8;
      uint64_t piece =
          llvm::bit_floor(std::min(8 - within, one.bytes - offset));
      uint32_t value = one.slot + offset / 8;
      if (within) {
        uint32_t whole = value;
        value = emitter.newSlots();
        emitter.emit(Opcode::Shr, {TypeKind::Bits, 64}, value,
                     {whole, emitter.constant(8 * within)});
      }
      uint32_t place = emitter.newSlots();
      emitter
          .emit(Opcode::ResolveAddress, {TypeKind::Bits, 64}, place,
                {emitter.constant(one.symbol.address + offset)})
          .space = StateSpace::Local;
      simt::Instruction &op =
          emitter.emit(Opcode::Store, {TypeKind::Bits, uint8_t(8 * piece)}, 0,
                       {place, value});
      op.lanes = 1;
      op.bytes = op.alignment = piece;
      op.space = StateSpace::Local;
      offset += piece;
    }
    emitter.emit(Opcode::SealObject).operands[0] = pointer;
  }
}

Error KernelDecoder::body(FunctionState &state) {
  PtxEmitter &emitter = state.emitter;
  state.start = kernel.code.size();
  uint32_t firstSlot = kernel.frame.size();
  if (state.isRecursive) {
    makeObjects(state, state.own);
  } else if (&state.function == &entry) {
    for (uint64_t bytes : locals) {
      simt::Instruction &op = emitter.emit(Opcode::LocalObject);
      op.immediate = bytes;
      op.result = emitter.newSlots();
    }
    fillParameters(emitter);
  } else {
    // What an earlier call left there is gone.
    for (const PtxSymbol &local : state.locals) {
      uint32_t pointer = emitter.localPointer(local);
      simt::Instruction &op = emitter.emit(Opcode::FillBytes);
      op.operands = {pointer, emitter.constant(0, /*isPoison=*/true),
                     emitter.constant(local.bytes)};
      op.space = StateSpace::Local;
    }
  }
  // What a recursive function allocates goes with its activation.
  bool allocates = any_of(state.function.body, [](const PtxStatement &one) {
    return one.name.starts_with("alloca.");
  });
  if (allocates && !state.isRecursive && &state.function != &entry) {
    emitter.stackSlot = emitter.newSlots();
    emitter.emit(Opcode::StackSave, {TypeKind::Bits, 64}, emitter.stackSlot,
                 {});
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
  if (emitter.stackSlot) {
    simt::Instruction &op = kernel.code.emplace_back();
    op.opcode = Opcode::StackRestore;
    op.operands[0] = emitter.stackSlot;
  }
  kernel.code.emplace_back().opcode = emitter.returning;
  if (Error error = emitter.finish())
    return error;
  kernel.ranges[state.firstRange + 1] = {
      firstSlot, uint32_t(kernel.frame.size()) - firstSlot};
  return Error::success();
}

Expected<Kernel> KernelDecoder::run() {
  kernel.name = entry.name.str();
  kernel.hasFlatAddresses = true;
  kernel.frame.resize(1);
  if (Error error = directives())
    return std::move(error);
  reach(entry);
  for (const auto &state : functions)
    state->isRecursive = any_of(state->callees, [&](const FunctionState *one) {
      return mayComeBack(*one, *state);
    });
  if (any_of(module.functions, [](const PtxFunction &function) {
        return any_of(function.body, [](const PtxStatement &statement) {
          return statement.name.starts_with("wgmma.mma_async") ||
                 statement.name.starts_with("tcgen05.mma") ||
                 statement.name.starts_with("tcgen05.cp");
        });
      }))
    places.emplace();
  auto isOfLaunch = [](const PtxVariable &variable) {
    return variable.isExtern && variable.space == "shared";
  };
  auto declareGlobal = [&](const PtxVariable &variable) -> Error {
    Expected<PtxSymbol> symbol = object(variable);
    if (!symbol)
      return symbol.takeError();
    if (!global.try_emplace(variable.name, *symbol).second)
      return wrongLine(variable.line, "declared twice:", variable.name);
    return Error::success();
  };
  for (const PtxVariable &variable : module.variables)
    if (!isOfLaunch(variable))
      if (Error error = declareGlobal(variable))
        return std::move(error);
  for (auto [index, function] : enumerate(module.functions)) {
    PtxSymbol symbol;
    symbol.address = functionAddress(index);
    // A function may be declared before it is defined.
    global.try_emplace(function.name, symbol);
  }
  for (const auto &state : functions) {
    state->emitter.symbols = global;
    state->emitter.firstObject = firstObject;
    if (Error error = declare(*state))
      return std::move(error);
  }
  // Memory that the launch gives lies behind all other, that of functions too.
  for (const PtxVariable &variable : module.variables) {
    if (!isOfLaunch(variable))
      continue;
    if (Error error = declareGlobal(variable))
      return std::move(error);
    for (const auto &state : functions)
      state->emitter.symbols.try_emplace(variable.name, global[variable.name]);
  }
  for (const auto &state : functions)
    if (Error error = body(*state))
      return std::move(error);
  for (auto [edge, callee] : pending)
    kernel.edges[edge].target = callee->start;
  append_range(kernel.objects, shared);
  if (places)
    kernel.sharedAddresses = std::move(places->addresses);
  auto statements =
      std::make_shared<std::vector<const PtxStatement *>>(std::move(origins));
  kernel.textOf = [statements](uint32_t index) {
    const PtxStatement *at =
        index < statements->size() ? (*statements)[index] : nullptr;
    // In one line, whatever stands between the words.
    SmallVector<StringRef> words;
    if (at)
      SplitString(at->text, words, " \t\r\n");
    return join(words, " ");
  };
  kernel.placeOf = [module = &module, statements](uint32_t index) {
    const PtxStatement *at =
        index < statements->size() ? (*statements)[index] : nullptr;
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
