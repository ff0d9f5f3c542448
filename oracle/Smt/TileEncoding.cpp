//===- TileEncoding.cpp - Tile programs as formulas -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/TileTypes/Unspecified.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "oracle/Smt/Encoder.h"
#include "llvm/ADT/StringMap.h"

using namespace tilefuzz;

static const llvm::StringMap<EncoderFn> &encoders() {
  static const llvm::StringMap<EncoderFn> map = [] {
    llvm::StringMap<EncoderFn> map;
    for (llvm::ArrayRef<EncoderRow> rows :
         {getScalarEncoders(), getArithEncoders(), getShapeEncoders(),
          getLaunchEncoders(), getProductEncoders(), getMemoryEncoders(),
          getAtomicEncoders(), getViewEncoders(), getRegionEncoders(),
          getLoopEncoders()})
      for (const EncoderRow &row : rows)
        map[row.operation] = row.encode;
    return map;
  }();
  return map;
}

std::vector<std::string> tilefuzz::encodedOperations() {
  std::vector<std::string> names;
  for (const auto &entry : encoders())
    names.push_back(entry.first().str());
  llvm::sort(names);
  return names;
}
bool tilefuzz::isUninterpreted(llvm::StringRef operationName) {
  return encoders().lookup(operationName) == encodeUninterpreted;
}
bool tilefuzz::hasEncoding(llvm::StringRef operationName) {
  return encoders().contains(operationName);
}

llvm::Error Encoder::encodeBlock(mlir::Block &block) {
  for (mlir::Operation &op : block) {
    EncoderFn encode = encoders().lookup(op.getName().getStringRef());
    if (!encode && options.allowOpaque && op.getNumRegions() == 0 &&
        !op.hasTrait<mlir::OpTrait::IsTerminator>())
      encode = encodeOpaque;
    if (!encode)
      return llvm::createStringError("'" + op.getName().getStringRef() +
                                     "' has no encoding");
    if (llvm::Error error = encodeWith(encode, &op))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error Encoder::encodeWith(EncoderFn encode, mlir::Operation *op) {
  if (encode == encodeOpaque)
    return encodeOpaque(*this, op);
  Term undefined = result.undefined, undecided = result.undecided;
  size_t sums = result.sums.size();
  llvm::Error error = checkFlags(op);
  if (!error)
    error = encode(*this, op);
  if (!error) {
    chooseResults(op);
    encodeFlags(*this, op);
    return llvm::Error::success();
  }
  // Of types or flags that the encoder does not cover. A sum is no function:
  // its order is open.
  if (!options.allowOpaque || result.sums.size() != sums ||
      op->getNumRegions() != 0 || op->hasTrait<mlir::OpTrait::IsTerminator>() ||
      op->getName().getDialectNamespace() == "tilefuzz")
    return error;
  llvm::consumeError(std::move(error));
  result.undefined = undefined;
  result.undecided = undecided;
  return encodeOpaque(*this, op);
}

Term Encoder::chooseSum(mlir::Operation *op, SymbolicSum sum, Term own) {
  result.hasChoices = true;
  if (options.choices)
    if (std::optional<Term> found = options.choices->findSum(sum, own)) {
      if (!(*found == own))
        result.chosen.insert("order of " + op->getName().getStringRef().str());
      return *found;
    }
  result.results.addSum(std::move(sum), own);
  return own;
}

/// Of an operation that is encoded: element by element.
void Encoder::chooseResults(mlir::Operation *op) {
  std::optional<AdditionClass> addition = additionClassOf(op);
  std::optional<FunctionClass> function =
      addition ? std::nullopt : functionClassOf(op);
  if (!addition && !function)
    return;
  bool isOpen =
      function && function->accuracy != FunctionClass::Accuracy::Rounded;
  result.hasChoices |= isOpen;
  SymbolicValue value = valueOf(op->getResult(0));
  for (auto [i, element] : llvm::enumerate(value.elements)) {
    llvm::SmallVector<Term, 2> operands;
    for (mlir::Value operand : op->getOperands())
      operands.push_back(valueOf(operand).elements[i].bits);
    if (addition) {
      SymbolicSum sum = {*addition, {{operands.back()}}};
      sum.summands.push_back(operands.size() == 3
                                 ? Summand{operands[0], operands[1]}
                                 : Summand{operands[0]});
      result.results.addSum(std::move(sum), element.bits);
      continue;
    }
    Term own = element.bits;
    if (isOpen && options.choices)
      if (auto found = options.choices->findFunction(*function, operands, own))
        element.bits = *found;
    if (!(element.bits == own))
      result.chosen.insert("bound of " + op->getName().getStringRef().str());
    result.results.addFunction(*function, operands, element.bits);
  }
  valueOf(op->getResult(0)) = std::move(value);
}

llvm::Expected<unsigned> Encoder::executionOf(mlir::Operation *op,
                                              unsigned &next) {
  if (options.numberByOrder)
    return next++;
  std::optional<unsigned> number = accessNumber(op);
  if (!number)
    return llvm::createStringError("'" + op->getName().getStringRef() +
                                   "' was made by the rewrite out of none of "
                                   "the source");
  return *number | executions[*number]++ << executionShift;
}
llvm::Expected<unsigned> Encoder::numberOf(mlir::Operation *op) {
  return executionOf(op, nextAccess);
}
llvm::Expected<unsigned> Encoder::sumNumberOf(mlir::Operation *op) {
  if (!options.numberByOrder) {
    llvm::Expected<unsigned> number = executionOf(op, nextSum);
    if (number)
      result.sums[*number] = op;
    return number;
  }
  std::string summands;
  llvm::raw_string_ostream os(summands);
  os << op->getName() << ' ' << op->getAttrDictionary() << ' '
     << op->getOperandTypes();
  for (mlir::Value operand : op->getOperands())
    for (const SymbolicElement &element : valueOf(operand).elements)
      os << ' ' << element.bits.ast;
  std::optional<unsigned> found;
  if (options.other)
    for (const auto &[known, sum] : options.other->summands)
      if (!found && sum == summands && !result.sums.count(known))
        found = known;
  while (!found) {
    if (!result.sums.count(nextSum))
      found = nextSum;
    ++nextSum;
  }
  unsigned number = *found;
  result.summands[number] = std::move(summands);
  result.sums[number] = op;
  return number;
}

SymbolicElement tilefuzz::mergeElements(SymbolicDomain &d, Term condition,
                                        const SymbolicElement &x,
                                        const SymbolicElement &y) {
  SymbolicElement merged = {d.ite(condition, x.bits, y.bits),
                            d.ite(condition, x.unspecified, y.unspecified)};
  // What is never unspecified is no poison.
  auto isAnyValue = [&](const SymbolicElement &element) {
    return d.isFalse(element.unspecified) ? d.truth(true)
           : element.isAnyValue.ast       ? element.isAnyValue
                                          : d.truth(false);
  };
  if (x.isAnyValue.ast || y.isAnyValue.ast)
    merged.isAnyValue = d.lor(d.land(condition, isAnyValue(x)),
                              d.land(d.lnot(condition), isAnyValue(y)));
  if (isAnyValue(x) == isAnyValue(y))
    merged.isAnyValue = isAnyValue(x);
  return merged;
}

bool tilefuzz::hasPoison(mlir::Block &block) {
  return llvm::any_of(block,
                      [](mlir::Operation &op) { return makesPoison(&op); });
}

llvm::Expected<TileEncoding> tilefuzz::encode(mlir::Block &block,
                                              SymbolicDomain &domain,
                                              const EncodingOptions &options) {
  TileEncoding result;
  result.undefined = result.undecided = result.beyond = domain.truth(false);
  result.given = domain.truth(true);
  result.memory = domain.initialMemory("memory");
  result.unspecifiedMemory = options.bufferSize
                                 ? domain.constantMemory(0)
                                 : domain.initialMemory("unspecified");
  result.poisonMemory = domain.constantMemory(0);
  result.hasPoison = hasPoison(block);
  Encoder encoder(domain, result, options);
  if (llvm::Error error = encoder.encodeBlock(block))
    return std::move(error);
  return result;
}

static constexpr llvm::StringLiteral accessPrefix = "access ";

void tilefuzz::numberAccesses(mlir::Operation *root) {
  // Others than accesses, which only uninterpreted functions need, are counted
  // apart.
  unsigned next = 0, nextOther = 1u << 15;
  root->walk([&](mlir::Operation *op) {
    llvm::StringRef name = op->getName().stripDialect();
    if (llvm::none_of(
            llvm::ArrayRef<llvm::StringRef>{"load", "store", "atomic",
                                            "queue.put", "queue.get", "dot",
                                            "mmaf"},
            [&](llvm::StringRef part) { return name.contains(part); })) {
      bool isSum = name == "reduce" || name == "scan";
      if (isSum || (!op->hasTrait<mlir::OpTrait::IsTerminator>() &&
                    op->getNumRegions() == 0 && !mlir::isMemoryEffectFree(op)))
        op->setLoc(mlir::NameLoc::get(mlir::StringAttr::get(
            op->getContext(), accessPrefix + llvm::Twine(nextOther++))));
      return;
    }
    op->setLoc(mlir::NameLoc::get(mlir::StringAttr::get(
        op->getContext(), accessPrefix + llvm::Twine(next++))));
  });
}

std::optional<unsigned> tilefuzz::accessNumber(mlir::Operation *op) {
  auto name = llvm::dyn_cast<mlir::NameLoc>(op->getLoc());
  unsigned number;
  llvm::StringRef text = name ? name.getName().getValue() : "";
  if (!text.consume_front(accessPrefix) || text.getAsInteger(10, number))
    return std::nullopt;
  return number;
}
