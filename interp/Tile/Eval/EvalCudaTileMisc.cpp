//===- EvalCudaTileMisc.cpp - Pointers as numbers, storage, output --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 1, 3.3, 3.4, 3.6 and 3.7.
//
//===----------------------------------------------------------------------===//

#include "interp/Program/Address.h"
#include "interp/Semantics/Convert.h"
#include "interp/Tile/Eval/Enclosing.h"
#include "interp/Tile/Eval/FamilyMemory.h"
#include "interp/Tile/Eval/FamilyShape.h"
#include "interp/Tile/Eval/PrintFormat.h"
#include "interp/Tile/Evaluators.h"
#include "interp/TileTypes/TileTypes.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir::cuda_tile;
using namespace tilefuzz;

//===----------------------------------------------------------------------===//
// Pointers and bits
//===----------------------------------------------------------------------===//

// Real addresses are the device's choice: a program that looks at them has no
// single outcome.
static Flow evalPtrToInt(Machine &machine, const Instruction &in) {
  TileValue result = machine.tile(in, 0);
  machine.loseExactness(in);
  for (size_t i = 0; i < result.bits.size(); ++i)
    if (!result.isUnspecified(i))
      result.bits[i] = addressOf(result.buffers[i], int64_t(result.bits[i]));
  result.buffers.clear();
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

static Flow evalIntToPtr(Machine &machine, const Instruction &in) {
  TileValue result = machine.tile(in, 0);
  result.buffers.resize(result.bits.size());
  for (size_t i = 0; i < result.bits.size(); ++i) {
    auto [buffer, offset] = placeAt(result.bits[i]);
    result.buffers[i] = int32_t(buffer);
    result.bits[i] = uint64_t(offset);
  }
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

/// Of what is read as another type. The payload and sign of a NaN that an
/// operation gave are not determined (design, decision 3), and NaNs that came
/// in as data are not told from those.
static bool isNaN(mlir::Type from, mlir::Type to, uint64_t bits) {
  if (!llvm::isa<mlir::FloatType>(from) || from == to)
    return false;
  FloatFormat format = formatOf(from);
  return format && std::isnan(semantics::numberOf(
                       format, llvm::APInt(widthOf(from), bits)));
}

/// The bits are read as another type.
static Flow evalBitcast(Machine &machine, const Instruction &in) {
  TileValue result = machine.tile(in, 0);
  result.bounds.clear();
  result.forms.clear();
  mlir::Type from = elementOf(in.op->getOperand(0)),
             to = elementOf(in.op->getResult(0));
  for (size_t i = 0, e = result.bits.size(); i < e; ++i)
    if (isNaN(from, to, result.bits[i])) {
      result.markUnspecified(i);
      machine.outcome.derivesUnspecified = true;
    } else if (machine.tile(in, 0).isInexact(i))
      encloseElement(
          machine, in, i,
          [](llvm::ArrayRef<llvm::APInt> bits) {
            return std::optional(bits.front());
          },
          result);
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

/// Elements to bytes, or bytes to elements.
static Flow evalRepack(Machine &machine, const Instruction &in) {
  const TileValue &source = machine.tile(in, 0);
  mlir::Type from = elementOf(in.op->getOperand(0));
  mlir::Type to = elementOf(in.op->getResult(0));
  std::vector<llvm::APInt> elements;
  for (size_t i = 0; i < source.bits.size(); ++i) {
    if (source.isInexact(i))
      machine.loseExactness(in);
    elements.emplace_back(widthOf(from), source.bits[i]);
  }
  ConcreteDomain domain;
  bool makesBytes = llvm::isa<PackOp, mlir::nv_tileaa::PackOp>(in.op);
  llvm::SmallVector<llvm::APInt> repacked =
      makesBytes
          ? semantics::pack(domain, llvm::ArrayRef<llvm::APInt>(elements))
          : semantics::unpack(domain, llvm::ArrayRef<llvm::APInt>(elements),
                              widthOf(to));
  TileValue result;
  for (const llvm::APInt &element : repacked)
    result.bits.push_back(element.getZExtValue());
  // Several of one side make one of the other.
  size_t inputs = source.bits.size(), outputs = result.bits.size();
  for (size_t i = 0, n = std::max(inputs, outputs); i < n; ++i) {
    size_t input = i * inputs / n;
    bool isOfNaN = isNaN(from, to, source.bits[input]);
    machine.outcome.derivesUnspecified |= isOfNaN;
    if (isOfNaN || source.isUnspecified(input))
      result.markUnspecified(i * outputs / n);
  }
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

Flow tilefuzz::evalAllocation(Machine &machine, const Instruction &in,
                              uint64_t numElem) {
  mlir::Type pointee = pointeeOf(elementOf(in.op->getResult(0)));
  std::string name;
  llvm::raw_string_ostream(name) << pointee;
  BufferImage image;
  image.name = "alloca";
  // Where more cannot be provided, a program traps.
  constexpr uint64_t mostBytes = uint64_t(1) << 26;
  if (!parseElementKind(name, image.kind))
    return machine.unsupported(in, "storage of type " + name);
  if (numElem > mostBytes / storageSize(pointee))
    return machine.unsupported(in, "an allocation of more than 64 MiB");
  image.bytes.resize(
      llvm::divideCeil(numElem, elementsPerByteGroup(image.kind)) *
      storageSize(pointee));
  image.unspecified.assign(image.bytes.size(), true);
  int buffer = machine.allocate(std::move(image));
  machine.setTile(in, 0, TileValue{{0}, {}, {buffer}});
  return Flow::Next;
}

static Flow evalAlloca(Machine &machine, const Instruction &in) {
  return evalAllocation(machine, in, llvm::cast<AllocaOp>(in.op).getNumElem());
}

Flow tilefuzz::evalGlobalAddress(Machine &machine, const Instruction &in,
                                 llvm::StringRef name) {
  auto found = machine.globals ? machine.globals->find(name)
                               : llvm::StringMap<int>::const_iterator();
  if (!machine.globals || found == machine.globals->end())
    return machine.unsupported(in, "a global outside of a program");
  machine.setTile(in, 0, TileValue{{0}, {}, {found->second}});
  return Flow::Next;
}

static Flow evalGetGlobal(Machine &machine, const Instruction &in) {
  return evalGlobalAddress(machine, in,
                           llvm::cast<GetGlobalOp>(in.op).getName());
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

Flow tilefuzz::evalAssertion(Machine &machine, const Instruction &in,
                             llvm::StringRef message) {
  const TileValue &condition = machine.tile(in, 0);
  for (size_t i = 0; i < condition.bits.size(); ++i) {
    if (condition.isUnspecified(i))
      return machine.unstable(in, "an assertion");
    if (condition.bits[i])
      continue;
    ++machine.outcome.failedAssertions;
    appendPrinted(machine.outcome, ("assertion failed at element " +
                                    llvm::Twine(i) + ": " + message + "\n")
                                       .str());
  }
  return Flow::Next;
}

static Flow evalAssert(Machine &machine, const Instruction &in) {
  return evalAssertion(machine, in, llvm::cast<AssertOp>(in.op).getMessage());
}

Flow tilefuzz::evalOutput(Machine &machine, const Instruction &in,
                          llvm::StringRef format, unsigned numArgs,
                          bool hasToken) {
  std::vector<PrintArgument> arguments;
  for (unsigned i = 0, n = numArgs; i < n; ++i)
    arguments.push_back(
        {&machine.tile(in, i), elementOf(in.op->getOperand(i))});
  if (machine.observer)
    machine.observer->onPrint(machine, in,
                              formatWithoutFloats(format, arguments),
                              printedFloats(arguments));
  std::string text = formatPrinted(format, arguments);
  appendPrinted(machine.outcome, text);
  PrintedLines &lines = machine.outcome.printedLines;
  lines.add((llvm::Twine(machine.blockIndex) + ":" + machine.agent).str(),
            text);
  lines.isLoose |= isLoose(arguments);
  AccessKind kind;
  kind.hasToken = hasToken;
  finishAccess(machine, in, beginAccess(machine, in, kind));
  return Flow::Next;
}

static Flow evalPrint(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<PrintTkoOp>(in.op);
  return evalOutput(machine, in, op.getStr(), op.getArgs().size(),
                    bool(op.getToken()));
}

static constexpr EvaluatorRow rows[] = {
    {"cuda_tile.ptr_to_int", evalPtrToInt},
    {"cuda_tile.int_to_ptr", evalIntToPtr},
    {"cuda_tile.ptr_to_ptr", evalSameElements},
    {"cuda_tile.bitcast", evalBitcast},
    {"cuda_tile.pack", evalRepack},
    {"cuda_tile.unpack", evalRepack},
    {"cuda_tile.alloca", evalAlloca},
    {"cuda_tile.get_global", evalGetGlobal},
    {"cuda_tile.assert", evalAssert},
    {"cuda_tile.print_tko", evalPrint},
};
llvm::ArrayRef<EvaluatorRow> tilefuzz::getCudaTileMiscEvaluators() {
  return rows;
}
