//===- LoopCycles.cpp - What schedulers make of a program's loops ---------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Schedules/LoopCycles.h"
#include "compiler/Bytecode/Bytecode.h"
#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Schedule/DependenceGraph.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace tilefuzz;

std::string tilefuzz::nameLoop(StringRef path, scf::ForOp loop) {
  if (auto at = loop.getLoc()->findInstanceOf<FileLineColLoc>())
    return llvm::formatv("{0}:{1}", path, at.getLine());
  return path.str();
}

llvm::Expected<std::vector<LoopCycles>>
tilefuzz::compareSchedulers(ModuleOp module, StringRef path,
                            GenerateScheduleOptions options) {
  std::vector<LoopCycles> all;
  for (scf::ForOp loop : findSchedulableLoops(module)) {
    LoopCycles &cycles = all.emplace_back();
    cycles.loop = nameLoop(path, loop);
    FailureOr<MachineModel> model = getMachineModel(loop);
    if (failed(model))
      return llvm::createStringError(path + ": no machine model");
    for (StringRef name : {"serial", "cost"}) {
      options.scheduler = name.str();
      FailureOr<ScheduleAnalysis> analysis =
          generateSchedule(loop, *model, options);
      if (failed(analysis))
        return llvm::createStringError(path + ": cannot be scheduled");
      const LoopSchedule &schedule = analysis->schedule;
      (name == "serial" ? cycles.serial : cycles.cost) =
          schedule.interval * schedule.tick;
      // Of the last one, which is the cost-based one.
      cycles.bound = schedule.bounds.get() * schedule.tick;
    }
  }
  return all;
}

llvm::Expected<std::vector<LoopCycles>>
tilefuzz::compareSchedulersOf(const std::string &path, StringRef target) {
  DialectRegistry registry;
  registerCompilerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> file = openInputFile(path, &message);
  if (!file)
    return llvm::createStringError(message);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(sources, &context);
  OwningOpRef<ModuleOp> module = parseModuleFile(sources, context);
  if (!module)
    return llvm::createStringError(path + ": cannot be read");
  CompileOptions compilation;
  compilation.target = target.str();
  compilation.stopAfter = "convert-tileaa-to-tileas";
  if (failed(compile(*module, compilation)))
    return llvm::createStringError(path + ": cannot be compiled");
  return compareSchedulers(*module, path);
}
