//===- CarriedAttributesTest.cpp - Every operation's notes, stage by stage ===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Each operation of a program gets a note of its own, and a stage is run. What
// is not found again afterwards belonged to an operation that the tables below
// let disappear; and operations that carry nothing are helpers, which the
// tables name, too. So an access, an address or a product that a rewrite makes
// anew without what the old one carried is found from both sides.
//
// Below the tiles an operation becomes several of one thread, and no note
// follows it. There the attributes that say something are followed: each is
// taken away from the operations that have it, and either the code becomes
// other code, or a table says why the stage may leave it out.
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipeline/Pipeline.h"
#include "fuzz/Generate/Generate.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <map>
#include <set>

using namespace mlir;
using namespace tilefuzz;

namespace {
/// Operations by name, and why.
struct Exempt {
  llvm::StringLiteral operations;
  llvm::StringLiteral reason;
};

struct CarryRule {
  /// The passes that do the same in different ways.
  llvm::SmallVector<llvm::StringLiteral, 2> passes;
  /// Whose notes may disappear. At least once they must not, though.
  llvm::ArrayRef<Exempt> vanish;
  /// Whose notes always disappear.
  llvm::ArrayRef<Exempt> never;
  /// Which may appear without a note: helpers.
  llvm::ArrayRef<Exempt> appear;
  bool isCanonicalization;
};
} // namespace

// What a canonicalisation may remove is not listed: what nothing uses or a
// value that was there stands for, and what stands in a branch that is never
// taken (`mayGo`). What it makes is.
static constexpr Exempt publicAppear[] = {
    {"cuda_tile.constant cuda_tile.reshape cuda_tile.broadcast cuda_tile.andi "
     "cuda_tile.select",
     "conditions of several elements, and of two ifs in one"},
};
static constexpr Exempt convertVanish[] = {
    {"cuda_tile.broadcast cuda_tile.reshape cuda_tile.permute "
     "cuda_tile.extract cuda_tile.insert",
     "nothing is to be done: a tile of that type, or of one element"},
    {"cuda_tile.yield cuda_tile.return cuda_tile.continue cuda_tile.break",
     "what follows an if moves into its branches"},
};
static constexpr Exempt convertAppear[] = {
    {"arith.constant nv_tileaa.splat",
     "numbers that the public operation implies"},
    {"arith.cmpi arith.select arith.minui arith.shli arith.shrui",
     "shifts beyond the width: a selection gives the result"},
    {"nv_tileaa.mulf", "operands of maxf and minf are flushed"},
    {"arith.extui", "sizes and strides are read unsigned"},
    {"arith.cmpf arith.ori nv_tileaa.fp_to_fp arith.fptosi arith.fptoui",
     "a conversion that saturates compares with the ends of its range"},
    {"nv_tileaa.view nv_tileaa.broadcast nv_tileaa.make_range arith.andi",
     "a slice is put in by a selection"},
    {"nv_tileaa.get_dim_size arith.muli arith.ceildivui",
     "indices and extents count tiles above, elements below"},
    {"scf.yield ub.poison nv_tileaa.create_mem_token scf.condition",
     "exits out of the middle of a loop or branch are given one form"},
};
static constexpr Exempt aliasVanish[] = {
    {"nv_tileaa.load nv_tileaa.store nv_tileaa.tiled_load "
     "nv_tileaa.tiled_store",
     "all of it is masked off"},
    {"scf.for scf.while scf.if nv_tileaa.pragma",
     "all accesses in it are masked off"},
};
static constexpr Exempt aliasAppear[] = {
    {"arith.muli", "an offset is scaled before it is added to another one"},
    {"arith.extui", "an offset of a slice is widened before it is added"},
    {"arith.addi arith.extsi", "the sum of two offsets"},
    {"ub.poison nv_tileaa.create_mem_token",
     "what an access without effect gives"},
    {"arith.constant", "folds make constants in several steps"},
};
static constexpr Exempt scheduleNever[] = {
    {"nv_tileaa.assume", "what it promised has been used"},
};
static constexpr Exempt scheduleAppear[] = {
    {"nv_tileas.async.pipeline.* nv_tileaa.join_mem_token",
     "a queue becomes a ring, and what its steps follow is joined"},
    {"nv_tileas.convert_layout", "the source of a broadcast moves first"},
    {"nv_tileas.reinterpret", "a permuted tile gets its coordinates first"},
    {"nv_tileas.alloc_tensor nv_tileas.insert_slice",
     "two tiles are inserted into one, the second for both"},
    {"nv_tileas.view", "a size is read of the memref that a view cuts"},
    {"arith.addi arith.extui arith.trunci nv_tileas.yield",
     "the body of a generated range"},
    {"arith.constant arith.muli arith.cmpi arith.andi nv_tileaa.addptr "
     "nv_tileaa.splat",
     "the address of an access at indices, and whether it lies inside"},
    {"gpu.block_id gpu.grid_dim arith.index_castui",
     "indices have the type index"},
};

static constexpr Exempt machineNever[] = {
    {"arith.* math.* scf.* gpu.* ub.poison nv_tileaa.* nv_tileas.*",
     "an operation on tiles becomes several of one thread or none, and none of "
     "them stands for it; LLVM IR has no notes"},
};
static constexpr Exempt machineAppear[] = {
    {"llvm.* nvvm.*", "one thread's code"},
};

/// Attributes without which `convert-tileas-to-nvvm` makes the same code:
/// `operation:attribute`, and why.
static constexpr Exempt machineLeavesOut[] = {
    {"nv_tileaa.global:sym_visibility", "nothing outside names a global"},
    {"nv_tileas.async.pipeline.consumer_wait:nv_tileas.queue "
     "nv_tileas.async.pipeline.producer_acquire:nv_tileas.queue",
     "whose step it is in a ring of several queues is for checkers"},
    {"nv_tileaa.alloca:global",
     "an address that never is a number reaches no other block"},
    {"nv_tileas.load:eviction_policy nv_tileas.store:eviction_policy "
     "nv_tileas.tiled_load:eviction_policy "
     "nv_tileas.tiled_store:eviction_policy "
     "nv_tileas.scatter_store:eviction_policy nv_tileas.store:cache_modifier "
     "nv_tileas.load:cache_modifier nv_tileas.tiled_load:cache_modifier "
     "nv_tileas.tiled_store:cache_modifier "
     "nv_tileas.scatter_store:cache_modifier",
     "how a cache treats an access changes no result, and the loads and stores "
     "of LLVM's dialect have no place for it"},
    {"nv_tileaa.func:nv_tileaa.optimization_hints "
     "nv_tileas.load:optimization_hints nv_tileas.store:optimization_hints "
     "nv_tileas.tiled_load:optimization_hints "
     "nv_tileas.tiled_store:optimization_hints "
     "nv_tileas.gather_load:optimization_hints "
     "nv_tileas.scatter_store:optimization_hints",
     "what a kernel's hints ask for has become its kernel_spec; those of an "
     "access are for schedulers"},
    {"nv_tileaa.call_elementwise_intrinsic:pure",
     "threads call nothing: the function's code stands there"},
    {"nv_tileaa.extern_elementwise:pure",
     "it is called; what the library's code says of itself is what LLVM sees"},
    {"nv_tileaa.global:constant",
     "LLVM 22 crashes where it selects atomic loads of constants"},
    {"nv_tileas.dot:fast_acc", "all bits of sums are kept, which is allowed"},
    {"nv_tileas.dot:input_precision",
     "programs say ieee, and all bits of factors are kept whatever it says"},
    {"nv_tileas.reinterpret:permutation",
     "registers stay where they are; the types tell which elements they hold"},
};

static llvm::ArrayRef<CarryRule> stageRules() {
  static const CarryRule rules[] = {
      {{"cuda-tile-canonicalize", "cuda-tile-canonicalize{general-driver}"},
       {},
       {},
       publicAppear,
       true},
      {{"convert-cuda-tile-to-tileaa{compute-capability=90}",
        "convert-cuda-tile-to-tileaa{compute-capability=90 general-driver}"},
       convertVanish,
       {},
       convertAppear,
       false},
      {{"tileaa-canonicalize", "tileaa-canonicalize{general-driver}"},
       aliasVanish,
       {},
       aliasAppear,
       true},
      {{"convert-tileaa-to-tileas"}, {}, scheduleNever, scheduleAppear, false},
      {{"convert-tileas-to-nvvm"}, {}, machineNever, machineAppear, false},
  };
  return rules;
}

/// Whether a canonicalisation may remove the operation.
static bool mayGo(Operation *op) {
  if (isMemoryEffectFree(op) || op->hasTrait<OpTrait::IsTerminator>())
    return true;
  for (Operation *at = op; at; at = at->getParentOp())
    if (at->getName().getStringRef() == "cuda_tile.if")
      return true;
  return false;
}

static bool isExempt(llvm::ArrayRef<Exempt> table, llvm::StringRef name) {
  return llvm::any_of(table, [&](const Exempt &row) {
    llvm::SmallVector<llvm::StringRef> names;
    row.operations.split(names, ' ');
    return llvm::any_of(names, [&](llvm::StringRef known) {
      return known.consume_back("*") ? name.starts_with(known) : name == known;
    });
  });
}

namespace {
constexpr llvm::StringLiteral tagPrefix = "tag.";

/// An operation that has a note.
struct Tagged {
  std::string name;
  bool mayGo;
};

/// Of one stage: how often operations kept and lost their notes.
struct Tally {
  std::map<std::string, unsigned> kept, lost, gone, bare;
  unsigned programs = 0;
};

class CarriedAttributes : public ::testing::Test {
protected:
  CarriedAttributes() {
    DialectRegistry registry;
    registerCompilerDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    static bool registered = (registerCompilerPasses(), true);
    (void)registered;
    for (const CarryRule &rule : stageRules()) {
      tallies.emplace_back();
      auto &row = managers.emplace_back();
      for (llvm::StringRef pass : rule.passes) {
        row.push_back(std::make_unique<PassManager>(
            &context, ModuleOp::getOperationName()));
        EXPECT_TRUE(succeeded(parsePassPipeline(pass, *row.back())));
      }
    }
  }

  /// Every operation in the module gets one note, whose value is its name.
  /// Their names by note.
  static std::map<std::string, Tagged> tag(ModuleOp module) {
    std::map<std::string, Tagged> tags;
    module->walk([&](Operation *op) {
      if (op == module.getOperation())
        return;
      std::string name = (tagPrefix + std::to_string(tags.size())).str();
      tags[name] = {op->getName().getStringRef().str(), mayGo(op)};
      op->setDiscardableAttr(
          name,
          StringAttr::get(op->getContext(), op->getName().getStringRef()));
    });
    return tags;
  }
  static void strip(ModuleOp module) {
    module->walk([](Operation *op) {
      for (NamedAttribute note :
           llvm::to_vector(op->getDiscardableAttrDictionary()))
        if (note.getName().getValue().starts_with(tagPrefix))
          op->removeDiscardableAttr(note.getName());
    });
  }

  /// Runs the program through the stages, each on what the one before made.
  void follow(ModuleOp source) {
    ScopedDiagnosticHandler silence(&context,
                                    [](Diagnostic &) { return success(); });
    OwningOpRef<ModuleOp> module(source.clone());
    bool isTileAA = false;
    module->walk([&](Operation *op) {
      isTileAA |= op->getName().getStringRef() == "nv_tileaa.func";
    });
    for (auto [index, rule] : llvm::enumerate(stageRules())) {
      if (isTileAA && index < 2)
        continue;
      if (index + 1 == stageRules().size())
        takeAttributesAway(*module, *managers[index].front());
      OwningOpRef<ModuleOp> next;
      for (auto &manager : managers[index]) {
        next = OwningOpRef<ModuleOp>(module->clone());
        std::map<std::string, Tagged> tags = tag(*next);
        if (failed(manager->run(*next)))
          return;
        count(*next, tags, rule, tallies[index]);
      }
      strip(*next);
      module = std::move(next);
    }
  }

  static std::string print(Operation *op) {
    std::string text;
    llvm::raw_string_ostream(text) << *op;
    return text;
  }

  /// Whether the lowering makes other code without one attribute of all
  /// operations of a name.
  void takeAttributesAway(ModuleOp module, PassManager &manager) {
    std::set<std::string> keys;
    module->walk([&](Operation *op) {
      for (NamedAttribute attribute : op->getAttrs())
        if (!attribute.getName().getValue().ends_with("SegmentSizes"))
          keys.insert((op->getName().getStringRef() + ":" +
                       attribute.getName().getValue())
                          .str());
    });
    // What makes no difference here may make one elsewhere.
    constexpr unsigned mostTries = 120;
    std::vector<std::string> open;
    for (const std::string &key : keys)
      if (!hasEffect[key] && tries[key] < mostTries)
        open.push_back(key);
    if (open.empty())
      return;
    OwningOpRef<ModuleOp> whole(module.clone());
    if (failed(manager.run(*whole)))
      return;
    std::string code = print(*whole);
    for (const std::string &key : open) {
      auto [name, attribute] = llvm::StringRef(key).split(':');
      OwningOpRef<ModuleOp> without(module.clone());
      without->walk([&, &name = name, &attribute = attribute](Operation *op) {
        if (op->getName().getStringRef() != name)
          return;
        op->removeAttr(attribute);
        // What is never absent has a value that it has if nothing is said.
        if (op->getPropertiesStorage())
          op->getName().populateDefaultProperties(op->getPropertiesStorage());
      });
      // It cannot be left out.
      if (failed(verify(*without)) || print(*without) == print(module))
        continue;
      ++tries[key];
      hasEffect[key] |=
          failed(manager.run(*without)) || print(*without) != code;
    }
  }

  static void count(ModuleOp module, std::map<std::string, Tagged> &tags,
                    const CarryRule &rule, Tally &tally) {
    ++tally.programs;
    std::set<std::string> found;
    module->walk([&](Operation *op) {
      if (op == module.getOperation())
        return;
      bool isBare = true;
      for (NamedAttribute note : op->getDiscardableAttrs()) {
        auto tag = tags.find(note.getName().str());
        if (tag == tags.end())
          continue;
        isBare = false;
        found.insert(tag->first);
        EXPECT_EQ(cast<StringAttr>(note.getValue()).str(), tag->second.name);
      }
      if (isBare)
        ++tally.bare[op->getName().getStringRef().str()];
    });
    for (const auto &[tag, op] : tags)
      if (found.count(tag))
        ++tally.kept[op.name];
      else if (!rule.isCanonicalization || !op.mayGo)
        ++tally.lost[op.name];
      else
        ++tally.gone[op.name];
  }

  void check() {
    for (auto [rule, tally] : llvm::zip_equal(stageRules(), tallies)) {
      std::string where = "in " + rule.passes.front().str();
      for (const auto &[name, times] : tally.lost)
        EXPECT_TRUE(isExempt(rule.vanish, name) || isExempt(rule.never, name))
            << where << ", what '" << name << "' carried is lost, " << times
            << " times of " << times + tally.kept[name];
      for (const auto *all : {&tally.lost, &tally.gone})
        for (const auto &[name, times] : *all)
          EXPECT_TRUE(tally.kept[name] || isExempt(rule.never, name))
              << where << ", what '" << name << "' carried is always lost";
      for (const auto &[name, times] : tally.bare)
        EXPECT_TRUE(isExempt(rule.appear, name))
            << where << ", '" << name << "' appears " << times
            << " times and carries nothing";
    }
    for (const auto &[key, isShown] : hasEffect)
      // One program, in which nothing may come of it, says nothing.
      if (isShown || tries[key] > 1)
        EXPECT_NE(isShown, isExempt(machineLeavesOut, key))
            << "convert-tileas-to-nvvm makes "
            << (isShown ? "other" : "the same") << " code without " << key
            << ", in " << tries[key] << " programs";
  }

  MLIRContext context;
  /// By `operation:attribute`.
  std::map<std::string, bool> hasEffect;
  std::map<std::string, unsigned> tries;
  std::vector<std::vector<std::unique_ptr<PassManager>>> managers;
  std::vector<Tally> tallies;
};
} // namespace

TEST_F(CarriedAttributes, FollowEveryOperation) {
  for (bool tileAA : {false, true}) {
    GenerateOptions options;
    options.tileAA = tileAA;
    options.wholeOneIn = 1;
    options.notes = 0;
    for (llvm::StringRef operation : generatedOperations(tileAA)) {
      options.operation = operation;
      for (uint64_t seed = 0; seed < 8; ++seed)
        follow(*llvm::cantFail(generateProgram(context, seed, options)).module);
    }
    // Those that every stage takes.
    options.operation = "";
    options.wholeOneIn = 0;
    options.maxSteps = 20;
    for (uint64_t seed = 0; seed < 200; ++seed)
      follow(*llvm::cantFail(generateProgram(context, seed, options)).module);
  }
  for (const char *path :
       {TILEFUZZ_EVERY_OP, TILEFUZZ_EVERY_OTHER_OP, TILEFUZZ_TILEAA_OPS}) {
    OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(path, &context);
    ASSERT_TRUE(bool(module)) << path;
    follow(*module);
  }
  check();
  // Nothing that a stage takes was left out.
  for (const auto &[index, dialect] :
       {std::pair(1, "cuda_tile"), std::pair(2, "nv_tileaa")})
    for (RegisteredOperationName name : context.getRegisteredOperations())
      if (name.getDialectNamespace() == dialect) {
        std::string text = name.getStringRef().str();
        EXPECT_TRUE(tallies[index].kept.count(text) ||
                    tallies[index].lost.count(text))
            << text << " is in no program";
      }
  EXPECT_GT(tallies[3].programs, 200u);
  EXPECT_GT(tallies[4].programs, 100u);
  EXPECT_GT(hasEffect.size(), 15u);
}
