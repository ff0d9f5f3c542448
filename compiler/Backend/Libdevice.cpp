//===- Libdevice.cpp - Links what modules call of libdevice ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Backend/Backend.h"
#include "compiler/Target/LibdeviceNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Transforms/IPO/Internalize.h"

using namespace llvm;
using namespace tilefuzz;

/// In a CUDA toolkit.
static constexpr StringLiteral placeInToolkit =
    "nvvm/libdevice/libdevice.10.bc";

Expected<std::string> tilefuzz::findLibdevice() {
  if (std::optional<std::string> named =
          sys::Process::GetEnv("TILEFUZZ_LIBDEVICE")) {
    if (sys::fs::is_regular_file(*named))
      return *named;
    return createStringError("TILEFUZZ_LIBDEVICE names '" + *named +
                             "', which is not a file");
  }
  SmallVector<std::string, 2> toolkits;
  if (Expected<std::string> ptxas = findPtxas()) {
    SmallString<64> real;
    if (!sys::fs::real_path(*ptxas, real))
      toolkits.push_back(
          sys::path::parent_path(sys::path::parent_path(real)).str());
  } else {
    consumeError(ptxas.takeError());
  }
  toolkits.push_back("/usr/local/cuda");
  for (const std::string &toolkit : toolkits) {
    SmallString<64> place(toolkit);
    sys::path::append(place, placeInToolkit);
    if (sys::fs::is_regular_file(place))
      return place.str().str();
  }
  return createStringError("libdevice is neither named by TILEFUZZ_LIBDEVICE "
                           "nor beside ptxas nor in /usr/local/cuda");
}

/// Functions that the module declares and uses.
static SmallVector<Function *> findMissing(const Module &module) {
  SmallVector<Function *> missing;
  for (const Function &function : module)
    if (function.isDeclaration() && !function.use_empty() &&
        function.getName().starts_with(libdevicePrefix))
      missing.push_back(const_cast<Function *>(&function));
  return missing;
}

bool tilefuzz::needsLibdevice(const Module &module) {
  return !findMissing(module).empty();
}

static std::string namesOf(ArrayRef<Function *> functions) {
  return join(map_range(functions,
                        [](const Function *function) {
                          return ("'" + function->getName() + "'").str();
                        }),
              ", ");
}

Error tilefuzz::linkLibdevice(Module &module, StringRef target,
                              StringRef file) {
  SmallVector<Function *> missing = findMissing(module);
  std::string place = file.str();
  if (place.empty()) {
    Expected<std::string> found = findLibdevice();
    if (!found)
      return createStringError("calls " + namesOf(missing) + ": " +
                               toString(found.takeError()));
    place = *found;
  }
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(place);
  if (!buffer)
    return createStringError("cannot read libdevice, '" + place +
                             "': " + buffer.getError().message());
  // Functions that are not linked are not read.
  Expected<std::unique_ptr<Module>> library =
      getOwningLazyBitcodeModule(std::move(*buffer), module.getContext(),
                                 /*ShouldLazyLoadMetadata=*/true);
  if (!library)
    return createStringError(
        "'" + place + "' is no libdevice: " + toString(library.takeError()));
  SmallVector<Function *> unknown, different;
  for (Function *wanted : missing) {
    const Function *there = (*library)->getFunction(wanted->getName());
    if (!there || (there->isDeclaration() && !there->isMaterializable()))
      unknown.push_back(wanted);
    else if (there->getFunctionType() != wanted->getFunctionType())
      different.push_back(wanted);
  }
  if (!unknown.empty())
    return createStringError("calls " + namesOf(unknown) +
                             ", which libdevice ('" + place +
                             "') does not have");
  if (!different.empty())
    return createStringError("calls " + namesOf(different) +
                             " with other types than libdevice ('" + place +
                             "') has");
  // Its own are of no target in particular.
  (*library)->setTargetTriple(module.getTargetTriple());
  (*library)->setDataLayout(module.getDataLayout());
  // Nor is what is said of it said of the module.
  StringSet<> known;
  for (const NamedMDNode &node : module.named_metadata())
    known.insert(node.getName());
  bool failed = Linker::linkModules(
      module, std::move(*library), Linker::Flags::LinkOnlyNeeded,
      [](Module &linked, const StringSet<> &names) {
        internalizeModule(linked, [&](const GlobalValue &value) {
          return !value.hasName() || !names.contains(value.getName());
        });
      });
  if (failed)
    return createStringError("libdevice ('" + place + "') cannot be linked");
  for (NamedMDNode &node : make_early_inc_range(module.named_metadata()))
    if (!known.contains(node.getName()))
      module.eraseNamedMetadata(&node);
  // It asks the compiler how: subnormal numbers are kept, unless a module says
  // otherwise.
  return runLlvmPipeline(module, target, "nvvm-reflect,globaldce");
}
