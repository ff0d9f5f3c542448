//===- CudaTileOps.cpp - Assembly directives of the operations ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/CudaTile/CudaTileSyntax.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

// The generated parsers look the directives up in the dialect's namespace.
namespace mlir::cuda_tile {

//===----------------------------------------------------------------------===//
// Type directives
//===----------------------------------------------------------------------===//

static ParseResult parseTileIRType(OpAsmParser &parser, Type &type) {
  return cuda_tile::parseTileIRType(static_cast<AsmParser &>(parser), type);
}
static void printTileIRType(OpAsmPrinter &printer, Operation *, Type type) {
  cuda_tile::printTileIRType(printer, type);
}

ParseResult parseTileIRTypes(AsmParser &parser, SmallVectorImpl<Type> &types) {
  return parser.parseCommaSeparatedList(
      [&] { return parseTileIRType(parser, types.emplace_back()); });
}
void printTileIRTypes(AsmPrinter &printer, TypeRange types) {
  llvm::interleaveComma(types, printer,
                        [&](Type type) { printTileIRType(printer, type); });
}
static void printTileIRTypes(OpAsmPrinter &printer, Operation *,
                             TypeRange types) {
  cuda_tile::printTileIRTypes(printer, types);
}

//===----------------------------------------------------------------------===//
// Enum keywords
//===----------------------------------------------------------------------===//

/// Parses a bare word (or a string, where the public dialect takes one) that
/// must be one of the enum's spellings.
template <typename AttrT, typename EnumT>
static ParseResult parseEnumWord(OpAsmParser &parser, AttrT &attr,
                                 std::optional<EnumT> (*symbolize)(StringRef),
                                 StringRef what, bool orString = false) {
  SMLoc loc = parser.getCurrentLocation();
  std::string word;
  if (!orString || failed(parser.parseOptionalString(&word))) {
    StringRef keyword;
    if (parser.parseKeyword(&keyword))
      return failure();
    word = keyword.str();
  }
  std::optional<EnumT> value = symbolize(word);
  if (!value)
    return parser.emitError(loc, "unknown ") << what << " '" << word << "'";
  attr = AttrT::get(parser.getContext(), *value);
  return success();
}

static ParseResult parseSignednessKeyword(OpAsmParser &parser,
                                          SignednessAttr &attr) {
  return parseEnumWord(parser, attr, symbolizeSignedness, "signedness");
}
static void printSignednessKeyword(OpAsmPrinter &printer, Operation *,
                                   SignednessAttr attr) {
  printer << stringifySignedness(attr.getValue());
}

static ParseResult parsePredicateKeyword(OpAsmParser &parser,
                                         ComparisonPredicateAttr &attr) {
  return parseEnumWord(parser, attr, symbolizeComparisonPredicate,
                       "comparison predicate");
}
static void printPredicateKeyword(OpAsmPrinter &printer, Operation *,
                                  ComparisonPredicateAttr attr) {
  printer << stringifyComparisonPredicate(attr.getValue());
}

static ParseResult parseOrderingKeyword(OpAsmParser &parser,
                                        ComparisonOrderingAttr &attr) {
  return parseEnumWord(parser, attr, symbolizeComparisonOrdering,
                       "comparison ordering");
}
static void printOrderingKeyword(OpAsmPrinter &printer, Operation *,
                                 ComparisonOrderingAttr attr) {
  printer << stringifyComparisonOrdering(attr.getValue());
}

//===----------------------------------------------------------------------===//
// Modifiers: `overflow<..>`, `rounding<..>`, flags
//===----------------------------------------------------------------------===//

static ParseResult parseOverflowModifier(OpAsmParser &parser,
                                         OverflowAttr &attr) {
  if (failed(parser.parseOptionalKeyword("overflow"))) {
    attr = OverflowAttr::get(parser.getContext(), Overflow::None);
    return success();
  }
  return failure(parser.parseLess() ||
                 parseEnumWord(parser, attr, symbolizeOverflow, "overflow",
                               /*orString=*/true) ||
                 parser.parseGreater());
}
static void printOverflowModifier(OpAsmPrinter &printer, Operation *,
                                  OverflowAttr attr) {
  if (attr.getValue() != Overflow::None)
    printer << "overflow<" << stringifyOverflow(attr.getValue()) << '>';
}

/// `rounding<word>`, absent means `defaultMode`. With `allowed`, the parser
/// itself rejects other words (the three families of part 1, 1.6).
static ParseResult parseRounding(OpAsmParser &parser, RoundingAttr &attr,
                                 Rounding defaultMode,
                                 ArrayRef<Rounding> allowed,
                                 bool orString = false) {
  if (failed(parser.parseOptionalKeyword("rounding"))) {
    attr = RoundingAttr::get(parser.getContext(), defaultMode);
    return success();
  }
  SMLoc loc;
  if (parser.parseLess() || parser.getCurrentLocation(&loc) ||
      parseEnumWord(parser, attr, symbolizeRounding, "rounding mode",
                    orString) ||
      parser.parseGreater())
    return failure();
  if (allowed.empty() || llvm::is_contained(allowed, attr.getValue()))
    return success();
  InFlightDiagnostic diag = parser.emitError(loc, "expected rounding mode to "
                                                  "be one of: ");
  llvm::interleaveComma(allowed, diag, [&](Rounding mode) {
    diag << '\'' << stringifyRounding(mode) << '\'';
  });
  return diag << ", but got '" << stringifyRounding(attr.getValue()) << "'";
}
static void printRounding(OpAsmPrinter &printer, RoundingAttr attr,
                          Rounding defaultMode) {
  if (attr.getValue() != defaultMode)
    printer << "rounding<" << stringifyRounding(attr.getValue()) << '>';
}

static ParseResult parseIEEERounding(OpAsmParser &parser, RoundingAttr &attr) {
  return parseRounding(parser, attr, Rounding::NearestEven,
                       {Rounding::NearestEven, Rounding::Zero,
                        Rounding::NegativeInf, Rounding::PositiveInf});
}
static void printIEEERounding(OpAsmPrinter &printer, Operation *,
                              RoundingAttr attr) {
  printRounding(printer, attr, Rounding::NearestEven);
}
/// Between formats there is a fifth mode (13.4 additions, 5).
static ParseResult parseFormatRounding(OpAsmParser &parser,
                                       RoundingAttr &attr) {
  return parseRounding(parser, attr, Rounding::NearestEven,
                       {Rounding::NearestEven, Rounding::Zero,
                        Rounding::NegativeInf, Rounding::PositiveInf,
                        Rounding::NearestAway});
}
static void printFormatRounding(OpAsmPrinter &printer, Operation *,
                                RoundingAttr attr) {
  printRounding(printer, attr, Rounding::NearestEven);
}
static ParseResult parseIntRounding(OpAsmParser &parser, RoundingAttr &attr) {
  return parseRounding(parser, attr, Rounding::NearestIntToZero,
                       {Rounding::NearestIntToZero});
}
static void printIntRounding(OpAsmPrinter &printer, Operation *,
                             RoundingAttr attr) {
  printRounding(printer, attr, Rounding::NearestIntToZero);
}
// divi takes its mode as a string, too (part 1, 1.6).
static ParseResult parseDivRounding(OpAsmParser &parser, RoundingAttr &attr) {
  return parseRounding(parser, attr, Rounding::Zero, {}, /*orString=*/true);
}
static void printDivRounding(OpAsmPrinter &printer, Operation *,
                             RoundingAttr attr) {
  printRounding(printer, attr, Rounding::Zero);
}

// Any known word; the verifier says which ones an operation has.
static ParseResult parseAnyRounding(OpAsmParser &parser, RoundingAttr &attr) {
  return parseRounding(parser, attr, Rounding::NearestEven, {});
}
static void printAnyRounding(OpAsmPrinter &printer, Operation *,
                             RoundingAttr attr) {
  printRounding(printer, attr, Rounding::NearestEven);
}
static ParseResult parseFullRounding(OpAsmParser &parser, RoundingAttr &attr) {
  return parseRounding(parser, attr, Rounding::Full, {});
}
static void printFullRounding(OpAsmPrinter &printer, Operation *,
                              RoundingAttr attr) {
  printRounding(printer, attr, Rounding::Full);
}

static ParseResult parseMinMaxFlags(OpAsmParser &parser, UnitAttr &flushToZero,
                                    UnitAttr &propagateNaN) {
  for (;;) {
    SMLoc loc = parser.getCurrentLocation();
    UnitAttr *flag;
    if (succeeded(parser.parseOptionalKeyword("flush_to_zero")))
      flag = &flushToZero;
    else if (succeeded(parser.parseOptionalKeyword("propagate_nan")))
      flag = &propagateNaN;
    else
      return success();
    if (*flag)
      return parser.emitError(loc, "flag given twice");
    *flag = parser.getBuilder().getUnitAttr();
  }
}
static void printMinMaxFlags(OpAsmPrinter &printer, Operation *,
                             UnitAttr flushToZero, UnitAttr propagateNaN) {
  if (flushToZero)
    printer << "flush_to_zero";
  if (flushToZero && propagateNaN)
    printer << ' ';
  if (propagateNaN)
    printer << "propagate_nan";
}

//===----------------------------------------------------------------------===//
// Assume predicates and hints
//===----------------------------------------------------------------------===//

static ParseResult parseAssumePredicate(OpAsmParser &parser,
                                        AssumePredicateInterface &predicate) {
  SMLoc loc = parser.getCurrentLocation();
  Attribute attr;
  StringRef word;
  if (failed(parser.parseOptionalKeyword(&word))) {
    if (parser.parseAttribute(attr))
      return failure();
  } else if (word == "div_by") {
    attr = DivByAttr::parse(parser, {});
  } else if (word == "same_elements") {
    attr = SameElementsAttr::parse(parser, {});
  } else if (word == "bounded") {
    attr = BoundedAttr::parse(parser, {});
  } else {
    return parser.emitError(loc, "unknown predicate '")
           << word << "', expected div_by, same_elements or bounded";
  }
  if (!attr)
    return failure();
  predicate = dyn_cast<AssumePredicateInterface>(attr);
  if (!predicate)
    return parser.emitError(loc, "expected an assume predicate, got ") << attr;
  return success();
}
static void printAssumePredicate(OpAsmPrinter &printer, Operation *,
                                 AssumePredicateInterface predicate) {
  if (auto divBy = dyn_cast<DivByAttr>(predicate)) {
    printer << "div_by";
    divBy.print(printer);
  } else if (auto same = dyn_cast<SameElementsAttr>(predicate)) {
    printer << "same_elements";
    same.print(printer);
  } else if (auto bounded = dyn_cast<BoundedAttr>(predicate)) {
    printer << "bounded";
    bounded.print(printer);
  } else {
    printer << predicate;
  }
}

ParseResult parseOptionalHints(OpAsmParser &parser, OperationState &result) {
  if (failed(parser.parseOptionalKeyword("optimization_hints")))
    return success();
  if (parser.parseEqual())
    return failure();
  Attribute hints = OptimizationHintsAttr::parse(parser, {});
  if (!hints)
    return failure();
  result.addAttribute("optimization_hints", hints);
  return success();
}

} // namespace mlir::cuda_tile

#define GET_OP_CLASSES
#include "compiler/CudaTile/CudaTileOps.cpp.inc"
