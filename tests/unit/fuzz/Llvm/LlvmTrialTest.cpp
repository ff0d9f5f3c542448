//===- LlvmTrialTest.cpp - Random modules of LLVM IR ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Llvm/LlvmTrial.h"
#include "compiler/Backend/Passes/KernelPredicate.h"
#include "interp/Simt/Simt.h"
#include "oracle/Compare/Compare.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "gtest/gtest.h"
#include <set>

using namespace tilefuzz;

static LlvmTrialResult tryIndex(uint64_t index) {
  llvm::LLVMContext context;
  context.setDiagnosticHandlerCallBack(
      [](const llvm::DiagnosticInfo *, void *) {});
  LlvmTrialOptions options;
  options.turn = index;
  return tryLlvmProgram(generateLlvm(context, {1, index, 24}), options);
}

TEST(LlvmModules, AreAFunctionOfSeedAndIndex) {
  std::set<std::string> texts;
  for (uint64_t index = 0; index < 20; ++index) {
    llvm::LLVMContext first, second;
    std::string text = generateLlvm(first, {7, index, 24}).toString();
    EXPECT_EQ(text, generateLlvm(second, {7, index, 24}).toString());
    texts.insert(text);
  }
  EXPECT_EQ(texts.size(), 20u);
}

TEST(LlvmModules, AreReadAsTheyWereWritten) {
  for (uint64_t index = 0; index < 20; ++index) {
    llvm::LLVMContext context, other;
    LlvmProgram program = generateLlvm(context, {7, index, 24});
    std::string text = program.toString();
    LlvmProgram again =
        llvm::cantFail(parseLlvmProgram(text, "module.ll", other));
    EXPECT_EQ(again.kernels, program.kernels);
    EXPECT_EQ(again.tallies, program.tallies);
    EXPECT_EQ(again.launch.toString(), program.launch.toString());
    EXPECT_EQ(again.module->size(), program.module->size());
  }
}

/// Every form that the passes treat differently is in some module, every module
/// verifies, and every kernel runs to its end.
TEST(LlvmModules, HaveEveryFormAndAreDefined) {
  std::set<std::string> forms;
  for (uint64_t index = 0; index < 150; ++index) {
    llvm::LLVMContext context;
    LlvmProgram program = generateLlvm(context, {3, index, 24});
    ASSERT_FALSE(llvm::verifyModule(*program.module, &llvm::errs())) << index;
    KernelPredicate predicate(*program.module);
    for (const std::string &kernel : program.kernels) {
      EXPECT_TRUE(predicate.isKernel(*program.module->getFunction(kernel)));
      Launch launch = program.launch;
      launch.kernel = kernel;
      Outcome outcome = runSimt(*program.module, launch);
      EXPECT_TRUE(outcome.completed()) << index << outcome.summary();
    }
    if (program.kernels.size() > 1)
      forms.insert("several kernels");
    for (const llvm::Function &function : *program.module) {
      forms.insert("linkage " + std::to_string(function.getLinkage()));
      if (function.hasAddressTaken())
        forms.insert("address taken");
      for (const llvm::Argument &argument : function.args()) {
        if (argument.hasByValAttr())
          forms.insert("byval");
        if (argument.getType()->isPointerTy())
          forms.insert(
              "parameter " +
              std::to_string(argument.getType()->getPointerAddressSpace()));
      }
      for (const llvm::Instruction &at : llvm::instructions(function)) {
        forms.insert(at.getOpcodeName());
        if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&at))
          forms.insert(
              llvm::Intrinsic::getBaseName(call->getIntrinsicID()).str());
        if (llvm::isa<llvm::PHINode, llvm::SelectInst>(at) &&
            at.getType()->isPointerTy())
          forms.insert(std::string("pointer ") + at.getOpcodeName());
        if (auto *call = llvm::dyn_cast<llvm::CallInst>(&at);
            call && call->isIndirectCall())
          forms.insert("indirect call");
      }
    }
  }
  for (const char *form : {"several kernels",
                           "address taken",
                           "byval",
                           "parameter 0",
                           "parameter 1",
                           "parameter 3",
                           "parameter 4",
                           "parameter 5",
                           "phi",
                           "pointer phi",
                           "pointer select",
                           "addrspacecast",
                           "getelementptr",
                           "atomicrmw",
                           "alloca",
                           "indirect call",
                           "llvm.memcpy",
                           "llvm.memmove",
                           "llvm.memset",
                           "llvm.lifetime.start",
                           "llvm.expect",
                           "llvm.ssa.copy",
                           "llvm.launder.invariant.group",
                           "llvm.strip.invariant.group",
                           "llvm.nvvm.barrier.cta.sync.aligned.all",
                           "linkage 0",
                           "linkage 7"})
    EXPECT_TRUE(forms.count(form)) << form;
}

TEST(LlvmTrial, NoPassOfOursOrLLVMsIsWrongOnAFewModules) {
  LlvmCounts counts;
  for (uint64_t index = 0; index < 100; ++index) {
    LlvmTrialResult result = tryIndex(index);
    counts.add(result.counts);
    for (const LlvmFinding &finding : result.findings)
      ADD_FAILURE() << index << " " << finding.signature() << ": "
                    << finding.reason;
  }
  for (const char *number : {"comparisons", "aliasQueries", "noAlias",
                             "selections", "injectedIndices", "metrics"})
    EXPECT_GT(counts.numbers[number], 0u) << number;
}

static void collectForms(const llvm::Instruction &inst,
                         std::set<std::string> &forms) {
  forms.insert(inst.getOpcodeName());
  if (const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst))
    forms.insert(llvm::Intrinsic::getBaseName(call->getIntrinsicID()).str());
  llvm::Type *scalar = inst.getType()->getScalarType();
  if (scalar->isFloatingPointTy())
    forms.insert(llvm::APFloat::SemanticsToEnum(scalar->getFltSemantics()) ==
                         llvm::APFloat::S_BFloat
                     ? "bfloat"
                     : "float" +
                           std::to_string(scalar->getPrimitiveSizeInBits()));
  if (inst.getType()->isStructTy())
    forms.insert("struct");
  if (inst.getType()->isVectorTy())
    forms.insert("vector");
  if (!inst.isAtomic())
    return;
  auto order = llvm::AtomicOrdering::NotAtomic;
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&inst))
    order = load->getOrdering();
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&inst))
    order = store->getOrdering();
  if (const auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&inst))
    order = update->getOrdering();
  if (const auto *fence = llvm::dyn_cast<llvm::FenceInst>(&inst))
    order = fence->getOrdering();
  forms.insert(std::string(inst.getOpcodeName()) + " " +
               llvm::toIRString(order));
}

/// A wide module does the same however its threads are interleaved.
TEST(LlvmModules, WideOnesHaveEveryFormAndAreDefined) {
  std::set<std::string> forms;
  for (uint64_t index = 0; index < 100; ++index) {
    llvm::LLVMContext context;
    LlvmProgram program = generateLlvm(context, {4, index, 8, /*wide=*/true});
    ASSERT_FALSE(llvm::verifyModule(*program.module, &llvm::errs())) << index;
    for (const llvm::Function &function : *program.module)
      for (const llvm::Instruction &inst : llvm::instructions(function))
        collectForms(inst, forms);
    for (const std::string &kernel : program.kernels) {
      EXPECT_EQ(program.module->getFunction(kernel)->getCallingConv(),
                llvm::CallingConv::PTX_Kernel);
      Launch launch = program.launch;
      launch.kernel = kernel;
      Outcome first = runSimt(*program.module, launch);
      ASSERT_TRUE(first.completed()) << index << first.summary();
      for (uint64_t schedule : {1, 2, 3}) {
        SimtOptions options;
        options.schedule = schedule;
        options.quantum = 2 * schedule - 1;
        Outcome other = runSimt(*program.module, launch, options);
        EXPECT_EQ(compare(first, other).kind, ComparisonKind::Equal)
            << index << " " << other.summary();
      }
    }
  }
  for (const char *form : {"float16",
                           "bfloat",
                           "float32",
                           "float64",
                           "struct",
                           "vector",
                           "switch",
                           "load acquire",
                           "load seq_cst",
                           "store release",
                           "store seq_cst",
                           "atomicrmw acquire",
                           "atomicrmw release",
                           "atomicrmw acq_rel",
                           "atomicrmw seq_cst",
                           "fence acquire",
                           "fence release",
                           "fence acq_rel",
                           "fence seq_cst",
                           "fcmp",
                           "fptrunc",
                           "fpext",
                           "sitofp",
                           "uitofp",
                           "fptosi",
                           "fptoui",
                           "fdiv",
                           "fneg",
                           "sdiv",
                           "srem",
                           "llvm.minimum",
                           "llvm.maxnum",
                           "llvm.copysign",
                           "llvm.fma",
                           "llvm.fshl",
                           "llvm.bitreverse",
                           "llvm.sadd.sat",
                           "addrspacecast",
                           "shufflevector",
                           "insertvalue",
                           "extractelement"})
    EXPECT_TRUE(forms.count(form)) << form;
}
