//===- PtxProgram.cpp - Run a PTX kernel, thread by thread ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/PtxProgram.h"
#include "interp/Simt/Machine/SimtMachine.h"
#include "interp/Simt/Ptx/PtxKernel.h"
#include "llvm/IR/Module.h"

using namespace tilefuzz;

struct PtxProgram::Decoded {
  /// What the module and the kernel's places refer to.
  std::string text;
  simt::PtxModule module;
  simt::Kernel kernel;
};

PtxProgram::PtxProgram(std::unique_ptr<Decoded> decoded)
    : decoded(std::move(decoded)) {}
PtxProgram::~PtxProgram() = default;

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

llvm::Expected<std::unique_ptr<PtxProgram>>
PtxProgram::create(llvm::StringRef text, const Launch &launch,
                   const llvm::Module *source) {
  auto decoded = std::make_unique<Decoded>();
  decoded->text = text.str();
  llvm::Expected<simt::PtxModule> module = simt::parsePtxModule(decoded->text);
  if (!module)
    return module.takeError();
  decoded->module = std::move(*module);
  llvm::Expected<simt::Kernel> kernel = simt::decodePtxKernel(
      decoded->module, launch.kernel, 1 + launch.buffers.size());
  if (!kernel)
    return kernel.takeError();
  decoded->kernel = std::move(*kernel);
  std::vector<simt::Parameter> &parameters = decoded->kernel.parameters;
  const llvm::Function *function =
      source ? source->getFunction(decoded->kernel.name) : nullptr;
  if (function && function->arg_size() == parameters.size())
    for (auto [parameter, argument] :
         llvm::zip_equal(parameters, function->args()))
      if (auto type = scalarTypeOf(argument.getType()))
        parameter.type = *type;
  return std::unique_ptr<PtxProgram>(new PtxProgram(std::move(decoded)));
}

Outcome PtxProgram::run(const Launch &launch,
                        const SimtOptions &options) const {
  if (!options.unwritten)
    return simt::runKernel(decoded->kernel, launch, options);
  simt::Kernel filled = decoded->kernel;
  for (simt::Lane &lane : filled.frame)
    if (lane.poison)
      lane = {*options.unwritten, 0, false};
  return simt::runKernel(filled, launch, options);
}
