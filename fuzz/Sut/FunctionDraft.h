//===- FunctionDraft.h - A function under construction ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SUT_FUNCTIONDRAFT_H
#define TILEFUZZ_FUZZ_SUT_FUNCTIONDRAFT_H

#include "fuzz/Generate/ByteSource.h"
#include "fuzz/Sut/FunctionGenerator.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace tilefuzz {

/// A value of the element type that tends to meet a rule's edge.
llvm::APInt specialBits(ByteSource &choices, mlir::Type element);

class FunctionDraft {
public:
  FunctionDraft(mlir::OpBuilder builder, ByteSource &choices,
                const FunctionGeneratorOptions &options)
      : builder(builder), choices(choices), options(options) {}

  /// The type of the function's shape with this element.
  mlir::Type shaped(mlir::Type element) const {
    if (shape.empty() && !isTensor)
      return element;
    if (isTensor)
      return mlir::RankedTensorType::get(shape, element);
    return mlir::VectorType::get(shape, element);
  }
  static mlir::Type elementOf(mlir::Type type) {
    auto shaped = llvm::dyn_cast<mlir::ShapedType>(type);
    return shaped ? shaped.getElementType() : type;
  }
  /// The same shape with another element.
  static mlir::Type withElement(mlir::Type type, mlir::Type element) {
    auto shaped = llvm::dyn_cast<mlir::ShapedType>(type);
    return shaped ? mlir::Type(shaped.clone(element)) : element;
  }

  mlir::Value constant(mlir::Type type);
  mlir::Value splat(mlir::Type type, const llvm::APInt &bits);
  mlir::Value index(int64_t value);
  /// A value in scope of that type, or a constant.
  mlir::Value pick(mlir::Type type);
  /// The same, but a value of the scope where there is one.
  mlir::Value pickVariable(mlir::Type type);
  /// A value in scope that the predicate takes; null if there is none.
  mlir::Value pickWhere(llvm::function_ref<bool(mlir::Type)> wanted);

  mlir::Operation *make(llvm::StringRef name, mlir::ValueRange operands,
                        mlir::TypeRange results,
                        llvm::ArrayRef<mlir::NamedAttribute> attributes = {});
  /// Makes the operation and brings its results into scope.
  mlir::Value add(llvm::StringRef name, mlir::ValueRange operands,
                  mlir::Type result,
                  llvm::ArrayRef<mlir::NamedAttribute> attributes = {});
  void bring(mlir::Value value) { scope.push_back(value); }
  bool allows(llvm::StringRef name) const { return !isExcluded(options, name); }

  mlir::Type integer() { return choices.pick<mlir::Type>(integers); }
  mlir::Type real() { return choices.pick<mlir::Type>(reals); }
  mlir::Type anyElement() { return choices.oneIn(2) ? real() : integer(); }
  mlir::Type i1() { return builder.getI1Type(); }

  mlir::OpBuilder builder;
  ByteSource &choices;
  const FunctionGeneratorOptions &options;
  llvm::SmallVector<int64_t> shape;
  bool isTensor = false;
  llvm::SmallVector<mlir::Type> integers, reals;
  std::vector<mlir::Value> scope;
  /// Groups of operations that this function uses, by bit.
  unsigned groups = ~0u;
  unsigned depth = 0;
  int budget = 0;
};

/// A region that is being filled: takes back what it brought.
class DraftScope {
public:
  explicit DraftScope(FunctionDraft &d)
      : d(d), guard(d.builder), visible(d.scope.size()) {
    ++d.depth;
  }
  ~DraftScope() {
    d.scope.resize(visible);
    --d.depth;
  }

private:
  FunctionDraft &d;
  mlir::OpBuilder::InsertionGuard guard;
  size_t visible;
};

/// One row per group: makes something, or nothing where the scope lacks what it
/// needs. `uses` are operations without which it cannot be used.
struct GroupRow {
  void (*make)(FunctionDraft &);
  llvm::StringLiteral uses;
};
llvm::ArrayRef<GroupRow> scalarGroups();
llvm::ArrayRef<GroupRow> structureGroups();
/// The groups that may be used (FunctionDraft::groups).
unsigned allowedGroups(const FunctionGeneratorOptions &options);
/// Anything of the function's groups.
void makeSomething(FunctionDraft &draft);
/// Arrays, loops over them, and what the function gives (LoopFunctions.cpp).
llvm::SmallVector<mlir::Value> makeLoops(FunctionDraft &draft);
/// Structured operations over what tensors are in scope.
void makeTensors(FunctionDraft &draft);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_FUNCTIONDRAFT_H
