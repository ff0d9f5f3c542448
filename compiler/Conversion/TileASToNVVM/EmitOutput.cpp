//===- EmitOutput.cpp - What is printed, and assertions -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// One thread prints all of a tile, in row-major order, by the system call
// vprintf: a format, and a buffer in which each argument lies at the next
// multiple of its size (PTX interoperability guide, system calls). Only scalars
// of C are arguments, so that each element is extended to 64 bits.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/EmitElementwise.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;

/// CUDA C++ Programming Guide, formatted output: further arguments are lost.
static constexpr size_t maxArguments = 32;
/// Of a tile; behind them stands an ellipsis (docs/semantics.md).
static constexpr size_t maxElements = 64;

namespace {
/// A text that is being put together; printed when it is full or complete.
class Text {
public:
  explicit Text(Emitter &e) : e(e) {}

  void addLiteral(StringRef literal);
  /// `conversion` has its length, and fits the 64 bits of `argument`.
  void addValue(StringRef conversion, Value argument);
  /// Prints what there is.
  void print();

private:
  Emitter &e;
  std::string format;
  Registers arguments;
  /// Seeded: nothing follows.
  bool isCut = false;
};
} // namespace

void Text::addLiteral(StringRef literal) {
  for (char c : literal) {
    if (c == '%')
      format += '%';
    if (c)
      format += c;
    else
      // The format itself would end there.
      addValue("%c", e.constant(e.builder.getI64Type(), 0));
  }
}

void Text::addValue(StringRef conversion, Value argument) {
  if (arguments.size() == maxArguments) {
    print();
    isCut |= e.bugs.acts(SeededBug::PrintForgetsRest);
  }
  format += conversion;
  arguments.push_back(argument);
}

void Text::print() {
  if (format.empty() || isCut)
    return;
  OpBuilder &b = e.builder;
  Type pointer = LLVM::LLVMPointerType::get(b.getContext());
  Value buffer = e.argumentBuffer(maxArguments);
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    Value at = LLVM::GEPOp::create(b, e.loc, pointer, b.getI64Type(), buffer,
                                   LLVM::GEPArg(int32_t(i)));
    LLVM::StoreOp::create(b, e.loc, argument, at, /*alignment=*/8);
  }
  LLVM::CallOp::create(b, e.loc, e.getPrintFunction(),
                       ValueRange{e.makeText(format), buffer});
  format.clear();
  arguments.clear();
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

namespace {
/// What an expression of a print's format asks for.
struct Expression {
  StringRef text;
  /// Flags, width and precision.
  std::string flags;
  char letter = 0;
};
} // namespace

static Expression parseExpression(StringRef text) {
  Expression expression;
  expression.text = text;
  expression.letter = text.back();
  for (char c : text.drop_front().drop_back())
    if (StringRef("0123456789.+-# *").contains(c))
      expression.flags += c;
  // Long widths and those of the run are cut (docs/semantics.md).
  if (expression.flags.size() > 8 || StringRef(expression.flags).contains('*'))
    expression.flags.clear();
  return expression;
}

/// Whether the conversion says something about the element.
static bool suits(char letter, Type element) {
  StringRef fitting = isa<FloatType>(element)     ? "eEfFgGaA"
                      : isa<aa::PtrType>(element) ? "pxXu"
                                                  : "diuoxXc";
  return fitting.contains(letter);
}

/// The conversion of C of an element that has been extended to 64 bits.
static std::string getConversion(const Expression &expression, Type element) {
  if (expression.letter == 'c')
    return "%c";
  if (expression.letter == 'p')
    return "0x%llx";
  std::string conversion = "%" + expression.flags;
  if (!isa<FloatType>(element))
    conversion += "ll";
  return conversion + expression.letter;
}

/// An element as an argument of 64 bits.
static Value widen(Emitter &e, Type element, char letter, Value value) {
  Type i64 = e.builder.getI64Type(), f64 = e.builder.getF64Type();
  if (isa<aa::PtrType>(element))
    return LLVM::PtrToIntOp::create(e.builder, e.loc, i64, value);
  if (isa<FloatType>(element)) {
    value = readNarrow(e, element, value);
    if (value.getType() != f64)
      value = LLVM::FPExtOp::create(e.builder, e.loc, f64, value);
    return value;
  }
  if (value.getType() == i64)
    return value;
  bool isSigned = letter == 'd' || letter == 'i';
  if (isSigned)
    isSigned = e.bugs.pick(SeededBug::PrintZeroExtends, true, false);
  else
    isSigned = e.bugs.pick(SeededBug::PrintSignExtends, false, true);
  if (isSigned)
    return LLVM::SExtOp::create(e.builder, e.loc, i64, value);
  return LLVM::ZExtOp::create(e.builder, e.loc, i64, value);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// The first elements of a tile, in row-major order.
static FailureOr<Registers> gather(Emitter &e, Operation *op, Value tile) {
  FailureOr<ThreadLayout> layout = e.getLayout(op, tile.getType());
  auto types = e.lower(op, tile.getType());
  if (failed(layout) || failed(types))
    return failure();
  const Registers &source = e.get(tile);
  uint64_t count = layout->getNumElements();
  if (count == 1)
    return Registers{source.front()};
  Registers places;
  for (uint64_t i = 0; i < std::min<uint64_t>(count, maxElements); ++i)
    places.push_back(e.constant(e.builder.getI32Type(), i));
  return e.fetch(op, source, *layout, types->front(), places);
}

template <typename OpTy>
static LogicalResult emitPrint(Emitter &e, Operation *rawOp) {
  auto op = cast<OpTy>(rawOp);
  SmallVector<Value> tiles(op.getArgs());
  if (tiles.size() > 1 && tiles.front() != tiles.back() &&
      e.bugs.acts(SeededBug::PrintArgumentsSwapped))
    std::swap(tiles.front(), tiles.back());
  SmallVector<Registers> elements;
  for (Value tile : tiles) {
    FailureOr<Registers> gathered = gather(e, op, tile);
    if (failed(gathered))
      return failure();
    elements.push_back(std::move(*gathered));
  }
  // Seeded: every thread prints.
  Value isFirst;
  if (!e.bugs.acts(SeededBug::PrintByEveryThread))
    isFirst = LLVM::ICmpOp::create(e.builder, e.loc, LLVM::ICmpPredicate::eq,
                                   e.threadIndex(),
                                   e.constant(e.builder.getI32Type(), 0));
  e.guarded(isFirst, [&] {
    Text text(e);
    StringRef format = op.getFormat();
    size_t next = 0;
    while (!format.empty()) {
      size_t start = format.find('%');
      text.addLiteral(format.take_front(start));
      if (start == StringRef::npos)
        break;
      format = format.drop_front(start);
      size_t end = format.find_first_of("diuoxXeEfFgGaAcsSpn%", 1);
      StringRef written = format.take_front(end + 1);
      format = format.drop_front(written.size());
      if (written == "%%") {
        text.addLiteral("%");
        continue;
      }
      if (next == tiles.size())
        continue;
      const Registers &list = elements[next];
      Type tile = tiles[next++].getType();
      Type element = aa::getTileElementType(tile);
      Expression expression = parseExpression(written);
      // Output is undefined: the expression stands for itself.
      if (!suits(expression.letter, element)) {
        text.addLiteral(written);
        continue;
      }
      text.addLiteral(list.size() > 1 ? "[" : "");
      for (auto [i, value] : llvm::enumerate(list)) {
        text.addLiteral(i ? ", " : "");
        text.addValue(getConversion(expression, element),
                      widen(e, element, expression.letter, value));
      }
      int64_t total = 1;
      for (int64_t size : aa::getTileShape(tile))
        total *= size;
      if (total > int64_t(list.size()))
        text.addLiteral(", ...");
      text.addLiteral(list.size() > 1 ? "]" : "");
    }
    text.print();
  });
  // What is printed is ordered by the thread that prints; accesses before and
  // behind it are as they were.
  Value token = op.getToken();
  e.pending.set(op.getResultToken(), token ? e.pending.lookup(token) : 0);
  e.bind(op.getResultToken(), {});
  return success();
}

/// The owner of each element that is false says so; once all have, those
/// threads trap, which tells the host.
static LogicalResult emitAssert(Emitter &e, Operation *rawOp) {
  auto op = cast<aa::AssertOp>(rawOp);
  FailureOr<ThreadLayout> layout = e.getLayout(op, op.getCondition().getType());
  if (failed(layout))
    return failure();
  const Registers &condition = e.get(op.getCondition());
  Type i1 = e.builder.getI1Type(), i64 = e.builder.getI64Type();
  Value owner = e.isOwner(*layout), anyFailed;
  // Seeded: as if there were no other warps.
  if (layout->tid.size() > 5 &&
      llvm::any_of(ArrayRef(layout->tid).drop_front(5),
                   [](uint64_t bit) { return bit; }) &&
      e.bugs.acts(SeededBug::AssertOfFirstWarp))
    owner = e.conjunction(
        owner, LLVM::ICmpOp::create(e.builder, e.loc, LLVM::ICmpPredicate::ult,
                                    e.threadIndex(),
                                    e.constant(e.builder.getI32Type(), 32)));
  bool isNegated = e.bugs.acts(SeededBug::AssertNegated);
  for (unsigned r = 0; r < condition.size(); ++r) {
    if (!e.ownsRegister(*layout, r))
      continue;
    // Seeded: only the first is looked at.
    if (anyFailed && e.bugs.acts(SeededBug::AssertOfFirstElement))
      break;
    Value isFailed = condition[r];
    if (!isNegated)
      isFailed =
          LLVM::XOrOp::create(e.builder, e.loc, isFailed, e.constant(i1, 1));
    isFailed = e.conjunction(owner, isFailed);
    e.guarded(isFailed, [&] {
      Text text(e);
      text.addLiteral("assertion failed at element ");
      text.addValue("%lld", LLVM::ZExtOp::create(e.builder, e.loc, i64,
                                                 e.elementIndex(*layout, r)));
      text.addLiteral((": " + op.getMessage() + "\n").str());
      text.print();
    });
    anyFailed =
        anyFailed
            ? Value(LLVM::OrOp::create(e.builder, e.loc, anyFailed, isFailed))
            : isFailed;
  }
  e.barrier();
  Block *trap = e.addBlock(), *goOn = e.addBlock();
  LLVM::CondBrOp::create(e.builder, e.loc, anyFailed, trap, goOn);
  e.builder.setInsertionPointToEnd(trap);
  LLVM::Trap::create(e.builder, e.loc);
  LLVM::UnreachableOp::create(e.builder, e.loc);
  e.builder.setInsertionPointToEnd(goOn);
  return success();
}

static constexpr HandlerRow rows[] = {
    {"nv_tileaa.print", emitPrint<aa::PrintOp>},
    {"nv_tileaa.message", emitPrint<aa::MessageOp>},
    {"nv_tileaa.assert", emitAssert},
};
ArrayRef<HandlerRow> tilefuzz::getOutputHandlers() { return rows; }
