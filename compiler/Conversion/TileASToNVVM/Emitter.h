//===- Emitter.h - Writes a kernel's thread program -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Walks a tile function once, in order, and writes the LLVM-dialect function
// that each thread runs. A tile is the list of its registers; a scalar is one
// register, equal in all threads; a token is nothing but an entry in `pending`,
// from which the barriers between accesses follow.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_EMITTER_H
#define TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_EMITTER_H

#include "compiler/Conversion/TileASToNVVM/ThreadLayout.h"
#include "compiler/Support/SeededBugs.h"
#include "compiler/TileAA/TileAAOps.h"
#include "compiler/TileAS/SpecializedLoop.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringMap.h"
#include <map>

namespace tilefuzz {

class Emitter;
using Registers = llvm::SmallVector<mlir::Value, 4>;
/// Writes one operation; its results must be bound. Failure was reported.
using Handler = mlir::LogicalResult (*)(Emitter &, mlir::Operation *);
struct HandlerRow {
  llvm::StringLiteral operation;
  Handler handler;
  /// A wrong handler, which replaces the right one while this is switched on.
  std::optional<SeededBug> bug = std::nullopt;
};

llvm::ArrayRef<HandlerRow> getAgentHandlers();
llvm::ArrayRef<HandlerRow> getArithHandlers();
llvm::ArrayRef<HandlerRow> getConversionHandlers();
llvm::ArrayRef<HandlerRow> getDivisionHandlers();
llvm::ArrayRef<HandlerRow> getMathHandlers();
llvm::ArrayRef<HandlerRow> getGlobalHandlers();
llvm::ArrayRef<HandlerRow> getLayoutHandlers();
llvm::ArrayRef<HandlerRow> getMemoryHandlers();
llvm::ArrayRef<HandlerRow> getOutputHandlers();
llvm::ArrayRef<HandlerRow> getPackingHandlers();
llvm::ArrayRef<HandlerRow> getPipelineHandlers();
llvm::ArrayRef<HandlerRow> getAtomicHandlers();
llvm::ArrayRef<HandlerRow> getControlHandlers();
llvm::ArrayRef<HandlerRow> getReduceHandlers();
llvm::ArrayRef<HandlerRow> getProductHandlers();
llvm::ArrayRef<HandlerRow> getScanHandlers();
llvm::ArrayRef<HandlerRow> getShapeHandlers();

/// What a token stands for that no barrier has separated from here yet.
enum Pending : unsigned {
  pendingRead = 1,
  /// A write, or an acquire, behind which other threads must not run ahead.
  pendingWrite = 2,
  /// Not cleared by barriers: some access precedes.
  pendingHistory = 4,
};

/// What is pending of each token at the place that is emitted. Neither barriers
/// nor branches look at all tokens: a token keeps its flags as they were when
/// it was given, with its place in the order of giving, and a barrier hides
/// those of all that were given before it.
class PendingTokens {
public:
  /// The number of tokens that a barrier has covered, on every way here.
  using Covered = unsigned;

  unsigned lookup(mlir::Value token) const {
    Entry entry = entries.lookup(token);
    return entry.place < covered ? entry.flags & pendingHistory : entry.flags;
  }
  void set(mlir::Value token, unsigned flags) {
    entries[token] = {next++, flags};
  }
  void passBarrier() { covered = next; }
  Covered getCovered() const { return covered; }
  /// At the start of another way, or where ways meet: the least of theirs, as
  /// what is pending on either is pending there. Tokens of a way are not seen
  /// beyond it.
  void setCovered(Covered value) { covered = value; }
  void clear() { *this = {}; }

private:
  struct Entry {
    unsigned place = 0, flags = 0;
  };
  llvm::DenseMap<mlir::Value, Entry> entries;
  unsigned next = 0, covered = 0;
};

/// A kernel that has a producer beside the threads that compute.
struct Agents {
  mlir::nv_tileas::SpecializedLoop loop;
  int64_t stages = 0;
  /// In shared memory: the stages, and for each of them two mbarriers, for full
  /// and for empty.
  mlir::Value ring, barriers;
  /// Where the address of the sums in tensor memory is; null: they are in
  /// registers.
  mlir::Value tensorSlot;
  /// Whether tensor maps can say where the factors are, which only the run
  /// knows; otherwise the threads that compute run the loop alone.
  mlir::Value fits;

  /// Whether the stages are in memory that the launch gives.
  bool isDynamic = false;

  int64_t sharedBytes() const { return loop.ringBytes(stages); }
  /// Those that compute, and as many as one of them has for the producer and,
  /// where sums are in tensor memory, for who issues products.
  int64_t threads() const;
  /// That a thread has at the start.
  int64_t registers() const { return loop.numAgents > 1 ? 168 : 128; }
};

/// The threads that run what is emitted: all that the kernel's own code has, or
/// those of one agent.
struct ThreadGroup {
  int64_t numThreads = 0;
  /// Of its first one.
  int64_t firstThread = 0;
  /// The barrier that they meet at; 0 is that of the CTA.
  unsigned barrier = 0;
  /// Their part of the shared memory that exchanges have; without `mostBytes`,
  /// what is left.
  uint64_t exchangeBase = 0;
  std::optional<uint64_t> mostBytes;
  /// What they have asked for.
  uint64_t exchangeBytes = 0;

  mlir::Value tid;
  llvm::DenseMap<mlir::Type, ThreadLayout> layouts;
  std::map<std::vector<uint64_t>, mlir::Value> threadParts;
  std::map<uint64_t, mlir::Value> owners;
};

/// Of a kernel with agent switches (EmitAgentSwitch.cpp).
struct AgentSwitches {
  /// That the launch has.
  int64_t threads = 0;
  /// That a thread has outside of agents; 0: budgets are not kept.
  int64_t registers = 0;
  /// Where threads that are not the kernel's own wait for the next switch.
  mlir::Block *idle = nullptr;
  /// Where each switch begins, for all threads.
  llvm::SmallVector<mlir::Block *> entries;
};

/// Of a kernel whose CTAs run one block after another (EmitPersistence.cpp).
struct Persistence {
  /// A CTA asks for each block but its first.
  bool isDynamic = false;
  /// Dynamic: in shared memory, the answer and two mbarriers.
  mlir::LLVM::GlobalOp memory;
  mlir::Value answer;
  /// Static: where the host says how many blocks there are, and how many.
  mlir::LLVM::GlobalOp grid;
  std::array<mlir::Value, 3> extents;
  /// The one that runs.
  std::array<mlir::Value, 3> block;

  int64_t sharedBytes() const;
};

class Emitter {
public:
  Emitter(mlir::gpu::GPUModuleOp module, const BugSet &bugs);

  /// Writes the LLVM function beside `function` and erases the latter.
  mlir::LogicalResult emitKernel(mlir::nv_tileaa::FuncOp function);
  /// Writes the LLVM global in place of `global`.
  mlir::LogicalResult emitGlobal(mlir::nv_tileaa::GlobalOp global);
  /// Makes the shared memory that the kernels asked for.
  mlir::LogicalResult finish();

  // Walking.
  mlir::LogicalResult emit(mlir::Operation *op);
  /// Writes a block's operations but the last.
  mlir::LogicalResult emitBody(mlir::Block &block);
  const Registers &get(mlir::Value value) const {
    return values.find(value)->second;
  }
  mlir::Value getScalar(mlir::Value value) const { return get(value).front(); }
  void bind(mlir::Value value, Registers registers) {
    values[value] = std::move(registers);
  }
  /// The registers of several values in a row.
  Registers concat(mlir::ValueRange list) const;
  /// Binds `list` to consecutive parts of `registers`.
  void bindParts(mlir::ValueRange list, mlir::ValueRange registers);

  // Types.
  /// The LLVM type of a scalar or of a tile's element; null if there is none.
  mlir::Type lowerElement(mlir::Type type) const;
  /// The types of a value's registers; reports what has none.
  mlir::FailureOr<llvm::SmallVector<mlir::Type>> lower(mlir::Operation *at,
                                                       mlir::Type type);
  mlir::FailureOr<ThreadLayout> getLayout(mlir::Operation *at, mlir::Type type);
  /// A constant of an element type, as the register that it is lowered to.
  mlir::TypedAttr lowerConstant(mlir::Attribute value) const;
  /// What a thread has read as elements of the type: a tf32 is the upper 19
  /// bits of an f32.
  mlir::Value normalize(mlir::Type element, mlir::Value read);
  /// How an element lies in memory: i1 takes a byte, and i4 where nobody else
  /// looks.
  mlir::Type storageType(mlir::Type element) const;
  unsigned storageBytes(mlir::Type element) const;

  // Small pieces of code, at the builder's place.
  mlir::Value constant(mlir::Type type, uint64_t value);
  mlir::Value zero(mlir::Type type);
  /// Executed only where `condition` holds (null: everywhere); elsewhere the
  /// result is `otherwise`.
  mlir::Value guarded(mlir::Value condition, mlir::Value otherwise,
                      llvm::function_ref<mlir::Value()> body);
  void guarded(mlir::Value condition, llvm::function_ref<void()> body);
  /// Null stands for true.
  mlir::Value conjunction(mlir::Value a, mlir::Value b);
  mlir::Value loadElement(mlir::Type element, mlir::Value address,
                          mlir::LLVM::AtomicOrdering ordering =
                              mlir::LLVM::AtomicOrdering::not_atomic,
                          llvm::StringRef scope = {});
  void storeElement(mlir::Value value, mlir::Value address,
                    mlir::LLVM::AtomicOrdering ordering =
                        mlir::LLVM::AtomicOrdering::not_atomic,
                    llvm::StringRef scope = {});

  // Threads and elements.
  uint64_t getNumThreads() const { return group.numThreads; }
  /// Of the kernel's threads that one CTA has.
  uint64_t getThreadsPerCta() const { return group.numThreads / numCtas; }
  /// Among all CTAs of the cluster that executes the block.
  mlir::Value threadIndex();
  /// Within the CTA.
  mlir::Value localThread();
  /// Of the CTA within its cluster.
  mlir::Value ctaRank();
  /// The thread's share of the element index, i32.
  mlir::Value threadPart(const ThreadLayout &layout);
  mlir::Value elementIndex(const ThreadLayout &layout, unsigned r);
  /// Whether this thread owns what it holds; null: every thread does.
  mlir::Value isOwner(const ThreadLayout &layout);
  bool ownsRegister(const ThreadLayout &layout, unsigned r) const {
    return (r & layout.redundantRegisters) == 0;
  }

  // Exchange through shared memory; all of it ends in a barrier.
  void barrier();
  mlir::LogicalResult reserveShared(mlir::Operation *at, uint64_t bytes);
  /// Bytes of shared memory that exchanges may have.
  uint64_t getFreeSharedBytes() const;
  mlir::Value sharedAddress(mlir::Type element, uint64_t byteOffset,
                            mlir::Value index);
  /// Writes the owned elements to places 0, 1, ... of shared memory.
  mlir::LogicalResult publish(mlir::Operation *at, const Registers &source,
                              const ThreadLayout &layout, mlir::Type element);
  void storeOwned(const Registers &source, const ThreadLayout &layout,
                  mlir::Type element, uint64_t byteOffset = 0);
  /// The elements at `places` (row-major, i32) of `source`; in several rounds,
  /// if shared memory does not hold all of it at once.
  mlir::FailureOr<Registers> fetch(mlir::Operation *at, const Registers &source,
                                   const ThreadLayout &from, mlir::Type element,
                                   llvm::ArrayRef<mlir::Value> places);
  /// The elements `toSource(index)` of `source` in the layout `target`.
  mlir::FailureOr<Registers>
  remap(mlir::Operation *at, const Registers &source, const ThreadLayout &from,
        const ThreadLayout &target, mlir::Type element,
        llvm::function_ref<uint64_t(uint64_t)> toSource);
  /// Gives the owners' elements to all threads that hold them.
  mlir::FailureOr<Registers> share(mlir::Operation *at, const Registers &source,
                                   const ThreadLayout &layout,
                                   mlir::Type element);

  mlir::OpBuilder builder;
  mlir::Location loc;
  BugSet bugs;
  PendingTokens pending;
  mlir::Block *addBlock(mlir::TypeRange arguments = {});
  mlir::gpu::GPUModuleOp getModule() { return module; }
  /// An array of the elements in global memory, as they lie there. The element
  /// type is lowered.
  mlir::LLVM::GlobalOp makeArray(mlir::DenseElementsAttr dense,
                                 mlir::Type element, llvm::StringRef name,
                                 bool isConstant, unsigned alignment);
  /// The address space of pointers that the program calls pointers of `space`:
  /// where a kernel allocates storage they may point to shared memory, too.
  unsigned lowerSpace(unsigned space) const {
    return allocatedBytes ? 0 : space;
  }
  /// A pointer in the space that `lowerSpace` says.
  mlir::Value castPointer(mlir::Value pointer);
  /// Of shared memory, for all of the kernel's allocations.
  uint64_t allocatedBytes = 0;
  /// Of shared memory, for the rings of its pipelines.
  uint64_t ringBytes = 0;
  /// CTAs that execute a block: a cluster, if there are several.
  int64_t numCtas = 1;
  std::optional<Agents> agents;
  std::optional<AgentSwitches> switches;
  std::optional<Persistence> persistence;
  /// Whether the target divides registers anew between warps.
  bool hasBudgets = false;
  ThreadGroup group;
  /// By pipeline with mbarriers: where those are, full and empty per slot.
  llvm::DenseMap<mlir::Value, mlir::Value> slotBarriers;

  /// A declaration of a library's function; null if the module has it with
  /// other types.
  mlir::LLVM::LLVMFuncOp getLibraryFunction(llvm::StringRef name,
                                            mlir::LLVM::LLVMFunctionType type);

  /// What vprintf needs: itself, a text that ends in a zero, and the kernel's
  /// buffer for so many arguments of 64 bits.
  mlir::LLVM::LLVMFuncOp getPrintFunction();
  mlir::Value makeText(llvm::StringRef text);
  mlir::Value argumentBuffer(unsigned count);
  /// Of the launch, in blocks: where the CTA is, or how large the grid is.
  mlir::Value readLaunch(unsigned axis, bool isExtent);
  /// Where a thread keeps a number from one block to the next, and which it
  /// begins with.
  mlir::Value keptNumber(uint64_t first);
  /// PTX text with effects.
  mlir::Value assembly(mlir::Type result, llvm::StringRef text,
                       llvm::StringRef constraints, mlir::ValueRange operands);
  /// A fresh symbol of the module.
  std::string makeSymbol(llvm::StringRef stem);

  // Of a cluster (EmitCluster.cpp).
  /// Every thread of every CTA that has not exited meets.
  void meetCluster();
  /// A place in the CTA's shared memory, in that of another.
  mlir::Value inCta(mlir::Value place, int64_t rank);
  /// The CTA's shared memory for exchanges.
  mlir::Value ownExchange();
  /// That of the first CTA, as all see it.
  mlir::Value clusterExchange();
  /// Accesses at the scope of a block are at that of the cluster.
  void widenScopes(mlir::nv_tileaa::FuncOp function);

private:
  /// The threads of a CTA meet that run the kernel.
  void meetCta();
  /// Behind what was read of an exchange.
  void leaveExchange();
  /// Those meet that run the kernel, while other agents go on.
  void meetBesideAgents();
  /// At the function's start, where everything follows.
  mlir::Value inPrologue(llvm::function_ref<mlir::Value()> function);
  mlir::Value clusterThread();

  mlir::gpu::GPUModuleOp module;
  llvm::StringMap<Handler> handlers;
  /// Of the same operations, the rows of seeded bugs.
  llvm::StringMap<llvm::SmallVector<HandlerRow, 1>> variants;
  llvm::DenseMap<mlir::Value, Registers> values;
  uint64_t sharedBytes = 0;
  unsigned numSymbols = 0;
  mlir::LLVM::LLVMFuncOp kernel;
  mlir::Operation *prologueEnd = nullptr;
  mlir::Value arguments;
  /// Of a cluster: the rank of a CTA, the thread in it, the first one's memory
  /// for exchanges, and where the thread counts meetings beside agents.
  mlir::Value rank, local, exchange, meetings;
  llvm::StringMap<mlir::LLVM::GlobalOp> texts;
};

/// Bytes of shared memory for all storage that the function allocates.
mlir::FailureOr<uint64_t> sumAllocations(Emitter &e,
                                         mlir::nv_tileaa::FuncOp function);

/// EmitAgents.cpp. The kernel's agents; nothing, if its threads are one.
mlir::FailureOr<std::optional<Agents>>
findAgents(mlir::nv_tileaa::FuncOp function);
/// At the start of the kernel: makes the mbarriers and the producer, whose
/// threads leave here.
mlir::LogicalResult beginAgents(Emitter &e);
/// At the start of each block of one that runs several.
mlir::LogicalResult beginAgentBlock(Emitter &e);
/// What the compute agent does of the loop.
mlir::LogicalResult emitAgentLoop(Emitter &e, mlir::scf::ForOp loop);

/// EmitPersistence.cpp. Nothing: a CTA runs one block.
std::optional<Persistence> findPersistence(mlir::nv_tileaa::FuncOp function);
/// At the start of the kernel, before agents part.
void beginPersistence(Emitter &e, mlir::nv_tileaa::FuncOp function);
/// What an agent does of each block that the CTA runs; `computes`: it is the
/// one that has all of the kernel's threads, which meet behind each block.
mlir::LogicalResult
forEachBlock(Emitter &e, bool computes,
             llvm::function_ref<mlir::LogicalResult()> body);

/// EmitAgentSwitch.cpp. What the kernel's switches need; nothing: it has none.
mlir::FailureOr<std::optional<AgentSwitches>>
findSwitches(Emitter &e, mlir::nv_tileaa::FuncOp function);
/// At the start of the kernel: the threads that only agents have leave here.
void beginSwitches(Emitter &e);
/// In front of its return.
void endSwitches(Emitter &e);

/// EmitBulkStore.cpp. A store that is marked for copies; `otherwise` writes it
/// as threads do it.
mlir::LogicalResult
emitBulkStore(Emitter &e, mlir::nv_tileas::TiledStoreOp op,
              llvm::function_ref<mlir::LogicalResult()> otherwise);

/// One past the largest index that a layout selects.
uint64_t getExtent(const ThreadLayout &layout);

/// Bytes of shared memory for all rings of the function.
mlir::FailureOr<uint64_t> sumRings(const Emitter &e,
                                   mlir::nv_tileaa::FuncOp function);

/// Elements of four bits, two of which lie in one byte of a tensor.
inline bool isPartOfByte(mlir::Type element) {
  return element.isIntOrFloat() && element.getIntOrFloatBitWidth() == 4;
}

/// Registers of tensors and scalars in step: a scalar's one register is taken
/// for every element.
inline mlir::Value registerOf(const Registers &registers, unsigned r) {
  return registers.size() == 1 ? registers.front() : registers[r];
}

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_EMITTER_H
