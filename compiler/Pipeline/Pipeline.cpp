//===- Pipeline.cpp - The list of stages and how to run them --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// One row per stage: the pass that leads to it and what it is called.
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Conversion/CudaTileToTileAA/CudaTileToTileAA.h"
#include "compiler/Conversion/TileAAToTileAS/TileAAToTileAS.h"
#include "compiler/Conversion/TileASToNVVM/TileASToNVVM.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/CudaTile/CudaTilePatterns.h"
#include "compiler/TileAA/TileAAOps.h"
#include "compiler/TileAA/TileAAPatterns.h"
#include "compiler/TileAS/TileASOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace tilefuzz;

Observer::~Observer() = default;
LogicalResult Observer::afterStage(const Stage &, ModuleOp) {
  return success();
}
LogicalResult Observer::afterStage(const Stage &, llvm::Module &) {
  return success();
}
LogicalResult Observer::afterStage(const Stage &, llvm::StringRef) {
  return success();
}

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
  return {options.bugs, options.disabledPatterns, options.firings};
}

static std::unique_ptr<Pass>
canonicalizeCudaTile(const CompileOptions &options) {
  return createNamedPatternsPass(cuda_tile::getCanonicalizePassInfo(),
                                 patternOptions(options));
}

static std::unique_ptr<Pass> convertToTileAA(const CompileOptions &options) {
  CudaTileToTileAAOptions conversion;
  conversion.computeCapability = options.target;
  conversion.numWarps = options.numWarps;
  conversion.bugs = options.bugs;
  return createCudaTileToTileAAPass(conversion);
}

static std::unique_ptr<Pass> canonicalizeTileAA(const CompileOptions &options) {
  return createNamedPatternsPass(nv_tileaa::getCanonicalizePassInfo(),
                                 patternOptions(options));
}

static std::unique_ptr<Pass> convertToTileAS(const CompileOptions &) {
  return createTileAAToTileASPass();
}

/// Makes the pass that leads to a stage.
using PassMaker = std::unique_ptr<Pass> (*)(const CompileOptions &options);

static constexpr Stage stageTable[] = {
    {"source", Level::CudaTile, "the program as it was read"},
    {"cuda-tile-canonicalize", Level::CudaTile,
     "named rewrites of the public dialect"},
    {"convert-cuda-tile-to-tileaa", Level::TileAA,
     "pointers, views and tokens in nv_tileaa; arithmetic in arith"},
    {"tileaa-canonicalize", Level::TileAA, "named rewrites of nv_tileaa"},
    {"convert-tileaa-to-tileas", Level::TileAS,
     "tiles distributed over the threads of a CTA (tier 0)"},
};

/// By stage index.
static constexpr PassMaker passMakers[] = {
    nullptr,         canonicalizeCudaTile, convertToTileAA, canonicalizeTileAA,
    convertToTileAS,
};
static_assert(std::size(stageTable) == std::size(passMakers),
              "one pass per stage");

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

//===----------------------------------------------------------------------===//
// Running them
//===----------------------------------------------------------------------===//

FailureOr<CompileResult> tilefuzz::compile(ModuleOp module,
                                           const CompileOptions &options,
                                           Observer *observer) {
  const Stage *last = options.stopAfter.empty() ? &getStages().back()
                                                : findStage(options.stopAfter);
  if (!last)
    return module.emitError()
           << "no stage is called '" << options.stopAfter << "'";
  Observer ignorant;
  Observer &listener = observer ? *observer : ignorant;
  CompileResult result;
  for (const Stage &stage : getStages().take_front(getStageIndex(*last) + 1)) {
    if (PassMaker makePass = passMakers[getStageIndex(stage)]) {
      PassManager manager(module->getContext(), ModuleOp::getOperationName());
      manager.enableVerifier(options.verifyEach);
      manager.addPass(makePass(options));
      if (failed(manager.run(module)))
        return failure();
    }
    result.reached = &stage;
    if (failed(listener.afterStage(stage, module)))
      break;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

void tilefuzz::registerCompilerDialects(DialectRegistry &registry) {
  registry.insert<cuda_tile::CudaTileDialect, nv_tileaa::TileAADialect,
                  nv_tileas::TileASDialect, arith::ArithDialect,
                  gpu::GPUDialect, math::MathDialect, scf::SCFDialect>();
}

void tilefuzz::registerCompilerPasses() {
  registerCanonicalizerPass();
  registerCSEPass();
  registerCudaTileToTileAAPass();
  registerTileAAToTileASPass();
  registerTileASToNVVMPass();
  registerNamedPatternsPass(cuda_tile::getCanonicalizePassInfo());
  registerNamedPatternsPass(nv_tileaa::getCanonicalizePassInfo());
}

llvm::SmallVector<PatternTable> tilefuzz::getPatternTables() {
  return {{"cuda_tile", cuda_tile::getPatternRows()},
          {"nv_tileaa", nv_tileaa::getPatternRows()}};
}
