//===- LlvmDecoder.cpp - A kernel of an LLVM module -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Llvm/LlvmDecoder.h"
#include "interp/Simt/Llvm/FunctionDecoder.h"
#include "interp/Simt/Machine/TensorLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

/// Little-endian bytes of integers, floats and aggregates of them.
static bool fillInitializer(const Constant *constant, const DataLayout &layout,
                            llvm::MutableArrayRef<uint8_t> bytes) {
  // Undefined bytes read as 0 of an object that is never written.
  if (constant->isNullValue())
    return true;
  Type *type = constant->getType();
  if (auto *data = dyn_cast<ConstantDataSequential>(constant)) {
    StringRef raw = data->getRawDataValues();
    if (!layout.isLittleEndian() || raw.size() > bytes.size())
      return false;
    std::copy(raw.begin(), raw.end(), bytes.begin());
    return true;
  }
  if (isa<ConstantInt, ConstantFP>(constant)) {
    APInt bits =
        isa<ConstantInt>(constant)
            ? cast<ConstantInt>(constant)->getValue()
            : cast<ConstantFP>(constant)->getValueAPF().bitcastToAPInt();
    if (type->isVectorTy() || bits.getBitWidth() % 8 ||
        bits.getBitWidth() / 8 > bytes.size())
      return false;
    for (unsigned i = 0; i < bits.getBitWidth() / 8; ++i)
      bytes[i] = bits.extractBitsAsZExtValue(8, 8 * i);
    return true;
  }
  if (!isa<ConstantArray, ConstantStruct>(constant))
    return false;
  auto *record = dyn_cast<StructType>(type);
  for (unsigned i = 0; i < constant->getNumOperands(); ++i) {
    auto *element = cast<Constant>(constant->getOperand(i));
    uint64_t offset = record
                          ? layout.getStructLayout(record)->getElementOffset(i)
                          : i * layout.getTypeAllocSize(element->getType());
    if (!fillInitializer(element, layout, bytes.drop_front(offset)))
      return false;
  }
  return true;
}

static Expected<const Function *> findKernel(const Module &module,
                                             StringRef name) {
  const Function *kernel = nullptr;
  for (const Function &function : module) {
    if (function.isDeclaration() ||
        (name.empty() ? function.getCallingConv() != CallingConv::PTX_Kernel
                      : function.getName() != name))
      continue;
    if (kernel)
      return createStringError("several kernels and the launch names none");
    kernel = &function;
  }
  if (!kernel)
    return createStringError("no kernel '" + Twine(name) + "'");
  return kernel;
}

/// `nvvm.reqntid`: the threads of a CTA, unless the launch says them.
static Error takeThreads(const Function &function, Kernel &kernel) {
  SmallVector<StringRef> extents;
  function.getFnAttribute("nvvm.reqntid")
      .getValueAsString()
      .split(extents, ',', -1, /*KeepEmpty=*/false);
  uint64_t threads = !extents.empty();
  for (auto [i, extent] : enumerate(extents)) {
    if (i > 2 || extent.trim().getAsInteger(10, kernel.ctaShape[i]) ||
        kernel.ctaShape[i] == 0)
      return createStringError("an extent of a CTA that is none: '" + extent +
                               "'");
    threads = std::min<uint64_t>(threads * kernel.ctaShape[i], ~0u);
  }
  kernel.threadsPerCta = threads;
  return Error::success();
}

/// `nvvm.cluster_dim`: the CTAs of a cluster.
static Error takeClusters(const Function &function, Kernel &kernel) {
  SmallVector<StringRef> extents;
  function.getFnAttribute("nvvm.cluster_dim")
      .getValueAsString()
      .split(extents, ',', -1, /*KeepEmpty=*/false);
  kernel.hasClusters = !extents.empty();
  for (auto [i, extent] : enumerate(extents))
    if (i > 2 || extent.trim().getAsInteger(10, kernel.clusterShape[i]) ||
        kernel.clusterShape[i] == 0)
      return createStringError("an extent of a cluster that is none: '" +
                               extent + "'");
  kernel.blocksAreClusters = function.hasFnAttribute("nvvm.blocksareclusters");
  if (kernel.blocksAreClusters && !(kernel.hasClusters && kernel.threadsPerCta))
    return createStringError("'nvvm.blocksareclusters' without "
                             "'nvvm.cluster_dim' and 'nvvm.reqntid'");
  return Error::success();
}

/// Objects of `module`, those in shared memory last, and their numbers.
static Error placeObjects(const Module &module, uint32_t firstObject,
                          std::vector<Object> &objects, ObjectIds &ids) {
  const DataLayout &layout = module.getDataLayout();
  std::vector<Object> shared;
  std::vector<const GlobalVariable *> sharedVariables;
  for (const GlobalVariable &variable : module.globals()) {
    if (variable.getName().starts_with("llvm."))
      continue;
    Object object;
    object.name = variable.getName().str();
    object.bytes.resize(layout.getTypeAllocSize(variable.getValueType()));
    object.isConstant = variable.isConstant();
    object.alignment = layout.getPreferredAlign(&variable).value();
    if (variable.getAlign())
      object.alignment = variable.getAlign()->value();
    std::optional<StateSpace> space = spaceOf(variable.getAddressSpace());
    if (!space || *space == StateSpace::Local)
      return createStringError("the address space of '" + variable.getName() +
                               "'");
    object.space = *space == StateSpace::Generic ? StateSpace::Global : *space;
    if (object.space == StateSpace::Shared) {
      object.hasLaunchSize = variable.isDeclaration() && object.bytes.empty();
      if (object.hasLaunchSize && any_of(shared, [](const Object &other) {
            return other.hasLaunchSize;
          }))
        return createStringError("several variables in dynamic shared memory");
      sharedVariables.push_back(&variable);
      shared.push_back(std::move(object));
      continue;
    }
    if (!variable.hasInitializer() ||
        !fillInitializer(variable.getInitializer(), layout,
                         llvm::MutableArrayRef<uint8_t>(object.bytes)))
      return createStringError("the initialiser of '" + variable.getName() +
                               "'");
    ids[&variable] = firstObject + objects.size();
    objects.push_back(std::move(object));
  }
  // What the launch gives lies behind everything else.
  auto dynamic = find_if(
      shared, [](const Object &object) { return object.hasLaunchSize; });
  if (dynamic != shared.end()) {
    auto variable = sharedVariables.begin() + (dynamic - shared.begin());
    std::rotate(dynamic, dynamic + 1, shared.end());
    std::rotate(variable, variable + 1, sharedVariables.end());
  }
  for (auto [variable, object] : zip_equal(sharedVariables, shared)) {
    ids[variable] = firstObject + objects.size();
    objects.push_back(std::move(object));
  }
  return Error::success();
}

namespace {
/// What a kernel may call: functions that code it reaches names, whether it
/// calls them or takes their address.
class CallWalk {
public:
  CallWalk(const Function &kernel, DecodedModule &shared)
      : kernel(kernel), shared(shared) {}

  Error run() { return enter(kernel); }

private:
  Error enter(const Function &function) {
    for (const BasicBlock &block : function)
      for (const llvm::Instruction &at : block)
        if (Error error = visit(at))
          return error;
    return Error::success();
  }

  Error visit(const llvm::Instruction &at) {
    auto *call = dyn_cast<CallBase>(&at);
    bool isComputed = call && !call->isInlineAsm() &&
                      !isa<Function>(call->getCalledOperand());
    const Function &caller = *at.getFunction();
    for (const Use &operand : at.operands())
      if (auto *function = dyn_cast<Function>(operand->stripPointerCasts()))
        if (Error error = add(caller, *function))
          return error;
    // Any of that type, then.
    if (isComputed)
      for (const Function &function : *at.getModule())
        if (function.getFunctionType() == call->getFunctionType() &&
            function.hasAddressTaken())
          if (Error error = add(caller, function))
            return error;
    return Error::success();
  }

  Error add(const Function &caller, const Function &callee) {
    if (callee.isDeclaration())
      return Error::success();
    if (&callee == &kernel)
      return createStringError("a call of the kernel '" + callee.getName() +
                               "' is not supported");
    auto from = shared.functions.find(&caller);
    if (from != shared.functions.end() &&
        !is_contained(from->second.callees, &callee))
      from->second.callees.push_back(&callee);
    auto [it, isNew] = shared.functions.insert({&callee, {}});
    if (!isNew)
      return Error::success();
    it->second.number = shared.functions.size() - 1;
    return enter(callee);
  }

  const Function &kernel;
  DecodedModule &shared;
};
} // namespace

static Error findFunctions(const Function &kernel, DecodedModule &shared,
                           Kernel &decoded) {
  if (Error error = CallWalk(kernel, shared).run())
    return error;
  for (auto &[function, called] : shared.functions) {
    called.firstRange = decoded.ranges.size();
    decoded.ranges.resize(called.firstRange + 2);
    SlotRange &parameters = decoded.ranges[called.firstRange];
    parameters.first = decoded.frame.size();
    for (const Argument &argument : function->args()) {
      SmallVector<RegisterType> lanes;
      if (function->isVarArg() || !flatten(argument.getType(), lanes))
        return createStringError("the type of parameter " +
                                 Twine(argument.getArgNo()) + " of '" +
                                 function->getName() + "'");
      called.slots.push_back(decoded.frame.size());
      decoded.frame.resize(decoded.frame.size() + lanes.size());
    }
    parameters.count = decoded.frame.size() - parameters.first;
  }
  // What is returned lies in no function's range, so that no caller that takes
  // its own values back loses it.
  for (const auto &[function, called] : shared.functions) {
    SmallVector<RegisterType> lanes;
    Type *type = function->getReturnType();
    if (!type->isVoidTy() && flatten(type, lanes) &&
        shared.results.try_emplace(type, decoded.frame.size()).second)
      decoded.frame.resize(decoded.frame.size() + lanes.size());
  }
  return Error::success();
}

/// Assembly that reads shared memory by a descriptor.
static bool hasDescriptors(const Function &function) {
  return any_of(instructions(function), [](const llvm::Instruction &one) {
    auto *call = dyn_cast<CallInst>(&one);
    auto *assembly =
        call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
    if (!assembly)
      return false;
    StringRef text = assembly->getAsmString();
    return text.contains("wgmma.mma_async") || text.contains("tcgen05.mma") ||
           text.contains("tcgen05.cp");
  });
}

/// Whether numbers may stand for places in shared memory.
static bool hasDescriptors(const Module &module) {
  if (any_of(module.functions(),
             [](const Function &function) { return hasDescriptors(function); }))
    return true;
  return any_of(module, [](const Function &function) {
    StringRef name = function.getName();
    return name.consume_front("llvm.nvvm.tcgen05.") &&
           (name.starts_with("cp.") || name.starts_with("mma."));
  });
}

Expected<Kernel> simt::decodeKernel(const Module &module, StringRef name,
                                    uint32_t firstObject, unsigned threads) {
  Kernel kernel;
  Expected<const Function *> function = findKernel(module, name);
  if (!function)
    return function.takeError();
  kernel.threadsPerCta = threads;
  if (!threads)
    if (Error error = takeThreads(**function, kernel))
      return std::move(error);
  if (Error error = takeClusters(**function, kernel))
    return std::move(error);
  (*function)
      ->getFnAttribute("nvvm.maxnreg")
      .getValueAsString()
      .getAsInteger(10, kernel.registersPerThread);
  DecodedModule shared;
  if (Error error =
          placeObjects(module, firstObject, kernel.objects, shared.globals))
    return std::move(error);
  if (hasDescriptors(module)) {
    Expected<std::vector<uint32_t>> addresses = placeShared(kernel.objects);
    if (!addresses)
      return addresses.takeError();
    kernel.sharedAddresses = std::move(*addresses);
    shared.firstShared =
        firstObject + kernel.objects.size() - kernel.sharedAddresses.size();
  }
  kernel.name = (*function)->getName().str();
  // Slot 0 is nobody's, so that a default slot is never a value.
  kernel.frame.emplace_back();
  if (Error error = findFunctions(**function, shared, kernel))
    return std::move(error);
  if (Error error = FunctionDecoder(**function, shared, kernel).run())
    return std::move(error);
  for (auto &[called, place] : shared.functions) {
    place.start = kernel.code.size();
    uint32_t first = kernel.frame.size();
    if (Error error = FunctionDecoder(*called, shared, kernel).run(&place))
      return std::move(error);
    kernel.ranges[place.firstRange + 1] = {
        first, uint32_t(kernel.frame.size()) - first};
  }
  for (auto [edge, called] : shared.callEdges)
    kernel.edges[edge].target = shared.functions.find(called)->second.start;
  auto origins = std::make_shared<std::vector<const llvm::Instruction *>>(
      std::move(shared.origins));
  kernel.placeOf = [origins](uint32_t index) {
    return Place{nameOf(*(*origins)[index]), locationOf(*(*origins)[index])};
  };
  kernel.originOf = [origins](uint32_t index) -> const void * {
    return (*origins)[index];
  };
  return std::move(kernel);
}
