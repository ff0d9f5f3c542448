//===- Stages.cpp - The list of stages
//----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// One row per stage: the pass that leads to it and what it is called.
//
//===----------------------------------------------------------------------===//

#include "compiler/Backend/Backend.h"
#include "compiler/Backend/PtxBugs.h"
#include "compiler/Conversion/CudaTileToTileAA/CudaTileToTileAA.h"
#include "compiler/Conversion/TileAAToTileAS/TileAAToTileAS.h"
#include "compiler/Conversion/TileASToNVVM/TileASToNVVM.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/CudaTile/CudaTilePatterns.h"
#include "compiler/Pipeline/Persistence.h"
#include "compiler/Schedule/AssignBuffers.h"
#include "compiler/Schedule/BulkStores.h"
#include "compiler/Schedule/GenerateSchedule.h"
#include "compiler/Schedule/MaterializeAsync.h"
#include "compiler/Schedule/MaterializeSchedule.h"
#include "compiler/Schedule/PersistentKernels.h"
#include "compiler/Schedule/PrepareForScheduling.h"
#include "compiler/Schedule/QueueToPipeline.h"
#include "compiler/Schedule/RegisterLoops.h"
#include "compiler/Schedule/SpecializedPipeline.h"
#include "compiler/Schedule/UnspecializedPipeline.h"
#include "compiler/Support/ModuleVerifier.h"
#include "compiler/Support/Refusal.h"
#include "compiler/TileAA/SelectLibdevice.h"
#include "compiler/TileAA/TileAAOps.h"
#include "compiler/TileAA/TileAAPatterns.h"
#include "compiler/TileAA/TokenLowering.h"
#include "compiler/TileAS/TileASOps.h"
#include "compiler/Transforms/InjectTcgen05Fence.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"

using namespace mlir;
using namespace tilefuzz;

llvm::StringRef tilefuzz::toString(Level level) {
  switch (level) {
  case Level::CudaTile:
    return "cuda_tile";
  case Level::TileAA:
    return "tileaa";
  case Level::TileAS:
    return "tileas";
  case Level::LLVMDialect:
    return "llvm-dialect";
  case Level::LLVM:
    return "llvm";
  case Level::PTX:
    return "ptx";
  case Level::Cubin:
    return "cubin";
  }
  llvm_unreachable("unknown level");
}

//===----------------------------------------------------------------------===//
// The stages
//===----------------------------------------------------------------------===//

static NamedPatternOptions patternOptions(const CompileOptions &options) {
  return {options.bugs, options.disabledPatterns, options.firings,
          options.enabledPatterns};
}

static std::unique_ptr<Pass>
canonicalizeCudaTile(const CompileOptions &options) {
  return createNamedPatternsPass(cuda_tile::getCanonicalizePassInfo(),
                                 patternOptions(options));
}

static std::unique_ptr<Pass> fuseFma(const CompileOptions &options) {
  return createNamedPatternsPass(cuda_tile::getFuseFmaPassInfo(),
                                 patternOptions(options));
}
static std::unique_ptr<Pass> splitLoops(const CompileOptions &options) {
  return createNamedPatternsPass(cuda_tile::getLoopSplitPassInfo(),
                                 patternOptions(options));
}

static std::unique_ptr<Pass> convertToTileAA(const CompileOptions &options) {
  CudaTileToTileAAOptions conversion;
  conversion.computeCapability = options.target;
  conversion.numWarps = options.numWarps;
  conversion.numCtas = options.numCtas;
  conversion.bugs = options.bugs;
  return createCudaTileToTileAAPass(conversion);
}

static std::unique_ptr<Pass> canonicalizeTileAA(const CompileOptions &options) {
  return createNamedPatternsPass(nv_tileaa::getCanonicalizePassInfo(),
                                 patternOptions(options));
}

static std::unique_ptr<Pass> selectLibdevice(const CompileOptions &) {
  return nv_tileaa::createSelectLibdevicePass();
}

static std::unique_ptr<Pass> convertToTileAS(const CompileOptions &options) {
  TileAAToTileASOptions conversion;
  conversion.bugs = options.bugs;
  return createTileAAToTileASPass(conversion);
}

static std::unique_ptr<Pass> materializeAsync(const CompileOptions &options) {
  return createMaterializeAsyncPass(options.bugs);
}

static std::unique_ptr<Pass>
prepareForScheduling(const CompileOptions &options) {
  PreparationBugs bugs;
  bugs.executed = options.bugs;
  return createPrepareForSchedulingPass(bugs);
}

/// Element by element: what is marked then is what there is to see.
static std::unique_ptr<Pass> materializeLayouts(const CompileOptions &) {
  return createMaterializeConvertLayoutPass(/*vectorSize=*/15);
}

static std::unique_ptr<Pass> tagRegisterLoops(const CompileOptions &) {
  return createUnrollRegisterLoopsPass();
}

static std::unique_ptr<Pass> makeSchedules(const CompileOptions &options) {
  GenerateScheduleOptions schedules;
  schedules.maxStages = options.pipelineStages;
  return createGenerateSchedulePass(schedules);
}

static std::unique_ptr<Pass>
materializeSchedules(const CompileOptions &options) {
  return createMaterializeSchedulePass(options.bugs);
}

static std::unique_ptr<Pass>
assignBuffersOfRings(const CompileOptions &options) {
  AssignBuffersOptions buffers;
  buffers.bugs = options.bugs;
  return createAssignBuffersPass(buffers);
}

static std::unique_ptr<Pass>
pipelineUnspecialized(const CompileOptions &options) {
  UnspecializedPipelineOptions pipelines;
  pipelines.numStages = options.pipelineStages;
  pipelines.bugs = options.bugs;
  return createUnspecializedPipelinePass(pipelines);
}

static std::unique_ptr<Pass>
pipelineSpecialized(const CompileOptions &options) {
  SpecializedPipelineOptions agents;
  agents.target = options.target;
  agents.numStages = options.pipelineStages;
  return createSpecializedPipelinePass(agents);
}

static std::unique_ptr<Pass> storeByCopies(const CompileOptions &) {
  return createBulkStoresPass();
}

static std::unique_ptr<Pass> persistByAsking(const CompileOptions &options) {
  DynamicPersistentOptions persistence;
  persistence.target = options.target;
  return createDynamicPersistentPass(persistence);
}

static std::unique_ptr<Pass> persistBySteps(const CompileOptions &) {
  return createStaticPersistentPass();
}

static std::unique_ptr<Pass> convertToNVVM(const CompileOptions &options) {
  TileASToNVVMOptions conversion;
  conversion.target = options.target;
  conversion.bugs = options.bugs;
  return createTileASToNVVMPass(conversion);
}

static std::unique_ptr<Pass> injectTcgen05Fence(const CompileOptions &options) {
  InjectTcgen05FenceOptions fences;
  fences.target = options.target;
  fences.bugs = options.bugs;
  return createInjectTcgen05FencePass(std::move(fences));
}

bool tilefuzz::isTileLevel(Level level) {
  switch (level) {
  case Level::CudaTile:
  case Level::TileAA:
  case Level::TileAS:
    return true;
  case Level::LLVMDialect:
  case Level::LLVM:
  case Level::PTX:
  case Level::Cubin:
    return false;
  }
  llvm_unreachable("unknown level");
}

static llvm::Error runPretreat(llvm::Module &module,
                               LlvmStageContext &context) {
  pretreat(module, context.options.bugs);
  return llvm::Error::success();
}

static llvm::Error runCheckGepIndex(llvm::Module &module,
                                    LlvmStageContext &context) {
  std::vector<std::string> errors =
      checkGepIndices(module, context.options.bugs);
  return errors.empty() ? llvm::Error::success()
                        : llvm::createStringError(llvm::join(errors, "\n"));
}

static llvm::Error runSelectKernels(llvm::Module &module,
                                    LlvmStageContext &context) {
  return selectKernels(module, context.options.kernels, context.options.bugs);
}

static llvm::Error runSetFunctionLinkages(llvm::Module &module,
                                          LlvmStageContext &context) {
  setFunctionLinkages(module, {}, context.options.bugs);
  return llvm::Error::success();
}

static llvm::Error runIPMSP(llvm::Module &module, LlvmStageContext &context) {
  propagateMemorySpaces(module, {}, context.options.bugs);
  return llvm::Error::success();
}

static llvm::Error runOptimize(llvm::Module &module,
                               LlvmStageContext &context) {
  return optimize(module, context.options.target, OptLevel::O2,
                  context.options.bugs);
}

static llvm::Error runKernelInfo(llvm::Module &module,
                                 LlvmStageContext &context) {
  context.remarks = describeKernels(module, context.options.bugs);
  return llvm::Error::success();
}

static constexpr StoredForm none = StoredForm::None;

static constexpr Stage stageTable[] = {
    {"source", Level::CudaTile, "the program as it was read"},
    {"source-as-text", Level::CudaTile, "round trip: printed and parsed",
     StoredForm::Text},
    {"source-as-generic-text", Level::CudaTile,
     "round trip: printed in the generic form and parsed",
     StoredForm::GenericText},
    {"source-as-bytecode-13.1", Level::CudaTile,
     "round trip: written as bytecode 13.1 and read", StoredForm::Bytecode1},
    {"source-as-bytecode-13.2", Level::CudaTile,
     "round trip: written as bytecode 13.2 and read", StoredForm::Bytecode2},
    {"source-as-bytecode-13.3", Level::CudaTile,
     "round trip: written as bytecode 13.3 and read", StoredForm::Bytecode3},
    {"source-as-bytecode-13.4", Level::CudaTile,
     "round trip: written as bytecode 13.4 and read", StoredForm::Bytecode4},
    {fuseFmaStage, Level::CudaTile,
     "on request: sums of products are rounded once", none, fuseFma, nullptr,
     StageRole::None, /*isOnRequest=*/true},
    {"cuda-tile-canonicalize", Level::CudaTile,
     "named rewrites of the public dialect", none, canonicalizeCudaTile},
    {"loop-split", Level::CudaTile,
     "on request: loops are split where an if on their variable changes sides",
     none, splitLoops, nullptr, StageRole::None, /*isOnRequest=*/true},
    {"convert-cuda-tile-to-tileaa", Level::TileAA,
     "pointers, views and tokens in nv_tileaa; arithmetic in arith", none,
     convertToTileAA},
    {"tileaa-canonicalize", Level::TileAA, "named rewrites of nv_tileaa", none,
     canonicalizeTileAA},
    {selectLibdeviceStage, Level::TileAA,
     "on request: functions of f32 and f64 are calls of libdevice", none,
     selectLibdevice, nullptr, StageRole::None, /*isOnRequest=*/true},
    {"tileaa-as-text", Level::TileAA, "round trip: printed and parsed",
     StoredForm::Text},
    {"tileaa-as-generic-text", Level::TileAA,
     "round trip: printed in the generic form and parsed",
     StoredForm::GenericText},
    {"convert-tileaa-to-tileas", Level::TileAS,
     "tiles distributed over the threads of a CTA (tier 0)", none,
     convertToTileAS},
    {"tileas-as-text", Level::TileAS, "round trip: printed and parsed",
     StoredForm::Text},
    {"tileas-as-generic-text", Level::TileAS,
     "round trip: printed in the generic form and parsed",
     StoredForm::GenericText},
    {"tileas-materialize-async", Level::TileAS,
     "on request: copies fill the slots of queues", none, materializeAsync,
     nullptr, StageRole::MakesCopies, /*isOnRequest=*/true},
    {"tileas-convert-layout-loops", Level::TileAS,
     "on request: layouts change in loops over registers", none,
     materializeLayouts, nullptr, StageRole::None, /*isOnRequest=*/true},
    {"tileas-prepare-for-scheduling", Level::TileAS,
     "on request: what comes before schedules", none, prepareForScheduling,
     nullptr, StageRole::PreparesLoops, /*isOnRequest=*/true},
    {"tileas-generate-schedule", Level::TileAS,
     "on request: when the operations of loops run, as attributes", none,
     makeSchedules, nullptr, StageRole::SchedulesLoops, /*isOnRequest=*/true},
    {"tileas-materialize-schedule", Level::TileAS,
     "on request: iterations overlap as schedules say", none,
     materializeSchedules, nullptr, StageRole::MaterializesSchedules,
     /*isOnRequest=*/true},
    {specializedPipeline, Level::TileAS,
     "on request: loops of products are marked for two agents (tier 2)", none,
     pipelineSpecialized, nullptr, StageRole::None,
     /*isOnRequest=*/true},
    {bulkStores, Level::TileAS,
     "on request: copies store results of agents wherever they can", none,
     storeByCopies, nullptr, StageRole::None, /*isOnRequest=*/true},
    {unspecializedPipeline, Level::TileAS,
     "on request: loads run ahead as copies (tier 1)", none,
     pipelineUnspecialized, nullptr, StageRole::MakesPipelines,
     /*isOnRequest=*/true},
    {"tileas-assign-buffers", Level::TileAS,
     "on request: barriers and shared memory of pipelines", none,
     assignBuffersOfRings, nullptr, StageRole::AssignsBuffers,
     /*isOnRequest=*/true},
    {"tileas-unroll-register-loops", Level::TileAS,
     "on request: loops over registers are to be unrolled", none,
     tagRegisterLoops, nullptr, StageRole::TagsLoops, /*isOnRequest=*/true},
    {staticPersistent, Level::TileAS,
     "on request: the CTAs of a launch share blocks in equal steps", none,
     persistBySteps, nullptr, StageRole::None, /*isOnRequest=*/true},
    {dynamicPersistent, Level::TileAS,
     "on request: CTAs ask for blocks that have not started", none,
     persistByAsking, nullptr, StageRole::None, /*isOnRequest=*/true},
    {"convert-tileas-to-nvvm", Level::LLVMDialect,
     "what one thread does, in the llvm and nvvm dialects", none, convertToNVVM,
     nullptr, StageRole::WritesKernelAttributes | StageRole::TagsLoops},
    {"tileas-inject-tcgen05-fence", Level::LLVMDialect,
     "fences where threads hand over tensor memory", none, injectTcgen05Fence},
    {"nvvm-as-text", Level::LLVMDialect, "round trip: printed and parsed",
     StoredForm::Text},
    {"nvvm-as-generic-text", Level::LLVMDialect,
     "round trip: printed in the generic form and parsed",
     StoredForm::GenericText},
    {"translate-to-llvm", Level::LLVM, "LLVM IR as it was translated"},
    {"nvvm-pretreat", Level::LLVM, "the first clean-up of NVVM's LLVM IR", none,
     nullptr, runPretreat,
     StageRole::Pretreats | StageRole::WritesKernelAttributes},
    {"check-gep-index", Level::LLVM,
     "constant indices are within their aggregates", none, nullptr,
     runCheckGepIndex, StageRole::VerifiesMachine},
    {"select-kernels", Level::LLVM, "on request: some kernels only", none,
     nullptr, runSelectKernels, StageRole::ReadsKernels, /*isOnRequest=*/true},
    {"check-kernel-functions", Level::LLVM,
     "functions that are no kernels are internal", none, nullptr,
     runSetFunctionLinkages, StageRole::ReadsKernels},
    {"ipmsp", Level::LLVM, "memory spaces through calls", none, nullptr,
     runIPMSP, StageRole::PropagatesSpaces},
    {"optimize-llvm", Level::LLVM, "after LLVM's own pipeline", none, nullptr,
     runOptimize, StageRole::AsksAliases | StageRole::UnrollsLoops},
    {"kernel-info", Level::LLVM,
     "on request: what kernels consist of, as remarks", none, nullptr,
     runKernelInfo, StageRole::None, /*isOnRequest=*/true},
    {"emit-ptx", Level::PTX, "PTX text", none, nullptr, nullptr,
     StageRole::WritesPTX},
    {"assemble", Level::Cubin, "what ptxas makes of it"},
};

llvm::ArrayRef<Stage> tilefuzz::getStages() { return stageTable; }

const Stage *tilefuzz::findStage(llvm::StringRef name) {
  for (const Stage &stage : stageTable)
    if (stage.name == name)
      return &stage;
  return nullptr;
}

unsigned tilefuzz::getStageIndex(const Stage &stage) {
  return &stage - stageTable;
}

const Stage &tilefuzz::getStageBefore(const Stage &stage) {
  const Stage *before = &stage;
  while (before != stageTable && (--before)->isRoundTrip())
    ;
  return *before;
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

void tilefuzz::registerCompilerDialects(DialectRegistry &registry) {
  registry
      .insert<cuda_tile::CudaTileDialect, nv_tileaa::TileAADialect,
              nv_tileas::TileASDialect, arith::ArithDialect, func::FuncDialect,
              gpu::GPUDialect, math::MathDialect, scf::SCFDialect,
              ub::UBDialect, LLVM::LLVMDialect, NVVM::NVVMDialect>();
  registerBackendTranslations(registry);
}

void tilefuzz::registerCompilerPasses() {
  registerCanonicalizerPass();
  registerCSEPass();
  registerCudaTileToTileAAPass();
  registerTileAAToTileASPass();
  registerMaterializeConvertLayoutPass();
  registerQueueToPipelinePass();
  registerMaterializeAsyncPass();
  registerPrepareForSchedulingPass();
  registerGenerateSchedulePass();
  registerSpecializedPipelinePass();
  registerBulkStoresPass();
  registerMaterializeSchedulePass();
  registerUnspecializedPipelinePass();
  registerAssignBuffersPass();
  registerUnrollRegisterLoopsPass();
  registerPersistentPasses();
  registerTileASToNVVMPass();
  registerInjectTcgen05FencePass();
  registerNamedPatternsPass(cuda_tile::getCanonicalizePassInfo());
  registerNamedPatternsPass(cuda_tile::getSimplifyPassInfo());
  cuda_tile::registerDebugConstantsPass();
  cuda_tile::registerOptimizerPasses();
  registerNamedPatternsPass(nv_tileaa::getCanonicalizePassInfo());
  nv_tileaa::registerSelectLibdevicePass();
  nv_tileaa::registerPlanTokensPass();
}
