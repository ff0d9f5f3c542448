//===- LaneProof.cpp - All lanes by one proof -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Refine/LaneProof.h"
#include "interp/TileTypes/TileTypes.h"
#include "oracle/Smt/LaneEncoding.h"

using namespace tilefuzz;

namespace {
/// One of the two blocks at the index in question.
class Side {
public:
  Side(SymbolicDomain &domain, bool mayBeUnspecified)
      : lanes(domain, mayBeUnspecified) {}

  /// False: it is not code of this kind.
  bool encode(mlir::Block &block);

  LaneEncoder lanes;
  std::vector<SymbolicElement> observed;
  std::vector<mlir::Type> types;
  /// The index is one of the tile's.
  Term inRange = lanes.domain.truth(true);

private:
  LaneEncoder::Index indexOf(llvm::ArrayRef<int64_t> shape);
};
} // namespace

/// The same for all tiles of one shape, on both sides.
LaneEncoder::Index Side::indexOf(llvm::ArrayRef<int64_t> shape) {
  SymbolicDomain &d = lanes.domain;
  LaneEncoder::Index index;
  std::string name = "index";
  for (int64_t size : shape)
    name += "x" + std::to_string(size);
  for (auto [k, size] : llvm::enumerate(shape)) {
    if (size == 1) {
      index.push_back(d.constant(64, 0));
      continue;
    }
    Term at = d.input(name + "." + std::to_string(k), 64);
    inRange = d.land(inRange, d.ult(at, d.constant(64, size)));
    index.push_back(at);
  }
  return index;
}

bool Side::encode(mlir::Block &block) {
  // Every value: what is undefined anywhere is undefined as a whole.
  for (mlir::Operation &op : block) {
    bool isObservation = op.getName().getStringRef() == "tilefuzz.observe";
    if (op.getNumRegions() != 0 ||
        (op.getNumResults() == 0 && !isObservation &&
         !op.hasTrait<mlir::OpTrait::IsTerminator>()))
      return false;
    auto see = [&](mlir::Value value) -> std::optional<SymbolicElement> {
      llvm::Expected<SymbolicElement> element =
          lanes.at(value, indexOf(tileShapeOf(value).shape));
      if (element)
        return *element;
      llvm::consumeError(element.takeError());
      return std::nullopt;
    };
    for (mlir::Value result : op.getResults())
      if (!see(result))
        return false;
    if (!isObservation)
      continue;
    for (mlir::Value operand : op.getOperands()) {
      observed.push_back(*see(operand));
      types.push_back(operand.getType());
    }
  }
  return true;
}

static Term differs(SymbolicDomain &d, const SymbolicElement &a,
                    const SymbolicElement &b, mlir::Type type) {
  Term same = d.eq(a.bits, b.bits);
  auto element = llvm::dyn_cast<mlir::FloatType>(tileShapeOf(type).element);
  if (element && element.getWidth() > 8 && !d.isTrue(same))
    same = d.lor(same, d.land(d.isNaN(&element.getFloatSemantics(), a.bits),
                              d.isNaN(&element.getFloatSemantics(), b.bits)));
  return d.land(d.lnot(a.unspecified), d.lor(b.unspecified, d.lnot(same)));
}

std::optional<ProofVerdict>
tilefuzz::proveByLane(mlir::Block &source, mlir::Block &target,
                      const RefinementOptions &options) {
  SymbolicDomain domain(FloatEncoding::Structure, options.timeoutMs,
                        options.maxSteps);
  if (options.sink)
    domain.setQuerySink([&](llvm::StringRef script, Answer answer) {
      options.sink(script, answer == Answer::Yes  ? "sat"
                           : answer == Answer::No ? "unsat"
                                                  : "unknown");
    });
  Side a(domain, options.mayBeUnspecified), b(domain, options.mayBeUnspecified);
  if (!a.encode(source) || !b.encode(target) ||
      a.observed.size() != b.observed.size())
    return std::nullopt;
  Term wrong = b.lanes.undefined;
  for (size_t k = 0; k < a.observed.size(); ++k)
    wrong = domain.lor(
        wrong, differs(domain, a.observed[k], b.observed[k], a.types[k]));
  Term defined = domain.lnot(a.lanes.undefined);
  bool usesExtents = a.lanes.usesExtents || b.lanes.usesExtents;
  if (usesExtents)
    defined = domain.land(defined, domain.land(a.inRange, b.inRange));
  if (domain.hasFailed())
    return std::nullopt;
  if (!domain.isFalse(wrong) &&
      domain.isSatisfiable(domain.land(defined, wrong)) != Answer::No)
    return std::nullopt;
  if (!domain.isTrue(defined) && domain.isSatisfiable(defined) != Answer::Yes)
    return std::nullopt;
  ProofVerdict verdict{ProofKind::Proved, "", "", {}};
  verdict.basis.push_back(usesExtents ? "symbolic index"
                                      : "symbolic index of any extent");
  if (domain.usedTheory())
    verdict.basis.push_back("IEEE 754 theory");
  if (domain.usedFloatStructure())
    verdict.basis.push_back("f32 and f64 uninterpreted");
  std::set<std::string> uninterpreted = a.lanes.uninterpreted;
  uninterpreted.insert(b.lanes.uninterpreted.begin(),
                       b.lanes.uninterpreted.end());
  for (const std::string &name : uninterpreted)
    verdict.basis.push_back(name + " uninterpreted");
  return verdict;
}
