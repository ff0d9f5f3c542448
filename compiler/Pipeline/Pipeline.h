//===- Pipeline.h - The list of stages and how to run them ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The reference compiler as a list of stages. A stage is the point after one
// pass, or after a round trip: the program as the pass before left it, stored
// in one of the forms that files have and read again. Round trips are off the
// compile path: the next pass takes what the pass before left. A stage's name
// is what --stop-after, --at and findings use. Fixed before any IR changes;
// depends on the options only.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_PIPELINE_PIPELINE_H
#define TILEFUZZ_COMPILER_PIPELINE_PIPELINE_H

#include "compiler/Backend/Passes/LlvmPasses.h"
#include "compiler/Pipeline/RoundTrip.h"
#include "compiler/Pipeline/StageOrder.h"
#include "compiler/Support/PatternRegistry.h"
#include "compiler/Support/SeededBugs.h"
#include "mlir/IR/BuiltinOps.h"
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class Module;
}
namespace mlir {
class Pass;
class PassManager;
} // namespace mlir

namespace tilefuzz {

class ModuleVerifier;
struct CompileOptions;

/// The five levels of the design; what can execute a stage follows from it.
enum class Level { CudaTile, TileAA, TileAS, LLVMDialect, LLVM, PTX, Cubin };
llvm::StringRef toString(Level level);
/// The program says what tile blocks do, and tokens order its accesses; at
/// lower levels it says what threads do.
bool isTileLevel(Level level);

using PassMaker =
    std::unique_ptr<mlir::Pass> (*)(const CompileOptions &options);

/// What the passes over LLVM IR say beside what they change.
struct LlvmStageContext {
  const CompileOptions &options;
  /// A remark each.
  std::vector<std::string> remarks;
};
using LlvmPassRunner = llvm::Error (*)(llvm::Module &module,
                                       LlvmStageContext &context);

struct Stage {
  /// e.g. "source", "cuda-tile-canonicalize", "convert-cuda-tile-to-tileaa".
  llvm::StringLiteral name;
  Level level;
  llvm::StringLiteral summary;
  /// Of a round trip; a pass has none.
  StoredForm form = StoredForm::None;
  /// Makes the pass that leads to it; null for the source, round trips, and
  /// below MLIR.
  PassMaker makePass = nullptr;
  /// Of a pass over LLVM IR: does its work.
  LlvmPassRunner runLlvm = nullptr;
  StageRole roles = StageRole::None;
  /// Only runs where somebody names it.
  bool isOnRequest = false;

  constexpr bool isRoundTrip() const { return form != StoredForm::None; }
};

/// All stages in order; the first is "source" (nothing ran yet). A round trip
/// stands after the pass whose program it takes.
llvm::ArrayRef<Stage> getStages();
const Stage *findStage(llvm::StringRef name);
/// Position in getStages(); the order in which stages run.
unsigned getStageIndex(const Stage &stage);
/// The stage whose program the stage takes; itself for the first.
const Stage &getStageBefore(const Stage &stage);

/// Called after each stage; implemented by interpreter, oracle and tools.
/// Returning failure stops the compilation (not an error of the compiler).
class Observer {
public:
  virtual ~Observer();
  /// Whether to make a round trip that is not the last stage.
  virtual bool wants(const Stage &roundTrip);
  /// The work that leads to the stage begins.
  virtual void beforeStage(const Stage &stage);
  /// Instead of `afterStage`: the round trip's form cannot express the program.
  virtual void afterInexpressible(const Stage &stage, llvm::StringRef reason);
  /// MLIR stages, "source" included. `module` must not be changed.
  virtual mlir::LogicalResult afterStage(const Stage &stage,
                                         mlir::ModuleOp module);
  virtual mlir::LogicalResult afterStage(const Stage &stage,
                                         llvm::Module &module);
  /// PTX text or cubin bytes.
  virtual mlir::LogicalResult afterStage(const Stage &stage,
                                         llvm::StringRef text);
};

struct CompileOptions {
  /// "sm_90a" or "sm_100a" (others that the back end knows are accepted).
  std::string target = "sm_90a";
  unsigned numWarps = 4;
  /// CTAs of a cluster that executes a block, of kernels without a hint.
  unsigned numCtas = 1;
  /// The stages over LLVM IR to run after the translation, in this order;
  /// empty: those that are not on request, in theirs.
  std::vector<std::string> llvmStages;
  /// What select-kernels keeps; it runs if that is not all.
  KernelSelection kernels;
  /// Stop after this stage; empty: PTX (cubin only when asked for).
  std::string stopAfter;
  /// Run the MLIR and LLVM verifiers after each pass.
  bool verifyEach = true;
  BugSet bugs;
  /// Named patterns that canonicalisation passes must not use.
  llvm::SmallVector<std::string> disabledPatterns;
  /// Slots of each ring, if loops are pipelined.
  unsigned pipelineStages = 4;
  /// Named patterns that are off by default and are to be used, and stages of
  /// passes over MLIR that only run on request.
  llvm::SmallVector<std::string> enabledPatterns;
  /// Filled if not null.
  FiringCounts *firings = nullptr;
};

/// The last state that was reached.
struct CompileResult {
  const Stage *reached = nullptr;
  std::string ptx;
  std::string cubin;
};

/// Compiles programs of one context with the same options. Passes and their
/// patterns are made once: for a small program that takes longer than to run
/// them.
class Compiler {
public:
  explicit Compiler(CompileOptions options);
  ~Compiler();

  /// Runs the stages on `module` in place: a builtin.module holding one
  /// cuda_tile.module, or what that becomes, for which the stages of cuda_tile
  /// and the conversion are left out. Diagnostics go to the context's handler;
  /// failure says that a stage failed. An observer's stop is success.
  mlir::FailureOr<CompileResult> run(mlir::ModuleOp module,
                                     Observer *observer = nullptr);

private:
  /// The stages up to the last one, in the order in which they run; an error if
  /// a name or the order is wrong.
  llvm::Expected<std::vector<const Stage *>> path() const;

  CompileOptions options;
  /// By stage index; null where no pass leads to the stage, or not yet made.
  std::vector<std::unique_ptr<mlir::PassManager>> managers;
  std::unique_ptr<ModuleVerifier> verifier;
};

/// One program.
mlir::FailureOr<CompileResult> compile(mlir::ModuleOp module,
                                       const CompileOptions &options,
                                       Observer *observer = nullptr);

/// Registers the dialects that the compiler uses (and no others).
void registerCompilerDialects(mlir::DialectRegistry &registry);
/// Registers every pass for tile-opt.
void registerCompilerPasses();

/// All named patterns, per dialect table.
struct PatternTable {
  llvm::StringLiteral dialect;
  llvm::ArrayRef<PatternRow> rows;
  /// What the pass runs after its patterns; may be null.
  FinishFn finish = nullptr;
  /// The pass that applies them, which is also its stage's name.
  llvm::StringLiteral pass;
};
llvm::SmallVector<PatternTable> getPatternTables();
/// The stage whose pass holds the bug: `where` names it, or a pattern of it.
const Stage &getStageOf(const SeededBugInfo &bug);
/// Runs on request only: what comes after it need not be what the source gives,
/// but what it gives with products and sums that are fused, or are not.
inline constexpr llvm::StringLiteral fuseFmaStage = "fuse-fma";
/// The pass of tier 1, which only runs on request.
inline constexpr llvm::StringLiteral unspecializedPipeline =
    "tileas-unspecialized-pipeline";
/// The pass of tier 2, which marks loops before that one.
inline constexpr llvm::StringLiteral specializedPipeline =
    "tileas-specialized-pipeline";
/// Behind it: wherever copies can store results of loops of agents, they do,
/// not only where it is worth it.
inline constexpr llvm::StringLiteral bulkStores = "tileas-bulk-stores";
/// The stage on request without which the bug's code, in a later one, has
/// nothing to do; null: none.
const Stage *getRequestedStage(SeededBug bug);
/// Asks for that stage, and for the target without which the bug's code has
/// nothing to do.
void requestFor(CompileOptions &options, SeededBug bug);
/// Whether a stage that runs on request is asked for.
bool isRequested(const CompileOptions &options, llvm::StringRef stage);
/// `none`, `unspecialized` or `warp-specialized` (facts, 1.2), which is also
/// called `specialized` and has both passes.
llvm::Error setPipelineStrategy(CompileOptions &options,
                                llvm::StringRef strategy);
/// A row of some table, or a stage on request, has this name and must be
/// enabled to be used.
bool isOffByDefault(llvm::StringRef pattern);

/// Adds to `options` what somebody names; the error names what is unknown.
llvm::Error addByName(CompileOptions &options, llvm::ArrayRef<std::string> bugs,
                      llvm::ArrayRef<std::string> disabledPatterns,
                      llvm::ArrayRef<std::string> enabledPatterns);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_PIPELINE_PIPELINE_H
