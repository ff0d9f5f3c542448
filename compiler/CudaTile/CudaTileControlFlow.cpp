//===- CudaTileControlFlow.cpp - Entries, branches and loops ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 1, 3.6 and part 2, 7.1 to 7.6; labels (EN1, IF3, ...) are theirs.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileDebugInfo.h"
#include "compiler/CudaTile/CudaTileHints.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/CudaTile/CudaTileSyntax.h"
#include "compiler/CudaTile/ModuleVersion.h"
#include "compiler/CudaTile/PrinterBugs.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::cuda_tile;

/// Adds a terminator without operands where the text omits it (part 2,
/// 7.1).
template <typename TerminatorT>
static void ensureTerminatorOf(Region &region, Builder &builder, Location loc) {
  if (region.empty())
    region.emplaceBlock();
  Block &block = region.back();
  if (!block.empty() && block.back().hasTrait<OpTrait::IsTerminator>())
    return;
  // The region has no parent operation yet, so the context comes from outside.
  OpBuilder terminator(builder.getContext());
  terminator.setInsertionPointToEnd(&block);
  TerminatorT::create(terminator, loc);
}

/// Prints a region; its terminator is left out only where it is the one that
/// the parser adds: that of the region's parent (part 2, 7.1), with nothing on
/// it.
template <typename TerminatorT>
static void printRegionOf(OpAsmPrinter &printer, Region &region) {
  Operation &last = region.front().back();
  bool isBare = last.getNumOperands() == 0 && last.getAttrs().empty();
  bool isImplied = isBare && isa<TerminatorT>(last);
  if (isBare && !isImplied && isa<ContinueOp>(last))
    isImplied =
        PrinterBugs::get(&last).acts(tilefuzz::SeededBug::PrinterDropsContinue);
  printer.printRegion(region, /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/!isImplied);
}

/// FO3, IF2: views may not leave a region.
static LogicalResult verifyNoViews(Operation *op, TypeRange types) {
  for (Type type : types)
    if (isa<TensorViewType, TileViewInterface>(type))
      return op->emitOpError("results and carried values must not be views, "
                             "got ")
             << type;
  return success();
}

//===----------------------------------------------------------------------===//
// entry
//===----------------------------------------------------------------------===//

ParseResult EntryOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  StringAttr name;
  SmallVector<OpAsmParser::Argument> arguments;
  auto parseArgument = [&]() -> ParseResult {
    OpAsmParser::Argument &argument = arguments.emplace_back();
    NamedAttrList attrs;
    if (parser.parseArgument(argument, /*allowType=*/false,
                             /*allowAttrs=*/false) ||
        parser.parseColon() || parseTileIRType(parser, argument.type) ||
        parser.parseOptionalAttrDict(attrs) ||
        parser.parseOptionalLocationSpecifier(argument.sourceLoc))
      return failure();
    argument.attrs = attrs.getDictionary(builder.getContext());
    return success();
  };
  // Result attributes are dropped: the verifier rejects any result.
  SmallVector<Type> outputs;
  auto parseResult = [&]() -> ParseResult {
    NamedAttrList dropped;
    return failure(parseTileIRType(parser, outputs.emplace_back()) ||
                   parser.parseOptionalAttrDict(dropped));
  };
  if (parser.parseSymbolName(name, "sym_name", result.attributes) ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren,
                                     parseArgument))
    return failure();
  if (succeeded(parser.parseOptionalArrow())) {
    if (succeeded(parser.parseOptionalLParen())) {
      if (failed(parser.parseOptionalRParen()) &&
          (parser.parseCommaSeparatedList(parseResult) || parser.parseRParen()))
        return failure();
    } else if (parseTileIRType(parser, outputs.emplace_back())) {
      return failure();
    }
  }
  if (parseOptionalHints(parser, result))
    return failure();
  SmallVector<Type> inputs;
  SmallVector<Attribute> argAttrs;
  bool anyAttrs = false;
  for (const OpAsmParser::Argument &argument : arguments) {
    inputs.push_back(argument.type);
    argAttrs.push_back(argument.attrs);
    anyAttrs |= !argument.attrs.empty();
  }
  result.addAttribute("function_type",
                      TypeAttr::get(builder.getFunctionType(inputs, outputs)));
  if (anyAttrs)
    result.addAttribute("arg_attrs", builder.getArrayAttr(argAttrs));
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, arguments) ||
      parser.parseOptionalAttrDict(result.attributes))
    return failure();
  ensureTerminatorOf<ReturnOp>(*body, builder, result.location);
  return success();
}

void EntryOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymName());
  printer << '(';
  llvm::interleaveComma(getArguments(), printer, [&](BlockArgument argument) {
    printer << argument << ": ";
    printTileIRType(printer, argument.getType());
    DictionaryAttr attrs = getArgAttrDict(argument.getArgNumber());
    if (attrs && !attrs.empty())
      printer.printOptionalAttrDict(attrs.getValue());
  });
  printer << ')';
  if (getOptimizationHintsAttr() &&
      !getOptimizationHintsAttr().getHints().empty()) {
    printer << " optimization_hints=";
    getOptimizationHintsAttr().print(printer);
  }
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {"sym_name", "function_type", "arg_attrs",
                                 "res_attrs", "optimization_hints"});
}

// EN1, EN2. Parameters that are no tiles pass, as in the public tools; what
// launches or lowers an entry refuses them.
LogicalResult EntryOp::verify() {
  if (!getFunctionType().getResults().empty())
    return emitOpError("must not return values");
  for (Type type : getArgumentTypes()) {
    auto tile = dyn_cast<TileType>(type);
    if (tile && !tile.getShape().empty())
      return emitOpError("must have scalar tile types as arguments, got ")
             << type;
  }
  if (failed(verifyHints(*this, getOptimizationHintsAttr())))
    return failure();
  return verifyDebugInfo(*this);
}

LogicalResult cuda_tile::ModuleOp::verify() { return verifyDebugInfo(*this); }

//===----------------------------------------------------------------------===//
// Terminators
//===----------------------------------------------------------------------===//

/// The nearest ancestor that is not an `if`, when the chain starts at `op`.
static Operation *throughIfs(Operation *op) {
  Operation *parent = op->getParentOp();
  while (isa_and_nonnull<IfOp>(parent))
    parent = parent->getParentOp();
  return parent;
}

bool cuda_tile::returnsFromLoop(Operation *op) {
  return isa<ReturnOp>(op) && isa_and_nonnull<LoopOp>(throughIfs(op));
}

// RE1; since 13.4 out of loops, too, which end with the function.
LogicalResult ReturnOp::verify() {
  Operation *outer = throughIfs(*this);
  while (isa_and_nonnull<LoopOp>(outer))
    outer = throughIfs(outer);
  if (!isa_and_nonnull<EntryOp, IfOp, LoopOp>((*this)->getParentOp()) ||
      !isa_and_nonnull<EntryOp>(outer))
    return emitOpError("must be nested in entry through ifs and loops only");
  if (getNumOperands())
    return emitOpError("must not have operands: an entry returns nothing");
  return success();
}

LogicalResult YieldOp::verify() {
  // YI1
  if (!isa_and_nonnull<IfOp, ReduceOp, ScanOp>((*this)->getParentOp()))
    return emitOpError("expects parent op 'cuda_tile.if', 'cuda_tile.reduce' "
                       "or 'cuda_tile.scan'");
  return success();
}

// CO1, CO2, FO4, LO3
LogicalResult ContinueOp::verify() {
  Operation *loop = throughIfs(*this);
  if (!isa_and_nonnull<ForOp, LoopOp, IfOp>((*this)->getParentOp()) ||
      !isa_and_nonnull<ForOp, LoopOp>(loop))
    return emitOpError("must be nested in a for or a loop through ifs only");
  TypeRange expected = isa<ForOp>(loop) ? TypeRange(loop->getResultTypes())
                                        : TypeRange(loop->getOperandTypes());
  if (getOperandTypes() != expected)
    return emitOpError("operand types must match the carried values of the "
                       "loop");
  return success();
}

// BR1, BR2, LO4
LogicalResult BreakOp::verify() {
  auto loop = dyn_cast_or_null<LoopOp>(throughIfs(*this));
  if (!isa_and_nonnull<LoopOp, IfOp>((*this)->getParentOp()) || !loop)
    return emitOpError("must be nested in a loop through ifs only");
  if (getOperandTypes() != loop.getResultTypes())
    return emitOpError("operand types must match the results of the loop");
  return success();
}

//===----------------------------------------------------------------------===//
// if
//===----------------------------------------------------------------------===//

ParseResult IfOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  OpAsmParser::UnresolvedOperand condition;
  auto conditionType = TileType::get(ArrayRef<int64_t>(), builder.getI1Type());
  if (parser.parseOperand(condition) ||
      parser.resolveOperand(condition, conditionType, result.operands))
    return failure();
  if (succeeded(parser.parseOptionalArrow())) {
    SmallVector<Type> types;
    if (parser.parseLParen() || parseTileIRTypes(parser, types) ||
        parser.parseRParen())
      return failure();
    result.addTypes(types);
  }
  Region *thenRegion = result.addRegion(), *elseRegion = result.addRegion();
  if (parser.parseRegion(*thenRegion))
    return failure();
  ensureTerminatorOf<YieldOp>(*thenRegion, builder, result.location);
  if (succeeded(parser.parseOptionalKeyword("else"))) {
    if (parser.parseRegion(*elseRegion))
      return failure();
    ensureTerminatorOf<YieldOp>(*elseRegion, builder, result.location);
  }
  return parser.parseOptionalAttrDict(result.attributes);
}

void IfOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getCondition();
  if (getNumResults()) {
    printer << " -> (";
    printTileIRTypes(printer, getResultTypes());
    printer << ')';
  }
  printer << ' ';
  printRegionOf<YieldOp>(printer, getThenRegion());
  if (!getElseRegion().empty()) {
    printer << " else ";
    printRegionOf<YieldOp>(printer, getElseRegion());
  }
  printer.printOptionalAttrDict((*this)->getAttrs());
}

LogicalResult IfOp::verify() {
  if (failed(verifyNoViews(*this, getResultTypes())))
    return failure();
  if (getNumResults() && getElseRegion().empty())
    return emitOpError("must have an else region when it has results");
  for (Region &region : (*this)->getRegions()) {
    if (region.empty())
      continue;
    Operation *last = region.front().empty() ? nullptr : &region.front().back();
    if (!isa_and_nonnull<YieldOp, ContinueOp, BreakOp, ReturnOp>(last))
      return emitOpError("branches must end in yield, continue, break or "
                         "return");
    auto yield = dyn_cast<YieldOp>(last);
    if (yield && yield.getOperandTypes() != getResultTypes())
      return yield.emitOpError("operand types must match the results of the "
                               "if");
  }
  return success();
}

//===----------------------------------------------------------------------===//
// for
//===----------------------------------------------------------------------===//

ParseResult ForOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  OpAsmParser::Argument inductionVar;
  OpAsmParser::UnresolvedOperand bounds[3];
  if (succeeded(parser.parseOptionalKeyword("unsigned")))
    result.addAttribute("unsignedCmp", builder.getUnitAttr());
  if (parser.parseArgument(inductionVar) || parser.parseKeyword("in") ||
      parser.parseLParen() || parser.parseOperand(bounds[0]) ||
      parser.parseKeyword("to") || parser.parseOperand(bounds[1]) ||
      parser.parseComma() || parser.parseKeyword("step") ||
      parser.parseOperand(bounds[2]) || parser.parseRParen() ||
      parser.parseColon() || parseTileIRType(parser, inductionVar.type))
    return failure();
  for (OpAsmParser::UnresolvedOperand &bound : bounds)
    if (parser.resolveOperand(bound, inductionVar.type, result.operands))
      return failure();
  SmallVector<OpAsmParser::Argument> arguments{inductionVar};
  if (succeeded(parser.parseOptionalKeyword("iter_values"))) {
    SmallVector<OpAsmParser::UnresolvedOperand> inits;
    SmallVector<Type> types;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseCommaSeparatedList(
            AsmParser::Delimiter::Paren,
            [&]() -> ParseResult {
              return failure(parser.parseArgument(arguments.emplace_back()) ||
                             parser.parseEqual() ||
                             parser.parseOperand(inits.emplace_back()));
            }) ||
        parser.parseArrow() || parser.parseLParen() ||
        parseTileIRTypes(parser, types) || parser.parseRParen())
      return failure();
    if (types.size() != inits.size())
      return parser.emitError(loc, "expected ")
             << inits.size() << " carried types, got " << types.size();
    for (auto [argument, type] :
         llvm::zip_equal(MutableArrayRef(arguments).drop_front(), types))
      argument.type = type;
    if (parser.resolveOperands(inits, types, loc, result.operands))
      return failure();
    result.addTypes(types);
  }
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, arguments) ||
      parser.parseOptionalAttrDict(result.attributes))
    return failure();
  ensureTerminatorOf<ContinueOp>(*body, builder, result.location);
  return success();
}

void ForOp::print(OpAsmPrinter &printer) {
  printer << (getUnsignedCmp() ? " unsigned " : " ") << getInductionVar()
          << " in (" << getLowerBound() << " to " << getUpperBound()
          << ", step " << getStep() << ") : ";
  printTileIRType(printer, getInductionVar().getType());
  printer << ' ';
  if (!getInitValues().empty()) {
    printer << "iter_values(";
    llvm::interleaveComma(llvm::zip_equal(getIterArgs(), getInitValues()),
                          printer, [&](auto pair) {
                            printer << std::get<0>(pair) << " = "
                                    << std::get<1>(pair);
                          });
    printer << ") -> (";
    printTileIRTypes(printer, getResultTypes());
    printer << ") ";
  }
  printRegionOf<ContinueOp>(printer, getRegion());
  printer.printOptionalAttrDict((*this)->getAttrs(), {"unsignedCmp"});
}

// FO2, FO3
LogicalResult ForOp::verify() {
  if (getInitValues().getTypes() != getResultTypes())
    return emitOpError("types of initial values and results must match");
  return verifyNoViews(*this, getResultTypes());
}

// FO1, FO2, FO5
LogicalResult ForOp::verifyRegions() {
  Block &body = getRegion().front();
  if (body.getNumArguments() != 1 + getNumResults())
    return emitOpError("body must have ")
           << 1 + getNumResults() << " arguments, got "
           << body.getNumArguments();
  if (body.getArgument(0).getType() != getLowerBound().getType())
    return emitOpError("induction variable must have the type of the bounds");
  if (TypeRange(ValueRange(body.getArguments().drop_front())) !=
      TypeRange(getResultTypes()))
    return emitOpError("carried arguments must have the types of the results");
  if (body.empty() || !isa<ContinueOp>(body.back()))
    return emitOpError("body must end in continue");
  return success();
}

void ForOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  if (getNumResults())
    setName(getResult(0), "for");
}
void ForOp::getAsmBlockArgumentNames(Region &region,
                                     OpAsmSetValueNameFn setName) {
  if (region.getNumArguments() == 0)
    return;
  setName(region.getArgument(0), "loopIdx");
  for (BlockArgument argument : region.getArguments().drop_front())
    setName(argument, "iterArg" + std::to_string(argument.getArgNumber() - 1));
}

//===----------------------------------------------------------------------===//
// loop
//===----------------------------------------------------------------------===//

ParseResult LoopOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> inits;
  SmallVector<Type> types;
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("iter_values"))) {
    if (parser.parseCommaSeparatedList(
            AsmParser::Delimiter::Paren,
            [&]() -> ParseResult {
              return failure(parser.parseArgument(arguments.emplace_back()) ||
                             parser.parseEqual() ||
                             parser.parseOperand(inits.emplace_back()));
            }) ||
        parser.parseColon() || parseTileIRTypes(parser, types))
      return failure();
    if (types.size() != inits.size())
      return parser.emitError(loc, "expected ")
             << inits.size() << " carried types, got " << types.size();
    for (auto [argument, type] : llvm::zip_equal(arguments, types))
      argument.type = type;
    if (parser.resolveOperands(inits, types, loc, result.operands))
      return failure();
    if (succeeded(parser.parseOptionalArrow()) &&
        parseTileIRTypes(parser, result.types))
      return failure();
  } else if (succeeded(parser.parseOptionalColon()) &&
             parseTileIRTypes(parser, result.types)) {
    return failure();
  }
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, arguments) ||
      parser.parseOptionalAttrDict(result.attributes))
    return failure();
  ensureTerminatorOf<ContinueOp>(*body, parser.getBuilder(), result.location);
  return success();
}

void LoopOp::print(OpAsmPrinter &printer) {
  if (!getInitValues().empty()) {
    printer << " iter_values(";
    llvm::interleaveComma(
        llvm::zip_equal(getRegion().getArguments(), getInitValues()), printer,
        [&](auto pair) {
          printer << std::get<0>(pair) << " = " << std::get<1>(pair);
        });
    printer << ") : ";
    printTileIRTypes(printer, getInitValues().getTypes());
  }
  if (getNumResults()) {
    printer << (getInitValues().empty() ? " : " : " -> ");
    printTileIRTypes(printer, getResultTypes());
  }
  printer << ' ';
  printRegionOf<ContinueOp>(printer, getRegion());
  printer.printOptionalAttrDict((*this)->getAttrs());
}

// LO2
LogicalResult LoopOp::verify() {
  return failure(failed(verifyNoViews(*this, getOperandTypes())) ||
                 failed(verifyNoViews(*this, getResultTypes())));
}

// LO1, LO5
LogicalResult LoopOp::verifyRegions() {
  Block &body = getRegion().front();
  if (TypeRange(ValueRange(body.getArguments())) !=
      TypeRange(getOperandTypes()))
    return emitOpError("body arguments must have the types of the initial "
                       "values");
  if (body.empty() || !isa<ContinueOp, BreakOp, ReturnOp>(body.back()))
    return emitOpError("body must end in continue, break or return");
  return success();
}
