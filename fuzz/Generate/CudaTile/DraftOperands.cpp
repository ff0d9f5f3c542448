//===- DraftOperands.cpp - Operands that belong together ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/CudaTile/DraftMemory.h"
#include "fuzz/Generate/CudaTile/Operations.h"
#include "fuzz/Generate/RelatedOperands.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;

/// As many as a buffer's elements repeat.
static constexpr unsigned relatedElements = 16;

/// Three that belong together, by their bits.
static std::array<APInt, 3> chooseRelated(ByteSource &choices, Type element) {
  auto type = dyn_cast<FloatType>(element);
  if (!type)
    return chooseRelatedIntegers(choices, element.getIntOrFloatBitWidth());
  auto [a, b, c] = chooseRelatedFloats(choices, type);
  return {a.bitcastToAPInt(), b.bitcastToAPInt(), c.bitcastToAPInt()};
}

static std::string hexOf(const APInt &bits) {
  return "0x" + llvm::utohexstr(bits.getZExtValue(), /*LowerCase=*/true);
}

unsigned Draft::relatedBuffers(ElementKind kind) {
  unsigned groups = 0;
  std::optional<unsigned> found;
  for (const auto &[index, buffer] : llvm::enumerate(buffers)) {
    groups = std::max(groups, buffer.group);
    if (buffer.group && !buffer.inGroup && buffer.kind == kind)
      found = index;
  }
  if (found && !choices.oneIn(4))
    return *found;
  std::string inits[3];
  for (unsigned i = 0; i < relatedElements; ++i)
    for (auto [init, bits] :
         llvm::zip_equal(inits, chooseRelated(choices, elementOf(kind))))
      init += (i ? ", " : "list(") + hexOf(bits);
  for (auto [place, init] : llvm::enumerate(inits)) {
    unsigned index = addBuffer(kind, width, init + ")", /*readOnly=*/true);
    buffers[index].special = true;
    buffers[index].group = groups + 1;
    buffers[index].inGroup = place;
  }
  return buffers.size() - 3;
}

SmallVector<Value> Draft::relatedOperands(TileType type, unsigned count) {
  Type element = type.getElementType();
  std::optional<ElementKind> kind = elementKindOf(element);
  SmallVector<Value> found;
  if (!kind || *kind == ElementKind::I1 ||
      !(isa<IntegerType>(element) || ct::isBaseFloatElement(element)) ||
      element.isInteger(4))
    return found;
  if (type.getNumElements() == width && options.memory &&
      launch.args.size() < 20) {
    // Others may be put between them, or take their places.
    unsigned group = buffers[relatedBuffers(*kind)].group;
    AccessForm form;
    form.byPointers = form.isWhole = true;
    form.shape = type.getShape();
    for (unsigned place = 0; place < count; ++place) {
      auto buffer = llvm::find_if(buffers, [&](const DraftBuffer &candidate) {
        return candidate.group == group && candidate.inGroup == place;
      });
      found.push_back(loadFrom(*this, buffer - buffers.begin(), form));
    }
    return found;
  }
  if (!type.getShape().empty())
    return found;
  std::array<APInt, 3> related = chooseRelated(choices, element);
  for (const APInt &bits : ArrayRef(related).take_front(count)) {
    if (launch.args.size() < 20 && choices.oneIn(2)) {
      found.push_back(parameter(element, hexOf(bits)));
      continue;
    }
    Attribute value;
    if (auto format = dyn_cast<FloatType>(element))
      value = FloatAttr::get(format, APFloat(format.getFloatSemantics(), bits));
    else
      value = IntegerAttr::get(element, bits);
    found.push_back(constant(DenseElementsAttr::get(type, value)));
  }
  return found;
}

SmallVector<Value> Draft::operands(TileType type, unsigned count) {
  bool atEdge = isAtEdge();
  SmallVector<Value> chosen;
  if (atEdge && choices.oneIn(2))
    chosen = relatedOperands(type, count);
  while (chosen.size() < count)
    chosen.push_back(atEdge && chosen.size() < 2 ? edges(type) : value(type));
  return chosen;
}

std::pair<Value, Value> Draft::pair(TileType type) {
  SmallVector<Value> both = operands(type, 2);
  return {both[0], both[1]};
}
