//===- ValueCounter.h - Sees what the operations of a run consume -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_VALUES_VALUECOUNTER_H
#define TILEFUZZ_FUZZ_VALUES_VALUECOUNTER_H

#include "fuzz/Values/ValueTable.h"
#include "interp/Tile/Machine.h"
#include "llvm/ADT/DenseMap.h"

namespace tilefuzz {

/// For the runs of one program: an instruction's rows are looked up once.
class ValueCounter : public MachineObserver {
public:
  /// What was met goes to the table when this is gone: each class once, however
  /// often the program consumed it.
  explicit ValueCounter(ValueTable &table) : table(table) {}
  ~ValueCounter() override;

  Flow evaluate(Machine &machine, const Instruction &in) override;

private:
  /// What is looked for in the values of one instruction.
  struct Watch {
    struct Operand {
      unsigned number;
      mlir::Type element;
      ValueClassSet *met;
      /// Of the other ends of what is rounded; null: nothing is.
      const llvm::fltSemantics *roundsTo = nullptr;
      bool isAmount = false;
    };
    llvm::SmallVector<Operand, 3> operands;
    /// Of a loop.
    ValueClassSet *iterations = nullptr;
  };
  const Watch &watchOf(const Instruction &in);
  void look(const Machine &machine, const Instruction &in,
            const Watch::Operand &operand);
  void noteTies(const Machine &machine, const Instruction &in,
                const Watch &watch);

  ValueTable &table;
  std::map<ValueTable::Key, ValueClassSet> met;
  llvm::DenseMap<const Instruction *, std::unique_ptr<Watch>> watches;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_VALUES_VALUECOUNTER_H
