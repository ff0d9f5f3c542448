//===- LlvmModules.cpp - Random modules of LLVM IR ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/Llvm/LlvmModules.h"
#include "compiler/Backend/Passes/KernelPredicate.h"
#include "fuzz/Generate/Llvm/LlvmDraft.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace tilefuzz;
using namespace tilefuzz::llvmdraft;
using namespace llvm;

static void addVariables(ModuleDraft &draft) {
  Module &module = draft.module;
  Type *i32 = Type::getInt32Ty(module.getContext());
  auto makeConstant = [&](const char *name, unsigned space) {
    SmallVector<uint32_t> values;
    for (unsigned i = 0; i < objectElements; ++i)
      values.push_back(draft.choices.below(100000) * 40503u + i);
    Constant *data = ConstantDataArray::get(module.getContext(), values);
    auto *variable = new GlobalVariable(
        module, data->getType(), true, GlobalValue::InternalLinkage, data, name,
        nullptr, GlobalValue::NotThreadLocal, space);
    variable->setAlignment(Align(4u << draft.choices.below(3)));
    return variable;
  };
  draft.constant = makeConstant("constants", 4);
  draft.readOnly = makeConstant("numbers", 1);
  Type *array = ArrayType::get(i32, objectElements * maxThreads);
  draft.shared =
      new GlobalVariable(module, array, false, GlobalValue::InternalLinkage,
                         UndefValue::get(array), "shared", nullptr,
                         GlobalValue::NotThreadLocal, 3);
  draft.shared->setAlignment(Align(16));
  if (draft.isWide) {
    Type *places = ArrayType::get(i32, 2 * maxThreads);
    draft.mail =
        new GlobalVariable(module, places, false, GlobalValue::InternalLinkage,
                           UndefValue::get(places), "mail", nullptr,
                           GlobalValue::NotThreadLocal, 3);
    draft.mail->setAlignment(Align(4));
  }
  draft.record = StructType::create(module.getContext(),
                                    {i32, ArrayType::get(i32, 3)}, "record");
}

/// i32 (i32, i32), of arithmetic only.
static void addLeaf(ModuleDraft &draft, unsigned number) {
  Type *i32 = Type::getInt32Ty(draft.module.getContext());
  auto *function = Function::Create(FunctionType::get(i32, {i32, i32}, false),
                                    GlobalValue::InternalLinkage,
                                    "leaf" + Twine(number), draft.module);
  BodyWriter body(draft, *function);
  for (Argument &argument : function->args())
    body.integers.push_back(&argument);
  for (unsigned i = 0; i < 3; ++i)
    body.arithmetic(0);
  body.builder.CreateRet(body.summary());
  draft.leaves.push_back(function);
}

static GlobalValue::LinkageTypes helperLinkage(Choices &choices) {
  switch (choices.below(8)) {
  case 0:
    return GlobalValue::ExternalLinkage;
  case 1:
    return GlobalValue::WeakODRLinkage;
  case 2:
    return GlobalValue::LinkOnceODRLinkage;
  default:
    return GlobalValue::InternalLinkage;
  }
}

static void addHelper(ModuleDraft &draft, unsigned number) {
  Choices &choices = draft.choices;
  LLVMContext &context = draft.module.getContext();
  Type *i32 = Type::getInt32Ty(context);
  Helper helper;
  SmallVector<Type *> types;
  unsigned count = 1 + choices.below(4);
  for (unsigned i = 0; i < count; ++i) {
    // At least one pointer, so that no helper has the type of a leaf.
    unsigned kind = i == 0 ? 1 + choices.below(3) : choices.below(5);
    helper.parameters.push_back(kind == 0 || kind == 4 ? ParameterKind::Integer
                                : kind == 1            ? ParameterKind::Read
                                : kind == 2 ? ParameterKind::Write
                                            : ParameterKind::ByValue);
    static constexpr unsigned spaces[] = {0, 0, 0, 0, 1, 3, 5, 4};
    unsigned space = spaces[choices.below(8)];
    if (helper.parameters.back() == ParameterKind::ByValue)
      space = 0;
    // Nobody writes constant memory.
    if (helper.parameters.back() == ParameterKind::Write && space == 4)
      space = 0;
    types.push_back(helper.parameters.back() == ParameterKind::Integer
                        ? i32
                        : (Type *)PointerType::get(context, space));
  }
  helper.function = Function::Create(FunctionType::get(i32, types, false),
                                     helperLinkage(choices),
                                     "helper" + Twine(number), draft.module);
  BodyWriter body(draft, *helper.function);
  body.count("ExternalNotKernel", !helper.function->hasLocalLinkage());
  for (auto [argument, kind] :
       zip_equal(helper.function->args(), helper.parameters)) {
    if (kind == ParameterKind::Integer) {
      body.integers.push_back(&argument);
      continue;
    }
    bool isOwn = kind == ParameterKind::ByValue;
    if (isOwn) {
      argument.addAttr(Attribute::getWithByValType(context, draft.record));
      argument.addAttr(Attribute::getWithAlignment(context, Align(4)));
    }
    body.pointers.push_back({&argument, parameterElements,
                             isOwn || kind == ParameterKind::Write,
                             argument.getType()->getPointerAddressSpace(),
                             isOwn ? draft.nextObject++ : 0});
  }
  body.addGlobals();
  if (choices.oneIn(3))
    body.pointers.push_back(body.makeLocal());
  body.writeStatements(1 + choices.below(draft.steps / 2 + 1), 2);
  body.builder.CreateRet(body.summary());
  draft.helpers.push_back(helper);
}

/// Elements `first * each` on.
static Value *partOf(Builder &builder, Value *object, Value *first,
                     unsigned each) {
  return builder.CreateInBoundsGEP(
      builder.getInt32Ty(), object,
      builder.CreateMul(first, builder.getInt32(each), "", true, true));
}

static Function *addKernel(ModuleDraft &draft, unsigned number) {
  Choices &choices = draft.choices;
  LLVMContext &context = draft.module.getContext();
  unsigned outSpace = choices.below(2), inSpace = choices.below(2);
  auto *kernel = Function::Create(
      FunctionType::get(Type::getVoidTy(context),
                        {PointerType::get(context, outSpace),
                         PointerType::get(context, inSpace),
                         Type::getInt32Ty(context)},
                        false),
      GlobalValue::ExternalLinkage, "kernel" + Twine(number), draft.module);
  kernel->addFnAttr("nvvm.reqntid", std::to_string(maxThreads));
  // The forms that make a function a kernel (facts, 6.4); LLVM's back end
  // knows one of them.
  switch (draft.isWide ? 4 : choices.below(5)) {
  case 0:
    kernel->addFnAttr("nvvm.kernel");
    break;
  case 1:
    kernel->addFnAttr("kernel");
    break;
  case 2: {
    Metadata *row[] = {ValueAsMetadata::get(kernel),
                       MDString::get(context, "kernel"),
                       ConstantAsMetadata::get(
                           ConstantInt::get(Type::getInt32Ty(context), 1))};
    draft.module.getOrInsertNamedMetadata(getKernelAnnotationNames()[1])
        ->addOperand(MDNode::get(context, row));
    break;
  }
  default:
    kernel->setCallingConv(CallingConv::PTX_Kernel);
  }
  if (choices.oneIn(4))
    kernel->addFnAttr("nvvm.maxnreg", "64");

  BodyWriter body(draft, *kernel);
  body.addGlobals();
  Builder &builder = body.builder;
  Value *thread = builder.CreateIntrinsic(Intrinsic::nvvm_read_ptx_sreg_tid_x,
                                          ArrayRef<Type *>(), {});
  Value *block = builder.CreateIntrinsic(Intrinsic::nvvm_read_ptx_sreg_ctaid_x,
                                         ArrayRef<Type *>(), {});
  Value *global = builder.CreateAdd(
      builder.CreateMul(block, builder.getInt32(maxThreads)), thread);
  Value *out = partOf(builder, kernel->getArg(0), global, outElements);
  Pointer mine{out, outElements, true, 1, draft.nextObject++};
  mine.alignment = 16;
  body.pointers.push_back(mine);
  body.pointers.push_back(
      {kernel->getArg(1), inElements, false, 1, draft.nextObject++});
  body.integers.insert(body.integers.end(),
                       {kernel->getArg(2), thread, global});
  if (draft.isWide || choices.below(4)) {
    Value *part = partOf(builder, draft.shared, thread, objectElements);
    builder.CreateMemSet(part, builder.getInt8(choices.below(256)),
                         4 * objectElements, Align(4));
    body.pointers.push_back(
        {part, objectElements, true, 3, draft.nextObject++});
    body.pointers.back().alignment = 16;
  }
  if (choices.oneIn(2))
    body.pointers.push_back(body.makeLocal());
  body.writeStatements(1 + choices.below(draft.steps), 2);
  if (choices.oneIn(3)) {
    body.writeBarrier();
    body.writeStatements(1 + choices.below(draft.steps / 2 + 1), 1);
  }
  if (draft.isWide && choices.oneIn(3))
    body.exchange(thread);
  if (draft.isWide && choices.oneIn(3))
    body.rotate(thread);
  Value *last = builder.CreateInBoundsGEP(builder.getInt32Ty(), out,
                                          builder.getInt32(outElements - 1));
  if (outSpace == 0)
    body.count("FlatAddrspaceAccesses");
  builder.CreateAlignedStore(body.summary(), last, Align(4));
  builder.CreateRetVoid();
  return kernel;
}

static std::string launchText(Choices &choices) {
  std::string text =
      "// tilefuzz.launch grid=" + std::to_string(1 + choices.below(maxCtas)) +
      ",1,1 seed=" + std::to_string(1 + choices.below(1000)) + "\n";
  text += "// tilefuzz.buffer out : i32[" +
          std::to_string(outElements * maxThreads * maxCtas) + "] = bits()\n";
  text += "// tilefuzz.buffer in : i32[" + std::to_string(inElements) +
          "] = bits()\n";
  return text + "// tilefuzz.args &out &in " +
         std::to_string(choices.below(100)) + "\n";
}

LlvmProgram tilefuzz::generateLlvm(LLVMContext &context,
                                   const LlvmGenerateOptions &options) {
  Choices choices(mixBits(options.seed) ^ mixBits(~options.index));
  LlvmProgram program;
  program.module = std::make_unique<Module>("random", context);
  program.module->setTargetTriple(Triple("nvptx64-nvidia-cuda"));
  program.module->setDataLayout(
      program.module->getTargetTriple().computeDataLayout());
  program.launch = cantFail(parseLaunch(launchText(choices), "random"));
  ModuleDraft draft(*program.module, choices);
  draft.steps = std::max(1u, options.steps);
  draft.isWide = options.wide;
  addVariables(draft);
  unsigned leaves = choices.below(3),
           helpers = choices.below(std::min(draft.steps, 4u) + 1),
           kernels = 1 + choices.below(std::min(draft.steps, 3u));
  for (unsigned i = 0; i < leaves; ++i)
    addLeaf(draft, i);
  if (draft.isWide)
    for (unsigned i = 0, e = choices.below(4); i < e; ++i)
      addConverter(draft, i);
  SmallVector<GlobalValue *> used;
  for (unsigned i = 0; i < helpers; ++i) {
    addHelper(draft, i);
    // What lists them has no form in PTX.
    if (!draft.isWide && choices.oneIn(6))
      used.push_back(draft.helpers.back().function);
  }
  for (unsigned i = 0; i < kernels; ++i)
    program.kernels.push_back(addKernel(draft, i)->getName().str());
  appendToUsed(*program.module, used);
  program.tallies = std::move(draft.tallies);
  return program;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

static constexpr StringLiteral kernelMark = "; tilefuzz.kernel ",
                               tallyMark = "; tilefuzz.tally ";

std::string LlvmProgram::commentLines() const {
  std::string text;
  raw_string_ostream os(text);
  std::string launchLines = launch.toString();
  for (StringRef line : split(StringRef(launchLines).rtrim(), '\n'))
    os << "; " << line << "\n";
  for (const std::string &kernel : kernels)
    os << kernelMark << kernel << "\n";
  for (const auto &[function, tally] : tallies) {
    os << tallyMark << function;
    for (const auto &[metric, value] : tally)
      os << " " << metric << "=" << value;
    os << "\n";
  }
  return text;
}

std::string LlvmProgram::toString() const {
  std::string text = commentLines();
  raw_string_ostream os(text);
  module->print(os, nullptr);
  return text;
}

Expected<LlvmProgram> tilefuzz::parseLlvmProgram(StringRef text,
                                                 StringRef fileName,
                                                 LLVMContext &context) {
  LlvmProgram program;
  SMDiagnostic error;
  program.module =
      parseAssembly(MemoryBufferRef(text, fileName), error, context);
  if (!program.module) {
    std::string message;
    raw_string_ostream os(message);
    error.print("", os, /*ShowColors=*/false);
    return createStringError(StringRef(message).rtrim());
  }
  std::string launchLines;
  for (StringRef line : split(text, '\n')) {
    if (line.starts_with("; // tilefuzz."))
      launchLines += (line.drop_front(2) + "\n").str();
    if (line.consume_front(kernelMark))
      program.kernels.push_back(line.trim().str());
    if (!line.consume_front(tallyMark))
      continue;
    auto [function, rest] = line.split(' ');
    MetricTally &tally = program.tallies[function.str()];
    for (StringRef item : split(rest, ' ')) {
      auto [metric, value] = item.split('=');
      uint64_t number;
      if (!value.getAsInteger(10, number))
        tally[metric.str()] = number;
    }
  }
  Expected<Launch> launch = parseLaunch(launchLines, fileName);
  if (!launch)
    return launch.takeError();
  program.launch = std::move(*launch);
  if (!program.kernels.empty())
    return std::move(program);
  KernelPredicate predicate(*program.module);
  for (const Function &function : *program.module)
    if (!function.isDeclaration() && predicate.isKernel(function))
      program.kernels.push_back(function.getName().str());
  return std::move(program);
}
