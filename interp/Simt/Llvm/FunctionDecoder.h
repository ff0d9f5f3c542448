//===- FunctionDecoder.h - LLVM instructions by table ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The tables say what each opcode and each intrinsic of LLVM becomes; a row
// names the member of the decoder that reads its operands.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_LLVM_FUNCTIONDECODER_H
#define TILEFUZZ_INTERP_SIMT_LLVM_FUNCTIONDECODER_H

#include "interp/Simt/Machine/Kernel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace tilefuzz::simt {

class FunctionDecoder;

/// What an opcode of LLVM becomes. `reading` is how integers are read.
struct OpcodeRow {
  unsigned llvmOpcode;
  llvm::Error (FunctionDecoder::*decode)(const llvm::Instruction &at,
                                         Instruction op);
  Opcode opcode = Opcode::Refuse;
  TypeKind reading = TypeKind::Bits;
};
/// What a call of an intrinsic becomes.
struct IntrinsicRow {
  llvm::Intrinsic::ID intrinsic;
  llvm::Error (FunctionDecoder::*decode)(const llvm::Instruction &at,
                                         Instruction op);
  Opcode opcode;
  TypeKind reading = TypeKind::Bits;
  Modifier modifiers = Modifier::None;
  RoundingMode rounding = RoundingMode::NearestEven;
  SpecialRegister special = SpecialRegister::ThreadX;
  semantics::BoundedFunction approximation{};
  /// What the NVPTX back end writes for it, and it means: PTX on the result,
  /// `$0`, and the arguments from `$1` on. `.TYPE` is the result's.
  llvm::StringLiteral ptx = "";
};
llvm::ArrayRef<OpcodeRow> getOpcodeRows();
llvm::ArrayRef<IntrinsicRow> getIntrinsicRows();

/// The lanes of a type; false if it has no such form.
bool flatten(llvm::Type *type, llvm::SmallVectorImpl<RegisterType> &lanes);

/// `file:line:col` or `function:%block:index`.
std::string locationOf(const llvm::Instruction &instruction);
std::string nameOf(const llvm::Instruction &instruction);

/// Nothing for an address space that the machine does not have.
std::optional<StateSpace> spaceOf(unsigned addressSpace);

using ObjectIds = llvm::DenseMap<const llvm::GlobalVariable *, uint32_t>;

/// A function that the kernel may call. Its values have places of their own in
/// the one frame; a call that may come back to the caller puts the caller's
/// aside.
struct CalledFunction {
  /// Among those that are called: what a pointer to it says.
  uint32_t number = 0;
  /// Its first instruction, once it is decoded.
  uint32_t start = 0;
  /// Of its parameters.
  std::vector<uint32_t> slots;
  /// The first of two Kernel::ranges: its parameters, and its other values.
  uint32_t firstRange = 0;
  /// What it may call, by name or through a pointer.
  llvm::SmallVector<const llvm::Function *, 4> callees;
};

/// What the functions of one kernel share.
struct DecodedModule {
  /// Variables to allocations.
  ObjectIds globals;
  /// The allocation of the first variable in shared memory.
  uint32_t firstShared = 0;
  llvm::MapVector<const llvm::Function *, CalledFunction> functions;
  /// Where a function leaves a result of the type for its caller.
  llvm::DenseMap<llvm::Type *, uint32_t> results;
  /// Edges into functions.
  std::vector<std::pair<uint32_t, const llvm::Function *>> callEdges;
  /// Of each instruction in the kernel's code.
  std::vector<const llvm::Instruction *> origins;
};

/// Decodes one function into `kernel`.
class FunctionDecoder {
public:
  FunctionDecoder(const llvm::Function &function, DecodedModule &module,
                  Kernel &kernel)
      : function(function), module(module), globals(module.globals),
        kernel(kernel), origins(module.origins),
        layout(function.getDataLayout()) {}

  /// The kernel itself, or a function that it calls.
  llvm::Error run(const CalledFunction *called = nullptr);

  // What rows name. Each appends what `at` becomes; `op` has the row's fields
  // and the result.
  llvm::Error ignore(const llvm::Instruction &at, Instruction op);
  llvm::Error plain(const llvm::Instruction &at, Instruction op);
  llvm::Error conversion(const llvm::Instruction &at, Instruction op);
  llvm::Error reinterpretation(const llvm::Instruction &at, Instruction op);
  llvm::Error spaceCast(const llvm::Instruction &at, Instruction op);
  llvm::Error pointerAsInteger(const llvm::Instruction &at, Instruction op);
  llvm::Error leave(const llvm::Instruction &at, Instruction op);
  llvm::Error branch(const llvm::Instruction &at, Instruction op);
  llvm::Error choice(const llvm::Instruction &at, Instruction op);
  llvm::Error comparison(const llvm::Instruction &at, Instruction op);
  llvm::Error selection(const llvm::Instruction &at, Instruction op);
  llvm::Error address(const llvm::Instruction &at, Instruction op);
  llvm::Error localObject(const llvm::Instruction &at, Instruction op);
  llvm::Error spaceQuery(const llvm::Instruction &at, Instruction op);
  llvm::Error load(const llvm::Instruction &at, Instruction op);
  llvm::Error store(const llvm::Instruction &at, Instruction op);
  llvm::Error atomic(const llvm::Instruction &at, Instruction op);
  llvm::Error fence(const llvm::Instruction &at, Instruction op);
  llvm::Error extractElement(const llvm::Instruction &at, Instruction op);
  llvm::Error insertElement(const llvm::Instruction &at, Instruction op);
  llvm::Error shuffle(const llvm::Instruction &at, Instruction op);
  llvm::Error extractValue(const llvm::Instruction &at, Instruction op);
  llvm::Error insertValue(const llvm::Instruction &at, Instruction op);
  llvm::Error call(const llvm::Instruction &at, Instruction op);
  llvm::Error classification(const llvm::Instruction &at, Instruction op);
  llvm::Error absolute(const llvm::Instruction &at, Instruction op);
  /// ctlz and cttz.
  llvm::Error countZeros(const llvm::Instruction &at, Instruction op);
  llvm::Error forwarded(const llvm::Instruction &at, Instruction op);
  /// By the PTX of the row.
  llvm::Error asPtx(const llvm::Instruction &at, Instruction op);
  llvm::Error copyBytes(const llvm::Instruction &at, Instruction op);
  llvm::Error fillBytes(const llvm::Instruction &at, Instruction op);
  llvm::Error mbarrier(const llvm::Instruction &at, Instruction op);
  llvm::Error tensor(const llvm::Instruction &at, Instruction op);
  llvm::Error matrix(const llvm::Instruction &at, Instruction op);
  llvm::Error ctaBarrier(const llvm::Instruction &at, Instruction op);
  llvm::Error clusterBarrier(const llvm::Instruction &at, Instruction op);
  llvm::Error asyncCopy(const llvm::Instruction &at, Instruction op);
  llvm::Error asyncWait(const llvm::Instruction &at, Instruction op);
  llvm::Error asyncArrive(const llvm::Instruction &at, Instruction op);
  llvm::Error pendingCount(const llvm::Instruction &at, Instruction op);
  llvm::Error matrixProduct(const llvm::CallInst &call, Instruction op,
                            MatrixProduct shape);
  llvm::Error matrixAccess(const llvm::CallInst &call, Instruction op,
                           MatrixAccess form, bool hasStride);
  llvm::Error tensorProduct(const llvm::CallInst &call, Instruction op);

private:
  /// Whether it is one of mbarriers, of tensor memory or of matrices that the
  /// machine has: their names are read, as there are so many.
  static bool isMbarrier(const llvm::Instruction &at);
  static bool isTensor(const llvm::Instruction &at);
  static bool isMatrix(const llvm::Instruction &at);
  /// So many slots in a row with the lanes of arguments from `argument` on.
  llvm::Expected<uint32_t> gather(const llvm::CallInst &call, unsigned argument,
                                  uint32_t count);
  /// Decodes the text of an assembly call by the table of PTX.
  llvm::Error inlineAssembly(const llvm::CallInst &at, const Instruction &op);
  llvm::Error functionCall(const llvm::CallInst &call, const Instruction &op);
  llvm::Expected<uint32_t> callEdge(const llvm::CallInst &call,
                                    const llvm::Function &callee);
  uint32_t resultSlot(llvm::Type *type);
  /// A copy of the object that a by-value parameter points to.
  llvm::Expected<uint32_t> copyOf(const llvm::Instruction &at, uint32_t slot,
                                  llvm::Type *type, llvm::Align alignment);
  llvm::Error unsupported(const llvm::Instruction &at, const llvm::Twine &what);
  llvm::Error decode(const llvm::Instruction &at);
  llvm::Error append(const llvm::Instruction &at, const Instruction &op);
  llvm::Error appendCopies(const llvm::Instruction &at, Instruction op,
                           llvm::ArrayRef<Copy> copies);
  uint32_t lanesOf(llvm::Type *type);
  RegisterType typeOf(llvm::Type *type, TypeKind reading = TypeKind::Bits);
  uint32_t slotOf(const llvm::Value *value);
  uint32_t slotOfOperand(const llvm::Instruction &at, unsigned i) {
    return slotOf(at.getOperand(i));
  }
  void fillConstant(const llvm::Constant *constant, uint32_t slot);
  bool fillSharedAddress(const llvm::Constant *constant, Lane &value);
  uint32_t edgeTo(const llvm::BasicBlock *from, const llvm::BasicBlock *to);
  uint32_t elementSlot(llvm::Type *aggregate, llvm::ArrayRef<unsigned> indices,
                       uint32_t &lanes);
  /// The fields of an access to a value of `type`.
  llvm::Error describeAccess(const llvm::Instruction &at, Instruction &op,
                             llvm::Type *type, llvm::Align alignment,
                             unsigned addressSpace);
  /// A bit cast whose lanes have another width than its operand's, `from`.
  llvm::Error throughMemory(const llvm::Instruction &at, const Instruction &op,
                            RegisterType from);
  /// A load or store of a struct or an array whose lanes begin at `slot`: an
  /// access to each scalar and vector of it, where the data layout says.
  llvm::Error aggregateAccess(const llvm::Instruction &at,
                              const Instruction &op, llvm::Type *type,
                              llvm::Align alignment, uint32_t pointer,
                              uint32_t slot);
  llvm::Error forgetPadding(const llvm::Instruction &at, const Instruction &op,
                            llvm::Type *type, uint32_t pointer);
  /// The slot of the pointer so many bytes further on.
  llvm::Expected<uint32_t> addressAt(const llvm::Instruction &at,
                                     uint32_t pointer, uint64_t offset);
  llvm::Error describeOrder(const llvm::Instruction &at, Instruction &op,
                            llvm::AtomicOrdering order,
                            llvm::SyncScope::ID scope);

  const llvm::Function &function;
  DecodedModule &module;
  const ObjectIds &globals;
  Kernel &kernel;
  std::vector<const llvm::Instruction *> &origins;
  const llvm::DataLayout &layout;
  llvm::DenseMap<const llvm::Value *, uint32_t> slots;
  llvm::DenseMap<const llvm::BasicBlock *, uint32_t> starts;
  std::vector<std::pair<uint32_t, const llvm::BasicBlock *>> edgeBlocks;
  /// Of the row that is being decoded.
  TypeKind reading = TypeKind::Bits;
  /// Set when a type or constant has no lane form.
  bool hasUnknownType = false;
};

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_LLVM_FUNCTIONDECODER_H
