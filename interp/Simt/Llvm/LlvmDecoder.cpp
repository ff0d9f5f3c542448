//===- LlvmDecoder.cpp - A kernel of an LLVM module -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Llvm/LlvmDecoder.h"
#include "interp/Simt/Llvm/FunctionDecoder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

static bool fillInitializer(const Constant *constant, const DataLayout &layout,
                            std::vector<uint8_t> &bytes) {
  if (constant->isNullValue())
    return true;
  auto *data = dyn_cast<ConstantDataSequential>(constant);
  if (!data || !layout.isLittleEndian())
    return false;
  StringRef raw = data->getRawDataValues();
  if (raw.size() > bytes.size())
    return false;
  std::copy(raw.begin(), raw.end(), bytes.begin());
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

static Expected<unsigned> requiredThreads(const Function &kernel) {
  SmallVector<StringRef> parts;
  kernel.getFnAttribute("nvvm.reqntid").getValueAsString().split(parts, ',');
  unsigned product = 1;
  for (const StringRef &part : parts) {
    unsigned extent;
    if (part.trim().getAsInteger(10, extent))
      return createStringError("kernel without a \"nvvm.reqntid\" attribute");
    if (extent != 1 && &part != &parts.front())
      return createStringError("a CTA of several dimensions");
    product *= extent;
  }
  return product;
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
    std::optional<StateSpace> space = spaceOf(variable.getAddressSpace());
    if (!space || *space == StateSpace::Local)
      return createStringError("the address space of '" + variable.getName() +
                               "'");
    object.space = *space == StateSpace::Generic ? StateSpace::Global : *space;
    if (object.space == StateSpace::Shared) {
      sharedVariables.push_back(&variable);
      shared.push_back(std::move(object));
      continue;
    }
    if (!variable.hasInitializer() ||
        !fillInitializer(variable.getInitializer(), layout, object.bytes))
      return createStringError("the initialiser of '" + variable.getName() +
                               "'");
    ids[&variable] = firstObject + objects.size();
    objects.push_back(std::move(object));
  }
  for (auto [variable, object] : zip_equal(sharedVariables, shared)) {
    ids[variable] = firstObject + objects.size();
    objects.push_back(std::move(object));
  }
  return Error::success();
}

Expected<Kernel> simt::decodeKernel(const Module &module, StringRef name,
                                    uint32_t firstObject, unsigned threads) {
  Kernel kernel;
  Expected<const Function *> function = findKernel(module, name);
  if (!function)
    return function.takeError();
  kernel.threadsPerCta = threads;
  if (!threads) {
    Expected<unsigned> required = requiredThreads(**function);
    if (!required)
      return required.takeError();
    kernel.threadsPerCta = *required;
  }
  ObjectIds ids;
  if (Error error = placeObjects(module, firstObject, kernel.objects, ids))
    return std::move(error);
  if (Error error = FunctionDecoder(**function, ids, kernel).run())
    return std::move(error);
  return std::move(kernel);
}
