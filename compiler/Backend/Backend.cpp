//===- Backend.cpp - LLVM dialect to PTX ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Backend/Backend.h"
#include "compiler/Backend/CodeGenDefects.h"
#include "compiler/Backend/Passes/LlvmPasses.h"
#include "compiler/Support/Refusal.h"
#include "compiler/Target/TargetTable.h"
#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace tilefuzz;

static constexpr llvm::StringLiteral tripleName = "nvptx64-nvidia-cuda";

//===----------------------------------------------------------------------===//
// The target
//===----------------------------------------------------------------------===//

static const llvm::Target *lookUpTarget() {
  // A function-local static: registered once, by whichever thread comes first.
  static const llvm::Target *const found = [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    std::string error;
    return llvm::TargetRegistry::lookupTarget(llvm::Triple(tripleName), error);
  }();
  return found;
}

/// The row of a target that the back end knows, too.
static llvm::Expected<TargetVariant> findTarget(llvm::StringRef name) {
  llvm::Expected<TargetVariant> target = parseTarget(name);
  if (!target)
    return target.takeError();
  const llvm::Target *registered = lookUpTarget();
  if (!registered)
    return llvm::createStringError("this LLVM has no NVPTX back end");
  std::unique_ptr<llvm::MCSubtargetInfo> known(
      registered->createMCSubtargetInfo(llvm::Triple(tripleName), "", ""));
  if (!known || !known->isCPUStringValid(name))
    return llvm::createStringError("the NVPTX back end has no target '" + name +
                                   "'");
  return target;
}

llvm::Error tilefuzz::checkTarget(llvm::StringRef target) {
  return findTarget(target).takeError();
}

/// PTX ISA, the release notes: what inline assembly may have that is newer than
/// the targets that have it, and the PTX version that it came with.
static constexpr std::pair<llvm::StringLiteral, unsigned> newerPtx[] = {
    {"mbarrier.test_wait.parity.", 71},
    {"tensormap.replace.", 83},
    {"fence.proxy.tensormap::generic.", 83},
    // Of wgmma: factors of both signs.
    {"k32.s32.s8.u8 {", 84},
    {"k32.s32.u8.s8 {", 84},
};

/// The oldest PTX version that has all of the module's assembly, and its
/// kernels whose blocks are clusters; 0: any.
static unsigned findLeastPtx(const llvm::Module &module) {
  constexpr unsigned ofClusters = 90;
  unsigned version = 0;
  for (const llvm::Function &function : module) {
    if (function.hasFnAttribute("nvvm.blocksareclusters"))
      version = std::max(version, ofClusters);
    for (const llvm::Instruction &op : llvm::instructions(function)) {
      auto *call = llvm::dyn_cast<llvm::CallBase>(&op);
      if (!call || !call->isInlineAsm())
        continue;
      llvm::StringRef text =
          llvm::cast<llvm::InlineAsm>(call->getCalledOperand())->getAsmString();
      for (auto [instruction, since] : newerPtx)
        if (since > version && text.contains(instruction))
          version = since;
    }
  }
  return version;
}

static llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createMachine(llvm::StringRef name, OptLevel level,
              unsigned leastPtxVersion = 0) {
  llvm::Expected<TargetVariant> target = findTarget(name);
  if (!target)
    return target.takeError();
  // The oldest PTX version that has the target and what the module asks for, so
  // that any ptxas that knows both reads the text.
  std::string features =
      "+ptx" +
      std::to_string(std::max(target->getPtxVersion(), leastPtxVersion));
  const llvm::Target *registered = lookUpTarget();
  llvm::Triple triple(tripleName);
  llvm::TargetOptions options;
  // A product and a sum are two roundings unless the program says otherwise.
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  std::unique_ptr<llvm::TargetMachine> machine(registered->createTargetMachine(
      triple, name, features, options, std::nullopt, std::nullopt,
      level == OptLevel::O0 ? llvm::CodeGenOptLevel::None
                            : llvm::CodeGenOptLevel::Default));
  if (!machine)
    return llvm::createStringError("cannot create the target machine");
  return std::move(machine);
}

static llvm::Error verify(const llvm::Module &module, llvm::StringRef when) {
  std::string message;
  llvm::raw_string_ostream os(message);
  if (llvm::verifyModule(module, &os))
    return llvm::createStringError("invalid LLVM IR " + when + ": " + message);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Translation
//===----------------------------------------------------------------------===//

void tilefuzz::registerBackendTranslations(mlir::DialectRegistry &registry) {
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerGPUDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
  mlir::registerNVVMDialectTranslation(registry);
}

/// Operations of nvvm that stand for PTX text have no translation: a copy in
/// which they are inline assembly. Null if there are none.
static mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>>
expandPtx(mlir::ModuleOp module) {
  auto hasPtx = module.walk([](mlir::NVVM::BasicPtxBuilderInterface op) {
    return mlir::WalkResult::interrupt();
  });
  mlir::OwningOpRef<mlir::ModuleOp> copy;
  if (!hasPtx.wasInterrupted())
    return copy;
  copy = module.clone();
  mlir::PassManager passes(module.getContext(),
                           mlir::ModuleOp::getOperationName());
  passes.enableVerifier(false);
  passes.addPass(mlir::createConvertNVVMToLLVMPass());
  if (failed(passes.run(*copy)))
    return mlir::failure();
  return copy;
}

mlir::FailureOr<std::unique_ptr<llvm::Module>>
tilefuzz::translateToLLVM(mlir::ModuleOp module, llvm::LLVMContext &context,
                          llvm::StringRef target) {
  mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>> expanded =
      expandPtx(module);
  if (failed(expanded))
    return mlir::failure();
  if (*expanded)
    module = expanded->get();
  mlir::Operation *root = module;
  auto inner = module.getOps<mlir::gpu::GPUModuleOp>();
  if (!inner.empty()) {
    root = *inner.begin();
    if (!llvm::hasSingleElement(*module.getBody()))
      return root->emitOpError(
          "must be alone in its module to be translated to LLVM IR");
  }
  auto machine = createMachine(target, OptLevel::O2);
  if (!machine)
    return root->emitError(llvm::toString(machine.takeError()));
  // The translation takes default alignments from the data layout.
  llvm::DataLayout layout = (*machine)->createDataLayout();
  auto attribute = mlir::StringAttr::get(
      root->getContext(), mlir::LLVM::LLVMDialect::getDataLayoutAttrName());
  mlir::Attribute previous = root->getDiscardableAttr(attribute);
  root->setDiscardableAttr(
      attribute, mlir::StringAttr::get(root->getContext(),
                                       layout.getStringRepresentation()));
  std::unique_ptr<llvm::Module> result =
      mlir::translateModuleToLLVMIR(root, context, "tile kernels");
  if (previous)
    root->setDiscardableAttr(attribute, previous);
  else
    root->removeDiscardableAttr(attribute);
  if (!result)
    return mlir::failure();
  result->setTargetTriple((*machine)->getTargetTriple());
  result->setDataLayout(layout);
  if (llvm::Error error = verify(*result, "after translation"))
    return root->emitError(llvm::toString(std::move(error)));
  if (needsLibdevice(*result))
    if (llvm::Error error = linkLibdevice(*result, target)) {
      refuse(root) << llvm::toString(std::move(error));
      return mlir::failure();
    }
  return result;
}

//===----------------------------------------------------------------------===//
// Optimisation and code generation
//===----------------------------------------------------------------------===//

namespace {
/// LLVM's analyses and pipelines for one target.
class Passes {
public:
  explicit Passes(llvm::TargetMachine &machine)
      : builder(&machine, getTuning(), std::nullopt, &callbacks) {}

  void obey(PassLimit &limit) {
    callbacks.registerShouldRunOptionalPassCallback(
        [this, &limit](llvm::StringRef pass, llvm::Any) {
          if (++limit.met > limit.most)
            return false;
          limit.last = callbacks.getPassNameForClassName(pass).str();
          return true;
        });
  }

  /// With what nvvm-aa knows of aliases, if it is asked.
  void registerAnalyses(const BugSet *aliasBugs) {
    if (aliasBugs) {
      // Before LLVM registers its own, which then do not replace it.
      functions.registerPass([aliasBugs] { return NVVMAA(*aliasBugs); });
      functions.registerPass([this] {
        llvm::AAManager aliases = builder.buildDefaultAAPipeline();
        aliases.registerFunctionAnalysis<NVVMAA>();
        return aliases;
      });
    }
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
  }

  // Before the analyses, which ask them.
  llvm::PassInstrumentationCallbacks callbacks;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;

private:
  /// Threads are the vector lanes here: packing a thread's scalars buys nothing
  /// and hides them from the SIMT executor.
  static llvm::PipelineTuningOptions getTuning() {
    llvm::PipelineTuningOptions tuning;
    tuning.LoopVectorization = false;
    tuning.SLPVectorization = false;
    return tuning;
  }
};
} // namespace

llvm::Error tilefuzz::optimize(llvm::Module &module, llvm::StringRef target,
                               OptLevel level, const BugSet &bugs) {
  auto machine = createMachine(target, level);
  if (!machine)
    return machine.takeError();
  if (llvm::Error error = verify(module, "before optimisation"))
    return error;
  Passes passes(**machine);
  passes.registerAnalyses(&bugs);
  llvm::ModulePassManager pipeline =
      level == OptLevel::O0
          ? passes.builder.buildO0DefaultPipeline(llvm::OptimizationLevel::O0)
          : passes.builder.buildPerModuleDefaultPipeline(
                llvm::OptimizationLevel::O2);
  pipeline.run(module, passes.modules);
  return verify(module, "after optimisation");
}

llvm::Error tilefuzz::runLlvmPipeline(llvm::Module &module,
                                      llvm::StringRef target,
                                      llvm::StringRef text, const BugSet &bugs,
                                      PassLimit *limit) {
  auto machine = createMachine(target, OptLevel::O2);
  if (!machine)
    return machine.takeError();
  Passes passes(**machine);
  registerLlvmPasses(passes.builder, bugs);
  if (limit)
    passes.obey(*limit);
  passes.registerAnalyses(nullptr);
  llvm::ModulePassManager pipeline;
  if (llvm::Error error = passes.builder.parsePassPipeline(pipeline, text))
    return error;
  pipeline.run(module, passes.modules);
  return verify(module, ("after " + text).str());
}

namespace {
/// Keeps the first error that code generation reports.
class ErrorKeeper : public llvm::DiagnosticHandler {
public:
  explicit ErrorKeeper(std::string &first) : first(first) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (info.getSeverity() == llvm::DS_Error && first.empty()) {
      llvm::raw_string_ostream os(first);
      llvm::DiagnosticPrinterRawOStream printer(os);
      info.print(printer);
    }
    return true;
  }

private:
  std::string &first;
};
} // namespace

llvm::Expected<std::string> tilefuzz::emitPTX(const llvm::Module &module,
                                              llvm::StringRef target,
                                              OptLevel level) {
  auto machine = createMachine(target, level, findLeastPtx(module));
  if (!machine)
    return machine.takeError();
  if (llvm::Error error = verify(module, "before code generation"))
    return std::move(error);
  if (llvm::Error error = checkSelectable(module, target))
    return std::move(error);
  std::unique_ptr<llvm::Module> copy = llvm::CloneModule(module);
  avoidCodeGenDefects(*copy);
  llvm::LLVMContext &context = copy->getContext();
  std::string firstError;
  std::unique_ptr<llvm::DiagnosticHandler> previous =
      context.getDiagnosticHandler();
  context.setDiagnosticHandler(std::make_unique<ErrorKeeper>(firstError));
  llvm::SmallString<0> text;
  {
    llvm::raw_svector_ostream os(text);
    llvm::legacy::PassManager passes;
    if ((*machine)->addPassesToEmitFile(passes, os, nullptr,
                                        llvm::CodeGenFileType::AssemblyFile))
      firstError = "the NVPTX back end cannot write assembly";
    else
      passes.run(*copy);
  }
  context.setDiagnosticHandler(std::move(previous));
  if (!firstError.empty())
    return llvm::createStringError(firstError);
  return text.str().str();
}
