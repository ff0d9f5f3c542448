//===- LlvmDraft.h - A module that is being written -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_LLVM_LLVMDRAFT_H
#define TILEFUZZ_FUZZ_GENERATE_LLVM_LLVMDRAFT_H

#include "compiler/Support/Random/Random.h"
#include "fuzz/Generate/Llvm/LlvmModules.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/NoFolder.h"

namespace tilefuzz::llvmdraft {

using Builder = llvm::IRBuilder<llvm::NoFolder>;

/// i32 elements: of a thread in the output, the input, and each other object.
inline constexpr unsigned outElements = 16, inElements = 32, objectElements = 8;
/// That a pointer parameter of a helper has, at least.
inline constexpr unsigned parameterElements = 4;
inline constexpr unsigned maxThreads = 4, maxCtas = 2;

class Choices {
public:
  explicit Choices(uint64_t state) : state(state) {}
  /// Below `limit`, which is not 0.
  unsigned below(unsigned limit) { return (nextRandom(state) >> 32) % limit; }
  bool oneIn(unsigned n) { return below(n) == 0; }
  template <typename T> const T &of(const std::vector<T> &values) {
    return values[below(values.size())];
  }

private:
  uint64_t state;
};

/// A pointer that may be used here.
struct Pointer {
  llvm::Value *value = nullptr;
  /// i32 elements that it has, all initialised.
  unsigned elements = 0;
  bool isWritable = false;
  /// Of the object, whatever the type says; 0 where it depends.
  unsigned space = 0;
  /// Of which object: different numbers are different objects; 0: any.
  unsigned object = 0;
  /// In bytes.
  unsigned alignment = 4;

  unsigned typeSpace() const {
    return value->getType()->getPointerAddressSpace();
  }
};

enum class ParameterKind { Integer, Read, Write, ByValue };
struct Helper {
  llvm::Function *function = nullptr;
  std::vector<ParameterKind> parameters;
};

/// What the functions of a module share.
struct ModuleDraft {
  ModuleDraft(llvm::Module &module, Choices &choices)
      : module(module), choices(choices) {}

  llvm::Module &module;
  Choices &choices;
  unsigned steps = 0;
  std::vector<Helper> helpers;
  /// Of type i32 (i32, i32); they call nothing, and pointers to them are taken.
  std::vector<llvm::Function *> leaves;
  /// Of wide modules: of any types, without pointers.
  std::vector<llvm::Function *> converters;
  bool isWide = false;
  llvm::GlobalVariable *shared = nullptr, *constant = nullptr,
                       *readOnly = nullptr;
  /// Of wide modules: two i32 in shared memory for each thread.
  llvm::GlobalVariable *mail = nullptr;
  llvm::StructType *record = nullptr;
  std::map<std::string, MetricTally> tallies;
  unsigned nextObject = 1;
};

/// Writes the body of one function.
class BodyWriter {
public:
  BodyWriter(ModuleDraft &draft, llvm::Function &function);

  /// Values that statements may use.
  std::vector<llvm::Value *> integers;
  std::vector<Pointer> pointers;

  void addGlobals();
  void writeStatements(unsigned count, unsigned depth);
  /// Mixes what was computed into one value.
  llvm::Value *summary();
  /// Only where all threads are.
  void writeBarrier();
  Pointer makeLocal();
  Builder builder;

  // Statements; false: nothing fits here.
  bool arithmetic(unsigned depth);
  bool load(unsigned depth);
  bool store(unsigned depth);
  bool address(unsigned depth);
  bool castSpace(unsigned depth);
  bool selectPointer(unsigned depth);
  bool branch(unsigned depth);
  bool loop(unsigned depth);
  bool callHelper(unsigned depth);
  bool callPointer(unsigned depth);
  bool fill(unsigned depth);
  bool copyConstant(unsigned depth);
  bool copy(unsigned depth);
  bool local(unsigned depth);
  bool placeholder(unsigned depth);
  llvm::Value *expected(llvm::Value *value, llvm::Value *likely);
  bool update(unsigned depth);
  bool assembly(unsigned depth);
  bool cluster(unsigned depth);

  // Of wide modules.
  bool wideInteger(unsigned depth);
  bool wideFloat(unsigned depth);
  bool wideVector(unsigned depth);
  bool wideMemory(unsigned depth);
  bool wideSwitch(unsigned depth);
  bool wideCall(unsigned depth);
  bool wideAtomic(unsigned depth);
  bool wideFence(unsigned depth);
  /// Only where all threads are.
  void rotate(llvm::Value *thread);
  void exchange(llvm::Value *thread);
  /// One without pointers; structs and arrays nest so deep.
  llvm::Type *anyType(unsigned depth);
  /// An i32 that depends on all of the value.
  llvm::Value *toBits(llvm::Value *value);
  /// A value that depends on the i32, and is no NaN.
  llvm::Value *fromBits(llvm::Value *bits, llvm::Type *type);

  void count(llvm::StringRef metric, uint64_t by = 1) {
    draft.tallies[function.getName().str()][metric.str()] += by;
  }

private:
  llvm::Value *integer() { return draft.choices.of(integers); }
  llvm::Value *condition();
  llvm::ConstantInt *number(uint32_t value) { return builder.getInt32(value); }
  /// One with so many elements; null if there is none.
  const Pointer *pointer(unsigned elements, bool mustWrite,
                         llvm::function_ref<bool(const Pointer &)> fits = {});
  llvm::Value *loadFrom(const Pointer &from, unsigned element);
  void storeTo(const Pointer &to, unsigned element, llvm::Value *value);
  /// Address of an element, in one of several forms.
  llvm::Value *elementAddress(const Pointer &of, unsigned element);
  Pointer asGeneric(const Pointer &of);
  bool asParameter(ParameterKind kind, llvm::Type *type, llvm::Value *&value);
  llvm::Type *integerType();
  llvm::Type *floatType();
  llvm::Type *elementType(unsigned depth);
  llvm::Constant *floatConstant(llvm::Type *type);
  llvm::Value *integerTree(llvm::Type *type, unsigned depth);
  llvm::Value *floatTree(llvm::Type *type, unsigned depth);
  llvm::Value *convertFloat(llvm::Value *value, llvm::Type *type);
  llvm::SyncScope::ID scope();
  void countFlat(const llvm::Value *pointer);
  /// Bytes of an object, at most so many, anywhere in it, and an alignment that
  /// they have; it may promise less.
  struct Bytes {
    llvm::Value *place;
    llvm::Align alignment;
    unsigned size;
  };
  Bytes chooseBytes(llvm::Value *object, unsigned objectBytes,
                    unsigned alignment, unsigned most);
  /// As many elsewhere.
  Bytes placeOf(llvm::Value *object, unsigned objectBytes, unsigned alignment,
                unsigned size);
  Pointer newLocal();
  llvm::Type *i32() { return builder.getInt32Ty(); }

  ModuleDraft &draft;
  llvm::Function &function;
};

/// Adds a function from any types to any type.
void addConverter(ModuleDraft &draft, unsigned index);

} // namespace tilefuzz::llvmdraft

#endif // TILEFUZZ_FUZZ_GENERATE_LLVM_LLVMDRAFT_H
