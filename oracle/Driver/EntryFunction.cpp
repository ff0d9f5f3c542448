//===- EntryFunction.cpp - Kernels and what is known of them --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Driver/Process.h"
#include <algorithm>

using namespace tilefuzz;
using namespace tilefuzz::driver;

static Status checkFunction(const Call &call, Function *function) {
  if (Status status = call.ready(); status != Status::Success)
    return status;
  if (!call->findFunction(function))
    return Status::InvalidHandle;
  return function->module->context->fault;
}

namespace {
/// A call about a function that there is, of a context that is well.
class FunctionCall : public CheckedCall {
public:
  explicit FunctionCall(Function *function) {
    status = checkFunction(*this, function);
  }
};
} // namespace

/// A kernel of a library and its function in a context are the same here.
TILECUDA_API Status cuKernelGetFunction(Function **result, Function *kernel) {
  FunctionCall call(kernel);
  if (call.failed())
    return call.status;
  if (!result)
    return Status::InvalidValue;
  *result = kernel;
  return Status::Success;
}

namespace {
/// CUfunction_attribute.
enum FunctionAttribute {
  MaxThreads = 0,
  SharedBytes = 1,
  ConstantBytes = 2,
  LocalBytes = 3,
  Registers = 4,
  PtxVersion = 5,
  BinaryVersion = 6,
  CacheMode = 7,
  MaxDynamicShared = 8,
  SharedCarveout = 9,
  ClusterSizeMustBeSet = 10,
  RequiredClusterWidth = 11,
  RequiredClusterHeight = 12,
  RequiredClusterDepth = 13,
  NonPortableClusterSize = 14,
  LastAttribute = 15,
};
} // namespace

static Status getAttribute(int *value, int attribute, Function *function) {
  FunctionCall call(function);
  if (call.failed())
    return call.status;
  if (!value || attribute < 0 || attribute > LastAttribute)
    return Status::InvalidValue;
  // `9.0` is 90; so is the target without its letter.
  auto number = [](llvm::StringRef text) {
    int result = 0;
    for (char digit : text)
      if (digit >= '0' && digit <= '9')
        result = std::min(result * 10 + digit - '0', 9999);
    return result;
  };
  const Module &module = *function->module;
  switch (attribute) {
  case MaxThreads:
    *value = int(function->maxThreads);
    break;
  case SharedBytes:
    *value = int(function->staticShared);
    break;
  case ConstantBytes:
    *value = int(function->constantBytes);
    break;
  case LocalBytes:
    *value = int(function->localBytes);
    break;
  case Registers:
    *value = int(function->registers);
    break;
  case PtxVersion:
    *value = number(module.syntax.target.split(',').first);
    break;
  case BinaryVersion:
    *value = number(module.syntax.target.split(',').first);
    break;
  case MaxDynamicShared:
    *value = int(function->maxDynamicShared);
    break;
  case SharedCarveout:
    *value = -1;
    break;
  case ClusterSizeMustBeSet:
    *value = 0;
    break;
  case RequiredClusterWidth:
  case RequiredClusterHeight:
  case RequiredClusterDepth: {
    unsigned axis = unsigned(attribute - RequiredClusterWidth);
    const simt::Kernel &kernel = function->kernel;
    *value = int(kernel.hasClusters ? kernel.clusterShape[axis]
                                    : function->cluster[axis]);
    break;
  }
  case NonPortableClusterSize:
    *value = function->allowsNonPortable;
    break;
  default:
    *value = 0;
  }
  return Status::Success;
}
TILECUDA_API Status cuFuncGetAttribute(int *value, int attribute,
                                       Function *function) {
  return getAttribute(value, attribute, function);
}
TILECUDA_API Status cuKernelGetAttribute(int *value, int attribute,
                                         Function *kernel, DeviceHandle) {
  return getAttribute(value, attribute, kernel);
}

static Status setAttribute(int attribute, int value, Function *function) {
  FunctionCall call(function);
  if (call.failed())
    return call.status;
  switch (attribute) {
  case MaxDynamicShared:
    if (value < 0 || uint64_t(value) + function->staticShared > 227 * 1024)
      return Status::InvalidValue;
    function->maxDynamicShared = unsigned(value);
    return Status::Success;
  case SharedCarveout:
    return value < -1 || value > 100 ? Status::InvalidValue : Status::Success;
  // Of a kernel that states them they are fixed.
  case RequiredClusterWidth:
  case RequiredClusterHeight:
  case RequiredClusterDepth:
    if (value < 0 || value > 16 || function->kernel.hasClusters)
      return Status::InvalidValue;
    function->cluster[unsigned(attribute - RequiredClusterWidth)] =
        unsigned(value);
    return Status::Success;
  case NonPortableClusterSize:
    if (value < 0 || value > 1)
      return Status::InvalidValue;
    function->allowsNonPortable = value;
    return Status::Success;
  default:
    return Status::InvalidValue;
  }
}
TILECUDA_API Status cuFuncSetAttribute(Function *function, int attribute,
                                       int value) {
  return setAttribute(attribute, value, function);
}
TILECUDA_API Status cuKernelSetAttribute(int attribute, int value,
                                         Function *kernel, DeviceHandle) {
  return setAttribute(attribute, value, kernel);
}

/// Hints.
TILECUDA_API Status cuKernelSetCacheConfig(Function *kernel, int,
                                           DeviceHandle) {
  return FunctionCall(kernel).status;
}
TILECUDA_API Status cuFuncSetCacheConfig(Function *function, int) {
  return FunctionCall(function).status;
}
TILECUDA_API Status cuFuncSetSharedMemConfig(Function *function, int) {
  return FunctionCall(function).status;
}

static Status getName(const char **name, Function *function) {
  FunctionCall call(function);
  if (call.failed())
    return call.status;
  if (!name)
    return Status::InvalidValue;
  *name = function->kernel.name.c_str();
  return Status::Success;
}
TILECUDA_API Status cuFuncGetName(const char **name, Function *function) {
  return getName(name, function);
}
TILECUDA_API Status cuKernelGetName(const char **name, Function *kernel) {
  return getName(name, kernel);
}

TILECUDA_API Status cuFuncGetModule(Module **module, Function *function) {
  FunctionCall call(function);
  if (call.failed())
    return call.status;
  if (!module)
    return Status::InvalidValue;
  *module = function->module;
  return Status::Success;
}

static Status getParameter(Function *function, size_t index, size_t *offset,
                           size_t *size) {
  FunctionCall call(function);
  if (call.failed())
    return call.status;
  const auto &parameters = function->kernel.parameters;
  if (!offset || index >= parameters.size())
    return Status::InvalidValue;
  size_t at = 0;
  for (size_t i = 0; i <= index; ++i) {
    size_t bytes = sizeOf(parameters[i]);
    at = (at + alignmentOf(parameters[i]) - 1) / alignmentOf(parameters[i]) *
         alignmentOf(parameters[i]);
    *offset = at;
    if (size)
      *size = bytes;
    at += bytes;
  }
  return Status::Success;
}
TILECUDA_API Status cuFuncGetParamInfo(Function *function, size_t index,
                                       size_t *offset, size_t *size) {
  return getParameter(function, index, offset, size);
}
TILECUDA_API Status cuKernelGetParamInfo(Function *kernel, size_t index,
                                         size_t *offset, size_t *size) {
  return getParameter(kernel, index, offset, size);
}

TILECUDA_API Status cuFuncIsLoaded(int *state, Function *function) {
  FunctionCall call(function);
  if (call.failed())
    return call.status;
  if (!state)
    return Status::InvalidValue;
  *state = 1;
  return Status::Success;
}
TILECUDA_API Status cuFuncLoad(Function *function) {
  return FunctionCall(function).status;
}
