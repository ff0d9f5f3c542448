//===- SimtMachine.h - All threads of a launch ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The state of one run: SimtMachine.cpp sets it up and schedules its threads,
// Execute.cpp runs instructions, SimtMemory.cpp performs accesses, Warp.cpp and
// Mbarriers.cpp what threads do together, Warpgroups.cpp what four warps do,
// Tensor.cpp and TensorProducts.cpp what they do to tensor memory.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_SIMTMACHINE_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_SIMTMACHINE_H

#include "interp/Program/Launch.h"
#include "interp/Program/Outcome.h"
#include "interp/Program/UndefinedBehaviors.h"
#include "interp/Simt/Machine/AsyncCopies.h"
#include "interp/Simt/Machine/BulkCopies.h"
#include "interp/Simt/Machine/DeviceLaunch.h"
#include "interp/Simt/Machine/InexactParts.h"
#include "interp/Simt/Machine/Kernel.h"
#include "interp/Simt/Machine/LaneLoops.h"
#include "interp/Simt/Machine/Mbarriers.h"
#include "interp/Simt/Machine/Races.h"
#include "interp/Simt/Machine/SimtOptions.h"
#include "interp/Simt/Machine/TensorMemory.h"
#include "interp/Simt/Machine/ThreadObserver.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"
#include <random>
#include <unordered_map>

namespace tilefuzz::simt {

inline constexpr uint32_t localBit = 0x80000000u;
/// Of a pointer to a function: with its number. Nothing is stored there.
inline constexpr uint32_t functionBit = 0x40000000u;
/// Pointers to what kernels allocate have this bit beside its number.
inline constexpr uint32_t heapBit = 0x20000000u;
/// Of the numbers that StackSave gives, so that no other is taken for one.
inline constexpr uint64_t stackTag = 0x5ac00000;

enum class ThreadState {
  Ready,
  AtBarrier,
  AtWarpOperation,
  AtMbarrier,
  AtClusterBarrier,
  /// Its CTA waits for its place on the machine.
  NotStarted,
  Exited
};

/// Where a call goes back to.
struct ReturnPlace {
  uint32_t pc;
  /// How many objects the thread had made.
  size_t locals;
};

/// What a recursive call has put aside.
struct SavedRegisters {
  std::vector<Lane> lanes;
  /// How many objects the thread had made.
  size_t locals;
};

/// A part of memory that an instruction touches: `size` bytes at the pointer.
struct AccessRange {
  Lane pointer;
  uint64_t size;
  StateSpace space;
  uint32_t alignment;
  bool isWrite, isAtomic;
  /// What is written is there already.
  bool isEqual = false;
  /// Of the thread's asynchronous copies, which accesses it; 0: the thread.
  uint32_t copy = 0;
  /// Who copies it in bulk; 0: nobody does.
  uint32_t bulkAgent = 0;
  /// It may be a part of an mbarrier.
  bool isMbarrier = false;
  /// A compare and swap that finds another value: a read, if of memory that may
  /// be written (memory model, A17).
  bool writesNothing = false;
};

/// Whether an object of `held` may be accessed as one of `named`.
bool fits(StateSpace named, StateSpace held);

/// The parts in these bits, counted from `firstBit`; none: a part is only half
/// in them.
std::optional<InexactParts> partsWithin(llvm::ArrayRef<InexactPart> parts,
                                        unsigned firstBit, unsigned width);
/// Whether an instruction gives every bit of its result, or its complement,
/// from one bit of an operand, whatever the values are.
bool movesBits(const Instruction &op);

/// A result of tensor memory whose wait is not over.
struct PendingLoad {
  uint32_t slot, lanes, instruction;
};

/// A tcgen05.commit that has not arrived at its mbarrier.
struct PendingCommit {
  uint32_t thread, instruction;
  /// Of the mbarrier: the CTA, and where it is there.
  uint32_t cta, allocation, offset;
  TensorMarks marks;
  /// What its operations followed.
  Clock clock;
};

struct Thread {
  uint32_t index = 0, cta = 0, inCta = 0;
  ThreadState state = ThreadState::Ready;
  /// At which barrier of its CTA.
  uint8_t barrier = 0;
  uint32_t pc = 0;
  uint64_t jumpsBack = 0;
  std::vector<Lane> frame;
  ThreadClock clock;
  /// What the last release fence covers: later atomic stores publish it.
  std::optional<Release> fenced;
  /// What relaxed loads have read: the next acquire fence synchronises with it.
  Clock observed;
  std::vector<Allocation> locals;
  std::vector<ReturnPlace> calls;
  /// Of calls that may come back to a function that the thread is in.
  std::vector<SavedRegisters> saved;
  /// Its wait failed since nobody went on, and nothing happened since.
  bool hasTimedOut = false;
  TensorOrder tensor;
  std::vector<PendingLoad> pendingLoads;
  AsyncOrder async;
  BulkOrder bulk;
  /// At the barrier of its cluster, and whether it has waited for the last one.
  uint64_t clusterArrivals = 0;
  bool isArrived = false;
  WarpgroupOrder warpgroup;
};

/// One of a CTA, since it was complete the last time.
struct CtaBarrier {
  uint32_t expected = 0, arrived = 0;
  /// No arrival said how many threads it is for.
  bool isForAll = false;
  /// Synchronise, or what is reduced.
  BarrierKind kind = BarrierKind::Synchronise;
  uint32_t trueOperands = 0;
  bool isPoison = false;
  /// By those that went on.
  Clock released;
  TensorMarks releasedTensor;
};

struct Cta {
  std::array<uint32_t, 3> id;
  std::vector<Allocation> shared;
  MbarrierMap mbarriers;
  TensorMemory tensor;
  std::array<CtaBarrier, 16> barriers = {};
  RegisterPool registers = {};
  /// And its number in it.
  uint32_t cluster = 0, rank = 0;
  uint32_t exitedThreads = 0;
  /// It knows that a cluster that it asked for was not given.
  bool hasSeenRefusal = false;
};

struct Cluster {
  /// By rank.
  llvm::SmallVector<uint32_t, 1> ctas;
  bool isStarted = true;
  /// Of its barrier: the phases that are complete, and what arrivals released
  /// until now, and until the last one.
  uint64_t phases = 0;
  Clock released, completed;
  /// The same of tensor memory (memory model, 5.8).
  TensorMarks releasedTensor, completedTensor;
};

/// That an instruction touches a register of a product of a warpgroup.
struct RegisterUse {
  static constexpr uint32_t always = ~0u;
  uint32_t slot;
  /// Of a branch: if it takes that of its edges.
  uint32_t edge;
  bool isWrite;
};

/// Orders everything that the lanes or threads of `group` did before what they
/// do after, and lets them go on; unless `tracked`, they only go on.
void meet(llvm::ArrayRef<Thread *> group, bool tracked);

class Machine {
  friend class Lockstep;

public:
  Machine(const Kernel &kernel, const Launch &launch,
          const SimtOptions &options, DeviceLaunch *device = nullptr)
      : kernel(kernel), launch(launch), options(options), device(device),
        grid(device ? launch.grid : gridOf(kernel, launch.grid)) {}
  Outcome run();

private:
  bool stop(RunStatus status, const llvm::Twine &condition,
            const Instruction *at = nullptr);
  bool undefined(Undefined condition, const Instruction &at) {
    return stop(RunStatus::UndefinedBehaviour, toString(condition), &at);
  }
  uint32_t indexOf(const Instruction &op) const {
    return &op - kernel.code.data();
  }
  ThreadPlace placeOf(const Thread &thread, const Instruction &op) const {
    return {kernel, indexOf(op), thread.index, thread.cta};
  }
  bool setUp();
  bool addArguments();
  bool addDeviceArguments();
  void takeDeviceMemory();
  /// Of memory that the launch gives: what it says, or else what the kernel's
  /// module asks for (compiler/Support/DynamicShared.h).
  uint32_t dynamicSharedBytes() const;
  void giveDeviceMemory();
  uint32_t findDeviceObject(uint64_t address, int64_t &offset) const;
  void schedule();
  void tellInstruction(Thread &thread, const Instruction &op,
                       bool wasGuardedOff);
  bool runThread(Thread &thread, unsigned quantum);
  bool releaseBarriers();
  /// CtaBarriers.cpp
  bool arriveAtBarrier(Thread &thread, const Instruction &op);
  bool completeBarrier(Cta &cta, uint32_t index, CtaBarrier &barrier);
  bool exitFromBarriers(uint32_t cta);
  bool isAlignedWith(const Thread &thread, const Thread &mate) const;
  bool checkBarriers(llvm::ArrayRef<Thread> members);
  bool releaseWarp(llvm::MutableArrayRef<Thread> lanes, bool &progress);
  bool isComplete(llvm::MutableArrayRef<Thread> lanes, uint32_t first,
                  uint32_t &group);
  void performCollective(llvm::MutableArrayRef<Thread> lanes, uint32_t group);
  bool takeEdge(Thread &thread, uint32_t edge);
  void prepareEdges();
  unsigned quantumOf(const Thread &thread) const;
  Allocation *allocationOf(Thread &thread, uint32_t id);
  bool access(Thread &thread, const Instruction &op, bool isWrite,
              bool isAtomic, Allocation *&allocation, uint32_t &offset);
  bool access(Thread &thread, const Instruction &op, const AccessRange &range,
              Allocation *&allocation, uint32_t &offset);
  bool call(Thread &thread, uint32_t edge);
  bool callIndirect(Thread &thread, const Instruction &op);
  /// Recursion.cpp
  bool saveRegisters(Thread &thread, const Instruction &op);
  bool restoreRegisters(Thread &thread, const Instruction &op);
  bool dropObjects(Thread &thread, const Instruction &op);
  bool makeLocalObject(Thread &thread, const Instruction &op);
  bool sealObject(Thread &thread, const Instruction &op);
  bool restoreStack(Thread &thread, const Instruction &op);
  /// DeviceHeap.cpp
  bool allocateOnHeap(Thread &thread, const Instruction &op);
  bool freeOnHeap(Thread &thread, const Instruction &op);
  bool leave(Thread &thread, const Instruction &op);
  bool copyBytes(Thread &thread, const Instruction &op);
  /// Appends the text up to the next zero.
  bool readText(Thread &thread, const Instruction &op, const Lane &pointer,
                std::string &text);
  bool print(Thread &thread, const Instruction &op);
  bool trap(Thread &thread, const Instruction &op);
  bool useMbarrier(Thread &thread, const Instruction &op);
  bool changeLifetime(Thread &thread, const Instruction &op,
                      std::pair<uint32_t, uint32_t> object);
  void acquirePhase(Thread &thread, const Instruction &op,
                    MbarrierObject &object);
  bool releaseWaits();
  bool endWaits();
  void carryTensor(Thread &thread, Allocation &allocation, uint32_t offset,
                   const Instruction &op, bool isWrite);
  bool commit(Thread &thread, const Instruction &op);
  bool commitAt(Thread &thread, const Instruction &op, const Lane &pointer);
  Clock clockOfAsync(const Thread &thread) const;
  bool arriveByCommits(bool isForced);
  bool reportTensor(const Thread &thread, uint32_t earlier,
                    const Instruction &later, const llvm::Twine &what);
  bool isOrdered(Thread &thread, const TensorMarks &in,
                 const TensorUse &earlier, const TensorUse &later);
  bool followUses(Thread &thread, const TensorMarks &in, const TensorCell &cell,
                  const TensorUse &use, bool isRead);
  TensorUse newUse(Thread &thread, const Instruction &op);
  TensorCell *useCell(Thread &thread, const TensorUse &use, uint32_t lane,
                      uint32_t column, bool isRead);
  bool readsPending(Thread &thread, const Instruction &op);
  bool useTensor(Thread &thread, const Instruction &op);
  /// Of a load or store.
  llvm::ArrayRef<uint32_t> registersOfMove(const Instruction &op) const;
  bool moveTensor(Thread &thread, const Instruction &op, uint32_t address);
  bool copyTensor(Thread &thread, const Instruction &op);
  bool shiftTensor(Thread &thread, const Instruction &op);
  bool multiplyTensor(Thread &thread, const Instruction &op);
  bool rejectDescriptor(llvm::Error error, const Instruction &op);
  /// An address as descriptors have them; none: before all objects.
  std::optional<Lane> findShared(uint32_t address) const;
  /// What stands for a pointer into shared memory there.
  uint64_t sharedNumber(Thread &thread, const Lane &pointer);
  bool readShared(Thread &thread, const TensorUse &use, uint32_t address,
                  llvm::MutableArrayRef<Lane> bytes);
  bool readTensorFactor(Thread &thread, const TensorUse &use, uint32_t address,
                        const TensorProduct &product,
                        std::vector<Lane> &elements);
  bool followsAsyncReads(Thread &thread, const Instruction &op,
                         std::pair<uint32_t, uint32_t> place, uint32_t offset,
                         uint64_t size);
  /// A write of the generic proxy to these bytes behind which the thread has
  /// seen no proxy fence, or null. `isOrdered`: only one that is ordered
  /// before.
  const Access *findUnfenced(const Thread &thread, const Allocation &allocation,
                             uint32_t offset, uint32_t size,
                             bool isOrdered) const;
  bool isBehindProxyFence(Thread &thread, const Instruction &op,
                          const Allocation &allocation, uint32_t offset,
                          uint32_t size);
  void fenceProxies(Thread &thread);
  bool allocateTensor(llvm::MutableArrayRef<Thread *> group,
                      const Instruction &op);
  bool deallocateTensor(llvm::ArrayRef<Thread *> group, const Instruction &op);
  bool keepsReadOnly(const Instruction &op, const AccessRange &range,
                     Allocation &allocation);
  bool issueCopy(Thread &thread, const Instruction &op);
  bool followsOwnCopies(Thread &thread, const Instruction &op,
                        const PendingCopy &copy, bool isRepeated);
  bool isRepeatedCopy(Thread &thread, const PendingCopy &copy);
  bool reportAsync(uint32_t earlier, const Instruction &later,
                   const llvm::Twine &what);
  void completeCopy(const PendingCopy &copy);
  void commitCopies(Thread &thread);
  void waitForCopies(Thread &thread, const Instruction &op);
  bool trackCopies(Thread &thread, const Instruction &op);
  bool completeCopies(bool isForced);
  bool useBulk(Thread &thread, const Instruction &op);
  bool issuePieces(Thread &thread, const Instruction &op, BulkCopy &&copy);
  bool issueOne(Thread &thread, const Instruction &op, BulkCopy &&copy,
                const Lane &barrier);
  bool accessPieces(Thread &thread, const Instruction &op,
                    const BulkCopy &copy);
  bool waitForBulk(Thread &thread, const Instruction &op);
  void readBulk(BulkCopy &copy);
  bool writeBulk(const BulkCopy &copy);
  bool copyBox(Thread &thread, const Instruction &op);
  bool replaceField(Thread &thread, const Instruction &op);
  void reduceElement(const Instruction &op, const BulkCopy &copy, uint32_t at,
                     Allocation &to, uint32_t offset);
  bool completeBulk(bool isForced);
  bool isOfAsyncProxy(uint32_t agent) const;
  uint32_t bulkAgentOf(const BulkCopy &copy, bool isWrite) const;
  bool followsProxyFence(Thread &thread, const Instruction &op,
                         const Allocation &allocation, uint32_t offset,
                         uint32_t size);
  std::optional<uint32_t> findBulkBarrier(uint32_t cta, uint32_t allocation,
                                          uint32_t offset);
  /// Who performs the thread's asynchronous copies, in clocks.
  uint32_t agentOf(const Thread &thread) const {
    return threads.size() + thread.index;
  }
  bool performTensor(llvm::MutableArrayRef<Thread *> group);
  bool accessLine(llvm::MutableArrayRef<Thread *> lanes, uint32_t lane,
                  const Instruction &op, const MatrixPlace &place,
                  uint32_t count, llvm::ArrayRef<uint8_t> written,
                  Allocation *&allocation, uint32_t &offset);
  bool moveMatrices(llvm::MutableArrayRef<Thread *> lanes,
                    const Instruction &op);
  bool transposeMatrix(llvm::MutableArrayRef<Thread *> lanes,
                       const Instruction &op);
  bool multiplyMatrices(llvm::MutableArrayRef<Thread *> lanes,
                        const Instruction &op);
  /// SparseMatrix.cpp. For each row of A and each element that a register holds
  /// of it, its column. Operand 4: the metadata.
  bool readMetadata(llvm::ArrayRef<Thread *> lanes, const Instruction &op,
                    std::vector<uint32_t> &columns);
  /// BlockScales.cpp. By line and block; none: unspecified. Operand 4 and those
  /// behind it, after the metadata: A's register, byte and part of four lanes,
  /// and B's.
  bool readScales(llvm::ArrayRef<Thread *> lanes, const Instruction &op,
                  MatrixRole role,
                  llvm::SmallVectorImpl<std::optional<double>> &factors);
  bool moveFragments(llvm::MutableArrayRef<Thread *> lanes,
                     const Instruction &op);
  /// Warpgroups.cpp and WarpgroupProducts.cpp
  void prepareWarpgroups();
  bool reportRegisters(uint32_t earlier, const Instruction &later,
                       const llvm::Twine &what);
  bool touchRegisters(Thread &thread, const Instruction &op);
  bool issueProduct(Thread &thread, const Instruction &op);
  void waitForProducts(Thread &thread, const Instruction &op);
  void fillRegisterPool(Cta &cta) const;
  bool changeRegisters(Thread &first, const Instruction &op);
  bool checkRegisterChanges();
  bool performWarpgroup(llvm::MutableArrayRef<Thread *> lanes);
  bool readForWarpgroup(llvm::MutableArrayRef<Thread> group,
                        llvm::ArrayRef<Clock> clocks, const Instruction &op,
                        uint32_t address, uint32_t elementBytes,
                        llvm::MutableArrayRef<Lane> bytes);
  bool multiplyWarpgroup(llvm::MutableArrayRef<Thread> group,
                         const Instruction &op);
  /// Who performs the products of the thread's warpgroup, in clocks.
  uint32_t warpgroupAgentOf(const Thread &thread) const {
    uint32_t groups = (threadsPerCta + warpgroupSize - 1) / warpgroupSize;
    return firstWarpgroupAgent + thread.cta * groups +
           thread.inCta / warpgroupSize;
  }
  /// LaunchControl.cpp. Which clusters begin when others have begun already.
  void holdBackClusters();
  /// One begins, perhaps; if `isForced`, one does. False: none did.
  bool startCluster(bool isForced);
  bool askForCluster(Thread &thread, const Instruction &op);
  bool queryAnswer(Thread &thread, const Instruction &op);
  /// As many CTAs as the schedule says run the blocks of the launch.
  void choosePersistentGrid();
  bool performCluster(llvm::MutableArrayRef<Thread *> lanes);
  bool releaseCluster(Cluster &cluster);
  bool setUpClusters();
  uint32_t clusterSpecial(const Thread &thread, SpecialRegister which) const;
  Reach reachOf(const Thread &thread, Scope scope) const;
  /// Whose shared memory an allocation is in, and which number it has there.
  Lane rankOf(const Thread &thread, const Lane &pointer) const;
  Lane isInSpace(Thread &thread, const Lane &pointer, StateSpace space);
  Lane inCtaOfRank(const Thread &thread, const Lane &pointer,
                   uint32_t rank) const;
  std::pair<uint32_t, uint32_t> ownerOf(const Thread &thread,
                                        uint32_t allocation) const;
  llvm::MutableArrayRef<Thread> threadsOf(uint32_t cta) {
    return llvm::MutableArrayRef<Thread>(threads).slice(
        size_t(cta) * threadsPerCta, threadsPerCta);
  }
  bool performMatrix(llvm::MutableArrayRef<Thread *> lanes);
  bool checkTensorEnd();
  bool fillBytes(Thread &thread, const Instruction &op);
  bool load(Thread &thread, const Instruction &op);
  /// Whether to write them there would change nothing.
  bool holds(Thread &thread, const Lane &pointer,
             llvm::ArrayRef<uint8_t> bytes);
  /// Whether the store writes what is there, which others may write, too.
  bool isEqualStore(Thread &thread, const Instruction &op);
  bool store(Thread &thread, const Instruction &op);
  bool update(Thread &thread, const Instruction &op);
  bool updateLane(Thread &thread, const Instruction &op, Allocation &allocation,
                  uint32_t offset, uint32_t lane,
                  const std::optional<Release> &previous,
                  std::optional<Lane> swapped);
  /// Of a compare and swap: what its lanes become, all or none; `fails`: it
  /// finds another value, whatever is unspecified or not exact.
  llvm::SmallVector<Lane, 2> swap(Thread &thread, const Instruction &op,
                                  bool &fails);
  void fence(Thread &thread, const Instruction &op);
  bool execute(Thread &thread, const Instruction &op);
  bool readsInexact(const Thread &thread, const Instruction &op) const;
  bool executeInexact(Thread &thread, const Instruction &op);
  bool approximateOne(const Instruction &op, const Lane &a, const Lane &b,
                      Lane &result);
  bool approximate(Thread &thread, const Instruction &op);
  bool contract(Thread &thread, const Instruction &op);
  bool splitLane(const Lane &whole, unsigned firstBit, unsigned width,
                 const Instruction &op, Lane &part);
  bool encloseLane(const Instruction &op, llvm::ArrayRef<Lane> operands,
                   Lane &result);
  bool selectLane(const Instruction &op, const Lane &yes, const Lane &no,
                  Lane &result);
  bool setEnclosure(Lane &lane, const llvm::fltSemantics *format,
                    const BufferImage::Enclosure &bounds,
                    const Instruction &at);
  void loseExactness(const Instruction &at);
  /// Of an atomic update: what `old` and `value`, the new one, may be instead.
  bool updateInexact(const Instruction &op, const Allocation &allocation,
                     uint32_t offset, const Lane &operand, const Lane &other,
                     Lane &old, Lane &value);
  bool enclosePacked(const Instruction &op, llvm::ArrayRef<Lane> operands,
                     Lane &result);
  /// InexactBits.cpp. What a lane may be instead.
  InexactParts partsOf(const Lane &lane) const;
  bool setParts(Lane &lane, llvm::ArrayRef<InexactPart> parts,
                const Instruction &at);
  /// False: some part goes elsewhere than the rest of it.
  bool moveParts(const Instruction &op, llvm::ArrayRef<Lane> operands,
                 Lane &result, InexactParts &parts);
  /// Of a value that was written at `offset`, its bits from `firstBit` on.
  bool keepInexact(const Instruction &op, Allocation &allocation,
                   uint32_t offset, const Lane &value, unsigned firstBit,
                   unsigned width);
  /// Of bytes that become bits of a register from `firstBit` on.
  void readInexact(const Instruction &op, const Allocation &allocation,
                   uint32_t offset, uint32_t bytes, unsigned firstBit,
                   InexactParts &parts);
  bool loadInexact(const Instruction &op, const Allocation &allocation,
                   uint32_t offset, Lane &value);
  void takeEnclosures(const Allocation &allocation, BufferImage &image);
  bool arithmetic(Thread &thread, const Instruction &op);
  bool isGuardedOff(Thread &thread, const Instruction &op);
  Lane resolve(const Thread &thread, uint64_t address, StateSpace space) const;
  uint32_t special(const Thread &thread, SpecialRegister which) const;
  void synchronise(Thread &thread, Allocation &allocation, uint32_t offset,
                   const Instruction &op, bool isWrite);
  void synchroniseWith(Thread &thread, const Instruction &op,
                       const Clock &released);

  const Kernel &kernel;
  const Launch &launch;
  const SimtOptions &options;
  /// Null: the launch's buffers are all the memory that there is.
  DeviceLaunch *device;
  /// In CTAs.
  std::array<uint32_t, 3> grid;
  /// Of clusters that have not started, some may be asked for.
  bool hasLaunchControl = false;
  uint32_t waitingClusters = 0;
  /// Of that many rounds in one.
  uint32_t startsOneIn = 1;
  std::mt19937_64 startOrder;
  /// By tag of their addresses (FlatAddress.h), where they stand in `globals`.
  llvm::DenseMap<uint32_t, uint32_t> deviceObjects;
  /// The thread that runs; for who asks where the run stopped.
  uint32_t running = 0;
  std::array<uint32_t, 3> ctaShape = {1, 1, 1};
  Outcome outcome;
  /// Of lanes that are not unique; some instruction makes such.
  std::vector<LaneEnclosure> enclosures;
  bool mayBeInexact = false;
  bool stopped = false;
  uint32_t threadsPerCta = 0;
  /// Of a thread; 0: none.
  uint64_t jumpBackLimit = 0;
  uint32_t firstShared = 0;
  std::vector<Allocation> globals;
  /// What kernels have allocated and not freed, by number.
  std::unordered_map<uint32_t, Allocation> heap;
  uint32_t nextOnHeap = 0;
  uint64_t heapBytes = 0;
  std::vector<Allocation> sharedImage;
  /// Of a thread at its start.
  std::vector<Lane> firstFrame;
  std::vector<Cta> ctas;
  std::vector<Cluster> clusters;
  std::vector<Thread> threads;
  std::vector<PendingCommit> commits;
  std::vector<PendingCopy> copies;
  std::vector<PendingArrival> arrivals;
  std::vector<BulkCopy> bulkCopies;
  /// Each has an agent, and a CTA so many of them.
  std::vector<BulkBarrier> bulkBarriers;
  static constexpr uint32_t mostBulkBarriers = 64;
  bool hasBulkCopies = false;
  uint32_t firstBulkAgent = 0;
  /// Behind them, if there are products of warpgroups.
  uint32_t firstWarpgroupAgent = 0;
  /// Behind them, if tensor memory is used: of each thread, who reads shared
  /// memory for what it has issued.
  bool hasTensorAgents = false;
  uint32_t firstTensorAgent = 0;
  /// By instruction; empty: there are no such products.
  std::vector<std::vector<RegisterUse>> registerUses;
  /// Whether the kernel has read-only loads.
  bool hasReadOnlyLoads = false;
  /// Threads, and behind them those that perform their copies, and those in
  /// bulk (BulkCopies.h), if there are any.
  uint32_t agents = 0;
  /// When commits arrive. Of its own, so that kernels without any are scheduled
  /// as if there were none.
  std::mt19937_64 commitOrder;
  /// By edge: whether a copy reads what an earlier one writes.
  std::vector<uint8_t> edgeOverlaps;
  std::vector<Lane> scratch;
  /// How many lanes recursive calls of all threads have put aside.
  size_t savedLanes = 0;
};

/// Runs every thread of `launch`. Parameters and arguments correspond one to
/// one.
Outcome runKernel(const Kernel &kernel, const Launch &launch,
                  const SimtOptions &options);

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_SIMTMACHINE_H
