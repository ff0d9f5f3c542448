//===- AgentEmitter.h - Writes what two agents do ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_AGENTEMITTER_H
#define TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_AGENTEMITTER_H

#include "compiler/Conversion/TileASToNVVM/Emitter.h"

namespace tilefuzz {

class AgentEmitter {
public:
  explicit AgentEmitter(Emitter &e)
      : e(e), b(e.builder), agents(*e.agents), i32(b.getI32Type()),
        i64(b.getI64Type()) {}

  void makeShared();
  void initialise();
  mlir::LogicalResult askWhetherFits();
  mlir::LogicalResult runProducer();
  /// Of the thread that issues products in tensor memory.
  mlir::LogicalResult runIssuer();
  mlir::LogicalResult runCompute(mlir::scf::ForOp loop);
  /// Copies the tile to its place by way of shared memory, where a tensor map
  /// can say where that is; `otherwise` does it elsewhere.
  mlir::LogicalResult
  storeResult(mlir::nv_tileas::TiledStoreOp op,
              const mlir::nv_tileas::StagedFactor &tile,
              llvm::function_ref<mlir::LogicalResult()> otherwise);
  void setRegisters(llvm::StringRef direction, int64_t count) {
    assembly({},
             ("setmaxnreg." + direction + ".sync.aligned.u32 " +
              llvm::Twine(count) + ";")
                 .str(),
             "~{memory}", {});
  }

  /// Those meet that compute, of all CTAs of the cluster, for the time that has
  /// that number modulo 4. Two mbarriers take turns: a CTA arrives at that of
  /// another again only when that one has seen its phase complete.
  void meet(mlir::Value time);

private:
  bool isOfCluster() const { return e.numCtas > 1; }
  /// A bit for each CTA of the cluster.
  uint32_t allCtas() const { return (1u << e.numCtas) - 1; }
  /// Arrives at the mbarrier at that place of each CTA, if `lane` is 0; null:
  /// every thread does.
  void arriveAtAll(mlir::Value barrier, mlir::Value lane);
  /// Of a cluster, for those that compute: the first of two.
  mlir::Value meeting() {
    return mlir::LLVM::GEPOp::create(
        b, e.loc, agents.barriers.getType(), b.getI8Type(), agents.barriers,
        mlir::LLVM::GEPArg(int32_t(agents.loop.meetingPlace(agents.stages))));
  }
  /// A place in the ring: the number of the stage, and how often the ring has
  /// begun again, modulo 2.
  struct Place {
    mlir::Value stage, phase;
  };
  mlir::Value number(int64_t value) { return e.constant(i32, value); }
  mlir::Value assembly(mlir::Type result, llvm::StringRef text,
                       llvm::StringRef constraints, mlir::ValueRange operands) {
    return e.assembly(result, text, constraints, operands);
  }
  mlir::Value at(mlir::Value base, mlir::Value stage, int64_t bytes) {
    mlir::Value offset =
        mlir::LLVM::MulOp::create(b, e.loc, stage, number(bytes));
    return mlir::LLVM::GEPOp::create(b, e.loc, base.getType(), b.getI8Type(),
                                     base, offset);
  }
  /// The mbarriers of a stage.
  mlir::Value full(mlir::Value stage) { return at(agents.barriers, stage, 16); }
  mlir::Value empty(mlir::Value stage) {
    return mlir::LLVM::GEPOp::create(b, e.loc, agents.barriers.getType(),
                                     b.getI8Type(), full(stage),
                                     mlir::LLVM::GEPArg(8));
  }
  mlir::LLVM::GlobalOp makeGlobal(llvm::StringRef stem, int64_t bytes,
                                  unsigned alignment, unsigned space);
  mlir::Value makeDynamic(int64_t bytes);
  void wait(mlir::Value barrier, mlir::Value parity);
  Place next(Place place, bool keepsPhase = false);
  /// Where the agent begins in the ring: of a kernel that runs several blocks,
  /// where the block before has ended.
  Place firstPlace(int64_t parity);
  void keepPlace(Place last);
  /// The parity of an mbarrier with one phase in each block.
  mlir::Value takeTurn();
  /// Runs `body` for each trip, with what it carries behind the induction
  /// variable.
  mlir::FailureOr<Registers>
  forEachTrip(mlir::scf::ForOp loop, mlir::Value upper, const Registers &inits,
              llvm::function_ref<mlir::FailureOr<Registers>(mlir::Value,
                                                            mlir::ValueRange)>
                  body);

  // The producer.
  mlir::Value takeMaps(llvm::StringRef stem, int64_t count, mlir::Value &lock);
  /// Whether a tensor map can say where the matrix is.
  mlir::Value askWhetherFits(const mlir::nv_tileas::StagedFactor &factor);
  /// Of boxes of so many lines. `roundsUp`, which a seeded bug does: the matrix
  /// ends with a whole tile.
  void makeMap(mlir::Value map, const mlir::nv_tileas::StagedFactor &factor,
               int64_t lines, bool roundsUp);
  mlir::Value publishMap(mlir::Value map);
  std::array<mlir::Value, 2>
  startOf(const mlir::nv_tileas::StagedFactor &factor,
          mlir::ValueRange coordinates);
  mlir::LogicalResult copyFactor(mlir::Value map,
                                 const mlir::nv_tileas::StagedFactor &factor,
                                 mlir::Value target, mlir::Value barrier);
  mlir::Value sizeOf(const mlir::nv_tileas::StagedFactor &factor,
                     unsigned axis) {
    return e.get(factor.matrix)[1 + dimOf(factor, axis)];
  }
  static int64_t dimOf(const mlir::nv_tileas::StagedFactor &factor,
                       unsigned axis) {
    return factor.view.getDimMap()[axis];
  }
  /// No size is 0 in a tensor map.
  mlir::Value atLeastOne(mlir::Value size) {
    return mlir::LLVM::UMaxOp::create(b, e.loc, size, e.constant(i64, 1));
  }

  // Results (EmitBulkStore.cpp).
  mlir::LogicalResult writeBoxes(mlir::nv_tileas::TiledStoreOp op,
                                 const mlir::nv_tileas::StagedFactor &tile);
  void copyBoxes(mlir::nv_tileas::TiledStoreOp op,
                 const mlir::nv_tileas::StagedFactor &tile);

  // The compute agent.
  mlir::Value descriptor(const mlir::nv_tileas::StagedFactor &factor,
                         mlir::Value place, bool isLhs);
  /// In bytes, of step `k` along K and of block `block` of rows of the sums.
  int64_t stepOffset(const mlir::nv_tileas::StagedFactor &factor, int64_t k,
                     int64_t block) const;
  /// The stage, and its right factor.
  std::pair<mlir::Value, mlir::Value> factorsOf(mlir::Value stage);
  std::string products();
  bool isOfFloats() const {
    return mlir::cast<mlir::RankedTensorType>(agents.loop.dot.getType())
        .getElementType()
        .isF32();
  }
  ThreadLayout sumLayout() const;
  /// The threads of all CTAs, of which each has its rows of the sums.
  void addCtas(llvm::SmallVectorImpl<uint64_t> &tid) const;
  /// Of a thread that computes: which agent it is of.
  mlir::Value agentIndex();

  // Sums in tensor memory (EmitTcgen05.cpp).
  /// The mbarriers behind those of the stages: the first sums are there, the
  /// last ones are.
  mlir::Value started() {
    return at(agents.barriers, number(agents.stages), 16);
  }
  mlir::Value finished() {
    return mlir::LLVM::GEPOp::create(b, e.loc, agents.barriers.getType(),
                                     b.getI8Type(), started(),
                                     mlir::LLVM::GEPArg(8));
  }
  mlir::LogicalResult runTensorCompute(mlir::scf::ForOp loop);
  uint32_t instructionDescriptor();
  std::string tensorProducts();
  ThreadLayout tensorLayout() const;
  /// What an instruction moves that has so many registers: `16x256b.x2`.
  std::string moveShape(int64_t registers) const;
  void fence(llvm::StringRef which) {
    assembly({}, ("tcgen05.fence::" + which + "_thread_sync;").str(),
             "~{memory}", {});
  }
  /// Arrives at the mbarrier once what the thread has issued is complete; of a
  /// stage that all CTAs fill, at that of each.
  void commit(mlir::Value barrier, bool ofAll = false) {
    std::string text = "tcgen05.commit.cta_group::1.mbarrier::arrive::one."
                       "shared::cluster";
    if (ofAll)
      text = "{\n.reg .b16 mask;\nmov.b16 mask, " + std::to_string(allCtas()) +
             ";\n" + text + ".multicast::cluster.b64 [$0], mask;\n}";
    else
      text += ".b64 [$0];";
    assembly({}, text, "l,~{memory}", {barrier});
  }
  /// Gives a stage back to who fills it.
  void commitEmpty(mlir::Value stage);

  Emitter &e;
  mlir::OpBuilder &b;
  Agents &agents;
  mlir::Type i32, i64;
  /// Where a thread keeps a place.
  Place kept;
};

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_AGENTEMITTER_H
