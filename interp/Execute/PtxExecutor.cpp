//===- PtxExecutor.cpp - PTX text, thread by thread -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Execute/Executor.h"
#include "interp/Simt/Machine/SimtMachine.h"
#include "interp/Simt/Ptx/PtxKernel.h"
#include "llvm/IR/Module.h"

using namespace tilefuzz;

namespace {
class PtxExecution : public Execution {
public:
  PtxExecution(llvm::StringRef text, const Launch &launch,
               const ExecuteOptions &options)
      : text(text.str()), launch(launch) {
    runOptions.stepLimit = options.maxInstructions;
    runOptions.tripLimit = options.tripLimit;
  }

  llvm::Error decode(const llvm::Module *machine);

  llvm::Expected<Outcome> run(const Schedule &schedule,
                              MachineObserver *) const override {
    SimtOptions options = runOptions;
    options.schedule = schedule.seed;
    return simt::runKernel(kernel, launch, options);
  }

private:
  /// What the kernel's places refer to.
  std::string text;
  simt::PtxModule module;
  simt::Kernel kernel;
  const Launch &launch;
  SimtOptions runOptions;
};
} // namespace

/// How the launch's text for a parameter is read: PTX has only the width of
/// f16, bf16 and i1.
static std::optional<simt::RegisterType> scalarTypeOf(const llvm::Type *type) {
  using simt::TypeKind;
  if (type->isHalfTy())
    return simt::RegisterType{TypeKind::F16, 16};
  if (type->isBFloatTy())
    return simt::RegisterType{TypeKind::BF16, 16};
  if (type->isFloatTy())
    return simt::RegisterType{TypeKind::F32, 32};
  if (type->isDoubleTy())
    return simt::RegisterType{TypeKind::F64, 64};
  if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64)
    return simt::RegisterType{TypeKind::Bits,
                              uint8_t(type->getIntegerBitWidth())};
  return std::nullopt;
}

llvm::Error PtxExecution::decode(const llvm::Module *machine) {
  llvm::Expected<simt::PtxModule> parsed = simt::parsePtxModule(text);
  if (!parsed)
    return parsed.takeError();
  module = std::move(*parsed);
  llvm::Expected<simt::Kernel> decoded =
      simt::decodePtxKernel(module, launch.kernel, 1 + launch.buffers.size());
  if (!decoded)
    return decoded.takeError();
  kernel = std::move(*decoded);
  const llvm::Function *function =
      machine ? machine->getFunction(kernel.name) : nullptr;
  if (!function || function->arg_size() != kernel.parameters.size())
    return llvm::Error::success();
  for (auto [parameter, argument] :
       llvm::zip_equal(kernel.parameters, function->args()))
    if (auto type = scalarTypeOf(argument.getType()))
      parameter.type = *type;
  return llvm::Error::success();
}

static llvm::Expected<std::unique_ptr<Execution>>
prepare(const StagedProgram &program, const Launch &launch,
        const ExecuteOptions &options) {
  auto execution =
      std::make_unique<PtxExecution>(program.code, launch, options);
  if (llvm::Error error = execution->decode(program.machine))
    return std::move(error);
  return execution;
}

/// One: as of LLVM IR.
static std::vector<Schedule> schedules(unsigned, uint64_t seed) {
  return {{Schedule::Kind::Random, seed}};
}

static std::string nameOfRun(const Schedule &schedule) {
  return "ptx(" + std::to_string(schedule.seed) + ")";
}

const Executor tilefuzz::ptxExecutor = {"ptx",
                                        "the SIMT machine on PTX",
                                        /*isObservable=*/false,
                                        schedules,
                                        nameOfRun,
                                        prepare};
