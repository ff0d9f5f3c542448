//===- TargetTableTest.cpp - The table against LLVM and ptxas -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Target/TargetTable.h"
#include "compiler/Backend/Backend.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "gtest/gtest.h"
#include <set>

using namespace tilefuzz;

/// Every name of the table.
static std::vector<TargetVariant> allVariants() {
  std::vector<TargetVariant> all;
  for (const TargetRow &row : getTargetRows())
    for (char suffix : {'\0', 'a', 'f'})
      if (TargetVariant target{&row, suffix}; target.getPtxVersion())
        all.push_back(target);
  return all;
}

static std::string messageOf(llvm::StringRef name) {
  llvm::Expected<TargetVariant> target = parseTarget(name);
  return target ? "" : llvm::toString(target.takeError());
}

/// A kernel that calls an intrinsic without operands.
static std::unique_ptr<llvm::Module> makeKernel(llvm::LLVMContext &context,
                                                llvm::Intrinsic::ID id) {
  auto module = std::make_unique<llvm::Module>("m", context);
  module->setTargetTriple(llvm::Triple("nvptx64-nvidia-cuda"));
  auto *kernel = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(context), false),
      llvm::Function::ExternalLinkage, "k", *module);
  kernel->setCallingConv(llvm::CallingConv::PTX_Kernel);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", kernel));
  if (id != llvm::Intrinsic::not_intrinsic)
    builder.CreateIntrinsic(id, llvm::ArrayRef<llvm::Type *>(),
                            llvm::ArrayRef<llvm::Value *>());
  builder.CreateRetVoid();
  return module;
}

TEST(TargetTable, IsOrderedAndComplete) {
  int32_t last = 0;
  for (const TargetRow &row : getTargetRows()) {
    EXPECT_LT(last, row.capability);
    last = row.capability;
    EXPECT_EQ(findTargetRow(row.capability), &row);
    if (!row.refusal.empty()) {
      EXPECT_EQ(row.ptx + row.archPtx + row.familyPtx, 0u) << row.getName();
      continue;
    }
    EXPECT_GE(row.ptx, 70u) << row.getName();
    EXPECT_EQ(row.family != 0, row.familyPtx != 0) << row.getName();
    // A family has one kind of member.
    if (row.family) {
      const TargetRow *first = findTargetRow(row.family);
      ASSERT_NE(first, nullptr);
      EXPECT_EQ(first->family, row.family);
      EXPECT_EQ(first->has, row.has) << row.getName();
      EXPECT_EQ(first->sharedBytes, row.sharedBytes) << row.getName();
    }
    EXPECT_GE(row.sharedBytes, CommonLimits::staticSharedBytes);
    EXPECT_GE(row.warpsPerSM, CommonLimits::warpsPerCTA);
  }
}

// The families of sm_100, sm_101, sm_103 and sm_110; not that of sm_120.
TEST(TargetTable, KnowsWhoHasTensorMemory) {
  std::set<int32_t> with;
  for (const TargetRow &row : getTargetRows())
    if (row.getTensorBytes()) {
      EXPECT_EQ(row.getTensorBytes(), 262144);
      with.insert(row.capability);
    }
  EXPECT_EQ(with, (std::set<int32_t>{100, 101, 103, 110}));
}

TEST(TargetTable, ReadsItsNamesAndNoOther) {
  for (const TargetVariant &target : allVariants()) {
    llvm::Expected<TargetVariant> read = parseTarget(target.getName());
    ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
    EXPECT_EQ(read->row, target.row);
    EXPECT_EQ(read->suffix, target.suffix);
    llvm::Expected<TargetVariant> bare =
        parseCapability(llvm::StringRef(target.getName()).drop_front(3));
    ASSERT_TRUE(bool(bare)) << llvm::toString(bare.takeError());
    EXPECT_EQ(bare->getName(), target.getName());
  }
  for (const char *name :
       {"", "sm_", "sm_0", "sm_00", "sm_999", "sm_090", "sm_90b", "sm_90aa",
        "sm_1000", "sm_-90", "sm_ 90", "sm_75", "SM_90", "compute_90", "90",
        "sm_99999999999999999999", "sm_a"})
    EXPECT_TRUE(llvm::StringRef(messageOf(name))
                    .starts_with("unknown target '" + std::string(name) + "'"))
        << name << ": " << messageOf(name);
  EXPECT_EQ(messageOf("sm_107"),
            "target 'sm_107' is refused: no public source says what it has");
  EXPECT_EQ(messageOf("sm_107a"), messageOf("sm_107"));
  EXPECT_EQ(messageOf("sm_80a"), "target 'sm_80' has no variant 'a'");
  EXPECT_EQ(messageOf("sm_90f"), "target 'sm_90' has no variant 'f'");
}

// The back end knows every name, and writes its PTX version; ptxas, where there
// is one that knows the name, takes it.
TEST(TargetTable, AgreesWithTheBackEnd) {
  llvm::LLVMContext context;
  auto module = makeKernel(context, llvm::Intrinsic::not_intrinsic);
  bool hasPtxas = !findPtxas().takeError();
  for (const TargetVariant &target : allVariants()) {
    std::string name = target.getName();
    llvm::Expected<std::string> ptx = emitPTX(*module, name);
    ASSERT_TRUE(bool(ptx)) << llvm::toString(ptx.takeError());
    unsigned version = target.getPtxVersion();
    EXPECT_NE(ptx->find(".version " + std::to_string(version / 10) + "." +
                        std::to_string(version % 10) + "\n"),
              std::string::npos)
        << name << ": " << *ptx;
    EXPECT_NE(ptx->find(".target " + name + "\n"), std::string::npos) << *ptx;
    // ptxas 13 calls the sm_101 of ptxas 12 sm_110.
    if (!hasPtxas || target.row->capability == 101)
      continue;
    AssembleResult result = assemble(*ptx, name);
    EXPECT_EQ(result.status, AssembleStatus::Assembled) << result.diagnostic;
  }
}

// What the table grants, the back end selects; the rest is refused by name. (It
// stops the process on what it cannot select.)
TEST(TargetTable, DecidesWhichInstructionsThereAre) {
  llvm::LLVMContext context;
  auto tensor = makeKernel(context, llvm::Intrinsic::nvvm_tcgen05_wait_ld);
  auto wgmma =
      makeKernel(context, llvm::Intrinsic::nvvm_wgmma_fence_sync_aligned);
  unsigned tensorTargets = 0, wgmmaTargets = 0;
  auto check = [&](const llvm::Module &module, const std::string &name,
                   bool isGranted, llvm::StringRef intrinsic) {
    llvm::Expected<std::string> ptx = emitPTX(module, name);
    EXPECT_EQ(bool(ptx), isGranted) << name;
    if (!ptx)
      EXPECT_EQ(llvm::toString(ptx.takeError()),
                ("in function 'k': intrinsic '" + intrinsic +
                 "' has no machine form for " + name)
                    .str());
  };
  for (const TargetVariant &target : allVariants()) {
    std::string name = target.getName();
    check(*tensor, name, target.hasTcgen05(), "llvm.nvvm.tcgen05.wait.ld");
    check(*wgmma, name, target.hasWGMMA(),
          "llvm.nvvm.wgmma.fence.sync.aligned");
    tensorTargets += target.hasTcgen05();
    wgmmaTargets += target.hasWGMMA();
  }
  // `a` and `f` of four; sm_90a.
  EXPECT_EQ(tensorTargets, 8u);
  EXPECT_EQ(wgmmaTargets, 1u);
}
