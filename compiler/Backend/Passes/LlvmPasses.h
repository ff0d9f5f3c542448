//===- LlvmPasses.h - Our passes over LLVM IR -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The glue between the tile levels and NVPTX (facts, 6.4 and 6.5): passes of
// LLVM's new pass manager, which the pipeline runs as stages and a plugin gives
// to `opt --load-pass-plugin`. They know no dialect of ours.
//
// Each pass has a function that does its work on a module and says what it did;
// the class is what the pass manager runs. Diagnostics go to the context's
// handler.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_BACKEND_PASSES_LLVMPASSES_H
#define TILEFUZZ_COMPILER_BACKEND_PASSES_LLVMPASSES_H

#include "compiler/Support/SeededBugs.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace tilefuzz {

//===----------------------------------------------------------------------===//
// nvvm-pretreat
//===----------------------------------------------------------------------===//

/// The first clean-up, before verification; narrow, and without analyses:
///   - casts to a space and back, casts that change nothing, and address
///     arithmetic by zero disappear;
///   - a by-value parameter of an internal function that is only called
///     directly becomes a copy that the function makes;
///   - lifetime markers disappear (an object of a thread lives as long as its
///     function's frame), and so do memory intrinsics of no bytes or from a
///     place to itself; those of at most 16 bytes become stores, where a fill's
///     or a constant's bytes are known. Copies of other memory stay: as loads
///     they would lose which bytes are unspecified and which hold pointers;
///   - placeholders (expect, ssa.copy, annotations, launder and strip of
///     invariant groups) become what they stand for;
///   - rows of metadata that make kernels become the calling convention.
struct PretreatPass : llvm::PassInfoMixin<PretreatPass> {
  explicit PretreatPass(BugSet bugs = {}) : bugs(bugs) {}
  llvm::PreservedAnalyses run(llvm::Module &module,
                              llvm::ModuleAnalysisManager &);
  BugSet bugs;
};
bool pretreat(llvm::Module &module, const BugSet &bugs = {});

//===----------------------------------------------------------------------===//
// check-gep-index
//===----------------------------------------------------------------------===//

/// Reports, as errors, constant indices outside the array or vector that they
/// index, and constant addresses outside the variable or stack object. The
/// place one past the end may be named and not accessed. Changes nothing.
struct CheckGepIndexPass : llvm::PassInfoMixin<CheckGepIndexPass> {
  explicit CheckGepIndexPass(BugSet bugs = {}) : bugs(bugs) {}
  llvm::PreservedAnalyses run(llvm::Module &module,
                              llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
  BugSet bugs;
};
/// One line for each; empty if there is nothing to report.
std::vector<std::string> checkGepIndices(const llvm::Module &module,
                                         const BugSet &bugs = {});

//===----------------------------------------------------------------------===//
// select-kernels
//===----------------------------------------------------------------------===//

/// Which kernels to keep: those named, and those whose place among the module's
/// kernels (from 0) is in the range. Neither: all.
struct KernelSelection {
  std::vector<std::string> names;
  /// First and last, both kept.
  std::optional<std::pair<unsigned, unsigned>> range;
  bool isAll() const { return names.empty() && !range; }
};
/// `kernel=NAME;kernel=NAME;range=FIRST-LAST`; `range=N` is one kernel.
llvm::Expected<KernelSelection> parseKernelSelection(llvm::StringRef text);

/// Erases the other kernels, and what is local to the module and used by
/// nothing that stays. A kernel that something kept refers to stays, too. An
/// error if a name or the end of the range is no kernel of the module.
struct SelectKernelsPass : llvm::PassInfoMixin<SelectKernelsPass> {
  explicit SelectKernelsPass(KernelSelection selection = {}, BugSet bugs = {})
      : selection(std::move(selection)), bugs(bugs) {}
  llvm::PreservedAnalyses run(llvm::Module &module,
                              llvm::ModuleAnalysisManager &);
  KernelSelection selection;
  BugSet bugs;
};
llvm::Error selectKernels(llvm::Module &module,
                          const KernelSelection &selection,
                          const BugSet &bugs = {});

//===----------------------------------------------------------------------===//
// kernel-info
//===----------------------------------------------------------------------===//

/// What is counted of a function (facts, 8.58).
struct KernelMetrics {
#define KERNEL_METRIC(NAME, SUMMARY) uint64_t NAME = 0;
#include "compiler/Backend/Passes/KernelMetrics.def"
};
struct KernelMetricInfo {
  llvm::StringLiteral name, summary;
  uint64_t KernelMetrics::*member;
};
llvm::ArrayRef<KernelMetricInfo> getKernelMetrics();
KernelMetrics measure(const llvm::Function &function, const BugSet &bugs = {});

/// Prints every metric of every function that is defined, kernels first, as
/// remarks `kernel-info: METRIC in function 'NAME' = VALUE`.
struct KernelInfoPass : llvm::PassInfoMixin<KernelInfoPass> {
  explicit KernelInfoPass(BugSet bugs = {}) : bugs(bugs) {}
  llvm::PreservedAnalyses run(llvm::Module &module,
                              llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
  BugSet bugs;
};
/// The same as lines.
std::vector<std::string> describeKernels(const llvm::Module &module,
                                         const BugSet &bugs = {});

//===----------------------------------------------------------------------===//
// ipmsp
//===----------------------------------------------------------------------===//

struct IPMSPOptions {
  /// Of one function.
  unsigned maxClones = 4;
  /// That clones add to the module, in all.
  unsigned maxInstructions = 2000;
};
/// Gives a generic pointer parameter the space that its callers agree on, and
/// functions whose callers disagree a clone for each space within the budget.
/// Only functions that are local to the module, not recursive, and only called
/// directly are touched. Clones are internal and always inlined.
struct IPMSPPass : llvm::PassInfoMixin<IPMSPPass> {
  explicit IPMSPPass(IPMSPOptions options = {}, BugSet bugs = {})
      : options(options), bugs(bugs) {}
  llvm::PreservedAnalyses run(llvm::Module &module,
                              llvm::ModuleAnalysisManager &);
  IPMSPOptions options;
  BugSet bugs;
};
bool propagateMemorySpaces(llvm::Module &module,
                           const IPMSPOptions &options = {},
                           const BugSet &bugs = {});

//===----------------------------------------------------------------------===//
// check-kernel-functions
//===----------------------------------------------------------------------===//

/// Kernels are visible; other functions that are defined become internal,
/// unless `llvm.used` or `llvm.compiler.used` names them, another module may
/// replace them, or `keep` names them for other modules.
struct SetFunctionLinkagesPass : llvm::PassInfoMixin<SetFunctionLinkagesPass> {
  explicit SetFunctionLinkagesPass(std::vector<std::string> keep = {},
                                   BugSet bugs = {})
      : keep(std::move(keep)), bugs(bugs) {}
  llvm::PreservedAnalyses run(llvm::Module &module,
                              llvm::ModuleAnalysisManager &);
  std::vector<std::string> keep;
  BugSet bugs;
};
bool setFunctionLinkages(llvm::Module &module,
                         llvm::ArrayRef<std::string> keep = {},
                         const BugSet &bugs = {});

//===----------------------------------------------------------------------===//
// nvvm-aa
//===----------------------------------------------------------------------===//

/// Distinct spaces do not alias; a generic pointer may alias any, and
/// `shared` (3) is a part of `shared::cluster` (7).
class NVVMAAResult : public llvm::AAResultBase {
public:
  explicit NVVMAAResult(BugSet bugs = {}) : bugs(bugs) {}
  bool invalidate(llvm::Function &, const llvm::PreservedAnalyses &,
                  llvm::FunctionAnalysisManager::Invalidator &) {
    return false;
  }
  llvm::AliasResult alias(const llvm::MemoryLocation &a,
                          const llvm::MemoryLocation &b, llvm::AAQueryInfo &,
                          const llvm::Instruction *);

private:
  BugSet bugs;
};
class NVVMAA : public llvm::AnalysisInfoMixin<NVVMAA> {
  friend AnalysisInfoMixin<NVVMAA>;
  static llvm::AnalysisKey Key;

public:
  using Result = NVVMAAResult;
  explicit NVVMAA(BugSet bugs = {}) : bugs(bugs) {}
  Result run(llvm::Function &, llvm::FunctionAnalysisManager &) {
    return NVVMAAResult(bugs);
  }

private:
  BugSet bugs;
};
/// The answer itself: whether two pointers cannot point at the same byte.
bool areDistinct(const llvm::Value &a, const llvm::Value &b,
                 const BugSet &bugs = {});

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

/// Lets `builder` parse the names above, with parameters in `<...>`, and
/// `nvvm-aa` in an alias-analysis pipeline.
void registerLlvmPasses(llvm::PassBuilder &builder, const BugSet &bugs = {});

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_BACKEND_PASSES_LLVMPASSES_H
