//===- Draft.h - A program under construction -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Knows the values in scope, and the memory: which buffers exist, what part of
// them this block owns, and which tokens order the accesses to each. Every
// value in scope is specified. Those that are not unique, as the result of a
// function with an error bound, are known: only operations through which
// enclosures go take them (docs/semantics.md, Enclosures).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_CUDATILE_DRAFT_H
#define TILEFUZZ_FUZZ_GENERATE_CUDATILE_DRAFT_H

#include "compiler/CudaTile/CudaTileOps.h"
#include "fuzz/Generate/ByteSource.h"
#include "fuzz/Generate/Generate.h"
#include "fuzz/Generate/InexactValues.h"
#include "fuzz/Generate/SharedValues.h"
#include "interp/Program/ElementTypes.h"
#include "mlir/IR/Builders.h"

namespace tilefuzz {

/// The shapes of a program: a scalar, a vector of n, a matrix of a x b = n, and
/// a tile of rank 3 with n elements.
enum class DraftShape { Scalar, Vector, Matrix, Cube };

/// Memory and what orders accesses to it.
struct DraftBuffer {
  enum class Place { Argument, Global, Storage };
  Place place = Place::Argument;
  ElementKind kind = ElementKind::I32;
  /// An entry argument or an allocation; a global has its name.
  mlir::Value pointer;
  std::string name;
  /// Elements of each block, one block's after the other's.
  unsigned perBlock = 0;
  /// All blocks have the same elements.
  bool shared = false;
  bool readOnly = true;
  /// Its elements are at the ends of their range.
  bool special = false;
  /// Of which of them belong together, element by element (Draft::operands),
  /// and the number in there; 0: none.
  unsigned group = 0, inGroup = 0;
  /// What is stored there need not be unique.
  bool inexact = false;
  /// Another parameter, which points to element `innerStart`; null: none yet.
  mlir::Value inner;
  unsigned innerStart = 0;
  /// Token of the last store, and of the loads after it; null: none.
  mlir::Value lastStore;
  llvm::SmallVector<mlir::Value> loads;

  /// There is no part per block to choose.
  bool hasOneBlock() const { return shared || place == Place::Storage; }
};

/// The loop that the next operation stands in.
struct DraftLoop {
  /// Of an uncounted loop: counts its iterations, carried first.
  mlir::Value counter;
  /// Of a counted loop.
  mlir::Value induction;
  /// Numbers that its induction variable has or passes, and whether it is
  /// compared as an unsigned one.
  llvm::SmallVector<int64_t, 3> passed;
  bool isUnsigned = false;
  /// Whether any condition may end an iteration early.
  bool mayExit = true;
  llvm::SmallVector<mlir::Type> carried, results;
  /// Which of them need not be unique: a bit for each.
  uint32_t inexactCarried = 0, inexactResults = 0;
};

class Draft : public InexactValues {
public:
  using TileType = mlir::cuda_tile::TileType;
  using Attributes = llvm::ArrayRef<mlir::NamedAttribute>;

  /// `whole`: of the whole language; else what every level takes.
  /// `goesFurther`: with operations of all groups.
  Draft(mlir::MLIRContext &context, ByteSource &choices,
        const GenerateOptions &options, bool whole, bool goesFurther);

  const bool whole, goesFurther;
  /// Whether it has floats without arithmetic.
  bool hasStorageFloats;
  mlir::OpBuilder builder;
  /// Elements of a vector; rows and columns of a matrix.
  unsigned width, rows, columns;
  unsigned grid;
  Launch launch;
  llvm::SmallVector<DraftBuffer> buffers;

  //===--------------------------------------------------------------------===//
  // Types
  //===--------------------------------------------------------------------===//

  mlir::Type elementOf(ElementKind kind);
  mlir::Type integer(unsigned width) { return builder.getIntegerType(width); }
  llvm::SmallVector<int64_t> sizes(DraftShape shape) const;
  TileType tile(mlir::Type element, DraftShape shape);
  TileType tile(mlir::Type element, llvm::ArrayRef<int64_t> shape) {
    return TileType::get(shape, element);
  }
  TileType scalar(mlir::Type element) {
    return tile(element, llvm::ArrayRef<int64_t>());
  }
  TileType boolLike(TileType type) {
    return tile(builder.getI1Type(), type.getShape());
  }
  mlir::Type token();

  DraftShape chooseShape();
  mlir::Type chooseInteger();
  /// At least 8 bits.
  mlir::Type chooseWideInteger();
  /// f16, bf16, f32, f64.
  mlir::Type chooseFloat();
  /// Those without arithmetic.
  mlir::Type chooseStorageFloat();
  mlir::Type chooseNumber();
  /// As often as the options say.
  bool choosesFloat();
  /// An integer or float of any kind.
  mlir::Type chooseAnyNumber();
  /// Also i4, which has neither constants nor arithmetic.
  mlir::Type chooseAnyElement();
  TileType chooseTile(mlir::Type element);

  //===--------------------------------------------------------------------===//
  // Operations
  //===--------------------------------------------------------------------===//

  /// `name` is a literal.
  mlir::Operation *create(llvm::StringRef name, mlir::TypeRange results,
                          mlir::ValueRange operands, Attributes attributes = {},
                          unsigned regions = 0);
  /// With one result, which does not come into scope.
  mlir::Value make(llvm::StringRef name, mlir::Type result,
                   mlir::ValueRange operands, Attributes attributes = {});
  /// With one result, which comes into scope.
  mlir::Value define(llvm::StringRef name, mlir::Type result,
                     mlir::ValueRange operands, Attributes attributes = {});
  void bring(mlir::Value value) { values.push_back(value); }
  /// Of several legal results, one: it comes into scope as such, or is stored
  /// and nothing else.
  void bringInexact(mlir::Value value);
  /// See SharedValues.h.
  mlir::Value shared(SharedValues::Key key, unsigned anewOneIn,
                     llvm::function_ref<mlir::Value()> make) {
    return known.get(key, choices, anewOneIn, make);
  }
  /// `name` is a literal.
  mlir::NamedAttribute named(llvm::StringRef name, mlir::Attribute value);
  mlir::NamedAttribute signedness(bool isSigned);
  mlir::NamedAttribute chooseSignedness() {
    return signedness(choices.oneIn(2));
  }
  mlir::NamedAttribute rounding(mlir::cuda_tile::Rounding mode,
                                llvm::StringRef name = "rounding_mode");
  mlir::NamedAttribute segments(llvm::ArrayRef<int32_t> sizes) {
    return named("operandSegmentSizes", builder.getDenseI32ArrayAttr(sizes));
  }

  //===--------------------------------------------------------------------===//
  // Values
  //===--------------------------------------------------------------------===//

  /// A value of the type: one in scope, or a new one (see `newValue`).
  mlir::Value value(TileType type);
  mlir::Value scalarValue(mlir::Type element) { return value(scalar(element)); }
  /// One in scope, if any; the newer ones are likelier, and those that have no
  /// use yet; rarely the one that was given last.
  mlir::Value inScope(TileType type);
  llvm::ArrayRef<mlir::Value> valuesInScope() const { return values; }
  mlir::Value constant(TileType type, int64_t splat);
  mlir::Value constant(TileType type, double splat);
  mlir::Value constant(mlir::DenseElementsAttr elements);
  bool isAtEdge() { return choices.below(100) < options.edges; }
  /// Many values of this type at the ends of its range; of a scalar one.
  mlir::Value edges(TileType type);
  /// Two operands; sometimes both are at the ends of their range, or related.
  std::pair<mlir::Value, mlir::Value> pair(TileType type);
  /// Two or three; none: none are wanted, or there can be none.
  llvm::SmallVector<mlir::Value> relatedOperands(TileType type, unsigned count);
  /// The same as `pair`, of two or three.
  llvm::SmallVector<mlir::Value> operands(TileType type, unsigned count);
  mlir::DenseElementsAttr randomElements(TileType type, bool splat);
  mlir::Value randomConstant(TileType type);
  /// value & bits
  mlir::Value masked(mlir::Value value, int64_t bits);
  /// The same scalar in every element.
  mlir::Value splat(mlir::Value scalar, llvm::ArrayRef<int64_t> shape);
  mlir::Value reshape(mlir::Value value, llvm::ArrayRef<int64_t> shape);
  mlir::Value select(mlir::Value condition, mlir::Value yes, mlir::Value no);
  mlir::Value condition(TileType type);
  /// Block index, of an integer type of at least 8 bits.
  mlir::Value blockIndex(mlir::Type type);
  /// An entry parameter with this value at launch.
  mlir::Value parameter(mlir::Type element, llvm::StringRef literal);
  /// A scalar with this value, which the compiler may or may not know.
  mlir::Value number(mlir::Type element, int64_t value);
  /// Integers that differ, or floats made of them.
  mlir::Value counted(TileType type);

  //===--------------------------------------------------------------------===//
  // Regions
  //===--------------------------------------------------------------------===//

  /// Fills a region while it lives; its values go out of scope at the end.
  class Scope {
  public:
    /// With `loop`, the region is that loop's body.
    Scope(Draft &draft, mlir::Region &region, mlir::TypeRange arguments = {},
          const DraftLoop *loop = nullptr);
    ~Scope();
    mlir::Block &block;

  private:
    Draft &draft;
    mlir::OpBuilder::InsertionGuard guard;
    size_t values, tokens, shared;
    bool isLoop;
  };
  unsigned depth = 0;
  llvm::SmallVector<DraftLoop> loops;
  /// A few steps, and then a value.
  mlir::Value bodyValue(TileType type);
  void endWithContinue();
  void endWithBreak();
  /// `return` was generated.
  bool mayReturnEarly = true;

  //===--------------------------------------------------------------------===//
  // Memory
  //===--------------------------------------------------------------------===//

  /// Any token orders more, never less.
  void bringToken(mlir::Value token) { tokens.push_back(token); }
  mlir::Value anyToken() {
    return tokens.empty() ? mlir::Value()
                          : tokens[choices.below(tokens.size())];
  }
  /// A new buffer; returns its index.
  unsigned addBuffer(ElementKind kind, unsigned perBlock, llvm::StringRef init,
                     bool readOnly, bool shared = false);
  unsigned addGlobal(ElementKind kind, unsigned perBlock, bool readOnly);
  unsigned addStorage(ElementKind kind, unsigned perBlock);
  /// The buffer of this kind that is only read; made if there is none.
  unsigned readOnlyBuffer(ElementKind kind);
  /// One of the few of this kind whose elements are at the ends of their range.
  unsigned specialBuffer(ElementKind kind);
  /// Three of this kind whose elements bring something out together
  /// (RelatedOperands.h); the first one.
  unsigned relatedBuffers(ElementKind kind);
  /// The token that an access needs: a load comes after the last store, a store
  /// also after the loads since. Null: none.
  mlir::Value tokenFor(DraftBuffer &buffer, bool isStore);
  void accessed(DraftBuffer &buffer, bool isStore, mlir::Value token);
  mlir::Value pointerTo(const DraftBuffer &buffer);
  /// Of an argument: its `inner` pointer; null if there are too many.
  mlir::Value pointerInto(unsigned buffer);
  /// Pointers to this block's elements, `buffer.perBlock` of them; of this
  /// shape, or of a chosen one.
  mlir::Value
  addresses(unsigned buffer,
            std::optional<llvm::ArrayRef<int64_t>> shape = std::nullopt);
  /// Stores a value to a new buffer, so that it is compared. Only outside of
  /// loops.
  void observe(mlir::Value value);

  /// Ends the entry. What `launch` says then is complete.
  mlir::OwningOpRef<mlir::ModuleOp> finish();
  mlir::cuda_tile::ModuleOp cudaModule() { return tileModule; }
  mlir::cuda_tile::EntryOp entry() { return entryOp; }

  /// Groups of rows that this program uses.
  uint64_t swarm = 0;

private:
  llvm::SmallVector<mlir::Value> values, tokens;
  /// The type of tiles of floats that are asked for; null: any.
  TileType favoured;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::cuda_tile::ModuleOp tileModule;
  mlir::cuda_tile::EntryOp entryOp;
  void turnGrid();
  void addDecorations();
  mlir::cuda_tile::OptimizationHintsAttr hints(llvm::StringRef arch,
                                               mlir::NamedAttribute hint);
  /// That a hint asks for; 0: none.
  unsigned warps = 0;
  /// Converted or reshaped from what is in scope, loaded, or a constant.
  mlir::Value newValue(TileType type);
  mlir::Value converted(TileType type);
  /// From the buffer of its kind that is only read; null if sizes differ.
  mlir::Value loaded(TileType type);
  /// This block's elements, in a vector.
  mlir::Value addressVector(unsigned buffer);
  /// Of this block's `count` elements: the number of the first, 0 to count - 1
  /// in some order, and their sum.
  mlir::Value firstElement(int64_t count);
  mlir::Value lanesOf(int64_t count);
  mlir::Value indicesOf(int64_t count);
  mlir::Value lastGiven;
  // What the context would look up by its text or contents.
  llvm::SmallDenseMap<llvm::StringRef, mlir::OperationName, 64> names;
  llvm::SmallDenseMap<llvm::StringRef, mlir::StringAttr, 32> attributeNames;
  llvm::SmallDenseMap<mlir::Type, std::array<TileType, 4>, 16> tileTypes;
  SharedValues known;
};

/// Generates `count` operations; see CudaTileGenerate.cpp.
void makeSteps(Draft &draft, unsigned count);
/// The same, of operations that take values that are not unique.
void makeStepsOfInexact(Draft &draft, unsigned count);

bool isF4(mlir::Type element);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_GENERATE_CUDATILE_DRAFT_H
