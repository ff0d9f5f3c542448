//===- EmitBoundary.cpp - Kernels and their parameters --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/Emitter.h"
#include "compiler/Support/Refusal.h"
#include "compiler/Target/TargetTable.h"
#include "compiler/TileAS/TileASOps.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

static constexpr unsigned warpSize = CommonLimits::threadsPerWarp;
static constexpr unsigned maxThreads = warpSize * CommonLimits::warpsPerCTA;
static constexpr unsigned registersPerSM = CommonLimits::registersPerSM;
static constexpr unsigned maxRegistersPerThread =
    CommonLimits::registersPerThread;

/// PTX ISA, 2.2.2: on every target that has clusters.
static constexpr int64_t ctasPerCluster = 8;

static LogicalResult check(aa::FuncOp function) {
  if (!function.isKernel())
    return refuse(function)
           << "that is not a kernel is not supported by the lowering to NVVM";
  if (function.getNumResults())
    return function.emitError(
        "Kernel functions do not support return with operands");
  aa::KernelSpecAttr spec = function.getKernelSpecAttr();
  if (!spec)
    return refuse(function)
           << "without kernel_spec is not supported by the lowering to NVVM";
  int64_t threads = int64_t(spec.getNumWarps()) * warpSize;
  if (threads <= 0 || threads > maxThreads || !llvm::isPowerOf2_64(threads))
    return refuse(function)
           << "has " << spec.getNumWarps()
           << " warps; the lowering to NVVM supports powers of two up to "
           << maxThreads / warpSize;
  int64_t numCtas = spec.getNumCtas();
  if (numCtas < 1 || numCtas > ctasPerCluster || !llvm::isPowerOf2_64(numCtas))
    return refuse(function) << "has clusters of " << numCtas
                            << " CTAs; the lowering to NVVM supports 1, 2, 4 "
                               "and "
                            << ctasPerCluster;
  // Rings, storage and agents are in the shared memory of one CTA.
  Operation *ofOne = nullptr;
  if (numCtas > 1)
    function.walk([&](Operation *op) {
      if (isa<as::CreatePipelineOp, as::AgentSwitchOp, aa::AllocaOp>(op))
        ofOne = op;
    });
  if (ofOne)
    return refuse(ofOne) << "is in a kernel that clusters execute, which the "
                            "lowering to NVVM does not support";
  if (!function.getBody().hasOneBlock())
    return refuse(function) << "has unstructured control flow";
  return success();
}

LogicalResult Emitter::emitKernel(aa::FuncOp function) {
  if (failed(check(function)))
    return failure();
  loc = function.getLoc();
  aa::KernelSpecAttr spec = function.getKernelSpecAttr();
  int64_t numThreads = spec.getNumWarps() * warpSize;
  numCtas = spec.getNumCtas();
  group = ThreadGroup();
  group.numThreads = numThreads * numCtas;
  rank = local = exchange = meetings = {};

  allocatedBytes = ringBytes = 0;
  SmallVector<Type> parameters;
  for (Type type : function.getArgumentTypes()) {
    Type parameter = lowerElement(type);
    // A launch says numbers, which a narrow format would have to round.
    bool isCode = isa<FloatType>(type) && parameter != type;
    if (!parameter || isCode || isPartOfByte(type))
      return function.emitError(
                 "failed to convert function signature type for: ")
             << type;
    parameters.push_back(parameter);
  }
  builder.setInsertionPoint(function);
  auto type = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(builder.getContext()), parameters);
  // Its own name is free once the tile function is gone.
  std::string name = function.getSymName().str();
  kernel = LLVM::LLVMFuncOp::create(builder, loc, makeSymbol(name), type);
  kernel->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(),
                  builder.getUnitAttr());
  FailureOr<std::optional<Agents>> found = findAgents(function);
  if (failed(found))
    return failure();
  agents = *found;
  auto foundSwitches = findSwitches(*this, function);
  if (failed(foundSwitches))
    return failure();
  switches = *foundSwitches;
  persistence = findPersistence(function);
  int64_t launched = agents     ? agents->threads()
                     : switches ? switches->threads
                                : numThreads;
  kernel->setAttr(NVVM::NVVMDialect::getReqntidAttrName(),
                  builder.getDenseI32ArrayAttr({int32_t(launched)}));
  if (numCtas > 1) {
    kernel->setAttr(NVVM::NVVMDialect::getClusterDimAttrName(),
                    builder.getDenseI32ArrayAttr({int32_t(numCtas), 1, 1}));
    kernel->setAttr(NVVM::NVVMDialect::getBlocksAreClustersAttrName(),
                    builder.getUnitAttr());
    widenScopes(function);
  }
  int64_t registersAtStart = agents     ? agents->registers()
                             : switches ? switches->registers
                                        : 0;
  if (registersAtStart)
    kernel->setAttr(NVVM::NVVMDialect::getMaxnregAttrName(),
                    builder.getI32IntegerAttr(registersAtStart));
  else
    kernel->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                    builder.getI32IntegerAttr(1));
  if (!registersAtStart && spec.getOccupancy() > 1) {
    unsigned registers = registersPerSM / (spec.getOccupancy() * launched);
    registers = std::min(registers, maxRegistersPerThread) / 8 * 8;
    if (registers)
      kernel->setAttr(NVVM::NVVMDialect::getMaxnregAttrName(),
                      builder.getI32IntegerAttr(registers));
  }

  Block *entry = kernel.addEntryBlock(builder);
  Block *start = addBlock();
  builder.setInsertionPointToEnd(entry);
  prologueEnd = LLVM::BrOp::create(builder, loc, ValueRange(), start);
  builder.setInsertionPointToEnd(start);
  values.clear();
  pending.clear();
  slotBarriers.clear();
  arguments = {};
  FailureOr<uint64_t> allocated = sumAllocations(*this, function);
  if (failed(allocated))
    return failure();
  allocatedBytes = *allocated;
  FailureOr<uint64_t> rings = sumRings(*this, function);
  if (failed(rings))
    return failure();
  ringBytes = *rings;
  if (agents)
    ringBytes += agents->isDynamic ? agents->loop.barrierBytes(agents->stages)
                                   : agents->sharedBytes();
  if (persistence)
    ringBytes += persistence->sharedBytes();
  for (auto [argument, parameter] :
       llvm::zip_equal(function.getArguments(), entry->getArguments())) {
    bool isPointer = isa<LLVM::LLVMPointerType>(parameter.getType());
    bind(argument, {isPointer ? castPointer(parameter) : Value(parameter)});
  }
  beginPersistence(*this, function);
  if (agents && failed(beginAgents(*this)))
    return failure();
  if (switches)
    beginSwitches(*this);
  // The memory of a CTA is there once it runs.
  // Seeded: it may not be there yet.
  if (numCtas > 1 && !agents && !bugs.acts(SeededBug::ClusterStartUnseen))
    meetCluster();
  LogicalResult emitted = forEachBlock(*this, /*computes=*/true, [&] {
    if (agents && failed(beginAgentBlock(*this)))
      return failure();
    return emitBody(function.getBody().front());
  });
  if (failed(emitted))
    return failure();
  if (switches)
    endSwitches(*this);
  // And as long as it runs. Seeded: others may still need it.
  if (numCtas > 1 && !bugs.acts(SeededBug::ClusterExitEarly))
    meetCluster();
  LLVM::ReturnOp::create(builder, function.getLoc(), ValueRange());
  function.erase();
  kernel.setSymName(name);
  return success();
}
