//===- SpecializedLoop.cpp - Loops that two agents run --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/TileAS/SpecializedLoop.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::nv_tileas;
namespace aa = mlir::nv_tileaa;

/// A tensor map has strides in units of so many bytes.
static constexpr int64_t linesUnit = 16;
/// That compute.
static constexpr int64_t mostAgents = 2;

namespace {
class LoopAnalyzer {
public:
  LoopAnalyzer(scf::ForOp loop, ProductUnit unit, std::string &why) : why(why) {
    result.loop = loop;
    result.unit = unit;
  }
  FailureOr<SpecializedLoop> run() {
    if (!succeed())
      return failure();
    return result;
  }

private:
  bool succeed();
  bool reject(const Twine &reason) {
    why = reason.str();
    return false;
  }
  bool findProduct();
  bool checkTypes();
  bool checkFactor(StagedFactor &factor, bool isRhs);
  bool checkView(StagedFactor &factor);
  bool collect(Value value);
  bool checkBody();

  SpecializedLoop result;
  std::string &why;
};
} // namespace

static Value skipLayouts(Value tile) {
  while (auto convert = tile.getDefiningOp<ConvertLayoutOp>())
    tile = convert.getSource();
  return tile;
}

bool LoopAnalyzer::findProduct() {
  scf::ForOp loop = result.loop;
  auto function = dyn_cast<aa::FuncOp>(loop->getParentOp());
  if (!function)
    return reject("it is inside another region");
  aa::KernelSpecAttr spec = function.getKernelSpecAttr();
  if (!function.isKernel() || !spec ||
      (spec.getNumWarps() != agentWarps &&
       spec.getNumWarps() != mostAgents * agentWarps))
    return reject("its kernel has neither four nor eight warps");
  result.numCtas = spec.getNumCtas();
  result.numAgents = spec.getNumWarps() / agentWarps;
  if (loop.getNumRegionIterArgs() != 1)
    return reject("it carries something else than one tile of sums");
  Value yielded = loop.getBody()->getTerminator()->getOperand(0);
  result.dot = skipLayouts(yielded).getDefiningOp<DotOp>();
  Value before = loop.getRegionIterArg(0);
  if (!result.dot || result.dot->getBlock() != loop.getBody() ||
      skipLayouts(result.dot.getAcc()) != before)
    return reject("what it carries is not the sums of one product");
  // Its own, before and after, in whatever layout.
  for (Value sums : {Value(result.dot.getAcc()), yielded})
    for (; sums != before; sums = sums.getDefiningOp()->getOperand(0)) {
      if (!sums.hasOneUse())
        return reject("its sums are used within it");
      if (sums == result.dot.getResult())
        break;
    }
  return before.hasOneUse() || reject("its sums are used within it");
}

StringRef mlir::nv_tileas::stringify(ProductUnit unit) {
  return unit == ProductUnit::TensorMemory ? "tcgen05" : "wgmma";
}

ProductUnit mlir::nv_tileas::getProductUnit(scf::ForOp loop) {
  auto unit = loop->getAttrOfType<StringAttr>(specializedUnitAttr);
  return unit && unit.getValue() == stringify(ProductUnit::TensorMemory)
             ? ProductUnit::TensorMemory
             : ProductUnit::Warpgroup;
}

/// What PTX calls such elements of a factor; empty: no product that wgmma or
/// tcgen05 has adds to sums of the type.
static StringRef getFactorType(Type element, Type sum,
                               std::optional<aa::Signedness> sign) {
  if (element.isInteger(8) && sum.isInteger(32))
    return sign == aa::Signedness::Signed ? "s8" : "u8";
  if (!sum.isF32())
    return "";
  return llvm::TypeSwitch<Type, StringRef>(element)
      .Case([](Float16Type) { return "f16"; })
      .Case([](BFloat16Type) { return "bf16"; })
      .Case([](Float8E4M3FNType) { return "e4m3"; })
      .Case([](Float8E5M2Type) { return "e5m2"; })
      .Case([](FloatTF32Type) { return "tf32"; })
      .Default([](Type) { return ""; });
}

bool LoopAnalyzer::checkTypes() {
  DotOp dot = result.dot;
  auto sums = cast<RankedTensorType>(dot.getType());
  auto lhs = cast<RankedTensorType>(dot.getLhs().getType()),
       rhs = cast<RankedTensorType>(dot.getRhs().getType());
  Type sum = sums.getElementType();
  result.lhs.type =
      getFactorType(lhs.getElementType(), sum, dot.getSignednessA());
  result.rhs.type =
      getFactorType(rhs.getElementType(), sum, dot.getSignednessB());
  if (result.lhs.type.empty() || lhs.getElementType() != rhs.getElementType() ||
      dot.getLhsScale())
    return reject("no " + stringify(result.unit) +
                  " has the types of its product");
  // A tf32 lies in memory as an f32.
  for (StagedFactor *factor : {&result.lhs, &result.rhs})
    factor->elementBytes =
        lhs.getElementType().isTF32() ? 4 : lhs.getElementTypeBitWidth() / 8;
  if (sums.getRank() != 2)
    return reject("its product has several batches");
  int64_t rows = sums.getDimSize(0) / result.numCtas,
          columns = sums.getDimSize(1), depth = lhs.getDimSize(1);
  if (rows < 64 || rows % 64 || columns < 16 || columns > 256 ||
      depth * result.lhs.elementBytes % SpecializedLoop::stepBytes ||
      rows * columns > 64 * 256 * result.numAgents)
    return reject("no " + stringify(result.unit) +
                  " has the shape of its product");
  // Of wgmma each agent has 64 rows, of tcgen05 16 columns or more.
  if (result.numAgents > 1 &&
      (result.isInTensorMemory() ? rows < 256 && columns < 32 : rows < 128))
    return reject("its sums are too few for two agents");
  result.lhs.outer = rows;
  result.rhs.outer = columns;
  result.lhs.depth = result.rhs.depth = depth;
  return true;
}

/// What computes a value can be done again by another agent.
bool LoopAnalyzer::collect(Value value) {
  scf::ForOp loop = result.loop;
  if (value == loop.getInductionVar())
    return true;
  Operation *op = value.getDefiningOp();
  if (!op)
    return value.getParentBlock() == loop->getBlock();
  bool isInside = op->getBlock() == loop.getBody();
  if ((!isInside && op->getBlock() != loop->getBlock()) ||
      op->getNumRegions() ||
      (!isMemoryEffectFree(op) && !isa<aa::AssumeOp>(op)) ||
      llvm::any_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>))
    return false;
  llvm::SetVector<Operation *> &slice =
      isInside ? result.inside : result.outside;
  if (slice.contains(op))
    return true;
  if (!llvm::all_of(op->getOperands(),
                    [&](Value operand) { return collect(operand); }))
    return false;
  slice.insert(op);
  return true;
}

bool LoopAnalyzer::checkView(StagedFactor &factor) {
  TiledViewType view = factor.load.getView().getType();
  aa::StridedMemRefType memref = view.getMemref();
  if (view.isSparse() || view.getRank() != 2 || memref.getRank() != 2)
    return reject("a factor is not a tile of a matrix in memory");
  std::optional<unsigned> inner;
  for (unsigned axis = 0; axis < 2; ++axis)
    if (memref.getStrides()[view.getDimMap()[axis]] == 1)
      inner = axis;
  if (!inner)
    return reject("no dimension of a factor is known to have stride 1");
  factor.innerAxis = *inner;
  // Bundled outside of the loop or in it.
  Operation *op = factor.load.getView().getDefiningOp();
  while (op && isa<ViewOp>(op))
    op = op->getOperand(0).getDefiningOp();
  auto bundle = dyn_cast_or_null<aa::MakeMemrefOp>(op);
  if (!bundle || bundle->getBlock() != result.loop->getBlock())
    return reject("it is not known before the loop what a factor is a part of");
  factor.matrix = bundle.getResult();
  factor.view = view;
  // What is known of it now; the kernel asks about the rest.
  int64_t stride = memref.getStrides()[view.getDimMap()[1 - *inner]];
  if (!ShapedType::isDynamic(stride) &&
      stride * factor.elementBytes % linesUnit != 0)
    return reject("lines of a factor do not begin at multiples of 16 bytes");
  return true;
}

bool LoopAnalyzer::checkFactor(StagedFactor &factor, bool isRhs) {
  scf::ForOp loop = result.loop;
  factor.load = skipLayouts(isRhs ? result.dot.getRhs() : result.dot.getLhs())
                    .getDefiningOp<TiledLoadOp>();
  if (!factor.load || factor.load->getBlock() != loop.getBody())
    return reject("a factor is not a tile that the loop loads");
  TiledLoadOp load = factor.load;
  if (load.getMemSemantic() != aa::MemSemantic::Weak)
    return reject("a load of a factor is atomic");
  if (load.getPaddingValue().value_or(aa::Padding::Zero) != aa::Padding::Zero)
    return reject("a factor is padded with something else than zero");
  // What is ordered after nothing may be done at any time before its use.
  if (Value token = load.getToken()) {
    auto fresh = token.getDefiningOp<aa::CreateMemTokenOp>();
    if (!fresh || fresh->getNumOperands())
      return reject("a load of a factor is ordered after something");
  }
  if (!load.getResultToken().use_empty())
    return reject("something is ordered after a load of a factor");
  if (!checkView(factor))
    return false;
  unsigned depthAxis = isRhs ? 0 : 1;
  factor.isByK = factor.innerAxis == depthAxis;
  // Halves may be stored the other way round and, of tcgen05, bytes.
  bool mayBeTurned = factor.elementBytes == 2 ||
                     (factor.elementBytes == 1 && result.isInTensorMemory());
  if (!factor.isByK && !mayBeTurned)
    return reject("elements of a factor are not one behind the other along K");
  if (factor.lineBytes() < 32 || factor.lines() > 256)
    return reject("a factor does not fit in boxes");
  // A swizzle begins again after so many lines.
  constexpr int64_t swizzledLines = 8;
  if (isRhs && factor.lines() % (result.numCtas * swizzledLines))
    return reject("a factor has too few lines for its cluster");
  if (!collect(factor.matrix) ||
      !llvm::all_of(load.getCoordinates(),
                    [&](Value value) { return collect(value); }))
    return reject("where a factor lies depends on what the loop computes");
  return true;
}

bool LoopAnalyzer::checkBody() {
  scf::ForOp loop = result.loop;
  for (Value bound :
       {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()})
    if (!collect(bound))
      return reject("its bounds depend on what the kernel computes");
  for (Operation &op : loop.getBody()->without_terminator())
    if (&op != result.dot && &op != result.lhs.load && &op != result.rhs.load &&
        !isa<ConvertLayoutOp, ViewOp>(op) && !result.inside.contains(&op) &&
        !isOpTriviallyDead(&op))
      return reject("it does something else than a product: '" +
                    op.getName().getStringRef() + "'");
  return true;
}

bool LoopAnalyzer::succeed() {
  return findProduct() && checkTypes() &&
         checkFactor(result.lhs, /*isRhs=*/false) &&
         checkFactor(result.rhs, /*isRhs=*/true) && checkBody();
}

FailureOr<SpecializedLoop>
mlir::nv_tileas::analyzeSpecializedLoop(scf::ForOp loop, ProductUnit unit,
                                        std::string &why) {
  return LoopAnalyzer(loop, unit, why).run();
}
