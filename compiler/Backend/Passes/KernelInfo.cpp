//===- KernelInfo.cpp - Print what kernels consist of ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Backend/Passes/KernelPredicate.h"
#include "compiler/Backend/Passes/LlvmPasses.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tilefuzz;

static constexpr KernelMetricInfo metrics[] = {
#define KERNEL_METRIC(NAME, SUMMARY) {#NAME, SUMMARY, &KernelMetrics::NAME},
#include "compiler/Backend/Passes/KernelMetrics.def"
};
ArrayRef<KernelMetricInfo> tilefuzz::getKernelMetrics() { return metrics; }

namespace {
class Counter {
public:
  Counter(const Function &function, const BugSet &bugs)
      : function(function), bugs(bugs) {}

  KernelMetrics count() {
    counts.ExternalNotKernel =
        !function.hasLocalLinkage() &&
        !KernelPredicate(*function.getParent()).isKernel(function);
    for (const Instruction &at : instructions(function)) {
      if (auto *object = dyn_cast<AllocaInst>(&at))
        addObject(*object);
      else if (auto *call = dyn_cast<CallBase>(&at))
        addCall(*call);
      else
        addAccess(at);
    }
    return counts;
  }

private:
  void addObject(const AllocaInst &object) {
    ++counts.Allocas;
    std::optional<TypeSize> size =
        object.getAllocationSize(function.getDataLayout());
    if (size && !size->isScalable())
      counts.AllocasStaticSizeSum += size->getFixedValue();
    else
      ++counts.AllocasDyn;
  }

  void addCall(const CallBase &call) {
    if (auto *memory = dyn_cast<AnyMemIntrinsic>(&call)) {
      bool isFlat = memory->getDestAddressSpace() == 0;
      if (auto *transfer = dyn_cast<AnyMemTransferInst>(memory))
        isFlat |= transfer->getSourceAddressSpace() == 0;
      counts.FlatAddrspaceAccesses += isFlat;
    }
    if (isa<IntrinsicInst>(call)) {
      addIntrinsic(call.getCalledFunction()->getName());
      return;
    }
    if (call.isInlineAsm()) {
      ++(bugs.acts(SeededBug::KernelInfoAssemblyIsDirect)
             ? counts.DirectCalls
             : counts.InlineAssemblyCalls);
    } else if (const Function *callee = call.getCalledFunction()) {
      ++counts.DirectCalls;
      counts.DirectCallsToDefinedFunctions += !callee->isDeclaration();
    } else {
      ++counts.IndirectCalls;
    }
    counts.Invokes += isa<InvokeInst>(call);
  }

  void addIntrinsic(StringRef name) {
    if (!name.consume_front("llvm.nvvm."))
      return;
    counts.TensorCoreOperations += name.starts_with("mma.") ||
                                   name.starts_with("wmma.") ||
                                   name.starts_with("wgmma.mma");
    counts.Tcgen05Operations += name.starts_with("tcgen05.");
    // Waits and commits of groups move nothing.
    counts.BulkCopies += name.starts_with("cp.async.bulk.") &&
                         !name.starts_with("cp.async.bulk.commit") &&
                         !name.starts_with("cp.async.bulk.wait");
  }

  void addAccess(const Instruction &at) {
    bool isUpdate = isa<AtomicRMWInst, AtomicCmpXchgInst>(at);
    unsigned space = ~0u;
    if (const Value *pointer = getLoadStorePointerOperand(&at))
      space = pointer->getType()->getPointerAddressSpace();
    else if (isUpdate)
      space = at.getOperand(0)->getType()->getPointerAddressSpace();
    if (space == 0 &&
        !(isUpdate && bugs.acts(SeededBug::KernelInfoMissesAtomics)))
      ++counts.FlatAddrspaceAccesses;
  }

  const Function &function;
  const BugSet &bugs;
  KernelMetrics counts;
};
} // namespace

KernelMetrics tilefuzz::measure(const Function &function, const BugSet &bugs) {
  return Counter(function, bugs).count();
}

/// Those that are defined, kernels first.
static std::vector<const Function *> functionsOf(const Module &module) {
  KernelPredicate predicate(module);
  std::vector<const Function *> kernels, others;
  for (const Function &function : module)
    if (!function.isDeclaration())
      (predicate.isKernel(function) ? kernels : others).push_back(&function);
  kernels.insert(kernels.end(), others.begin(), others.end());
  return kernels;
}

/// Without the pass's name, which LLVM prints before it.
static std::string lineOf(const Function &function,
                          const KernelMetricInfo &metric, uint64_t value) {
  return (metric.name + " in function '" + function.getName() +
          "' = " + Twine(value))
      .str();
}

std::vector<std::string> tilefuzz::describeKernels(const Module &module,
                                                   const BugSet &bugs) {
  std::vector<std::string> lines;
  for (const Function *function : functionsOf(module)) {
    KernelMetrics counts = measure(*function, bugs);
    for (const KernelMetricInfo &metric : metrics)
      lines.push_back("kernel-info: " +
                      lineOf(*function, metric, counts.*metric.member));
  }
  return lines;
}

PreservedAnalyses KernelInfoPass::run(Module &module, ModuleAnalysisManager &) {
  for (const Function *function : functionsOf(module)) {
    KernelMetrics counts = measure(*function, bugs);
    OptimizationRemarkEmitter emitter(function);
    for (const KernelMetricInfo &metric : metrics)
      emitter.emit([&] {
        return OptimizationRemark("kernel-info", metric.name, function)
               << "kernel-info: "
               << lineOf(*function, metric, counts.*metric.member);
      });
  }
  return PreservedAnalyses::all();
}
