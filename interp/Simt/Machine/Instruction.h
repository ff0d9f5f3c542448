//===- Instruction.h - What one thread does, in no language ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The one form of instruction that the SIMT machine runs. A decoder of a
// language (LLVM IR, PTX) makes it once per kernel; nothing here names either.
//
// Every value occupies consecutive slots of a thread's frame, one per scalar
// lane (vectors and structs are flattened), so that extracts, inserts and
// shuffles are moves. A PTX register is one slot, a PTX vector operand several.
// Constants are slots that the frame's initial image fills. Slot 0 is nobody's.
//
// Words follow PTX: signedness belongs to the type of an operation, not to its
// name; a predicate is a register of one bit, and any instruction can be
// guarded by one; accesses have a state space, an order and a scope. What only
// LLVM IR has (poison, and the promises that make it) are modifiers, which a
// decoder of PTX never sets; where the languages differ on the same operation,
// as in shifts beyond the width, a modifier chooses.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_INSTRUCTION_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_INSTRUCTION_H

#include "interp/Semantics/IntegerFunctions.h"
#include "llvm/ADT/BitmaskEnum.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>

namespace tilefuzz::semantics {
enum class BoundedFunction : uint8_t;
} // namespace tilefuzz::semantics

namespace tilefuzz::simt {

LLVM_ENABLE_BITMASK_ENUMS_IN_NAMESPACE();

/// One scalar lane of a register. For pointers `bits` is the offset, in bytes,
/// into `allocation`.
struct Lane {
  uint64_t bits = 0;
  uint32_t allocation = 0;
  bool poison = false;
  /// It is no pointer, and `bits` is one of several legal values; `allocation`
  /// is the number of their enclosure (Machine::enclosures).
  bool isInexact = false;
};

enum class Opcode : uint8_t {
#define SIMT_OPCODE(NAME) NAME,
#include "interp/Simt/Machine/Opcodes.def"
};
inline constexpr unsigned opcodeCount = 0
#define SIMT_OPCODE(NAME) +1
#include "interp/Simt/Machine/Opcodes.def"
    ;
llvm::StringRef nameOf(Opcode opcode);

/// How an operation reads a register. `Bits` is for operations that do not
/// distinguish signed from unsigned.
enum class TypeKind : uint8_t {
  Bits,
  Unsigned,
  Signed,
  F16,
  BF16,
  F32,
  F64,
  /// Formats of conversions alone. TF32 has the width of an f32, with nothing
  /// in the low bits; those of 6 bits have a byte.
  TF32,
  E4M3,
  E5M2,
  E2M3,
  E3M2,
  E2M1,
  UE8M0,
  Pointer
};
struct RegisterType {
  TypeKind kind = TypeKind::Bits;
  /// In bits, 1 to 64; 1 is a predicate.
  uint8_t width = 0;

  bool isFloat() const {
    return kind >= TypeKind::F16 && kind <= TypeKind::UE8M0;
  }
  bool isSigned() const { return kind == TypeKind::Signed; }
};

enum class SpecialRegister : uint8_t {
#define SIMT_SPECIAL(NAME, PTX, INTRINSIC) NAME,
#include "interp/Simt/Machine/SpecialRegisters.def"
};

/// The relations of two values for which a comparison is true: `setp.neu` is
/// Less | Greater | Unordered.
enum class Relations : uint8_t {
  None = 0,
  Less = 1,
  Equal = 2,
  Greater = 4,
  /// One of two floats is NaN.
  Unordered = 8,
  LLVM_MARK_AS_BITMASK_ENUM(Unordered)
};

enum class Modifier : uint32_t {
  None = 0,
  /// Promises of LLVM IR; a broken one makes the result poison.
  NoSignedWrap = 1 << 0,
  NoUnsignedWrap = 1 << 1,
  Exact = 1 << 2,
  Disjoint = 1 << 3,
  NonNegative = 1 << 4,
  SameSign = 1 << 5,
  /// `.ftz`: subnormal operands and results become zeros of their sign.
  FlushSubnormals = 1 << 6,
  /// `.sat` of integers: to the nearest value of the type. Of a conversion from
  /// a float: the same, and of NaN what the PTX ISA, 9.7.9.21, says. Of floats:
  /// to [0, 1].
  Saturate = 1 << 7,
  /// Minimum and maximum: NaN if an operand is; without it, if both are.
  PropagateNaN = 1 << 8,
  /// A shift's amount beyond the width counts as the width (PTX ISA, 9.7.8.8);
  /// without it the result is poison.
  ClampAmount = 1 << 9,
  /// The absolute value of the least value is poison.
  PoisonOnMinimum = 1 << 10,
  /// The first operand of Select has a lane for each lane of the others.
  LanewiseCondition = 1 << 11,
  /// A quotient that has no value is unspecified (PTX ISA, 9.7.1.8); without
  /// it, to ask for it is undefined behaviour.
  UnspecifiedQuotient = 1 << 12,
  /// `.relu`, of floats and of signed minima and maxima: what is negative
  /// becomes zero.
  ClampNegatives = 1 << 13,
  /// `.abs` and `.xorsign.abs` of minima and maxima.
  Magnitudes = 1 << 14,
  XorSign = 1 << 15,
  /// Of conversions between floats: `.satfinite`, nearest with ties away from
  /// zero (`.rna`), to an integer that stays a float (`.rni`).
  SaturateFinite = 1 << 16,
  TiesAway = 1 << 17,
  ToIntegral = 1 << 18,
  /// Of loads, `.nc`: what is read is written by nobody while the kernel runs.
  ReadOnly = 1 << 19,
  /// Zeros of zero are not counted: the result is poison.
  PoisonOnZero = 1 << 20,
  /// Of accesses of two lanes, `.b128`: they are one.
  WholeAccess = 1 << 21,
  LLVM_MARK_AS_BITMASK_ENUM(WholeAccess)
};

/// `SharedCluster` holds the shared memory of every CTA of the cluster, the
/// thread's own included.
enum class StateSpace : uint8_t {
  Generic,
  Global,
  Shared,
  Constant,
  Local,
  SharedCluster
};

/// PTX ISA, 8.3; `Weak` is also what LLVM calls not atomic and unordered.
enum class MemoryOrder : uint8_t {
  Weak,
  Relaxed,
  Acquire,
  Release,
  AcquireRelease,
  SequentiallyConsistent
};
inline bool isAtomic(MemoryOrder order) { return order != MemoryOrder::Weak; }
inline bool acquires(MemoryOrder order) {
  return order == MemoryOrder::Acquire || order >= MemoryOrder::AcquireRelease;
}
inline bool releases(MemoryOrder order) {
  return order >= MemoryOrder::Release;
}

enum class Scope : uint8_t { Cta, Cluster, Gpu, System };
inline bool isWithinCluster(Scope scope) { return scope <= Scope::Cluster; }

enum class AtomicOperation : uint8_t {
  Exchange,
  Add,
  Sub,
  And,
  Or,
  Xor,
  Min,
  Max,
  /// To the next number, or 0 from the operand on; to the one before, or the
  /// operand from 0 and above it (PTX ISA, atom.inc and atom.dec).
  Increment,
  Decrement,
  /// Operand `c` where the old value is `b`.
  CompareExchange
};

enum class WarpOperation : uint8_t {
#define SIMT_WARP_OPERATION(NAME) NAME,
#include "interp/Simt/Machine/WarpOperations.def"
};

enum class MbarrierOperation : uint8_t {
#define SIMT_MBARRIER_OPERATION(NAME, PTX, OPERANDS) NAME,
#include "interp/Simt/Machine/MbarrierOperations.def"
};

enum class TensorOperation : uint8_t {
#define SIMT_TENSOR_OPERATION(NAME, LLVM, ISALIGNED) NAME,
#include "interp/Simt/Machine/TensorOperations.def"
};
/// Of loads and stores.
enum class TensorShape : uint8_t {
#define SIMT_TENSOR_SHAPE(NAME, SPELLING, LANES, WORDS) NAME,
#include "interp/Simt/Machine/TensorOperations.def"
};
/// Of copies from shared memory.
enum class TensorCopy : uint8_t {
#define SIMT_TENSOR_COPY(NAME, LLVM, ROWS, WORDS) NAME,
#include "interp/Simt/Machine/TensorOperations.def"
};
/// What threads do at a barrier of their CTA: wait, go on, or wait for how many
/// of them, whether all, or whether any has a true operand.
enum class BarrierKind : uint8_t {
  Synchronise,
  Arrive,
  CountTrue,
  AllTrue,
  AnyTrue
};
bool isReduction(BarrierKind kind);

/// Of products.
enum class TensorKind : uint8_t {
#define SIMT_TENSOR_KIND(NAME) NAME,
#include "interp/Simt/Machine/TensorOperations.def"
};
/// What its operation reads of it.
struct TensorForm {
  TensorShape shape{};
  TensorCopy copy{};
  TensorKind kind{};
  /// A register has two halves of 16 bits, each from a column of its own.
  bool isPacked = false;
};
/// After `llvm.nvvm.tcgen05.`, as far as it names the operation.
llvm::StringRef intrinsicNameOf(TensorOperation operation);

/// What the fields mean beside `opcode`; `a`, `b`, `c` are operands 0 to 2.
/// Arithmetic and conversions between floats do the same to each of `packed`
/// values that one lane holds, the first in the lowest bits.
///
///   Exit                the thread ends
///   Unreachable         undefined behaviour
///   Jump                takes edges[0]
///   Branch              takes edges[0] if `a` is true, else edges[1]
///   Switch              takes the edge of the case (first, count) that equals
///                       `a`, else edges[0]
///   Barrier             `barrier` number `a` of the CTA, for `b` threads or,
///   if
///                       that is 0, for all; `c` is what is reduced
///   WarpBarrier         waits for the lanes of mask `a` that have not exited
///   ClusterArrive       at the barrier of the cluster, with the lanes of mask
///                       `a`; they are at this very instruction if `count` is 1
///   ClusterWait         the same, for the phase at which the thread arrived
///   WarpCollective      `warp`, with those lanes; they come to instructions of
///                       the same operation, type, modifiers and mask
///   Assume              undefined behaviour if `a` is false
///   Call                takes edges[0], to return to the next instruction
///   CallIndirect        takes the edge of the case (first, count) whose
///                       function `a` points to, as Call
///   Return              goes back to where the last call was; the objects that
///                       were made since are gone
///   SaveRegisters       puts aside the slots of Kernel::ranges (first, count),
///                       before a call that may come back to the function
///   RestoreRegisters    takes back what was put aside last, the slots of
///                       Kernel::ranges (first, count); forgets it if
///                       `immediate` is 1
///   DropObjects         forgets what was put aside last, and the objects that
///                       were made since are gone; their numbers are free
///   Refuse              ends the run: `Kernel::refusals[first]` is not known
///   Trap                ends the run: the host is told of an error; if `a` is
///                       given, of an assertion with the text at `a`, of line
///                       `c` of the file whose name is at `b`
///   Print               what the format at `a` says of the arguments at `b`;
///                       gives their number
///   Move                performs the copies (first, count), in order
///   Select              `a` ? `b` : `c`
///   Freeze              `a`, or 0 where it is poison
///   ReadSpecial         `special`
///   arithmetic, bits    operation of `type` on `a`, `b`, `c`
///   Apply               `function` of its operands, read as `type` (of the
///                       second operand's bytes: as `resultType`)
///   Approximate         `approximation` of `a` and, if it has two operands,
///                       `b`
///   Contract            `a` + `b`, or `a` - `b` if `count` is 1, or the fused
///                       multiply-add that it may become where `a` or `b` is a
///                       product: `c` and the operand behind it are where the
///                       factors of `a` and `b` are, and which kind of product
///                       they made, if that is `immediate`
///   Classify            one bit: whether `a`, a float of `type`, is in one of
///                       the classes `count` (llvm::FPClassTest)
///   Compare             one bit: whether one of `relations` holds; operands of
///                       `type`
///   conversions         from `type` to `resultType`; a value that the format
///                       has no sign for is unspecified
///   Address             `a` + `immediate` + the indices (first, count)
///   LocalObject         a new object of `immediate` bytes of this thread: a
///                       pointer to it or, in kernels with flat addresses, its
///                       address in the window of local memory; `a` bytes if
///                       that is not 0, so many times `immediate`
///   SealObject          what a LocalObject made, at whose beginning `a`
///   points,
///                       is a constant from here on
///   StackSave           how many objects this thread has
///   StackRestore        ends those that came after the StackSave of `a`
///   HeapAllocate        malloc: a new object of `a` bytes in global memory, as
///                       LocalObject; null where there is no room for it
///   HeapFree            free: ends the object at whose beginning `a` points
///   Load, Store, Atomic `bytes` per lane, at `a`; store and atomic take `b`;
///   an
///                       update of several lanes is one of each
///   Fence               `order` and `scope`
///   ConvertSpace        `a`, which is poison if its object is not in `space`
///   MapToRank           the pointer to the same place in the shared memory of
///                       the CTA of rank `b`
///   RankOfObject        of the CTA in whose shared memory the object of `a` is
///   IsInSpace           one bit: whether the object of `a` is in `space`
///   ResolveAddress      the pointer to what `a` + `immediate` is the address
///   of
///                       in `space` (FlatAddress.h)
///   PermuteBytes        byte i is the one of the eight of `b`:`a` that nibble
///   i
///                       of `c` says, or copies of its sign (PTX ISA, 9.7.8.7)
///   ExtractField        `c` bits of `a` from bit `b` on (PTX ISA, 9.7.8.2)
///   CopyBytes           `c` bytes from `b` to `a`, as if through a buffer
///                       between them; `immediate` instead of `c` if that is 0.
///                       Accesses `a` in `space` and `b` in `sourceSpace`;
///                       if `count` is 1, the two may not overlap unless they
///                       are the same
///   FillBytes           `c` bytes at `a` become `b`
///   Mbarrier            `mbarrier`, of the object at `a`; `b` as its row says;
///                       without `lanes` an arrival has no result
///   Tensor              `tensor`; `a` is the mask of a whole warp
///   AsyncCopy           `bytes` from `b` in `sourceSpace` to `a` in `space`,
///   of
///                       which `c`, if it is given, are read, and none if the
///                       predicate behind it is given and true; what is not
///                       read becomes zero
///   AsyncCommit         the thread's copies so far that are in no group are
///   one AsyncWait           until at most `immediate` groups are pending;
///   after an
///                       AsyncCommit if `count` is 1
///   AsyncArrive         at the mbarrier at `a` once the thread's copies so far
///                       are complete; with `count`, it expects that already
///   Bulk                as `Kernel::bulks[first]` says: `c` bytes from `b` in
///                       `sourceSpace` to `a` in `space`, which the mbarrier
///                       behind `c` counts, if there is one; an update is
///                       `atomic`, of elements of `type`; a wait leaves
///                       `immediate` groups pending. Of a tensor: a box of
///                       the one that the map at `b` describes, from or to
///                       shared memory at `a`; its `count` coordinates are from
///                       the last operand on. A field of a map at `a`, of the
///                       dimension `count`, becomes `b`. An answer in `a` and
///                       behind it is asked for dimension `count`
///   Matrix              as `Kernel::matrices[first]` says; `a` is the mask of
///                       a whole warp
///   MatrixProduct       of the fragments from `b`, `c` and the one behind it
///                       on, as `Kernel::products[first]` says; of a whole warp
///   MatrixAccess        at `b`, as `Kernel::fragments[first]` says; `c` is the
///                       stride, if there is one, behind it what is stored; of
///                       a whole warp
///   Warpgroup           as `Kernel::warpgroups[first]` says; `a` is the mask
///   of
///                       a whole warp
///   ProxyFence          between the generic and the asynchronous proxy (PTX
///                       ISA, 9.7.13.15, fence.proxy.async)
///   SharedAddress       the number that `a`, a pointer into shared memory, is
///                       in a descriptor (TensorLayout.h)
struct Instruction {
  Opcode opcode = Opcode::Refuse;
  RegisterType type, resultType;
  RoundingMode rounding = RoundingMode::NearestEven;
  Relations relations = Relations::None;
  SpecialRegister special = SpecialRegister::ThreadX;
  AtomicOperation atomic = AtomicOperation::Exchange;
  semantics::IntegerFunction function{};
  semantics::BoundedFunction approximation{};
  WarpOperation warp{};
  MbarrierOperation mbarrier{};
  TensorOperation tensor{};
  TensorForm tensorForm;
  MemoryOrder order = MemoryOrder::Weak;
  Scope scope = Scope::System;
  StateSpace space = StateSpace::Generic;
  StateSpace sourceSpace = StateSpace::Generic;
  /// Of one lane in memory.
  uint8_t bytes = 0;
  uint8_t packed = 1;
  bool guardIsNegated = false;
  BarrierKind barrier = BarrierKind::Synchronise;
  /// Of barriers: all lanes of a warp come to this very instruction.
  bool isAligned = true;
  Modifier modifiers = Modifier::None;
  /// Does nothing unless this predicate is true; 0: not guarded.
  uint32_t guard = 0;
  uint32_t result = 0, lanes = 1;
  std::array<uint32_t, 5> operands{};
  /// Into the kernel's table that the opcode reads.
  uint32_t first = 0, count = 0;
  std::array<uint32_t, 2> edges{};
  /// That an access needs, in bytes; a power of two.
  uint32_t alignment = 1, sourceAlignment = 1;
  int64_t immediate = 0;

  bool has(Modifier modifier) const {
    return (modifiers & modifier) != Modifier::None;
  }
};

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_INSTRUCTION_H
