//===- PtxProducerTest.cpp - The names that LLVM's back end writes --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Every intrinsic of the families below goes through the NVPTX back end, and
// what it writes must be known, or stand in the table of what is refused.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Ptx/PtxKernel.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "gtest/gtest.h"
#include <memory>

using namespace tilefuzz::simt;
using namespace llvm;

static std::unique_ptr<TargetMachine> makeMachine(StringRef cpu = "sm_100a") {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
  Triple triple("nvptx64-nvidia-cuda");
  std::string error;
  const Target *target = TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  return std::unique_ptr<TargetMachine>(target->createTargetMachine(
      triple, cpu, "+ptx88", TargetOptions(), std::nullopt));
}

static std::string emit(TargetMachine &machine, Module &module) {
  SmallString<0> text;
  raw_svector_ostream out(text);
  legacy::PassManager passes;
  module.setDataLayout(machine.createDataLayout());
  module.setTargetTriple(machine.getTargetTriple());
  if (machine.addPassesToEmitFile(passes, out, nullptr,
                                  CodeGenFileType::AssemblyFile))
    return "";
  passes.run(module);
  return text.str().str();
}

/// A kernel that calls the intrinsic on values from memory. None: it has a type
/// or a constant operand that this test does not make.
static std::unique_ptr<Module> callOf(LLVMContext &context, Intrinsic::ID id) {
  FunctionType *type = Intrinsic::getType(context, id);
  if (type->isVarArg() || type->getReturnType()->isVoidTy())
    return nullptr;
  AttributeList attributes = Intrinsic::getAttributes(context, id, type);
  auto module = std::make_unique<Module>("m", context);
  IRBuilder<> builder(context);
  Type *pointer = PointerType::get(context, 1);
  Function *kernel =
      Function::Create(FunctionType::get(builder.getVoidTy(), {pointer}, false),
                       Function::ExternalLinkage, "k", *module);
  kernel->setCallingConv(CallingConv::PTX_Kernel);
  builder.SetInsertPoint(BasicBlock::Create(context, "entry", kernel));
  SmallVector<Value *> arguments;
  for (auto [i, one] : enumerate(type->params())) {
    if (attributes.hasParamAttr(i, Attribute::ImmArg)) {
      if (!one->isIntegerTy())
        return nullptr;
      arguments.push_back(ConstantInt::get(one, 0));
      continue;
    }
    if (one->isPointerTy() || one->isMetadataTy() || one->isTokenTy())
      return nullptr;
    Value *place = builder.CreateConstInBoundsGEP1_64(
        builder.getInt8Ty(), kernel->getArg(0), 16 * (i + 1));
    // A predicate is the low bit of a byte.
    if (one->isIntegerTy(1))
      arguments.push_back(builder.CreateTrunc(
          builder.CreateLoad(builder.getInt8Ty(), place), one));
    else
      arguments.push_back(builder.CreateLoad(one, place));
  }
  Value *result = builder.CreateIntrinsic(id, {}, arguments);
  SmallVector<Value *> results = {result};
  if (auto *all = dyn_cast<StructType>(result->getType())) {
    results.clear();
    for (unsigned i = 0; i < all->getNumElements(); ++i)
      results.push_back(builder.CreateExtractValue(result, i));
  }
  for (auto [i, one] : enumerate(results)) {
    if (one->getType()->isIntegerTy(1))
      one = builder.CreateZExt(one, builder.getInt32Ty());
    builder.CreateStore(
        one, builder.CreateConstInBoundsGEP1_64(
                 builder.getInt8Ty(), kernel->getArg(0), 16 * (i + 8)));
  }
  builder.CreateRetVoid();
  return module;
}

static bool startsWithAny(StringRef name, ArrayRef<StringRef> families) {
  return any_of(families, [&](StringRef one) { return name.starts_with(one); });
}

/// What is refused, and why.
static StringRef reasonOf(StringRef refusal) {
  StringRef instruction = refusal.split('\'').second.rtrim('\'');
  struct {
    StringLiteral part, reason;
  } reasons[] = {
      {".approx", "bounded absolutely, or f16 and f64"},
      {"cvt.rs.", "stochastic rounding"},
      {"sqrt.", "not in the tables yet"},
      {"rcp.", "not in the tables yet"},
      {"shfl.up.b32", "no mask"},
      {"shfl.bfly.b32", "no mask"},
      {"vote.all.", "no mask"},
      {"vote.uni.", "no mask"},
  };
  for (const auto &row : reasons)
    if (instruction.contains(row.part))
      return row.reason;
  return "";
}

TEST(PtxProducer, WhatIntrinsicsBecomeIsKnown) {
  std::unique_ptr<TargetMachine> machine = makeMachine();
  ASSERT_TRUE(machine);
  // The families that the tables of forms are about.
  const StringRef families[] = {
      "add.",       "mul.",    "fma.",   "fmin.",    "fmax.",  "fabs",
      "neg.",       "sad.",    "mul24.", "mulhi.",   "idp",    "fns",
      "bmsk.",      "szext.",  "prmt",   "ff",       "f2",     "e4m3",
      "e5m2",       "e2m",     "e3m2",   "ue8m0",    "bf16x2", "f16x2",
      "d2",         "i2",      "ui2",    "ll2",      "ull2",   "ceil",
      "floor",      "trunc",   "round",  "saturate", "sqrt.",  "rcp.",
      "shfl.sync.", "vote.",   "match.", "redux.",   "elect",  "lohi",
      "activemask", "bar.warp"};
  unsigned known = 0, refused = 0;
  for (unsigned id = 1; id < Intrinsic::num_intrinsics; ++id) {
    StringRef name = Intrinsic::getBaseName(Intrinsic::ID(id));
    if (!name.consume_front("llvm.nvvm.") || !startsWithAny(name, families) ||
        Intrinsic::isOverloaded(Intrinsic::ID(id)))
      continue;
    // The ISA has these for f16 alone (PTX ISA, 9.7.4), and the back end stops.
    if (name.contains("bf16") &&
        (name.contains(".ftz") || name.contains(".sat")) &&
        !name.contains("satfinite"))
      continue;
    // Votes without a mask are gone since sm_70.
    if (name.starts_with("vote.") && !name.ends_with(".sync"))
      continue;
    LLVMContext context;
    std::unique_ptr<Module> module = callOf(context, Intrinsic::ID(id));
    if (!module)
      continue;
    std::string text = emit(*machine, *module);
    Expected<PtxModule> parsed = parsePtxModule(text);
    ASSERT_TRUE(bool(parsed)) << name.str() << toString(parsed.takeError());
    Expected<Kernel> kernel = decodePtxKernel(*parsed, "", 2);
    if (!kernel) {
      ADD_FAILURE() << name.str() << ": " << toString(kernel.takeError())
                    << "\n"
                    << text;
      continue;
    }
    ++(kernel->refusals.empty() ? known : refused);
    for (const std::string &refusal : kernel->refusals)
      EXPECT_NE(reasonOf(refusal), "") << name.str() << ": " << refusal;
  }
  EXPECT_GT(known, 400u);
  EXPECT_LT(refused, 20u);
}

/// A kernel that calls the intrinsic on pointers into that space, or on values
/// from it, and stores what comes back. Constants are zeros.
static std::unique_ptr<Module> callOfMatrix(LLVMContext &context,
                                            Intrinsic::ID id, unsigned space) {
  Type *pointer = PointerType::get(context, space);
  SmallVector<Type *> overloaded;
  if (Intrinsic::isOverloaded(id))
    overloaded.push_back(pointer);
  FunctionType *type = Intrinsic::getType(context, id, overloaded);
  AttributeList attributes = Intrinsic::getAttributes(context, id, type);
  auto module = std::make_unique<Module>("m", context);
  IRBuilder<> builder(context);
  Function *kernel =
      Function::Create(FunctionType::get(builder.getVoidTy(),
                                         {pointer, PointerType::get(context, 0),
                                          PointerType::get(context, 1),
                                          PointerType::get(context, 3)},
                                         false),
                       Function::ExternalLinkage, "k", *module);
  kernel->setCallingConv(CallingConv::PTX_Kernel);
  builder.SetInsertPoint(BasicBlock::Create(context, "entry", kernel));
  SmallVector<Value *> arguments;
  for (auto [i, one] : enumerate(type->params())) {
    if (attributes.hasParamAttr(i, Attribute::ImmArg))
      arguments.push_back(ConstantInt::get(one, 0));
    else if (one->isPointerTy())
      arguments.push_back(find_if(kernel->args(), [one = one](Argument &arg) {
        return arg.getType() == one;
      }));
    else
      arguments.push_back(builder.CreateLoad(
          one, builder.CreateConstInBoundsGEP1_64(
                   builder.getInt8Ty(), kernel->getArg(0), 16 * (i + 1))));
  }
  Value *result = builder.CreateIntrinsic(id, overloaded, arguments);
  if (!result->getType()->isVoidTy())
    builder.CreateStore(result, kernel->getArg(0));
  builder.CreateRetVoid();
  return module;
}

/// Everything that the back end has for matrices of a warp, and for copies that
/// complete later.
TEST(PtxProducer, WhatMatricesBecomeIsKnown) {
  std::unique_ptr<TargetMachine> machine = makeMachine("sm_120a");
  ASSERT_TRUE(machine);
  const StringRef families[] = {
      "ldmatrix",   "stmatrix",      "mma.",        "wmma.",
      "cp.async.c", "cp.async.wait", "cp.async.mb", "mbarrier.pending"};
  unsigned known = 0;
  for (unsigned id = 1; id < Intrinsic::num_intrinsics; ++id) {
    StringRef name = Intrinsic::getBaseName(Intrinsic::ID(id));
    if (!name.consume_front("llvm.nvvm.") || !startsWithAny(name, families))
      continue;
    // Since PTX ISA 6.5 there are no such products of floats.
    if (name.starts_with("wmma") && name.ends_with("satfinite") &&
        name.contains(".f"))
      continue;
    for (unsigned space : {0, 1, 3}) {
      bool isAccess = Intrinsic::isOverloaded(Intrinsic::ID(id));
      if (isAccess ? space == 1 && !name.starts_with("wmma") : space != 0)
        continue;
      LLVMContext context;
      std::unique_ptr<Module> module =
          callOfMatrix(context, Intrinsic::ID(id), space);
      std::string text = emit(*machine, *module);
      Expected<PtxModule> parsed = parsePtxModule(text);
      ASSERT_TRUE(bool(parsed)) << name.str() << toString(parsed.takeError());
      Expected<Kernel> kernel = decodePtxKernel(*parsed, "", 2);
      ASSERT_TRUE(bool(kernel))
          << name.str() << ": " << toString(kernel.takeError()) << text;
      ++known;
      for (const std::string &refusal : kernel->refusals)
        ADD_FAILURE() << name.str() << ": " << refusal;
    }
  }
  EXPECT_GT(known, 900u);
}

/// Updates of every operation and type that the back end has, with orders,
/// scopes and spaces.
TEST(PtxProducer, WhatUpdatesBecomeIsKnown) {
  std::unique_ptr<TargetMachine> machine = makeMachine();
  ASSERT_TRUE(machine);
  LLVMContext context;
  IRBuilder<> builder(context);
  Type *i32 = builder.getInt32Ty(), *i64 = builder.getInt64Ty(),
       *f32 = builder.getFloatTy(), *f64 = builder.getDoubleTy(),
       *f16 = builder.getHalfTy(), *bf16 = builder.getBFloatTy();
  using Op = AtomicRMWInst;
  struct {
    std::vector<Op::BinOp> operations;
    std::vector<Type *> types;
  } rows[] = {
      {{Op::Xchg, Op::Add, Op::Sub, Op::And, Op::Or, Op::Xor, Op::Min, Op::Max,
        Op::UMin, Op::UMax},
       {i32, i64}},
      {{Op::UIncWrap, Op::UDecWrap, Op::Nand}, {i32}},
      {{Op::FAdd}, {f32, f64, f16, bf16, FixedVectorType::get(f16, 2)}},
      {{Op::FMin, Op::FMax}, {f32}},
  };
  unsigned atomics = 0;
  for (const auto &row : rows)
    for (Op::BinOp operation : row.operations)
      for (Type *type : row.types)
        for (AtomicOrdering order :
             {AtomicOrdering::Monotonic, AtomicOrdering::AcquireRelease,
              AtomicOrdering::SequentiallyConsistent})
          for (StringRef scope : {"", "block", "cluster", "device"})
            for (unsigned space : {0u, 1u, 3u}) {
              Module module("m", context);
              Function *kernel = Function::Create(
                  FunctionType::get(builder.getVoidTy(),
                                    {PointerType::get(context, space), type},
                                    false),
                  Function::ExternalLinkage, "k", module);
              kernel->setCallingConv(CallingConv::PTX_Kernel);
              builder.SetInsertPoint(
                  BasicBlock::Create(context, "entry", kernel));
              SyncScope::ID id = context.getOrInsertSyncScopeID(scope);
              Value *old = builder.CreateAtomicRMW(operation, kernel->getArg(0),
                                                   kernel->getArg(1), Align(8),
                                                   order, id);
              // The result is used, or not: atom and red.
              if (order != AtomicOrdering::Monotonic)
                builder.CreateStore(old, kernel->getArg(0));
              builder.CreateRetVoid();
              std::string text = emit(*machine, module);
              atomics += StringRef(text).count("\tatom.") +
                         StringRef(text).count("\tred.");
              Expected<PtxModule> parsed = parsePtxModule(text);
              ASSERT_TRUE(bool(parsed)) << toString(parsed.takeError());
              Expected<Kernel> decoded = decodePtxKernel(*parsed, "", 2);
              ASSERT_TRUE(bool(decoded))
                  << toString(decoded.takeError()) << text;
              EXPECT_TRUE(decoded->refusals.empty())
                  << decoded->refusals.front();
            }
  EXPECT_GT(atomics, 1'000u);
}
