//===- PtxEmitter.h - Statements of PTX into instructions ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The state of a decoding: names in scope, constants, labels. What an
// instruction becomes is in tables: forms (PtxForms.h) for what has types and
// modifiers, families for what accesses memory, moves or jumps, and PtxRows.cpp
// for whole names.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_PTX_PTXEMITTER_H
#define TILEFUZZ_INTERP_SIMT_PTX_PTXEMITTER_H

#include "interp/Simt/Ptx/PtxDecoder.h"
#include "interp/Simt/Ptx/PtxModule.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <functional>
#include <map>
#include <optional>

namespace tilefuzz::simt {

/// What a name stands for that is no register.
struct PtxSymbol {
  enum class Kind { Parameter, Address };
  Kind kind = Kind::Address;
  /// Of a parameter: where it is, and of which type. Of an object that each
  /// call makes anew: where its address is.
  uint32_t slot = 0;
  bool hasSlot = false;
  RegisterType type;
  /// In its own state space.
  uint64_t address = 0;
  /// Of shared or local memory: the address is none of generic memory.
  bool isInWindow = false;
  /// Of a parameter of a function, or of a call: in local memory.
  bool isParameterObject = false;
  /// Of an object in local memory.
  uint64_t bytes = 0;
  /// Of an element of an array.
  uint64_t elementBytes = 1;
};

llvm::Error malformedPtx(const llvm::Twine &what, llvm::StringRef text);
const PtxTypeRow *findPtxType(llvm::StringRef name);
std::optional<RoundingMode> parsePtxRounding(llvm::StringRef text);
std::optional<StateSpace> parsePtxSpace(llvm::StringRef text);
std::optional<Scope> parsePtxScope(llvm::StringRef text);
std::optional<MemoryOrder> parsePtxOrder(llvm::StringRef text);
std::optional<Relations> parsePtxComparison(llvm::StringRef text,
                                            RegisterType type);

class PtxEmitter {
public:
  /// `origins` tells of each instruction of the kernel what it was made from.
  PtxEmitter(Kernel &kernel, std::vector<const PtxStatement *> &origins)
      : kernel(kernel), origins(origins), scopes(1) {}

  void declare(const PtxRegister &one);
  llvm::StringMap<PtxSymbol> symbols;
  /// What declarations of objects in memory declare; they become symbols where
  /// they stand.
  llvm::DenseMap<const PtxVariable *, PtxSymbol> objects;
  /// Decodes a call; not set: calls are refused.
  std::function<llvm::Expected<bool>(const PtxStatement &)> decodeCall;
  /// What `ret` is: Exit of a kernel, Return of a function.
  Opcode returning = Opcode::Exit;
  /// Where a function that allocates on its stack keeps what it began with.
  uint32_t stackSlot = 0;
  void emitReturn();
  /// The tag of the address of the kernel's first object (FlatAddress.h).
  uint32_t firstObject = 0;
  /// Registers hold nothing whenever control reaches their declaration: in
  /// inline assembly, and in inner blocks.
  bool isInline = false;

  llvm::Error statement(const PtxStatement &statement);
  /// After the last statement: every label that is a target must be there.
  llvm::Error finish();

  //===--------------------------------------------------------------------===//
  // For the families
  //===--------------------------------------------------------------------===//

  /// The modifiers after the first word of the name.
  using Parts = llvm::ArrayRef<llvm::StringRef>;
  /// False: the machine does not know this form.
  using Known = llvm::Expected<bool>;

  /// Appends an instruction under the statement's guard.
  Instruction &emit(Opcode opcode);
  Instruction &emit(Opcode opcode, RegisterType type, uint32_t result,
                    llvm::ArrayRef<uint32_t> operands);
  /// Appends a copy under the statement's guard.
  void append(const Instruction &op);
  void emitMove(uint32_t to, uint32_t from);
  /// At once: none of them changes the guard of another.
  void emitMoves(llvm::ArrayRef<std::pair<uint32_t, uint32_t>> toFrom);
  /// Converts an integer; nothing is appended where nothing changes.
  uint32_t emitResize(uint32_t from, RegisterType type, unsigned width);
  /// The slot of a pointer to an object in local memory.
  uint32_t localPointer(const PtxSymbol &object);
  /// The slot of the symbol's address in its state space.
  uint32_t addressSlot(const PtxSymbol &symbol);
  /// What follows is for threads of which the guard holds: the others go to
  /// where the edge that is given leads. None: the statement has no guard.
  std::optional<uint32_t> beginGuarded();
  void endGuarded(std::optional<uint32_t> edge);
  /// A branch or jump to the label.
  void emitJump(llvm::StringRef label);
  /// A branch to the one of the `.branchtargets` of that name that the register
  /// says; beyond them there is none.
  llvm::Error emitJumps(llvm::StringRef targets, uint32_t slot);
  /// So many new slots in a row.
  uint32_t newSlots(unsigned count = 1);
  /// Of a register: one of 128 bits has two, the lower half first.
  static unsigned slotsOf(unsigned width) { return width > 64 ? 2 : 1; }
  uint32_t newRegister(RegisterType type, llvm::StringRef name);
  uint32_t constant(uint64_t bits, bool isPoison = false);
  /// The carry flag of the function that is being decoded.
  uint32_t carrySlot();
  /// A call leaves nothing in it.
  void forgetCarry();
  const PtxRegister *find(llvm::StringRef name);

  /// The value of an operand of that type: a register, a constant, a special
  /// register or the address of a symbol.
  llvm::Expected<uint32_t> source(const PtxOperand &operand, RegisterType type);
  llvm::Expected<uint32_t> destination(const PtxOperand &operand,
                                       unsigned width);
  /// A register that may be wider than what is written to it.
  llvm::Expected<const PtxRegister *> wideRegister(const PtxOperand &operand,
                                                   unsigned width);
  /// A pointer to what an operand in brackets names in that space.
  llvm::Expected<uint32_t> pointer(const PtxOperand &operand, StateSpace space);
  llvm::Error expectOperands(const PtxStatement &statement, size_t count);

  /// Of a statement list that is decoded next: which registers keep the factors
  /// of what they hold (PtxContraction.cpp).
  void findProducts(llvm::ArrayRef<PtxStatement> body);
  /// Two factors, and which kind of product they have made; 0: none. Slot 0:
  /// the register never keeps them.
  static constexpr unsigned factorKind = 2, factorLanes = 3;
  uint32_t factorsOf(const PtxOperand &operand);
  void moveFactors(const PtxOperand &to, const PtxOperand &from);

  /// Ends the run when a thread comes here: `what` is not known.
  void refuse(const llvm::Twine &what);

  Kernel &kernel;

private:
  struct Range {
    llvm::StringRef prefix;
    unsigned count;
    RegisterType type;
  };
  struct Scope {
    llvm::StringMap<PtxRegister> registers;
    std::vector<Range> ranges;
  };

  llvm::Error variables(const PtxStatement &statement);
  /// The address of the variable, or of a part of it, in its space.
  llvm::Expected<uint32_t> addressOf(const PtxOperand &operand,
                                     const PtxSymbol &symbol, unsigned width);
  llvm::Error instruction(const PtxStatement &statement);
  /// Of what the statement wrote.
  void forgetFactors(const PtxStatement &statement);
  Known decode(const PtxStatement &statement);
  Known byForm(const PtxStatement &statement);
  Known byRow(const PtxStatement &statement);

  std::vector<const PtxStatement *> &origins;
  std::vector<Scope> scopes;
  std::map<uint64_t, uint32_t> constants;
  llvm::StringSet<> products;
  /// By the slot of their register.
  llvm::DenseMap<uint32_t, uint32_t> factorSlots;
  llvm::StringMap<uint32_t> labels;
  llvm::StringMap<llvm::ArrayRef<PtxOperand>> branchTargets;
  /// Edges to no target, and what has them.
  std::vector<std::pair<uint32_t, const PtxStatement *>> beyondTargets;
  /// Edges to labels.
  std::vector<std::pair<uint32_t, llvm::StringRef>> pending;
  /// Of the statement that is being decoded.
  const PtxStatement *current = nullptr;
  uint32_t guard = 0;
  bool guardIsNegated = false;
  /// 0: nothing uses it yet.
  uint32_t carry = 0;
};

/// One row per first word of an instruction's name.
struct PtxFamilyRow {
  llvm::StringLiteral name;
  PtxEmitter::Known (*decode)(PtxEmitter &, const PtxStatement &,
                              PtxEmitter::Parts);
};
llvm::ArrayRef<PtxFamilyRow> getPtxMemoryFamilies();
PtxEmitter::Known decodePtxMbarrier(PtxEmitter &e,
                                    const PtxStatement &statement,
                                    PtxEmitter::Parts parts);
/// PtxClusters.cpp: `mapa`, `getctarank`, `isspacep`.
PtxEmitter::Known decodePtxMap(PtxEmitter &e, const PtxStatement &statement,
                               PtxEmitter::Parts parts);
PtxEmitter::Known decodePtxCtaRank(PtxEmitter &e, const PtxStatement &statement,
                                   PtxEmitter::Parts parts);
PtxEmitter::Known decodePtxSpaceTest(PtxEmitter &e,
                                     const PtxStatement &statement,
                                     PtxEmitter::Parts parts);
llvm::ArrayRef<PtxFamilyRow> getPtxDataFamilies();
/// A call of `__assertfail`, which ends the launch.
PtxEmitter::Known decodePtxAssertion(PtxEmitter &e,
                                     const PtxStatement &statement,
                                     llvm::ArrayRef<PtxOperand> results,
                                     llvm::ArrayRef<PtxOperand> arguments);
/// Calls of `malloc` and `free`.
PtxEmitter::Known decodePtxAllocation(PtxEmitter &e,
                                      const PtxStatement &statement,
                                      llvm::ArrayRef<PtxOperand> results,
                                      llvm::ArrayRef<PtxOperand> arguments);
PtxEmitter::Known decodePtxFree(PtxEmitter &e, const PtxStatement &statement,
                                llvm::ArrayRef<PtxOperand> results,
                                llvm::ArrayRef<PtxOperand> arguments);
/// A call of `vprintf`.
PtxEmitter::Known decodePtxPrint(PtxEmitter &e, const PtxStatement &statement,
                                 llvm::ArrayRef<PtxOperand> results,
                                 llvm::ArrayRef<PtxOperand> arguments);

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_PTX_PTXEMITTER_H
