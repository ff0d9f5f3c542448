//===- GpuExecutor.cpp - PTX text on a device -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A schedule is one of several runs, which all happen when the first one is
// asked for: a device that races gives other results from run to run.
//
//===----------------------------------------------------------------------===//

#include "interp/Execute/Executor.h"
#include "interp/Program/Device.h"
#include "llvm/IR/Module.h"

using namespace tilefuzz;

/// How often a device runs a program, whatever is asked for of other engines.
static constexpr unsigned deviceRuns = 2;

/// Whether nothing tells two runs apart.
static bool isSame(const Outcome &a, const Outcome &b) {
  if (a.status != b.status || a.condition != b.condition ||
      a.buffers.size() != b.buffers.size())
    return false;
  for (size_t i = 0; i < a.buffers.size(); ++i)
    if (a.buffers[i].bytes != b.buffers[i].bytes)
      return false;
  return true;
}

namespace {
class GpuExecution : public Execution {
public:
  GpuExecution(Device &device, DeviceKernel kernel)
      : device(device), kernel(std::move(kernel)) {}

  llvm::Expected<Outcome> run(const Schedule &schedule,
                              MachineObserver *) const override {
    if (outcomes.empty()) {
      llvm::Expected<std::vector<Outcome>> all = device.run(kernel, deviceRuns);
      if (!all)
        return all.takeError();
      outcomes = std::move(*all);
    }
    return outcomes[schedule.seed % outcomes.size()];
  }

  bool differsFromRunToRun() const override {
    for (const Outcome &outcome : outcomes)
      if (!isSame(outcome, outcomes.front()))
        return true;
    return false;
  }

  bool isDeferred() const override { return device.defer(kernel); }

private:
  Device &device;
  DeviceKernel kernel;
  /// Of all runs, once there was one.
  mutable std::vector<Outcome> outcomes;
};
} // namespace

static std::optional<ElementKind> kindOf(const llvm::Type *type) {
  // Nobody reads what stands for a pointer.
  if (type->isPointerTy() || type->isIntegerTy(64))
    return ElementKind::I64;
  if (type->isHalfTy())
    return ElementKind::F16;
  if (type->isBFloatTy())
    return ElementKind::BF16;
  if (type->isFloatTy())
    return ElementKind::F32;
  if (type->isDoubleTy())
    return ElementKind::F64;
  for (auto [bits, kind] :
       {std::pair(1u, ElementKind::I1), std::pair(8u, ElementKind::I8),
        std::pair(16u, ElementKind::I16), std::pair(32u, ElementKind::I32)})
    if (type->isIntegerTy(bits))
      return kind;
  return std::nullopt;
}

/// The kernel that the launch names, or the only one.
static llvm::Expected<const llvm::Function *>
findKernel(const llvm::Module &module, llvm::StringRef name) {
  const llvm::Function *found = nullptr;
  for (const llvm::Function &function : module) {
    if (function.isDeclaration() ||
        function.getCallingConv() != llvm::CallingConv::PTX_Kernel ||
        !(name.empty() || function.getName() == name))
      continue;
    if (found)
      return llvm::createStringError("the launch names none of the kernels");
    found = &function;
  }
  if (!found)
    return llvm::createStringError("there is no kernel '" + name + "'");
  return found;
}

static llvm::Expected<std::unique_ptr<Execution>>
prepare(const StagedProgram &program, const Launch &launch,
        const ExecuteOptions &options) {
  if (!options.device)
    return llvm::createStringError("no device is named (--gpu)");
  if (!program.machine)
    return llvm::createStringError(
        "the types of the kernel's parameters are not known");
  if (llvm::any_of(launch.devices, [](uint32_t device) { return device; }))
    return llvm::createStringError("the launch is of several devices");
  llvm::Expected<const llvm::Function *> kernel =
      findKernel(*program.machine, launch.kernel);
  if (!kernel)
    return kernel.takeError();
  DeviceKernel device = {
      program.code, (*kernel)->getName().str(), options.target, launch, {}};
  for (const llvm::Argument &argument : (*kernel)->args()) {
    std::optional<ElementKind> kind = kindOf(argument.getType());
    if (!kind)
      return llvm::createStringError("parameters of such a type cannot be "
                                     "passed");
    device.parameters.push_back(*kind);
  }
  return std::make_unique<GpuExecution>(*options.device, std::move(device));
}

/// As many as the device makes at once, unless one is enough.
static std::vector<Schedule> schedules(unsigned count, uint64_t) {
  std::vector<Schedule> runs;
  for (unsigned i = 0; i < std::clamp(count, 1u, deviceRuns); ++i)
    runs.push_back({Schedule::Kind::ProgramOrder, i});
  return runs;
}

static std::string nameOfRun(const Schedule &schedule) {
  return "gpu(run " + std::to_string(schedule.seed) + ")";
}

const Executor tilefuzz::gpuExecutor = {"gpu",
                                        "a device, where --gpu names one",
                                        /*isObservable=*/false,
                                        schedules,
                                        nameOfRun,
                                        prepare,
                                        /*isDevice=*/true};
