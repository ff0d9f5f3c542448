//===- TileAADraft.h - An nv_tileaa program under construction --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// As Draft, one level lower: values are tensors and scalars, operations those
// of nv_tileaa, arith, math and scf. Every value in scope is specified; which
// of them are not unique is known (Draft.h).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_TILEAA_TILEAADRAFT_H
#define TILEFUZZ_FUZZ_GENERATE_TILEAA_TILEAADRAFT_H

#include "compiler/TileAA/TileAAOps.h"
#include "fuzz/Generate/ByteSource.h"
#include "fuzz/Generate/Generate.h"
#include "fuzz/Generate/InexactValues.h"
#include "fuzz/Generate/SharedValues.h"
#include "interp/Program/ElementTypes.h"
#include "mlir/IR/Builders.h"

namespace tilefuzz {

/// Memory and what orders accesses to it.
struct TileAABuffer {
  ElementKind kind = ElementKind::I32;
  /// An entry argument, an allocation, or the address of a global.
  mlir::Value pointer;
  /// Elements of each block, one block's after the other's.
  unsigned perBlock = 0;
  /// All blocks have the same elements.
  bool shared = false;
  /// Each block has its own, and nobody else sees it.
  bool isStorage = false;
  bool readOnly = true;
  /// Elements behind the last block's part, for extra offsets.
  unsigned slack = 0;
  /// Token of the last store, and of the loads after it; null: none.
  mlir::Value lastStore;
  llvm::SmallVector<mlir::Value, 2> loads;
  /// Pointers to this block's elements, in a vector; null: none yet.
  mlir::Value pointers;

  /// There is no part per block to choose.
  bool hasOneBlock() const { return shared || isStorage; }
};

class TileAADraft : public InexactValues {
public:
  TileAADraft(mlir::MLIRContext &context, ByteSource &choices,
              const GenerateOptions &options);

  mlir::OpBuilder builder;
  mlir::Location loc;
  /// Elements of a vector; rows and columns of a matrix.
  unsigned width, rows, columns;
  /// Tile blocks over all axes.
  unsigned grid;
  Launch launch;
  llvm::SmallVector<TileAABuffer, 8> buffers;
  /// Groups of rows that this program uses.
  uint64_t swarm = 0;
  unsigned depth = 0;

  //===--------------------------------------------------------------------===//
  // Types
  //===--------------------------------------------------------------------===//

  mlir::Type elementOf(ElementKind kind) { return elements[unsigned(kind)]; }
  mlir::Type integer(unsigned width) { return builder.getIntegerType(width); }
  mlir::Type i1() { return elementOf(ElementKind::I1); }
  mlir::Type i32() { return elementOf(ElementKind::I32); }
  mlir::Type token() { return tokenType; }
  mlir::Type pointer(mlir::Type pointee) {
    return mlir::nv_tileaa::PtrType::get(pointee, 1);
  }
  mlir::Type tile(mlir::Type element, llvm::ArrayRef<int64_t> shape) {
    return mlir::nv_tileaa::getTileType(shape, element);
  }
  mlir::Type vector(mlir::Type element) { return tile(element, {width}); }
  mlir::Type matrix(mlir::Type element) {
    return tile(element, {rows, columns});
  }
  /// The same shape with other elements.
  mlir::Type like(mlir::Type type, mlir::Type element) {
    return tile(element, mlir::nv_tileaa::getTileShape(type));
  }
  /// i8 to i64; i1 only where asked for.
  mlir::Type chooseInteger();
  /// f16, bf16, f32, f64.
  mlir::Type chooseFloat();
  mlir::Type chooseNumber();
  llvm::SmallVector<int64_t, 3> chooseShape();
  mlir::Type chooseTile(mlir::Type element) {
    return tile(element, chooseShape());
  }
  /// Of rank 1 to 3.
  mlir::Type chooseTensor(mlir::Type element);

  //===--------------------------------------------------------------------===//
  // Operations
  //===--------------------------------------------------------------------===//

  /// `fill` sets the properties.
  template <typename OpTy, typename Fill>
  OpTy create(mlir::TypeRange results, mlir::ValueRange operands, Fill fill,
              unsigned regions = 0) {
    mlir::OperationState state(loc, nameOf<OpTy>());
    state.addTypes(results);
    state.addOperands(operands);
    fill(state.getOrAddProperties<typename OpTy::Properties>());
    for (unsigned i = 0; i < regions; ++i)
      state.addRegion();
    return mlir::cast<OpTy>(made(state));
  }
  /// Without properties; the result does not come into scope.
  template <typename OpTy>
  mlir::Value make(mlir::Type result, mlir::ValueRange operands) {
    mlir::OperationState state(loc, nameOf<OpTy>());
    state.addTypes(result);
    state.addOperands(operands);
    return made(state)->getResult(0);
  }
  template <typename OpTy>
  mlir::Value define(mlir::Type result, mlir::ValueRange operands) {
    return bring(make<OpTy>(result, operands));
  }
  mlir::Value bring(mlir::Value value) {
    values.push_back(value);
    return value;
  }
  /// Of several legal results, one: it comes into scope as such, or is stored
  /// and nothing else.
  void bringInexact(mlir::Value value);
  mlir::IntegerAttr i32Attr(int32_t value) {
    return builder.getI32IntegerAttr(value);
  }

  //===--------------------------------------------------------------------===//
  // Values
  //===--------------------------------------------------------------------===//

  /// A value of the type: one in scope, or a new one.
  mlir::Value value(mlir::Type type);
  /// One in scope, if any; the newer ones are likelier, and those that have no
  /// use yet; rarely the one that was given last.
  mlir::Value inScope(mlir::Type type);
  llvm::ArrayRef<mlir::Value> valuesInScope() const { return values; }
  /// Every element; a splat of a scalar, or a dense constant.
  mlir::Value constant(mlir::Type type, int64_t number);
  mlir::Value constant(mlir::Type type, double number);
  mlir::Value constant(mlir::TypedAttr value);
  mlir::DenseElementsAttr randomElements(mlir::Type type, bool isSplat);
  mlir::Attribute randomElement(mlir::Type element);
  mlir::Value randomConstant(mlir::Type type);
  /// Known to the compiler or not.
  mlir::Value number(mlir::Type element, int64_t value);
  mlir::Value parameter(mlir::Type element, llvm::StringRef literal);
  mlir::Value splat(mlir::Value scalar, llvm::ArrayRef<int64_t> shape);
  /// The same elements in another shape, not a scalar's.
  mlir::Value view(mlir::Value value, llvm::ArrayRef<int64_t> shape);
  mlir::Value select(mlir::Value condition, mlir::Value yes, mlir::Value no) {
    return define<mlir::arith::SelectOp>(yes.getType(), {condition, yes, no});
  }
  mlir::Value condition(mlir::Type type);
  /// The linear number of this block, an i32.
  mlir::Value blockNumber();

  //===--------------------------------------------------------------------===//
  // Regions
  //===--------------------------------------------------------------------===//

  /// Fills a region while it lives; its values go out of scope at the end.
  class Scope {
  public:
    Scope(TileAADraft &draft, mlir::Region &region,
          mlir::TypeRange arguments = {});
    ~Scope();
    mlir::Block &block;

  private:
    TileAADraft &draft;
    mlir::OpBuilder::InsertionGuard guard;
    size_t values, tokens, shared;
  };
  /// A few steps, and then a value.
  mlir::Value bodyValue(mlir::Type type);

  //===--------------------------------------------------------------------===//
  // Memory
  //===--------------------------------------------------------------------===//

  /// Any token orders more, never less.
  void bringToken(mlir::Value token) { tokens.push_back(token); }
  mlir::Value freshToken();
  /// One in scope, or a fresh one.
  mlir::Value anyToken() {
    return tokens.empty() ? freshToken() : tokens[choices.below(tokens.size())];
  }
  mlir::Value join(mlir::ValueRange tokens);
  unsigned addBuffer(ElementKind kind, unsigned perBlock, llvm::StringRef init,
                     bool readOnly, bool shared = false);
  unsigned addGlobal(ElementKind kind, unsigned perBlock, bool readOnly);
  unsigned addStorage(ElementKind kind, unsigned perBlock);
  /// The buffer of this kind that is only read; made if there is none.
  unsigned readOnlyBuffer(ElementKind kind);
  /// The token that an access needs: a load comes after the last store, a store
  /// also after the loads since. Null: none.
  mlir::Value tokenFor(const TileAABuffer &buffer, bool isStore);
  void accessed(unsigned buffer, bool isStore, mlir::Value token);
  /// Pointers to this block's elements, in a vector.
  mlir::Value addresses(unsigned buffer);
  /// A pointer to element `index` of this block's.
  mlir::Value address(unsigned buffer, mlir::Value index);
  /// An i32: the number of this block's first element.
  mlir::Value firstElement(unsigned perBlock);
  /// 0 to count - 1 in some order.
  mlir::Value lanes(unsigned count);
  /// Both together: the numbers of this block's elements.
  mlir::Value elementNumbers(unsigned count);
  /// Stores a value to a new buffer, so that it is compared. What is not unique
  /// is not loaded again.
  void observe(mlir::Value value);

  /// Ends the kernel.
  mlir::OwningOpRef<mlir::ModuleOp> finish();
  mlir::nv_tileaa::FuncOp kernel() { return function; }
  mlir::Operation *gpuModule() { return container; }

private:
  /// Found by the class, not by its spelling.
  template <typename OpTy> mlir::OperationName nameOf() {
    return *mlir::RegisteredOperationName::lookup(mlir::TypeID::get<OpTy>(),
                                                  builder.getContext());
  }
  mlir::Operation *made(const mlir::OperationState &state);
  llvm::SmallVector<mlir::Value, 64> values;
  llvm::SmallVector<mlir::Value, 16> tokens;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::Operation *container = nullptr;
  mlir::nv_tileaa::FuncOp function;
  std::array<mlir::Type, 16> elements;
  mlir::Type tokenType;
  SharedValues shared;
  mlir::Value lastGiven, block;
  llvm::SmallDenseMap<unsigned, mlir::Value, 4> firsts, ranges, indices;
  mlir::Value makeAddresses(const TileAABuffer &buffer);

  mlir::Value newValue(mlir::Type type);
  mlir::Value converted(mlir::Type type);
  mlir::Value loaded(mlir::Type type);
};

/// Generates `count` operations.
void makeTileAASteps(TileAADraft &draft, unsigned count);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_GENERATE_TILEAA_TILEAADRAFT_H
