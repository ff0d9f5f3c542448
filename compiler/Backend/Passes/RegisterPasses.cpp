//===- RegisterPasses.cpp - The passes by name ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Backend/Passes/LlvmPasses.h"
#include "compiler/Transforms/LlvmFences.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;
using namespace tilefuzz;

/// `max-clones=N;max-instructions=N`.
static Expected<IPMSPOptions> parseIPMSPOptions(StringRef text) {
  IPMSPOptions options;
  for (StringRef part : split(text, ';')) {
    if (part.empty())
      continue;
    auto [key, value] = part.split('=');
    unsigned *number = key == "max-clones"         ? &options.maxClones
                       : key == "max-instructions" ? &options.maxInstructions
                                                   : nullptr;
    if (!number || value.getAsInteger(10, *number))
      return createStringError("ipmsp: '" + part +
                               "' is neither max-clones=N nor "
                               "max-instructions=N");
  }
  return options;
}

/// `keep=NAME;keep=NAME`.
static Expected<std::vector<std::string>> parseKept(StringRef text) {
  std::vector<std::string> names;
  for (StringRef part : split(text, ';')) {
    if (part.empty())
      continue;
    if (!part.consume_front("keep=") || part.empty())
      return createStringError("check-kernel-functions: '" + part +
                               "' is not keep=NAME");
    names.push_back(part.str());
  }
  return names;
}

/// Nothing, or `linear`.
static Expected<FenceForm> parseFenceForm(StringRef text) {
  if (text.empty())
    return FenceForm::Dataflow;
  if (text == "linear")
    return FenceForm::Linear;
  return createStringError("inject-tcgen05-fence: '" + text +
                           "' is not linear");
}

/// Adds the pass that `make` makes of the parameters in `text`, if the pass is
/// meant. A wrong parameter is said, and then the name is none of ours.
template <typename Parse, typename Make>
static bool addParametrised(StringRef text, StringRef name, Parse parse,
                            Make make, ModulePassManager &manager) {
  if (!PassBuilder::checkParametrizedPassName(text, name))
    return false;
  auto options = PassBuilder::parsePassParameters(parse, text, name);
  if (!options) {
    errs() << toString(options.takeError()) << "\n";
    return false;
  }
  manager.addPass(make(std::move(*options)));
  return true;
}

static bool addPass(StringRef text, ModulePassManager &manager,
                    const BugSet &bugs) {
  if (text == "nvvm-pretreat")
    manager.addPass(PretreatPass(bugs));
  else if (text == "check-gep-index")
    manager.addPass(CheckGepIndexPass(bugs));
  else if (text == "nvvm-kernel-info")
    manager.addPass(KernelInfoPass(bugs));
  else
    return addParametrised(
               text, "select-kernels", parseKernelSelection,
               [&](KernelSelection selection) {
                 return SelectKernelsPass(std::move(selection), bugs);
               },
               manager) ||
           addParametrised(
               text, "ipmsp", parseIPMSPOptions,
               [&](IPMSPOptions options) { return IPMSPPass(options, bugs); },
               manager) ||
           addParametrised(
               text, "check-kernel-functions", parseKept,
               [&](std::vector<std::string> keep) {
                 return SetFunctionLinkagesPass(std::move(keep), bugs);
               },
               manager) ||
           addParametrised(
               text, "inject-tcgen05-fence", parseFenceForm,
               [&](FenceForm form) { return LlvmTcgen05FencePass(form, bugs); },
               manager);
  return true;
}

void tilefuzz::registerLlvmPasses(PassBuilder &builder, const BugSet &bugs) {
  builder.registerPipelineParsingCallback(
      [bugs](StringRef name, ModulePassManager &manager,
             ArrayRef<PassBuilder::PipelineElement> inner) {
        return inner.empty() && addPass(name, manager, bugs);
      });
  builder.registerAnalysisRegistrationCallback(
      [bugs](FunctionAnalysisManager &analyses) {
        analyses.registerPass([bugs] { return NVVMAA(bugs); });
      });
  builder.registerParseAACallback([](StringRef name, AAManager &manager) {
    if (name != "nvvm-aa")
      return false;
    manager.registerFunctionAnalysis<NVVMAA>();
    return true;
  });
}
