//===- ModuleReducer.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/ModuleReducer.h"
#include "fuzz/Reduce/DeltaDebug.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace tilefuzz;
using namespace llvm;

/// Asks about one place after the other whether it is changed, and changes it.
using Choice = function_ref<bool()>;
using Delta = void (*)(LlvmProgram &, Choice);

static std::vector<Function *> definitionsOf(Module &module) {
  std::vector<Function *> functions;
  for (Function &function : module)
    if (!function.isDeclaration())
      functions.push_back(&function);
  return functions;
}

static std::vector<Instruction *> instructionsOf(Module &module) {
  std::vector<Instruction *> all;
  for (Function *function : definitionsOf(module))
    for (Instruction &inst : instructions(*function))
      all.push_back(&inst);
  return all;
}

static bool isKernel(const LlvmProgram &program, const Function &function) {
  return is_contained(program.kernels, function.getName());
}

/// One kernel stays.
static void dropKernels(LlvmProgram &program, Choice isChosen) {
  for (const std::string &name : std::vector(program.kernels)) {
    Function *kernel = program.module->getFunction(name);
    if (!kernel || !isChosen() || program.kernels.size() == 1)
      continue;
    llvm::erase(program.kernels, name);
    kernel->replaceAllUsesWith(PoisonValue::get(kernel->getType()));
    kernel->eraseFromParent();
  }
}

/// Zero, which is defined whatever uses it.
static bool replaceByZero(Instruction &inst) {
  Type *type = inst.getType();
  if (type->isTokenTy() || type->isMetadataTy())
    return false;
  if (!type->isVoidTy())
    inst.replaceAllUsesWith(Constant::getNullValue(type));
  inst.eraseFromParent();
  return true;
}

/// From the last to the first, so that users go before what they use.
static void dropInstructions(LlvmProgram &program, Choice isChosen) {
  std::vector<Instruction *> all = instructionsOf(*program.module);
  for (Instruction *inst : reverse(all))
    if (!inst->isTerminator() && !inst->isEHPad() && isChosen())
      replaceByZero(*inst);
}

/// An instruction becomes its first operand of the same type.
static void passOperandsOn(LlvmProgram &program, Choice isChosen) {
  for (Instruction *inst : instructionsOf(*program.module)) {
    if (inst->isTerminator() || inst->use_empty())
      continue;
    auto *same = find_if(inst->operands(), [&](const Use &use) {
      return use->getType() == inst->getType() && use.get() != inst;
    });
    // The value of a phi need not dominate it.
    if (same == inst->op_end() || isa<PHINode>(inst) || !isChosen())
      continue;
    inst->replaceAllUsesWith(*same);
    inst->eraseFromParent();
  }
}

/// Branches go to one successor only.
static void straighten(LlvmProgram &program, Choice isChosen,
                       unsigned successor) {
  for (Function *function : definitionsOf(*program.module)) {
    for (BasicBlock &block : *function) {
      Instruction *end = block.getTerminator();
      if (end->getNumSuccessors() < 2 || !(isa<BranchInst, SwitchInst>(end)) ||
          !isChosen())
        continue;
      BasicBlock *kept = end->getSuccessor(successor);
      bool isFirst = true;
      for (BasicBlock *next : successors(&block)) {
        // One edge to the kept block stays.
        if (next == kept && std::exchange(isFirst, false))
          continue;
        next->removePredecessor(&block, /*KeepOneInputPHIs=*/true);
      }
      ReplaceInstWithInst(end, BranchInst::Create(kept));
    }
    removeUnreachableBlocks(*function);
  }
}
static void takeFirst(LlvmProgram &program, Choice isChosen) {
  straighten(program, isChosen, 0);
}
static void takeSecond(LlvmProgram &program, Choice isChosen) {
  straighten(program, isChosen, 1);
}

static void mergeBlocks(LlvmProgram &program, Choice isChosen) {
  for (Function *function : definitionsOf(*program.module))
    for (BasicBlock &block : make_early_inc_range(*function))
      if (BasicBlock *before = block.getSinglePredecessor();
          before && before->getSingleSuccessor() && isChosen())
        MergeBlockIntoPredecessor(&block);
}

/// From the last to the first, as `dropInstructions`.
static void dropDead(LlvmProgram &program, Choice isChosen) {
  std::vector<Instruction *> all = instructionsOf(*program.module);
  for (Instruction *inst : reverse(all))
    if (isInstructionTriviallyDead(inst) && isChosen())
      inst->eraseFromParent();
}

/// Functions and globals without uses; tallies are of functions.
static void dropUnused(LlvmProgram &program, Choice isChosen) {
  Module &module = *program.module;
  for (Function &function : make_early_inc_range(module)) {
    function.removeDeadConstantUsers();
    if (!function.use_empty() || isKernel(program, function) || !isChosen())
      continue;
    program.tallies.erase(function.getName().str());
    function.eraseFromParent();
  }
  for (GlobalVariable &global : make_early_inc_range(module.globals())) {
    global.removeDeadConstantUsers();
    if (global.use_empty() && isChosen())
      global.eraseFromParent();
  }
}

/// What the generator counted says nothing of a smaller program.
static void dropTallies(LlvmProgram &program, Choice isChosen) {
  if (!program.tallies.empty() && isChosen())
    program.tallies.clear();
}

static void dropFlags(LlvmProgram &program, Choice isChosen) {
  for (Instruction *inst : instructionsOf(*program.module)) {
    if (!inst->hasPoisonGeneratingAnnotations() || !isChosen())
      continue;
    inst->dropPoisonGeneratingAnnotations();
  }
}

/// What a launch reads of a kernel stays: strings such as nvvm.reqntid.
static void dropAttributes(LlvmProgram &program, Choice isChosen) {
  for (Function *function : definitionsOf(*program.module)) {
    std::vector<Attribute::AttrKind> kinds;
    for (Attribute attribute : function->getAttributes().getFnAttrs())
      if (!attribute.isStringAttribute())
        kinds.push_back(attribute.getKindAsEnum());
    for (Attribute::AttrKind kind : kinds)
      if (isChosen())
        function->removeFnAttr(kind);
  }
}

/// Constants that are neither indices of types nor counted by a rule become 0.
static void zeroConstants(LlvmProgram &program, Choice isChosen) {
  for (Instruction *inst : instructionsOf(*program.module)) {
    if (!isa<BinaryOperator, CmpInst, SelectInst, StoreInst>(inst))
      continue;
    for (Use &operand : inst->operands()) {
      auto *constant = dyn_cast<ConstantInt>(operand.get());
      if (constant && !constant->isZero() && isChosen())
        operand.set(ConstantInt::get(constant->getType(), 0));
    }
  }
}

namespace {
struct Row {
  StringLiteral name;
  Delta delta;
};
} // namespace

static constexpr Row deltas[] = {
    {"drop-tallies", dropTallies},
    {"drop-kernels", dropKernels},
    {"take-first", takeFirst},
    {"take-second", takeSecond},
    {"drop-unused", dropUnused},
    {"drop-instructions", dropInstructions},
    {"merge-blocks", mergeBlocks},
    {"drop-dead", dropDead},
    {"drop-unused", dropUnused},
    {"pass-operands-on", passOperandsOn},
    {"zero-constants", zeroConstants},
    {"drop-flags", dropFlags},
    {"drop-attributes", dropAttributes},
};

static LlvmProgram parse(const std::string &text, LLVMContext &context) {
  context.setDiagnosticHandlerCallBack([](const DiagnosticInfo *, void *) {});
  return cantFail(parseLlvmProgram(text, "reduced", context));
}

namespace {
struct ModuleText : DeltaCandidate {
  explicit ModuleText(std::string given) : text(std::move(given)) {
    measure.text = textMeasureOf(text);
    hash = deltaHashOf(text);
  }
  std::string text;
};

class ModuleModel : public DeltaModel {
public:
  ModuleModel(StringRef text,
              function_ref<bool(const std::string &)> isStillWrong)
      : isStillWrong(isStillWrong), best(new ModuleText(text.str())) {}

  unsigned count(unsigned row, unsigned level) override;
  std::unique_ptr<DeltaCandidate> make(unsigned row, unsigned level,
                                       unsigned begin, unsigned size,
                                       uint64_t &unfit) override;
  void keep(std::unique_ptr<DeltaCandidate> candidate, RowReport &) override {
    best.reset(static_cast<ModuleText *>(candidate.release()));
  }
  bool isInteresting(DeltaCandidate &candidate, unsigned) override {
    return isStillWrong(static_cast<ModuleText &>(candidate).text);
  }
  const std::string &text() const { return best->text; }

private:
  function_ref<bool(const std::string &)> isStillWrong;
  std::unique_ptr<ModuleText> best;
  /// What `count` said last, of the row that is tried.
  unsigned places = 0;
};
} // namespace

unsigned ModuleModel::count(unsigned row, unsigned level) {
  LLVMContext context;
  LlvmProgram program = parse(best->text, context);
  places = 0;
  deltas[row].delta(program, [&] {
    ++places;
    return false;
  });
  return places;
}

std::unique_ptr<DeltaCandidate> ModuleModel::make(unsigned row, unsigned level,
                                                  unsigned begin, unsigned size,
                                                  uint64_t &unfit) {
  LLVMContext context;
  LlvmProgram program = parse(best->text, context);
  // A row asks about users first; the engine begins with the last place.
  unsigned place = places;
  deltas[row].delta(program, [&] {
    if (place == 0)
      return false;
    --place;
    return place >= begin && place < begin + size;
  });
  auto candidate = std::make_unique<ModuleText>(program.toString());
  // What a row changes it does not find again, so that any change is progress.
  if (candidate->hash == best->hash || verifyModule(*program.module)) {
    ++unfit;
    return nullptr;
  }
  return candidate;
}

LlvmProgram tilefuzz::reduceLlvmProgram(
    StringRef text, function_ref<bool(const std::string &)> isStillWrong,
    unsigned maxTries, LLVMContext &context) {
  std::vector<DeltaRow> rows;
  for (const Row &row : deltas)
    rows.push_back({row.name, DeltaRow::Sizes::All});
  DeltaOptions options;
  options.maxTries = maxTries;
  DeltaReport report;
  ModuleModel model(text, isStillWrong);
  DeltaDebugger(model, rows, options, report).run();
  return parse(model.text(), context);
}
